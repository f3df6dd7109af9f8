package rewrite

import "github.com/muster-smt/muster/theory/term"

// Ite returns the term that is a if c holds, else b.
//
// I1: a constant condition or equal branches decide. I2: a negated condition
// swaps the branches. I3: an ite inside a branch under the same condition is
// decided. I4: with x = y as condition, (ite c x y) is y.
func (r *Rewriter) Ite(c, a, b term.Term) term.Term {
	st := r.st
	if st.Op(c) == term.OpNot {
		c, a, b = st.Arg(c, 0), b, a
	}
	if st.Op(a) == term.OpIte && st.Arg(a, 0) == c {
		a = st.Arg(a, 1)
	}
	if st.Op(b) == term.OpIte && st.Arg(b, 0) == c {
		b = st.Arg(b, 2)
	}
	switch {
	case c == st.True() || a == b:
		return a
	case c == st.False():
		return b
	case st.Sort(a) == term.Bool:
		return r.iteBool(c, a, b)
	case st.Op(c) == term.OpEq:
		x, y := st.Arg(c, 0), st.Arg(c, 1)
		if x == a && y == b || x == b && y == a {
			return b
		}
	}
	if st.IsBitVec(st.Sort(a)) {
		return r.iteBits(c, a, b)
	}
	return st.Ite(c, a, b)
}

// iteBool builds an ite of formulas.
//
// I5: a branch that is constant, the condition or its negation makes it an And
// or Or. I6: complementary branches make it an equality.
func (r *Rewriter) iteBool(c, a, b term.Term) term.Term {
	st := r.st
	switch {
	case a == st.True() || a == c:
		return r.Or(c, b)
	case a == st.False() || r.complementary(a, c):
		return r.And(st.Not(c), b)
	case b == st.True() || r.complementary(b, c):
		return r.Or(st.Not(c), a)
	case b == st.False() || b == c:
		return r.And(c, a)
	case r.complementary(a, b):
		return r.Eq(c, a)
	}
	return st.Ite(c, a, b)
}

// complementary reports whether one formula is the negation of the other.
func (r *Rewriter) complementary(a, b term.Term) bool {
	st := r.st
	return st.Op(a) == term.OpNot && st.Arg(a, 0) == b || st.Op(b) == term.OpNot && st.Arg(b, 0) == a
}

// iteOfNumerals returns the parts of an ite between two numerals.
func (r *Rewriter) iteOfNumerals(t term.Term) (c, a, b term.Term, ok bool) {
	st := r.st
	if st.Op(t) != term.OpIte {
		return 0, 0, 0, false
	}
	c, a, b = st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
	return c, a, b, st.IsValue(a) && st.IsValue(b)
}

// pick returns the formula that is inThen if c holds, else inElse.
func (r *Rewriter) pick(c term.Term, inThen, inElse bool) term.Term {
	switch {
	case inThen == inElse:
		return r.st.Bool(inThen)
	case inThen:
		return c
	}
	return r.st.Not(c)
}
