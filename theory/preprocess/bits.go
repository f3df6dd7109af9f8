package preprocess

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// bitsOf returns the literal of value v modulo two to the width of t.
func (p *Pipeline) bitsOf(t term.Term, v int64) term.Term {
	return p.st.Bits(p.st.Sort(t), num.FromInt64(v))
}

// leastOf returns the least signed number of the sort of t.
func (p *Pipeline) leastOf(t term.Term) term.Term {
	return p.st.Bits(p.st.Sort(t), num.FromInt64(1).Lsh(uint(p.st.WidthOf(t)-1)))
}

// bits solves a = b, sums or exclusive ors of bit-vectors, for the constant with the fewest
// occurrences among those with an odd coefficient.
func (s *solver) bits(a, b term.Term, i int) {
	best, t := term.Term(0), term.Term(0)
	n := 0
	for _, u := range [2]term.Term{a, b} {
		u = s.positive(u)
		args := []term.Term{u}
		if op := s.st.Op(u); op == term.OpBvAdd || op == term.OpBvXor {
			args = s.st.Args(u)
		}
		n += len(args)
		for _, x := range args {
			x = s.positive(x)
			if s.st.Op(x) == term.OpBvMul && s.st.IsBits(s.st.Arg(x, 0)) {
				x = s.st.Arg(x, 1)
			}
			if !s.eligible(x, best) {
				continue
			}
			if v := s.rw.SolveBits(a, b, x); v != 0 {
				best, t = x, v
			}
		}
	}
	if best != 0 && !s.tooMany(best, n) {
		s.take(best, t, i)
	}
}

func (s *solver) eligible(x, best term.Term) bool {
	return s.eliminable(x) && (best == 0 || s.occurs(x) < s.occurs(best))
}

// positive returns t without a negation.
func (p *Pipeline) positive(t term.Term) term.Term {
	if p.st.Op(t) == term.OpBvNot {
		return p.st.Arg(t, 0)
	}
	return t
}

// invertBits is invert for the operators of bit-vectors.
func (f *freer) invertBits(t term.Term, args []term.Term) {
	st, rw := f.st, f.rw
	all := f.allFree(args)
	switch op := st.Op(t); op {
	case term.OpBvNot:
		if all {
			y := f.replace(t)
			f.assign(args[0], rw.BvNot(y), t, y)
		}
	case term.OpBvAdd, term.OpBvXor:
		f.invertSum(t, args)
	case term.OpBvMul:
		f.invertBitProduct(t, args, all)
	case term.OpConcat:
		if all {
			f.invertConcat(t, args)
		}
	case term.OpExtract:
		if all {
			f.invertExtract(t, args[0])
		}
	case term.OpBvAnd:
		f.invertSame(t, args)
	case term.OpBvUdiv, term.OpBvUrem, term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		if all { // x / 1, x mod 0 and x shifted by 0 are x
			y, neutral := f.replace(t), int64(0)
			if op == term.OpBvUdiv {
				neutral = 1
			}
			f.assign(args[0], y, t, y)
			f.assign(args[1], f.bitsOf(t, neutral), t, y)
		}
	case term.OpBvUle:
		f.invertBound(t, args, f.bitsOf(args[0], 0), f.bitsOf(args[0], -1))
	case term.OpBvSle:
		f.invertBound(t, args, f.leastOf(args[0]), rw.BvNot(f.leastOf(args[0])))
	case term.OpBvUmulo, term.OpBvSmulo:
		f.invertOverflow(t, args, all)
	case term.OpIntToBv:
		if all {
			y := f.replace(t)
			f.assign(args[0], rw.BvToInt(y), t, y)
		}
	}
}

// invertBitProduct solves k*x for an odd literal, and makes one factor 1 if both are
// unconstrained.
func (f *freer) invertBitProduct(t term.Term, args []term.Term, all bool) {
	k, x := args[0], args[1]
	switch {
	case all:
		y := f.replace(t)
		f.assign(k, y, t, y)
		f.assign(x, f.bitsOf(t, 1), t, y)
	case f.st.IsBits(k) && f.free[x] != 0:
		if _, half := f.st.Num(k).QuoRem(num.FromInt64(2)); half.IsZero() {
			return
		}
		y := f.replace(t)
		f.assign(x, f.rw.SolveBits(t, y, x), t, y)
	}
}

func (f *freer) invertConcat(t term.Term, args []term.Term) {
	y := f.replace(t)
	lo := f.st.WidthOf(t)
	for _, x := range args {
		n := f.st.WidthOf(x)
		lo -= n
		f.assign(x, f.rw.Extract(lo+n-1, lo, y), t, y)
	}
}

// invertExtract puts the wanted bits into their place, zeros elsewhere.
func (f *freer) invertExtract(t, x term.Term) {
	hi, lo := f.st.ExtractBounds(t)
	n := f.st.WidthOf(x)
	y := f.replace(t)
	parts := []term.Term{y}
	if hi < n-1 {
		parts = []term.Term{f.st.Uint(n-1-hi, 0), y}
	}
	if lo > 0 {
		parts = append(parts, f.st.Uint(lo, 0))
	}
	f.assign(x, f.rw.Concat(parts...), t, y)
}

// invertBound inverts a <= b, where bottom and top are the least and the greatest number. One
// argument gets the value of the other one, or the next, which exists unless the other is
// top or bottom: then the bound holds.
func (f *freer) invertBound(t term.Term, args []term.Term, bottom, top term.Term) {
	a, b, rw := args[0], args[1], f.rw
	switch {
	case f.free[a] != 0 && f.free[b] != 0 && a != b:
		y := f.replace(t)
		f.assign(a, rw.Ite(y, bottom, top), t, y)
		f.assign(b, bottom, t, y)
	case f.free[a] != 0:
		f.invertOneBound(t, a, b, rw.BvAdd(b, f.bitsOf(b, 1)), rw.Eq(f.sub.apply(b), top))
	case f.free[b] != 0:
		f.invertOneBound(t, b, a, rw.BvSub(a, f.bitsOf(a, 1)), rw.Eq(f.sub.apply(a), bottom))
	}
}

// invertOneBound replaces t by a new constant, or true if always holds; x gets the value of within,
// which makes t true, or of beyond. No constant that was replaced may occur in always, which stays.
func (f *freer) invertOneBound(t, x, within, beyond, always term.Term) {
	if always == f.st.False() {
		y := f.replace(t)
		f.assign(x, f.rw.Ite(y, within, beyond), t, y)
		return
	}
	y := f.fresh(term.Bool)
	f.n++
	image := f.rw.Or(y, always)
	f.bindFact(t, image)
	f.assign(x, f.rw.Ite(y, within, beyond), t, image)
}

// invertOverflow makes one factor -1, and the other one such that the product
// overflows, or 0.
func (f *freer) invertOverflow(t term.Term, args []term.Term, all bool) {
	if !all || f.st.WidthOf(args[0]) == 1 {
		return
	}
	y := f.replace(t)
	big := f.bitsOf(args[0], -1)
	if f.st.Op(t) == term.OpBvSmulo {
		big = f.leastOf(args[0])
	}
	f.assign(args[0], f.rw.Ite(y, big, f.bitsOf(args[0], 0)), t, y)
	f.assign(args[1], f.bitsOf(args[1], -1), t, y)
}
