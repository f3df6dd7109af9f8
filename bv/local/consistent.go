package local

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// consistent returns values of argument k with which the result may be t, whatever the other
// arguments are now: none if and only if there are none.
func (r *random) consistent(o *site, k int, t num.Word) set {
	x := o.args[k]
	n := x.Width()
	switch o.op {
	case term.OpAnd, term.OpBvAnd:
		return exactly(t.Or(x.And(r.word(n))))
	case term.OpOr, term.OpBvOr:
		return exactly(t.And(x.Or(r.word(n))))
	case term.OpEq, term.OpBvXor, term.OpBvAdd:
		return exactly(r.word(n))
	case term.OpIte:
		if k == 0 {
			return exactly(x.Not())
		}
		return exactly(t)
	case term.OpConcat:
		high, low := parts(o, t)
		if k == 0 {
			return exactly(high)
		}
		return exactly(low)
	case term.OpBvUle:
		return consistentOrder(k, zero(n), num.Ones(n), t.IsOne())
	case term.OpBvSle:
		least := num.PowerOfTwo(n, n-1)
		return consistentOrder(k, least, least.Not(), t.IsOne())
	case term.OpBvUmulo, term.OpBvSmulo:
		switch {
		case t.IsZero():
			return anything(n)
		case n > 1:
			return between(num.WordFromUint64(n, 2), num.Ones(n))
		case o.op == term.OpBvUmulo:
			return none()
		}
		return exactly(one(n))
	case term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		return r.consistentArithmetic(o, k, t)
	}
	return r.inverse(o, k, t) // of one argument
}

// consistentOrder is consistent of an order with a least and a greatest word.
func consistentOrder(k int, least, most num.Word, holds bool) set {
	switch {
	case holds:
		return anything(least.Width())
	case k == 0:
		return without(least)
	}
	return without(most)
}

func (r *random) consistentArithmetic(o *site, k int, t num.Word) set {
	x := o.args[k]
	n := x.Width()
	switch o.op {
	case term.OpBvMul:
		// x has at most as many zeros at its end as t.
		if t.IsZero() {
			return exactly(r.word(n))
		}
		return exactly(x.Or(num.PowerOfTwo(n, r.below(t.TrailingZeros()+1))))
	case term.OpBvUdiv:
		if k == 0 {
			return r.consistentDividend(n, t)
		}
		if t.IsOnes() {
			return between(zero(n), one(n))
		}
		most := num.Ones(n)
		if !t.IsZero() {
			most, _ = most.Divide(t)
		}
		return between(one(n), most)
	case term.OpBvUrem:
		if k == 1 {
			if t.IsOnes() {
				return exactly(zero(n))
			}
			return between(t.Add(one(n)), num.Ones(n)).or(zero(n), zero(n))
		}
		// x is t, or the divisor x-t is greater than t.
		if d := t.Add(t); d.Cmp(t) >= 0 && !d.IsOnes() {
			return exactly(t).or(d.Add(one(n)), num.Ones(n)).evenly()
		}
		return exactly(t)
	}
	if k == 0 {
		c := r.below(amounts(o.op, t) + 1)
		return inverseShifted(o.op, x, c, t)
	}
	most := num.WordFromUint64(n, uint64(amounts(o.op, t)))
	if most.Clamp() == n && !most.IsOnes() {
		return between(zero(n), most).or(most.Add(one(n)), num.Ones(n))
	}
	return between(zero(n), most)
}

// consistentDividend returns numbers x with x/d = t for some d.
func (r *random) consistentDividend(n int, t num.Word) set {
	switch {
	case t.IsOnes():
		return anything(n)
	case t.IsZero():
		return below(num.Ones(n))
	}
	most, _ := num.Ones(n).Divide(t)
	d := one(n).Add(r.upTo(most.Sub(one(n))))
	return inverseDividend(d, t)
}

// amounts returns the largest amount by which something may have been shifted to become t.
func amounts(op term.Op, t num.Word) int {
	n := t.Width()
	switch op {
	case term.OpBvShl:
		return t.TrailingZeros()
	case term.OpBvLshr:
		return n - t.BitLen()
	}
	if t.Bit(n - 1) {
		t = t.Not()
	}
	if t.IsZero() {
		return n
	}
	return n - t.BitLen() - 1
}
