package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// BvUle returns a <= b for unsigned numbers.
//
// V62: equal arguments, literals, the least and the greatest number decide, or make an
// equality. V63: of width 1 it is a clause. V64: negations on both sides swap them, and a
// single one is where the smaller atom is. V65: c <= x is not x <= c-1.
func (r *Rewriter) BvUle(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if a == b {
		return st.True()
	}
	if n == 1 {
		return r.Or(st.Not(r.bit(a)), r.bit(b))
	}
	if na, nb := st.Op(a) == term.OpBvNot, st.Op(b) == term.OpBvNot; (na || st.IsBits(a)) && (nb || st.IsBits(b)) && (na || nb) {
		return r.BvUle(r.BvNot(b), r.BvNot(a))
	}
	if st.IsBits(a) {
		v := r.wordOf(a)
		if v.IsZero() {
			return st.True()
		}
		return st.Not(r.uleLiteral(b, v.Sub(num.WordFromUint64(n, 1))))
	}
	if st.IsBits(b) {
		return r.uleLiteral(a, r.wordOf(b))
	}
	if t := r.uleRemainder(a, b); t != 0 {
		return t
	}
	if t := r.uleTerms(a, b); t != 0 {
		return t
	}
	if st.Op(a) == term.OpBvNot && st.Arg(a, 0) > b && r.plain(b) || st.Op(b) == term.OpBvNot && st.Arg(b, 0) < a && r.plain(a) {
		a, b = r.BvNot(b), r.BvNot(a)
	}
	return st.BvUle(a, b)
}

// uleRemainder builds a <= b if one is a remainder; else it returns 0.
//
// V91: a remainder is at most the dividend, and less than a divisor other than 0.
func (r *Rewriter) uleRemainder(a, b term.Term) term.Term {
	st := r.st
	switch {
	case st.Op(a) == term.OpBvUrem && st.Arg(a, 0) == b:
		return st.True()
	case st.Op(b) == term.OpBvUrem && st.Arg(b, 1) == a:
		return r.Eq(a, r.zeros(st.WidthOf(a)))
	}
	return 0
}

// plain reports whether the negation of t is a BvNot.
func (r *Rewriter) plain(t term.Term) bool {
	switch st := r.st; st.Op(t) {
	case term.OpConcat, term.OpSignExt, term.OpBits:
		return false
	case term.OpBvXor:
		return !st.IsBits(st.Arg(t, st.NumArgs(t)-1))
	case term.OpIte:
		_, _, _, ok := r.iteOfNumerals(t)
		return !ok
	}
	return !r.linear(t)
}

// uleLiteral builds a <= v.
//
// V66: v of zeros and ones, or ones, zeros and ones, compares slices for equality. V67: a choice between
// literals is its condition. V68: literal pieces are compared. V69: sign extensions keep the order. V70: a
// bound that is known decides.
func (r *Rewriter) uleLiteral(a term.Term, v num.Word) term.Term {
	st := r.st
	n := v.Width()
	if st.IsBits(a) {
		return st.Bool(r.wordOf(a).Cmp(v) <= 0)
	}
	if v.IsOnes() || r.atMost(a, v) {
		return st.True()
	}
	switch st.Op(a) {
	case term.OpBvNot:
		w := v.Not()
		return st.Not(r.uleLiteral(st.Arg(a, 0), w.Sub(num.WordFromUint64(n, 1))))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.pick(c, r.wordOf(x).Cmp(v) <= 0, r.wordOf(y).Cmp(v) <= 0)
		}
	case term.OpConcat:
		if t := r.uleConcat(a, v); t != 0 {
			return t
		}
	case term.OpSignExt:
		x := st.Arg(a, 0)
		m := st.WidthOf(x)
		low := v.Slice(m-1, 0)
		if low.SignExtend(n-m).Cmp(v) == 0 {
			return r.BvUle(x, r.literal(low))
		}
		return st.Not(r.bit(r.Extract(m-1, m-1, x)))
	}
	if k := v.TrailingOnes(); v.BitLen() == k {
		return r.Eq(r.Extract(n-1, k, a), r.zeros(n-k))
	}
	if w := v.Add(num.WordFromUint64(n, 1)); w.Not().BitLen() == w.TrailingZeros() { // w is ones and zeros
		k := w.TrailingZeros()
		return st.Not(r.Eq(r.Extract(n-1, k, a), r.literal(num.Ones(n-k))))
	}
	return st.BvUle(a, r.literal(v))
}

// uleConcat simplifies a <= v if a begins or ends with a literal, or returns 0.
func (r *Rewriter) uleConcat(a term.Term, v num.Word) term.Term {
	st := r.st
	n := v.Width()
	if x := st.Arg(a, 0); st.IsBits(x) {
		m := st.WidthOf(x)
		switch r.wordOf(x).Cmp(v.Slice(n-1, n-m)) {
		case -1:
			return st.True()
		case 1:
			return st.False()
		}
		return r.BvUle(r.Extract(n-m-1, 0, a), r.literal(v.Slice(n-m-1, 0)))
	}
	if x := r.lastPiece(a); st.IsBits(x) {
		m := st.WidthOf(x)
		high := v.Slice(n-1, m)
		if r.wordOf(x).Cmp(v.Slice(m-1, 0)) > 0 {
			if high.IsZero() {
				return st.False()
			}
			high = high.Sub(num.WordFromUint64(n-m, 1))
		}
		return r.BvUle(r.Extract(n-1, m, a), r.literal(high))
	}
	return 0
}

