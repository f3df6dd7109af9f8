package chcpass

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/term"
)

// solve returns a constant that satisfies ok and the term that a condition says it equals, in which it does not occur;
// 0 if there is none. Whatever the other constants are, the term has a value, so the condition only says what the
// constant is.
func (p *pass) solve(cond term.Term, ok func(term.Term) bool) (c, t term.Term) {
	st := p.st
	switch args := st.Args(cond); {
	case st.IsConst(cond) && ok(cond):
		return cond, st.True()
	case st.Op(cond) == term.OpNot && st.IsConst(args[0]) && ok(args[0]):
		return args[0], st.False()
	case st.Op(cond) != term.OpEq:
		return 0, 0
	case st.IsConst(args[0]) && ok(args[0]) && !p.occursIn(args[0], args[1]):
		return args[0], args[1]
	case st.IsConst(args[1]) && ok(args[1]) && !p.occursIn(args[1], args[0]):
		return args[1], args[0]
	case st.Sort(args[0]) == term.Int || st.Sort(args[0]) == term.Real:
		return p.isolate(args[0], args[1], ok)
	}
	return 0, 0
}

// isolate solves l = r, sides of an equation of numbers, for a constant; of integers one with the coefficient 1 or -1.
func (p *pass) isolate(l, r term.Term, ok func(term.Term) bool) (c, t term.Term) {
	st := p.st
	diff := p.rw.Sub(l, r)
	for _, m := range linear.Of(st, diff).Monomials {
		sort := st.Sort(m.Term)
		if !st.IsConst(m.Term) || !ok(m.Term) || sort == term.Int && !m.Coeff.Abs().IsOne() {
			continue
		}
		// Coeff*x + rest = 0
		rest := p.rw.Sub(diff, p.rw.Mul(p.rw.Number(sort, m.Coeff), m.Term))
		if t := p.rw.Mul(p.rw.Number(sort, m.Coeff.Inv().Neg()), rest); !p.occursIn(m.Term, t) {
			return m.Term, t
		}
	}
	return 0, 0
}
