package smtscript

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// ground replaces quantifiers over small bit-vectors by their instances, and asserts
// conjunctions one by one.
func (v *varier) ground() *Script {
	var ops []Op
	for _, o := range v.s.Ops {
		o.Terms = v.s.instances(o.Terms)
		if o.Kind == Assert && v.s.Store.Op(o.Terms[0]) == term.OpAnd {
			for _, t := range v.s.Store.Args(o.Terms[0]) {
				ops = append(ops, Op{Assert, []term.Term{t}})
			}
			continue
		}
		ops = append(ops, o)
	}
	return v.s.with(ops)
}

// bitFact returns a formula about two bit-vectors of one width that holds in all models.
func (v *varier) bitFact(a, b term.Term) term.Term {
	st := v.s.Store
	zero, ones := st.Bits(st.Sort(a), num.Int{}), st.Bits(st.Sort(a), num.FromInt64(-1))
	k := v.IntN(8)
	if k == 4 && st.WidthOf(a) > 8 {
		k = 7 // a division would make it much harder
	}
	switch k {
	case 0:
		return st.Or(st.BvUlt(a, b), st.BvUlt(b, a), st.Eq(a, b))
	case 1:
		return st.Or(st.BvSlt(a, b), st.BvSlt(b, a), st.Eq(a, b))
	case 2:
		return st.And(st.BvUle(st.BvAnd(a, b), a), st.BvUle(a, st.BvOr(a, b)))
	case 3:
		return st.Eq(st.BvAdd(st.BvAnd(a, b), st.BvOr(a, b)), st.BvAdd(a, b))
	case 4:
		return st.Or(st.Eq(b, zero), st.And(st.BvUlt(st.BvUrem(a, b), b), st.BvUle(st.BvUdiv(a, b), a)))
	case 5:
		return st.Eq(st.BvUaddo(a, b), st.BvUlt(st.BvNot(a), b))
	case 6:
		return st.Eq(st.BvAshr(a, b), st.Ite(st.BvSlt(a, zero), st.BvNot(st.BvLshr(st.BvNot(a), b)), st.BvLshr(a, b)))
	}
	return st.And(st.Eq(st.BvUdiv(a, zero), ones), st.Eq(st.BvUrem(a, zero), a), st.Eq(st.BvShl(a, zero), a))
}

// sameBits returns another term with the value of t, a bit-vector or a relation of two; o is
// another term of its sort, or 0.
func (v *varier) sameBits(t, o term.Term) term.Term {
	st := v.s.Store
	if v.one(2) {
		if u := v.defined(t); u != 0 {
			return u
		}
	}
	if !st.IsBitVec(st.Sort(t)) {
		return st.Not(st.Not(t))
	}
	n := st.WidthOf(t)
	switch r := v.IntN(8); {
	case r == 0 && n > 1:
		k := 1 + v.IntN(n-1)
		return st.Concat(st.Extract(n-1, k, t), st.Extract(k-1, 0, t))
	case r == 1:
		k := 1 + v.IntN(3)
		u := st.ZeroExtend(k, t)
		if v.one(2) {
			u = st.SignExtend(k, t)
		}
		return st.Extract(n-1, 0, u)
	case r == 2:
		return st.BvNot(st.BvAdd(st.BvNeg(t), st.Bits(st.Sort(t), num.FromInt64(-1))))
	case r == 3:
		k := v.IntN(n)
		return st.RotateRight(k, st.RotateLeft(k, t))
	case r == 4 && o != 0:
		return st.BvSub(st.BvAdd(o, t), o)
	case r == 5 && o != 0:
		return st.BvXor(o, st.BvXor(t, o))
	case r == 6 && o != 0:
		return st.BvOr(st.BvAnd(t, o), st.BvAnd(t, st.BvNot(o)))
	case r == 7 && o != 0:
		return st.Ite(st.BvUle(t, o), st.BvAnd(t, t), st.BvOr(t, st.BvSub(o, o)))
	}
	return st.BvNeg(st.BvNeg(t))
}

// defined returns t by means of other operators; 0 if there is no rule for its own.
func (v *varier) defined(t term.Term) term.Term {
	st := v.s.Store
	args := st.Args(t)
	if len(args) == 0 {
		return 0
	}
	a, b := args[0], args[len(args)-1]
	n := st.WidthOf(a)
	value := func(k int64) term.Term { return st.Bits(st.Sort(a), num.FromInt64(k)) }
	flip := func(x term.Term) term.Term { return st.BvXor(x, st.Bits(st.Sort(a), num.FromInt64(1).Lsh(uint(n-1)))) }
	switch st.Op(t) {
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd, term.OpBvMul, term.OpBvUmulo, term.OpBvSmulo:
		turned := slices.Clone(args)
		v.Shuffle(len(turned), func(i, k int) { turned[i], turned[k] = turned[k], turned[i] })
		return st.Rebuild(t, turned)
	case term.OpBvUle:
		if v.one(2) {
			return st.Not(st.BvUsubo(b, a))
		}
		return st.BvSle(flip(a), flip(b))
	case term.OpBvSle:
		return st.BvUle(flip(a), flip(b))
	case term.OpEq:
		if !st.IsBitVec(st.Sort(a)) {
			return 0
		}
		if v.one(2) {
			return st.Eq(st.BvXor(a, b), value(0))
		}
		return st.And(st.BvUle(a, b), st.BvSle(b, a), st.BvUle(b, a))
	case term.OpBvUrem:
		if n <= 8 {
			return st.BvSub(a, st.BvMul(st.BvUdiv(a, b), b))
		}
	case term.OpBvShl:
		if n <= 8 {
			return st.BvMul(a, st.BvShl(value(1), b))
		}
	case term.OpBvNeg:
		return st.BvAdd(st.BvNot(a), value(1))
	case term.OpSignExt:
		k := st.WidthOf(t) - n
		return st.Concat(st.Repeat(k, st.Extract(n-1, n-1, a)), a)
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		return st.Extract(hi-lo, 0, st.BvLshr(a, st.Bits(st.Sort(a), num.FromInt64(int64(lo)))))
	}
	return 0
}