// atMost reports whether t is obviously at most v.
func (r *Rewriter) atMost(t term.Term, v num.Word) bool {
	st := r.st
	switch st.Op(t) {
	case term.OpBvAnd:
		last := st.Arg(t, st.NumArgs(t)-1)
		return st.IsBits(last) && r.wordOf(last).Cmp(v) <= 0
	case term.OpBvUrem:
		if d := st.Arg(t, 1); st.IsBits(d) {
			return !r.wordOf(d).IsZero() && r.wordOf(d).Cmp(v) <= 0 || r.wordOf(d).Sub(num.WordFromUint64(v.Width(), 1)).Cmp(v) == 0
		}
	case term.OpBvUdiv:
		if d := st.Arg(t, 1); st.IsBits(d) && !r.wordOf(d).IsZero() {
			q, _ := num.Ones(v.Width()).Divide(r.wordOf(d))
			return q.Cmp(v) <= 0
		}
	}
	return v.Width()-r.leadingZeros(t) <= v.TrailingOnes()
}

// uleTerms simplifies a <= b for two terms that are no literals, or returns 0.
//
// V71: equal pieces at the beginning or end are dropped, different literals decide. V72: a conjunction
// is at most its arguments, a remainder at most what is divided, a quotient and a shift
// to the right at most that. V73: p <= p + c for a literal is a bound of p.
func (r *Rewriter) uleTerms(a, b term.Term) term.Term {
	st := r.st
	if r.below(a, b) || st.Op(b) == term.OpBvNot && r.below(st.Arg(b, 0), r.BvNot(a)) {
		return st.True()
	}
	if st.Op(a) == term.OpSignExt && st.Op(b) == term.OpSignExt && st.WidthOf(st.Arg(a, 0)) == st.WidthOf(st.Arg(b, 0)) {
		return r.BvUle(st.Arg(a, 0), st.Arg(b, 0))
	}
	if st.Op(a) == term.OpConcat && st.Op(b) == term.OpConcat {
		if t := r.dropEnds(a, b, false); t != 0 {
			return t
		}
	}
	if !r.affine(a) && !r.affine(b) {
		return 0
	}
	// With d = b - a, a <= a + d unless it overflows, which it does if -d <= a.
	start, d := r.differenceBits(b, a)
	r.normalizeBits(start, &d)
	constant := len(r.bits) == start
	r.bits = r.bits[:start]
	if !constant || d.IsZero() {
		return 0
	}
	if r.affine(a) && !r.affine(b) || r.affine(a) && r.size(a) > r.size(b) {
		// a = b - d: a <= b unless b < d.
		return r.BvUle(r.literal(d), b)
	}
	return r.BvUle(a, r.literal(d.Not()))
}

// size returns the number of monomials of a polynomial, with its constant.
func (r *Rewriter) size(t term.Term) int {
	if r.st.Op(t) == term.OpBvNot {
		t = r.st.Arg(t, 0)
	}
	if r.st.Op(t) == term.OpBvAdd {
		return r.st.NumArgs(t)
	}
	return 1
}

// below reports whether a is obviously at most b, an argument of it.
func (r *Rewriter) below(a, b term.Term) bool {
	st := r.st
	switch st.Op(a) {
	case term.OpBvAnd:
		for _, x := range st.Args(a) {
			if x == b {
				return true
			}
		}
	case term.OpBvUrem, term.OpBvLshr:
		return st.Arg(a, 0) == b
	case term.OpBvUdiv:
		// By 0 it is all ones; canonical terms have no such divisor, others may.
		return st.Arg(a, 0) == b && st.IsBits(st.Arg(a, 1)) && !r.wordOf(st.Arg(a, 1)).IsZero()
	}
	return false
}

// dropEnds compares two concatenations without what they have in common at the ends; or it
// returns 0.
func (r *Rewriter) dropEnds(a, b term.Term, signed bool) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if k := r.commonTop(a, b); k > 0 {
		return r.BvUle(r.Extract(n-k-1, 0, a), r.Extract(n-k-1, 0, b))
	}
	if x, y := st.Arg(a, 0), st.Arg(b, 0); st.IsBits(x) && st.IsBits(y) { // the first bits differ
		return st.Bool(r.wordOf(y).Bit(st.WidthOf(y)-1) != signed)
	}
	x, y := r.lastPiece(a), r.lastPiece(b)
	k := min(st.WidthOf(x), st.WidthOf(y))
	order := 0
	switch {
	case x == y:
	case st.IsBits(x) && st.IsBits(y):
		order = r.wordOf(x).Slice(k-1, 0).Cmp(r.wordOf(y).Slice(k-1, 0))
	default:
		return 0
	}
	x, y = r.Extract(n-1, k, a), r.Extract(n-1, k, b)
	if order > 0 {
		return st.Not(r.compare(y, x, signed))
	}
	return r.compare(x, y, signed)
}

