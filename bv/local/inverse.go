package local

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// inverse returns values of argument k with which the result is t while the other arguments stay:
// none if and only if there are none. Where all bits that matter are determined, the others are
// as they are now, and the set has no other member.
func (r *random) inverse(o *site, k int, t num.Word) set {
	x, s := o.args[k], o.args[1&^k] // s is the other one of two
	switch o.op {
	case term.OpNot, term.OpBvNot:
		return exactly(t.Not())
	case term.OpAnd, term.OpBvAnd:
		if !t.And(s.Not()).IsZero() {
			return none()
		}
		return exactly(t.Or(x.And(s.Not())))
	case term.OpOr, term.OpBvOr:
		if !s.And(t.Not()).IsZero() {
			return none()
		}
		return exactly(t.And(s.Not()).Or(x.And(s)))
	case term.OpBvXor:
		return exactly(t.Xor(s))
	case term.OpEq:
		if t.IsOne() {
			return exactly(s)
		}
		return without(s)
	case term.OpIte:
		return inverseChoice(o, k, t)
	case term.OpConcat:
		high, low := parts(o, t)
		if k == 0 && low.Cmp(s) == 0 {
			return exactly(high)
		}
		if k == 1 && high.Cmp(s) == 0 {
			return exactly(low)
		}
		return none()
	case term.OpExtract:
		return exactly(o.insert(x, t))
	case term.OpSignExt:
		v := t.Slice(x.Width()-1, 0)
		if v.SignExtend(t.Width()-x.Width()).Cmp(t) != 0 {
			return none()
		}
		return exactly(v)
	case term.OpBvUle:
		return inverseOrder(k, s, t.IsOne())
	case term.OpBvSle:
		sign := num.PowerOfTwo(s.Width(), s.Width()-1)
		return signed(inverseOrder(k, s.Xor(sign), t.IsOne()))
	}
	return r.inverseArithmetic(o, k, t)
}

// parts cuts the target of a concatenation.
func parts(o *site, t num.Word) (high, low num.Word) {
	n := o.args[1].Width()
	return t.Slice(t.Width()-1, n), t.Slice(n-1, 0)
}

// insert returns x with t where OpExtract finds it.
func (o *site) insert(x, t num.Word) num.Word {
	n := x.Width()
	mask := num.Ones(o.width).Extend(n - o.width).Shl(o.lo)
	return x.And(mask.Not()).Or(t.Extend(n - o.width).Shl(o.lo))
}

func inverseChoice(o *site, k int, t num.Word) set {
	then, other := o.args[1].Cmp(t) == 0, o.args[2].Cmp(t) == 0
	switch k {
	case 0:
		switch {
		case then && other:
			return anything(1)
		case then || other:
			return exactly(truth(then))
		}
		return none()
	case 1:
		then = o.args[0].IsOne()
	default:
		then, other = o.args[0].IsZero(), then
	}
	switch {
	case then:
		return exactly(t)
	case other:
		return anything(t.Width())
	}
	return none()
}

// inverseOrder is inverse of argument k of OpBvUle.
func inverseOrder(k int, s num.Word, holds bool) set {
	switch {
	case k == 0 && holds:
		return between(zero(s.Width()), s)
	case k == 0:
		return above(s)
	case holds:
		return between(s, num.Ones(s.Width()))
	}
	return below(s)
}

// signed returns the signed numbers whose place among them is that of a member of the interval s
// among unsigned ones.
func signed(s set) set {
	if s.n == 0 {
		return s
	}
	n := s.lo[0].Width()
	sign := num.PowerOfTwo(n, n-1)
	lo, hi := s.lo[0].Xor(sign), s.hi[0].Xor(sign)
	if lo.Cmp(hi) <= 0 {
		return between(lo, hi)
	}
	s = between(zero(n), hi).or(lo, num.Ones(n))
	s.even = true
	return s
}
