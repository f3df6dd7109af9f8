package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// BvUle returns a <= b for unsigned numbers.
//
// Rules: BV_ULE_SELF, BV_ULE_BIT, BV_ULE_NOT, BV_ULE_CONST, BV_ULE_FLIP, BV_ULE_UREM, and those of uleLiteral and
// uleTerms.
func (r *Rewriter) BvUle(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case a == b:
		return r.by(bvUleSelf, st.True())
	case n == 1:
		return r.by(bvUleBit, r.Or(st.Not(r.bit(a)), r.bit(b)))
	case r.negations(a, b):
		return r.by(bvUleNot, r.BvUle(r.BvNot(b), r.BvNot(a)))
	case st.IsBits(a):
		v := r.wordOf(a)
		if v.IsZero() {
			return r.by(bvUleConst, st.True())
		}
		return r.by(bvUleFlip, st.Not(r.uleLiteral(b, v.Sub(num.WordFromUint64(n, 1)))))
	case st.IsBits(b):
		return r.uleLiteral(a, r.wordOf(b))
	}
	if t := r.uleRemainder(a, b); t != 0 {
		return t
	}
	if t := r.uleTerms(a, b); t != 0 {
		return t
	}
	if r.negationLast(a, b) {
		r.fired[bvUleNot]++
		a, b = r.BvNot(b), r.BvNot(a)
	}
	return st.BvUle(a, b)
}

// negations reports whether a or b is negated, and the other is, too, or a literal.
func (r *Rewriter) negations(a, b term.Term) bool {
	st := r.st
	na, nb := st.Op(a) == term.OpBvNot, st.Op(b) == term.OpBvNot
	return (na || st.IsBits(a)) && (nb || st.IsBits(b)) && (na || nb)
}

// negationLast reports whether one of a and b is the negation of a term after the other: then that one is negated
// instead.
func (r *Rewriter) negationLast(a, b term.Term) bool {
	st := r.st
	return st.Op(a) == term.OpBvNot && st.Arg(a, 0) > b && r.plain(b) ||
		st.Op(b) == term.OpBvNot && st.Arg(b, 0) < a && r.plain(a)
}

