package solver

import (
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// checkedMaker makes terms for engines whose clauses are certified, with bit-vectors among them:
// simplified, where the log's checker finds so. Terms of arithmetic are always simplified, as
// package lia needs them; the rewriter's rules for those the checker knows.
type checkedMaker struct {
	*rewrite.Rewriter
	c *checked
}

func (m checkedMaker) Rebuild(t term.Term, args []term.Term) term.Term {
	same := m.c.rebuild(t, args)
	u := m.Rewriter.Rebuild(t, args)
	switch m.c.st.Op(t) {
	case term.OpEq:
		if m.isNumber(args[0]) {
			return u
		}
	case term.OpAdd, term.OpMul, term.OpLe, term.OpDiv, term.OpMod, term.OpQuo, term.OpToReal, term.OpToInt:
		return u
	}
	return m.c.verified(same, u)
}

func (m checkedMaker) isNumber(t term.Term) bool { return m.c.st.Sort(t).IsNumber() }

func (m checkedMaker) Eq(a, b term.Term) term.Term {
	t := m.Rewriter.Eq(a, b)
	if m.isNumber(a) {
		return t
	}
	return m.c.verified(m.c.st.Eq(min(a, b), max(a, b)), t)
}

func (m checkedMaker) And(args ...term.Term) term.Term {
	return m.c.verified(m.c.st.And(args...), m.Rewriter.And(args...))
}

func (m checkedMaker) Or(args ...term.Term) term.Term {
	return m.c.verified(m.c.st.Or(args...), m.Rewriter.Or(args...))
}

func (m checkedMaker) Ite(c, a, b term.Term) term.Term {
	return m.c.verified(m.c.st.Ite(c, a, b), m.Rewriter.Ite(c, a, b))
}

func (m checkedMaker) Select(a, i term.Term) term.Term {
	return m.c.verified(m.c.st.Select(a, i), m.Rewriter.Select(a, i))
}

func (m checkedMaker) Store(a, i, v term.Term) term.Term {
	return m.c.verified(m.c.st.Store(a, i, v), m.Rewriter.Store(a, i, v))
}
