package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// BvUdiv returns the quotient of unsigned numbers; by 0 it is all ones.
//
// V78: literals, and divisors 0, 1 and powers of two. V79: x divided by x is 1, or ones if x is 0. V80: a
// quotient that is at most 1 is a comparison. V81: a quotient of a quotient divides once. V82: zeros in front of both
// are not divided.
func (r *Rewriter) BvUdiv(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if st.IsBits(b) {
		return r.quotientBits(a, r.wordOf(b))
	}
	ones := r.literal(num.Ones(n))
	zero := r.Eq(b, r.zeros(n))
	switch {
	case n == 1:
		return r.Ite(zero, ones, a)
	case a == b:
		return r.Ite(zero, ones, r.literal(num.WordFromUint64(n, 1)))
	case st.IsBits(a) && r.wordOf(a).IsZero():
		return r.Ite(zero, ones, a)
	}
	if k := min(r.leadingZeros(a), r.leadingZeros(b), n-1); k > 0 {
		q := r.BvUdiv(r.Extract(n-k-1, 0, a), r.Extract(n-k-1, 0, b))
		return r.Ite(zero, ones, r.zeroExtend(k, q))
	}
	return st.BvUdiv(a, b)
}

func (r *Rewriter) quotientBits(a term.Term, d num.Word) term.Term {
	st := r.st
	n := d.Width()
	if st.IsBits(a) {
		q, _ := r.wordOf(a).Divide(d)
		return r.literal(q)
	}
	if d.IsZero() {
		return r.literal(num.Ones(n))
	}
	if k, ok := d.Power(); ok {
		return r.BvLshr(a, r.literal(num.WordFromUint64(n, uint64(k))))
	}
	if r.atMost(a, d.Sub(num.WordFromUint64(n, 1))) {
		return r.zeros(n)
	}
	if d.Bit(n - 1) {
		return r.zeroExtend(n-1, r.fromBool(r.BvUle(r.literal(d), a)))
	}
	if st.Op(a) == term.OpBvUdiv && st.IsBits(st.Arg(a, 1)) {
		c := r.wordOf(st.Arg(a, 1))
		if q, _ := num.Ones(n).Divide(d); c.Cmp(q) > 0 {
			return r.zeros(n)
		}
		return r.quotientBits(st.Arg(a, 0), c.Mul(d))
	}
	if k := min(r.leadingZeros(a), n-d.BitLen()); k > 0 {
		return r.zeroExtend(k, r.quotientBits(r.Extract(n-k-1, 0, a), d.Slice(n-k-1, 0)))
	}
	return st.BvUdiv(a, r.literal(d))
}

// BvUrem returns the remainder of unsigned numbers; by 0 it is a.
//
// V83: as for BvUdiv.
func (r *Rewriter) BvUrem(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case st.IsBits(b):
		return r.remainderBits(a, r.wordOf(b))
	case n == 1:
		return r.BvAnd(a, r.BvNot(b))
	case a == b || st.IsBits(a) && r.wordOf(a).IsZero():
		return r.zeros(n)
	}
	if k := min(r.leadingZeros(a), r.leadingZeros(b), n-1); k > 0 {
		return r.zeroExtend(k, r.BvUrem(r.Extract(n-k-1, 0, a), r.Extract(n-k-1, 0, b)))
	}
	return st.BvUrem(a, b)
}

func (r *Rewriter) remainderBits(a term.Term, d num.Word) term.Term {
	st := r.st
	n := d.Width()
	if st.IsBits(a) {
		_, m := r.wordOf(a).Divide(d)
		return r.literal(m)
	}
	if d.IsZero() {
		return a
	}
	if k, ok := d.Power(); ok {
		if k == 0 {
			return r.zeros(n)
		}
		return r.zeroExtend(n-k, r.Extract(k-1, 0, a))
	}
	if r.atMost(a, d.Sub(num.WordFromUint64(n, 1))) {
		return a
	}
	if k := min(r.leadingZeros(a), n-d.BitLen()); k > 0 {
		return r.zeroExtend(k, r.remainderBits(r.Extract(n-k-1, 0, a), d.Slice(n-k-1, 0)))
	}
	return st.BvUrem(a, r.literal(d))
}

// BvUmulo returns the formula that the product of a and b overflows, as unsigned numbers.
//
// V84: with a literal it is a bound; the arguments are ordered; V85: enough zeros in front exclude it.
func (r *Rewriter) BvUmulo(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if st.IsBits(a) {
		a, b = b, a
	}
	switch {
	case n == 1:
		return st.False()
	case st.IsBits(b) && r.wordOf(b).IsZero():
		return st.False()
	case st.IsBits(b):
		q, _ := num.Ones(n).Divide(r.wordOf(b))
		return st.Not(r.BvUle(a, r.literal(q)))
	case r.leadingZeros(a)+r.leadingZeros(b) >= n:
		return st.False()
	}
	return st.BvUmulo(min(a, b), max(a, b))
}

// BvSmulo returns the formula that the product of a and b overflows, as signed numbers.
//
// V86: as V84, with two bounds.
func (r *Rewriter) BvSmulo(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if st.IsBits(a) {
		a, b = b, a
	}
	if n == 1 {
		return r.And(r.bit(a), r.bit(b))
	}
	if !st.IsBits(b) {
		return st.BvSmulo(min(a, b), max(a, b))
	}
	k := r.wordOf(b).Signed()
	if k.IsZero() {
		return st.False()
	}
	most := num.FromInt64(1).Lsh(uint(n - 1)).Sub(num.FromInt64(1))
	least := most.Neg().Sub(num.FromInt64(1))
	lo, hi := least.CeilDiv(k), most.FloorDiv(k)
	if k.Sign() < 0 {
		lo, hi = most.CeilDiv(k), least.FloorDiv(k)
	}
	above := st.False()
	if hi.Less(most) {
		above = st.Not(r.BvSle(a, r.literal(num.WordFromInt(n, hi))))
	}
	below := st.False()
	if least.Less(lo) {
		below = st.Not(r.BvSle(r.literal(num.WordFromInt(n, lo)), a))
	}
	return r.Or(below, above)
}
