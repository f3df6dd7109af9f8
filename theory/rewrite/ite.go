package rewrite

import "github.com/muster-smt/muster/theory/term"

// Ite returns the term that is a if c holds, else b.
//
// Rules: ITE_NOT_COND, ITE_SAME_COND, ITE_CONST_COND, ITE_SAME_BRANCHES, ITE_EQ_COND.
func (r *Rewriter) Ite(c, a, b term.Term) term.Term {
	st := r.st
	if st.Op(c) == term.OpNot {
		r.fired[iteNotCond]++
		c, a, b = st.Arg(c, 0), b, a
	}
	nested := !r.off[iteSameCond]
	if nested && st.Op(a) == term.OpIte && st.Arg(a, 0) == c {
		r.fired[iteSameCond]++
		a = st.Arg(a, 1)
	}
	if nested && st.Op(b) == term.OpIte && st.Arg(b, 0) == c {
		r.fired[iteSameCond]++
		b = st.Arg(b, 2)
	}
	switch {
	case c == st.True():
		return r.by(iteConstCond, a)
	case c == st.False():
		return r.by(iteConstCond, b)
	case a == b:
		return r.by(iteSameBranches, a)
	case st.Sort(a) == term.Bool:
		return r.iteBool(c, a, b)
	case st.Op(c) == term.OpEq && !r.off[iteEqCond]:
		x, y := st.Arg(c, 0), st.Arg(c, 1)
		if x == a && y == b || x == b && y == a {
			return r.by(iteEqCond, b)
		}
	}
	if st.IsBitVec(st.Sort(a)) {
		return r.iteBits(c, a, b)
	}
	return st.Ite(c, a, b)
}

// iteBool builds an ite of formulas.
//
// Rules: ITE_BOOL_EQ, ITE_BOOL_CONST.
func (r *Rewriter) iteBool(c, a, b term.Term) term.Term {
	st := r.st
	if t := r.iteBoolConst(c, a, b); t != 0 {
		return r.by(iteBoolConst, t)
	}
	if r.complementary(a, b) && !r.off[iteBoolEq] {
		return r.by(iteBoolEq, r.Eq(c, a))
	}
	return st.Ite(c, a, b)
}

// iteBoolConst is ITE_BOOL_CONST; it returns 0 where it does not apply.
func (r *Rewriter) iteBoolConst(c, a, b term.Term) term.Term {
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
	}
	return 0
}

// complementary reports whether one formula is the negation of the other.
func (r *Rewriter) complementary(a, b term.Term) bool { return r.negates(term.OpNot, a, b) }

// negates reports whether a is (not b), or b is (not a).
func (r *Rewriter) negates(not term.Op, a, b term.Term) bool {
	st := r.st
	return st.Op(a) == not && st.Arg(a, 0) == b || st.Op(b) == not && st.Arg(b, 0) == a
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
