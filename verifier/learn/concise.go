package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// Cores name whatever was at hand, so a fact says that a flag is 1, and at most 1, and less than 2. concise
// drops what follows from the rest: of pre, then of post. Candidates for one variable come with the
// strongest first, so the last are tried first. A proof by what is left is the same.
func (t *trimmer) concise(ctx context.Context, pre, post []term.Term) (_, _ []term.Term, err error) {
	st := term.NewStore()
	s, err := t.c.NewSolver(st)
	if err != nil {
		return nil, nil, err
	}
	defer inline.Close(s)
	inline.Limit(s, checkBudget)
	t.copier.Reset(st)
	literals := make([]literal, 0, len(pre)+len(post))
	for _, f := range slices.Concat(pre, post) {
		l := literal{holds: st.FreshConst("holds", term.Bool), fails: st.FreshConst("fails", term.Bool)}
		u := t.copier.Term(f)
		s.Assert(st.Or(st.Not(l.holds), u))
		s.Assert(st.Or(st.Not(l.fails), st.Not(u)))
		literals = append(literals, l)
	}
	drop := func(from, to int) {
		for i := to - 1; i >= from; i-- {
			as := []term.Term{literals[i].fails}
			for k, l := range literals[:to] {
				if k != i && !l.dropped {
					as = append(as, l.holds)
				}
			}
			literals[i].dropped = s.Check(ctx, as).Status == inline.StatusUnsat
		}
	}
	drop(0, len(pre))
	drop(len(pre), len(literals))
	keep := func(ts []term.Term, ls []literal) (out []term.Term) {
		for i, x := range ts {
			if !ls[i].dropped {
				out = append(out, x)
			}
		}
		return out
	}
	return keep(pre, literals), keep(post, literals[len(pre):]), nil
}

// literal is a part of a fact, by the constants that imply it and its negation.
type literal struct {
	holds, fails term.Term
	dropped      bool
}
