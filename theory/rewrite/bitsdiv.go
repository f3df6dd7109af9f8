package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// BvUdiv returns the quotient of unsigned numbers; by 0 it is all ones.
//
// Rules: BV_UDIV_BIT, BV_UDIV_SELF, BV_UDIV_OF_ZERO, BV_UDIV_ZERO_EXTEND, and those of quotientBits.
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
		return r.by(bvUdivBit, r.Ite(zero, ones, a))
	case a == b && !r.off[bvUdivSelf]:
		return r.by(bvUdivSelf, r.Ite(zero, ones, r.literal(num.WordFromUint64(n, 1))))
	case st.IsBits(a) && r.wordOf(a).IsZero():
		return r.by(bvUdivOfZero, r.Ite(zero, ones, a))
	}
	if k := min(r.leadingZeros(a), r.leadingZeros(b), n-1); k > 0 {
		q := r.BvUdiv(r.Extract(n-k-1, 0, a), r.Extract(n-k-1, 0, b))
		return r.by(bvUdivZeroExtend, r.Ite(zero, ones, r.zeroExtend(k, q)))
	}
	return st.BvUdiv(a, b)
}

// quotientBits returns the quotient of a and a number.
//
// Rules: BV_UDIV_CONST, BV_UDIV_ZERO, BV_UDIV_POW2, BV_UDIV_SMALL, BV_UDIV_ULE, BV_UDIV_UDIV, BV_UDIV_ZERO_EXTEND.
func (r *Rewriter) quotientBits(a term.Term, d num.Word) term.Term {
	st := r.st
	n := d.Width()
	k, power := d.Power()
	switch {
	case st.IsBits(a):
		q, _ := r.wordOf(a).Divide(d)
		return r.by(bvUdivConst, r.literal(q))
	case d.IsZero():
		return r.by(bvUdivZero, r.literal(num.Ones(n)))
	case power:
		return r.by(bvUdivPow2, r.BvLshr(a, r.literal(num.WordFromUint64(n, uint64(k)))))
	case r.atMost(a, d.Sub(num.WordFromUint64(n, 1))):
		return r.by(bvUdivSmall, r.zeros(n))
	case d.Bit(n - 1):
		return r.by(bvUdivUle, r.zeroExtend(n-1, r.fromBool(r.BvUle(r.literal(d), a))))
	case st.Op(a) == term.OpBvUdiv && st.IsBits(st.Arg(a, 1)) && !r.off[bvUdivUdiv]:
		r.fired[bvUdivUdiv]++
		c := r.wordOf(st.Arg(a, 1))
		if q, _ := num.Ones(n).Divide(d); c.Cmp(q) > 0 {
			return r.zeros(n)
		}
		return r.quotientBits(st.Arg(a, 0), c.Mul(d))
	}
	if k := min(r.leadingZeros(a), n-d.BitLen()); k > 0 {
		return r.by(bvUdivZeroExtend, r.zeroExtend(k, r.quotientBits(r.Extract(n-k-1, 0, a), d.Slice(n-k-1, 0))))
	}
	return st.BvUdiv(a, r.literal(d))
}

// BvUrem returns the remainder of unsigned numbers; by 0 it is a.
//
// Rules: BV_UREM_BIT, BV_UREM_SELF, BV_UREM_ZERO_EXTEND, and those of remainderBits.
func (r *Rewriter) BvUrem(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case st.IsBits(b):
		return r.remainderBits(a, r.wordOf(b))
	case n == 1:
		return r.by(bvUremBit, r.BvAnd(a, r.BvNot(b)))
	case a == b || st.IsBits(a) && r.wordOf(a).IsZero():
		return r.by(bvUremSelf, r.zeros(n))
	}
	if k := min(r.leadingZeros(a), r.leadingZeros(b), n-1); k > 0 {
		return r.by(bvUremZeroExtend, r.zeroExtend(k, r.BvUrem(r.Extract(n-k-1, 0, a), r.Extract(n-k-1, 0, b))))
	}
	return st.BvUrem(a, b)
}

// remainderBits returns the remainder of a by a number.
//
// Rules: BV_UREM_CONST, BV_UREM_ZERO, BV_UREM_POW2, BV_UREM_SMALL, BV_UREM_ZERO_EXTEND.
func (r *Rewriter) remainderBits(a term.Term, d num.Word) term.Term {
	st := r.st
	n := d.Width()
	k, power := d.Power()
	switch {
	case st.IsBits(a):
		_, m := r.wordOf(a).Divide(d)
		return r.by(bvUremConst, r.literal(m))
	case d.IsZero():
		return r.by(bvUremZero, a)
	case power && k == 0:
		return r.by(bvUremPow2, r.zeros(n))
	case power:
		return r.by(bvUremPow2, r.zeroExtend(n-k, r.Extract(k-1, 0, a)))
	case r.atMost(a, d.Sub(num.WordFromUint64(n, 1))):
		return r.by(bvUremSmall, a)
	}
	if k := min(r.leadingZeros(a), n-d.BitLen()); k > 0 {
		return r.by(bvUremZeroExtend, r.zeroExtend(k, r.remainderBits(r.Extract(n-k-1, 0, a), d.Slice(n-k-1, 0))))
	}
	return st.BvUrem(a, r.literal(d))
}

// BvUmulo returns the formula that the product of a and b overflows, as unsigned numbers.
//
// Rules: BV_UMULO_BIT, BV_UMULO_CONST, BV_UMULO_ZERO_EXTEND, BV_UMULO_SORT.
func (r *Rewriter) BvUmulo(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if st.IsBits(a) {
		a, b = b, a
	}
	switch {
	case n == 1:
		return r.by(bvUmuloBit, st.False())
	case st.IsBits(b) && r.wordOf(b).IsZero():
		return r.by(bvUmuloConst, st.False())
	case st.IsBits(b):
		q, _ := num.Ones(n).Divide(r.wordOf(b))
		return r.by(bvUmuloConst, st.Not(r.BvUle(a, r.literal(q))))
	case r.leadingZeros(a)+r.leadingZeros(b) >= n && !r.off[bvUmuloZeroExtend]:
		return r.by(bvUmuloZeroExtend, st.False())
	}
	r.countIf(bvUmuloSort, a > b)
	return st.BvUmulo(min(a, b), max(a, b))
}

// BvSmulo returns the formula that the product of a and b overflows, as signed numbers.
//
// Rules: BV_SMULO_BIT, BV_SMULO_CONST, BV_SMULO_SORT.
func (r *Rewriter) BvSmulo(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if n == 1 {
		return r.by(bvSmuloBit, r.And(r.bit(a), r.bit(b)))
	}
	if st.IsBits(a) {
		a, b = b, a
	}
	if !st.IsBits(b) {
		r.countIf(bvSmuloSort, a > b)
		return st.BvSmulo(min(a, b), max(a, b))
	}
	r.fired[bvSmuloConst]++
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