func (r *Rewriter) compare(a, b term.Term, signed bool) term.Term {
	if signed {
		return r.BvSle(a, b)
	}
	return r.BvUle(a, b)
}

// BvSle returns a <= b for signed numbers.
//
// V74: as V62 to V65. V75: two signs that are known make it unsigned, or decide. V76: sign
// extensions keep the order; ends that are equal are dropped. V77: x < 0 is the sign of x.
func (r *Rewriter) BvSle(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if a == b {
		return st.True()
	}
	if n == 1 {
		return r.Or(r.bit(a), st.Not(r.bit(b)))
	}
	if na, nb := st.Op(a) == term.OpBvNot, st.Op(b) == term.OpBvNot; (na || st.IsBits(a)) && (nb || st.IsBits(b)) && (na || nb) {
		return r.BvSle(r.BvNot(b), r.BvNot(a))
	}
	if st.IsBits(a) {
		v := r.wordOf(a)
		if v.IsLeast() {
			return st.True()
		}
		return st.Not(r.sleLiteral(b, v.Sub(num.WordFromUint64(n, 1))))
	}
	if st.IsBits(b) {
		return r.sleLiteral(a, r.wordOf(b))
	}
	s, ok := r.signOf(a)
	u, ok2 := r.signOf(b)
	switch {
	case ok && ok2 && s != u:
		return st.Bool(s)
	case ok && ok2:
		return r.BvUle(r.Extract(n-2, 0, a), r.Extract(n-2, 0, b))
	case st.Op(a) == term.OpSignExt && st.Op(b) == term.OpSignExt && st.WidthOf(st.Arg(a, 0)) == st.WidthOf(st.Arg(b, 0)):
		return r.BvSle(st.Arg(a, 0), st.Arg(b, 0))
	case st.Op(a) == term.OpConcat && st.Op(b) == term.OpConcat:
		if t := r.dropEnds(a, b, true); t != 0 {
			return t
		}
	}
	if st.Op(a) == term.OpBvNot && st.Arg(a, 0) > b && r.plain(b) || st.Op(b) == term.OpBvNot && st.Arg(b, 0) < a && r.plain(a) {
		a, b = r.BvNot(b), r.BvNot(a)
	}
	return st.BvSle(a, b)
}

// signOf returns the sign of a term that begins with a literal.
func (r *Rewriter) signOf(t term.Term) (negative, ok bool) {
	x := r.piece(t, 0)
	if !r.st.IsBits(x) {
		return false, false
	}
	v := r.wordOf(x)
	return v.Bit(v.Width() - 1), true
}

// sleLiteral builds a <= v.
func (r *Rewriter) sleLiteral(a term.Term, v num.Word) term.Term {
	st := r.st
	n := v.Width()
	if st.IsBits(a) {
		return st.Bool(r.wordOf(a).SignedCmp(v) <= 0)
	}
	if v.Not().IsLeast() {
		return st.True()
	}
	negative := v.Bit(n - 1)
	if s, ok := r.signOf(a); ok {
		if s != negative {
			return st.Bool(s)
		}
		return r.BvUle(r.Extract(n-2, 0, a), r.literal(v.Slice(n-2, 0)))
	}
	switch st.Op(a) {
	case term.OpBvNot:
		return st.Not(r.sleLiteral(st.Arg(a, 0), v.Not().Sub(num.WordFromUint64(n, 1))))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.pick(c, r.wordOf(x).SignedCmp(v) <= 0, r.wordOf(y).SignedCmp(v) <= 0)
		}
	case term.OpConcat:
		if x := r.lastPiece(a); st.IsBits(x) {
			m := st.WidthOf(x)
			high := v.Slice(n-1, m)
			if r.wordOf(x).Cmp(v.Slice(m-1, 0)) <= 0 {
				return r.BvSle(r.Extract(n-1, m, a), r.literal(high))
			}
			return st.Not(r.BvSle(r.literal(high), r.Extract(n-1, m, a)))
		}
	case term.OpSignExt:
		x := st.Arg(a, 0)
		m := st.WidthOf(x)
		low := v.Slice(m-1, 0)
		if low.SignExtend(n-m).Cmp(v) == 0 {
			return r.BvSle(x, r.literal(low))
		}
		return st.Bool(!negative)
	}
	switch {
	case v.IsOnes():
		return r.bit(r.Extract(n-1, n-1, a))
	case v.IsLeast():
		return r.Eq(a, r.literal(v))
	case v.Add(num.WordFromUint64(n, 1)).Not().IsLeast():
		return st.Not(r.Eq(a, r.literal(v.Add(num.WordFromUint64(n, 1)))))
	}
	return st.BvSle(a, r.literal(v))
}
