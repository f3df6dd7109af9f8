package sat_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// derivations is a Tracer that keeps the derived clauses, sorted.
type derivations struct{ clauses [][]sat.Lit }

func (d *derivations) Antecedents() bool                               { return true }
func (d *derivations) Axiom(sat.ClauseID, []sat.Lit, bool, sat.Origin) {}
func (d *derivations) Deleted(sat.ClauseID, []sat.Lit)                 {}
func (d *derivations) Derived(_ sat.ClauseID, c []sat.Lit, _ []sat.ClauseID) {
	c = slices.Clone(c)
	slices.Sort(c)
	d.clauses = append(d.clauses, c)
}

// TestShrink decides x, which implies u and thereby a, b and c, and then y, which makes a
// clause false that has all three. They are replaced by u: the other literal of c's clause
// is of a lower level, and implied by the learned clause if w is in it.
func TestShrink(t *testing.T) {
	for _, lower := range []bool{false, true} {
		var d derivations
		s := sat.New(sat.Options{Tracer: &d})
		var l [8]sat.Lit
		for i := range l {
			l[i] = s.NewVar().Pos()
		}
		w, x, u, a, b, c, y, z := l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7]
		for i, v := range []sat.Var{y.Var(), x.Var(), w.Var()} {
			s.SetPhase(v, true)
			for range 1 + i {
				s.Bump(v)
			}
		}
		s.AddClause(x.Not(), u)
		s.AddClause(u.Not(), a)
		s.AddClause(u.Not(), b)
		s.AddClause(u.Not(), w.Not(), c)
		want := []sat.Lit{w.Not(), u.Not(), y.Not()}
		if lower {
			s.AddClause(y.Not(), z, a.Not(), b.Not(), w.Not())
		} else {
			s.AddClause(y.Not(), z, a.Not(), b.Not())
			want = []sat.Lit{a.Not(), b.Not(), c.Not(), y.Not()}
		}
		s.AddClause(y.Not(), z.Not(), c.Not())
		slices.Sort(want)
		if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat {
			t.Fatal(st)
		}
		if len(d.clauses) == 0 || !slices.Equal(d.clauses[0], want) {
			t.Errorf("learned %v, want %v", d.clauses, want)
		}
	}
}
