package local

import (
	"github.com/muster-smt/muster/theory/known"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// site is an operator, of at most three arguments, with their values. Truth values are words of
// one bit.
type site struct {
	op    term.Op
	lo    int // the lowest bit of OpExtract
	width int // of the result
	args  [3]num.Word
}

func truth(b bool) num.Word {
	if b {
		return num.WordFromUint64(1, 1)
	}
	return num.WordFromUint64(1, 0)
}

// eval returns the result.
func (o *site) eval() num.Word {
	x, y := o.args[0], o.args[1]
	switch o.op {
	case term.OpNot, term.OpBvNot:
		return x.Not()
	case term.OpAnd, term.OpBvAnd:
		return x.And(y)
	case term.OpOr, term.OpBvOr:
		return x.Or(y)
	case term.OpBvXor:
		return x.Xor(y)
	case term.OpEq:
		return truth(x.Cmp(y) == 0)
	case term.OpIte:
		if x.IsOne() {
			return y
		}
		return o.args[2]
	case term.OpConcat:
		return x.Join(y)
	case term.OpExtract:
		return x.Slice(o.lo+o.width-1, o.lo)
	case term.OpSignExt:
		return x.SignExtend(o.width - x.Width())
	case term.OpBvUle:
		return truth(x.Cmp(y) <= 0)
	case term.OpBvSle:
		return truth(x.SignedCmp(y) <= 0)
	}
	return o.evalArithmetic(x, y)
}

func (o *site) evalArithmetic(x, y num.Word) num.Word {
	switch o.op {
	case term.OpBvNeg:
		return x.Neg()
	case term.OpBvAdd:
		return x.Add(y)
	case term.OpBvMul:
		return x.Mul(y)
	case term.OpBvUdiv:
		q, _ := x.Divide(y)
		return q
	case term.OpBvUrem:
		_, r := x.Divide(y)
		return r
	case term.OpBvShl:
		return x.Shl(y.Clamp())
	case term.OpBvLshr:
		return x.Shr(y.Clamp())
	case term.OpBvAshr:
		return ashr(x, y.Clamp())
	case term.OpBvUmulo:
		return truth(overflows(x, y))
	case term.OpBvSmulo:
		p := x.Signed().Mul(y.Signed())
		return truth(!num.WordFromInt(x.Width(), p).Signed().Equal(p))
	}
	panic("local: " + o.op.String() + " is not supported")
}

// ashr shifts to the right by at most the width, with the sign before what is shifted.
func ashr(x num.Word, k int) num.Word {
	if x.Bit(x.Width() - 1) {
		return x.Not().Shr(k).Not()
	}
	return x.Shr(k)
}

// overflows reports whether the product of two unsigned numbers does not fit.
func overflows(x, y num.Word) bool {
	if y.IsZero() {
		return false
	}
	q, _ := num.Ones(x.Width()).Divide(y)
	return x.Cmp(q) > 0
}

// set is what an argument may be: the members of up to two intervals. Members of the second one
// are only taken if there are none of the first, or, if even is set, as often.
type set struct {
	n      int
	even   bool
	lo, hi [2]num.Word
}

func none() set { return set{} }

func exactly(w num.Word) set { return between(w, w) }

func between(lo, hi num.Word) set {
	return set{n: 1, lo: [2]num.Word{lo}, hi: [2]num.Word{hi}}
}

// anything has all words of a width.
func anything(width int) set { return between(zero(width), num.Ones(width)) }

// or adds an interval.
func (s set) or(lo, hi num.Word) set {
	s.lo[s.n], s.hi[s.n] = lo, hi
	s.n++
	return s
}

// below returns the words less than w.
func below(w num.Word) set {
	if w.IsZero() {
		return none()
	}
	return between(zero(w.Width()), w.Sub(one(w.Width())))
}

// above returns the words greater than w.
func above(w num.Word) set {
	if w.IsOnes() {
		return none()
	}
	return between(w.Add(one(w.Width())), num.Ones(w.Width()))
}

// without returns the words other than w.
func without(w num.Word) set {
	s, more := below(w), above(w)
	if s.n == 0 {
		return more
	}
	if more.n > 0 {
		s = s.or(more.lo[0], more.hi[0])
	}
	s.even = true
	return s
}

func zero(width int) num.Word { return num.WordFromUint64(width, 0) }

func one(width int) num.Word { return num.WordFromUint64(width, 1) }

// has reports whether w is a member.
func (s *set) has(w num.Word) bool {
	for i := range s.n {
		if s.lo[i].Cmp(w) <= 0 && w.Cmp(s.hi[i]) <= 0 {
			return true
		}
	}
	return false
}

// pick returns a member that is one of dom, too: cur if it is, else the nearest one of an interval
// or any one. It returns false if there is none.
func (r *random) pick(s set, cur num.Word, dom *known.Value) (num.Word, bool) {
	if s.n == 1 && s.lo[0] == s.hi[0] { // often; wide ones come to the same below
		return s.lo[0], dom.Has(s.lo[0])
	}
	if s.has(cur) && dom.Has(cur) {
		return cur, true
	}
	first := 0
	if s.even && s.n == 2 && r.one(2) {
		first = 1
	}
	for i := range s.n {
		i ^= first
		v := *dom
		if _, ok := v.Meet(known.Between(s.lo[i], s.hi[i])); ok {
			return r.member(&v, cur), true
		}
	}
	return cur, false
}

// member returns any member of v, half of the time the end that is nearer to w.
func (r *random) member(v *known.Value, w num.Word) num.Word {
	lo, hi := v.Bounds()
	if r.one(2) {
		if w.Cmp(lo) < 0 {
			return lo
		}
		if w.Cmp(hi) > 0 {
			return hi
		}
	}
	ones, may := v.Bits()
	x := lo.Add(r.upTo(hi.Sub(lo))).And(may).Or(ones)
	if v.Has(x) {
		return x
	}
	if r.one(2) {
		return lo
	}
	return hi
}
