package solver

import (
	"context"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/term"
)

// Resolve returns an equivalent formula with simpler quantifiers: without variables that an equation defines
// or that do not occur, and with quantifiers moved inwards over the connective that they distribute over.
func (s *Solver) Resolve(t term.Term) term.Term {
	s.guarded(func() { t = s.resolver.apply(t) })
	return t
}

// Eliminate returns an equivalent formula without quantifiers. An error names a quantifier that is not one of
// linear arithmetic, or says that there is no end of cases.
func (s *Solver) Eliminate(ctx context.Context, t term.Term) (out term.Term, err error) {
	out = t
	s.guarded(func() { out, err = s.eliminate(ctx, t) })
	if s.isDead() {
		return t, s.fault
	}
	return out, err
}

func (s *Solver) eliminate(ctx context.Context, t term.Term) (term.Term, error) {
	s.ctx = ctx
	var outer []term.Term
	s.st.Visit(func(u term.Term) bool {
		if s.st.IsQuantifier(u) {
			outer = append(outer, u)
			return false
		}
		return true
	}, t)
	sub := term.NewSubst(s.st, s.rw)
	for _, q := range outer {
		if !game.Supports(s.st, q) {
			return t, fmt.Errorf("%s is not about linear arithmetic alone", s.prefix(q))
		}
		quant, all := s.st.Quant(q), s.st.Op(q) == term.OpForall
		g := game.New(s.rw, all, quant.Vars, quant.Body, s.opponent)
		body, ok := g.Eliminate()
		switch {
		case ctx.Err() != nil:
			return t, context.Cause(ctx)
		case !ok:
			return t, fmt.Errorf("%s has too many cases", s.prefix(q))
		case all:
			body = s.rw.Not(body)
		}
		sub.Bind(q, body)
	}
	return sub.Apply(t), nil
}

// prefix names a quantifier by its variables.
func (s *Solver) prefix(q term.Term) string {
	var vars []string
	for _, x := range s.st.Quant(q).Vars {
		vars = append(vars, fmt.Sprintf("(%s %s)", s.st.SymName(s.st.BoundSym(x)), s.st.SortString(s.st.Sort(x))))
	}
	return fmt.Sprintf("(%v (%s) ...)", s.st.Op(q), strings.Join(vars, " "))
}