// uleRemainder builds a <= b if one is a remainder; else it returns 0.
//
// Rules: BV_ULE_UREM.
func (r *Rewriter) uleRemainder(a, b term.Term) term.Term {
	st := r.st
	switch {
	case r.off[bvUleUrem]:
	case st.Op(a) == term.OpBvUrem && st.Arg(a, 0) == b:
		return r.by(bvUleUrem, st.True())
	case st.Op(b) == term.OpBvUrem && st.Arg(b, 1) == a:
		return r.by(bvUleUrem, r.Eq(a, r.zeros(st.WidthOf(a))))
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
// Rules: BV_ULE_CONST, BV_ULE_BOUND, BV_ULE_NOT, BV_ULE_ITE, BV_ULE_CONCAT_CONST, BV_ULE_SIGN_EXTEND_CONST,
// BV_ULE_PREFIX.
func (r *Rewriter) uleLiteral(a term.Term, v num.Word) term.Term {
	st := r.st
	n := v.Width()
	switch {
	case st.IsBits(a):
		return r.by(bvUleConst, st.Bool(r.wordOf(a).Cmp(v) <= 0))
	case v.IsOnes():
		return r.by(bvUleConst, st.True())
	case r.atMost(a, v):
		return r.by(bvUleBound, st.True())
	}
	switch st.Op(a) {
	case term.OpBvNot:
		w := v.Not()
		return r.by(bvUleNot, st.Not(r.uleLiteral(st.Arg(a, 0), w.Sub(num.WordFromUint64(n, 1)))))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.by(bvUleIte, r.pick(c, r.wordOf(x).Cmp(v) <= 0, r.wordOf(y).Cmp(v) <= 0))
		}
	case term.OpConcat:
		if t := r.uleConcat(a, v); t != 0 {
			return r.by(bvUleConcatConst, t)
		}
	case term.OpSignExt:
		r.fired[bvUleSignExtendConst]++
		x := st.Arg(a, 0)
		m := st.WidthOf(x)
		low := v.Slice(m-1, 0)
		if low.SignExtend(n-m).Cmp(v) == 0 {
			return r.BvUle(x, r.literal(low))
		}
		return st.Not(r.bit(r.Extract(m-1, m-1, x)))
	}
	if k := v.TrailingOnes(); v.BitLen() == k {
		return r.by(bvUlePrefix, r.Eq(r.Extract(n-1, k, a), r.zeros(n-k)))
	}
	if w := v.Add(num.WordFromUint64(n, 1)); w.Not().BitLen() == w.TrailingZeros() { // w is ones and zeros
		k := w.TrailingZeros()
		return r.by(bvUlePrefix, st.Not(r.Eq(r.Extract(n-1, k, a), r.literal(num.Ones(n-k)))))
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
		if st.IsBits(st.Arg(t, 1)) {
			d := r.wordOf(st.Arg(t, 1))
			return !d.IsZero() && d.Cmp(v) <= 0 || d.Sub(num.WordFromUint64(v.Width(), 1)).Cmp(v) == 0
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
// Rules: BV_ULE_ARG, BV_ULE_SIGN_EXTEND, BV_ULE_CONCAT, BV_ULE_ADD.
func (r *Rewriter) uleTerms(a, b term.Term) term.Term {
	st := r.st
	if !r.off[bvUleArg] && (r.below(a, b) || st.Op(b) == term.OpBvNot && r.below(st.Arg(b, 0), r.BvNot(a))) {
		return r.by(bvUleArg, st.True())
	}
	if r.extensions(a, b) {
		return r.by(bvUleSignExtend, r.BvUle(st.Arg(a, 0), st.Arg(b, 0)))
	}
	if st.Op(a) == term.OpConcat && st.Op(b) == term.OpConcat {
		if t := r.dropEnds(a, b, false); t != 0 {
			return r.by(bvUleConcat, t)
		}
	}
	if r.off[bvUleAdd] || !r.affine(a) && !r.affine(b) {
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
	r.fired[bvUleAdd]++
	if r.affine(a) && !r.affine(b) || r.affine(a) && r.size(a) > r.size(b) {
		// a = b - d: a <= b unless b < d.
		return r.BvUle(r.literal(d), b)
	}
	return r.BvUle(a, r.literal(d.Not()))
}

// extensions reports whether a and b are sign extensions of one width.
func (r *Rewriter) extensions(a, b term.Term) bool {
	st := r.st
	return st.Op(a) == term.OpSignExt && st.Op(b) == term.OpSignExt &&
		st.WidthOf(st.Arg(a, 0)) == st.WidthOf(st.Arg(b, 0))
}

// size returns the number of monomials of a polynomial, with its constant.
func (r *Rewriter) size(t term.Term) int {
	if t = r.positive(t); r.st.Op(t) == term.OpBvAdd {
		return r.st.NumArgs(t)
	}
	return 1
}

// below reports whether a is obviously at most b, an argument of it.
func (r *Rewriter) below(a, b term.Term) bool {
	st := r.st
	switch st.Op(a) {
	case term.OpBvAnd:
		return slices.Contains(st.Args(a), b)
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
// Rules: BV_SLE_SELF, BV_SLE_BIT, BV_SLE_NOT, BV_SLE_CONST, BV_SLE_FLIP, BV_SLE_SIGN, BV_SLE_SIGN_EXTEND,
// BV_SLE_CONCAT, and those of sleLiteral.
func (r *Rewriter) BvSle(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case a == b:
		return r.by(bvSleSelf, st.True())
	case n == 1:
		return r.by(bvSleBit, r.Or(r.bit(a), st.Not(r.bit(b))))
	case r.negations(a, b):
		return r.by(bvSleNot, r.BvSle(r.BvNot(b), r.BvNot(a)))
	case st.IsBits(a):
		v := r.wordOf(a)
		if v.IsLeast() {
			return r.by(bvSleConst, st.True())
		}
		return r.by(bvSleFlip, st.Not(r.sleLiteral(b, v.Sub(num.WordFromUint64(n, 1)))))
	case st.IsBits(b):
		return r.sleLiteral(a, r.wordOf(b))
	}
	s, ok := r.signOf(a)
	u, ok2 := r.signOf(b)
	switch {
	case ok && ok2 && s != u:
		return r.by(bvSleSign, st.Bool(s))
	case ok && ok2:
		return r.by(bvSleSign, r.BvUle(r.Extract(n-2, 0, a), r.Extract(n-2, 0, b)))
	case r.extensions(a, b):
		return r.by(bvSleSignExtend, r.BvSle(st.Arg(a, 0), st.Arg(b, 0)))
	case st.Op(a) == term.OpConcat && st.Op(b) == term.OpConcat:
		if t := r.dropEnds(a, b, true); t != 0 {
			return r.by(bvSleConcat, t)
		}
	}
	if r.negationLast(a, b) {
		r.fired[bvSleNot]++
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
//
// Rules: BV_SLE_CONST, BV_SLE_SIGN, BV_SLE_NOT, BV_SLE_ITE, BV_SLE_CONCAT_CONST, BV_SLE_SIGN_EXTEND_CONST, BV_SLE_ZERO,
// BV_SLE_EQ.
func (r *Rewriter) sleLiteral(a term.Term, v num.Word) term.Term {
	st := r.st
	n := v.Width()
	if st.IsBits(a) {
		return r.by(bvSleConst, st.Bool(r.wordOf(a).SignedCmp(v) <= 0))
	}
	if v.Not().IsLeast() {
		return r.by(bvSleConst, st.True())
	}
	negative := v.Bit(n - 1)
	if s, ok := r.signOf(a); ok {
		r.fired[bvSleSign]++
		if s != negative {
			return st.Bool(s)
		}
		return r.BvUle(r.Extract(n-2, 0, a), r.literal(v.Slice(n-2, 0)))
	}
	switch st.Op(a) {
	case term.OpBvNot:
		return r.by(bvSleNot, st.Not(r.sleLiteral(st.Arg(a, 0), v.Not().Sub(num.WordFromUint64(n, 1)))))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.by(bvSleIte, r.pick(c, r.wordOf(x).SignedCmp(v) <= 0, r.wordOf(y).SignedCmp(v) <= 0))
		}
	case term.OpConcat:
		if x := r.lastPiece(a); st.IsBits(x) {
			r.fired[bvSleConcatConst]++
			m := st.WidthOf(x)
			high := v.Slice(n-1, m)
			if r.wordOf(x).Cmp(v.Slice(m-1, 0)) <= 0 {
				return r.BvSle(r.Extract(n-1, m, a), r.literal(high))
			}
			return st.Not(r.BvSle(r.literal(high), r.Extract(n-1, m, a)))
		}
	case term.OpSignExt:
		r.fired[bvSleSignExtendConst]++
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
		return r.by(bvSleZero, r.bit(r.Extract(n-1, n-1, a)))
	case v.IsLeast():
		return r.by(bvSleEq, r.Eq(a, r.literal(v)))
	case v.Add(num.WordFromUint64(n, 1)).Not().IsLeast():
		return r.by(bvSleEq, st.Not(r.Eq(a, r.literal(v.Add(num.WordFromUint64(n, 1))))))
	}
	return st.BvSle(a, r.literal(v))
}
