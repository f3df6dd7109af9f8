package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// maxSummands bounds the inequalities of a cube that are tried in sums.
const maxSummands = 8

// generalize weakens a cube that contradicts a, by asking: equations of numbers to inequalities,
// and two inequalities to their sum.
func (s *search) generalize(cube []term.Term) ([]term.Term, error) {
	for i := range cube {
		for _, weaker := range s.bounds(cube[i]) {
			try := slices.Clone(cube)
			if try[i] = weaker; s.contradicts(try) {
				cube = try
				break
			}
		}
	}
	for {
		sum, ok := s.summed(cube)
		if !ok {
			break
		}
		cube = sum
	}
	if s.ctx.Err() != nil {
		return nil, stopped(s.ctx)
	}
	return cube, nil
}

// contradicts reports whether a contradicts a cube, if the solver finds out.
func (s *search) contradicts(cube []term.Term) bool {
	return s.ctx.Err() == nil && s.a.Check(s.ctx, cube...).Status == sat.Unsat
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

// summed returns the cube with the sum of two of its inequalities in their place, if that
// contradicts a, too.
func (s *search) summed(cube []term.Term) ([]term.Term, bool) {
	var at []int
	var rows []rewrite.Row
	for i, t := range cube {
		if r, ok := s.rw.Row(t); ok && r.Rel != rewrite.Equal {
			at, rows = append(at, i), append(rows, r)
		}
	}
	if len(rows) > maxSummands {
		return nil, false
	}
	for i := range rows {
		for j := range i {
			r, ok := s.rw.AddRows(rows[i], rows[j])
			if !ok {
				continue
			}
			sum := s.rw.Literal(r)
			if s.st.IsValue(sum) {
				continue
			}
			try := slices.Clone(cube)
			try[at[j]] = sum
			if try = slices.Delete(try, at[i], at[i]+1); s.contradicts(try) {
				return try, true
			}
		}
	}
	return nil, false
}
