package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// generalize weakens a cube that contradicts a, by asking: an equation of numbers to an
// inequality.
func (s *search) generalize(cube []term.Term) ([]term.Term, error) {
	for i := range cube {
		for _, weaker := range s.bounds(cube[i]) {
			try := slices.Clone(cube)
			try[i] = weaker
			r := s.a.Check(s.ctx, try...)
			if s.ctx.Err() != nil {
				return nil, stopped(s.ctx)
			}
			if r.Status == sat.Unsat {
				cube = try
				break
			}
		}
	}
	return cube, nil
}

// bounds returns the inequalities that an equation of numbers is the conjunction of.
func (s *search) bounds(t term.Term) []term.Term {
	if s.st.Op(t) != term.OpEq {
		return nil
	}
	l, r := s.st.Arg(t, 0), s.st.Arg(t, 1)
	if !s.isNumber(l) || s.st.Op(l) == term.OpMod || s.st.Op(r) == term.OpMod { // divisibility stays
		return nil
	}
	return []term.Term{s.rw.Le(l, r), s.rw.Le(r, l)}
}
