package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestRepair asks about a few of many variables, with new clauses and assumptions in
// between. After the first answer no query decides more than it has to do with.
func TestRepair(t *testing.T) {
	const pairs = 5000
	s := sat.New(sat.Options{})
	var clauses [][]sat.Lit
	add := func(lits ...sat.Lit) {
		clauses = append(clauses, lits)
		s.AddClause(lits...)
	}
	for range pairs {
		a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
		add(a.Pos(), b.Pos())
		add(b.Neg(), c.Pos(), a.Pos())
		add(a.Neg(), b.Neg(), c.Neg())
	}
	r := rand.New(rand.NewPCG(1, 1))
	some := func() sat.Lit { return sat.Lit(2 + r.IntN(6*pairs)) }
	for i := range 300 {
		assume := []sat.Lit{some(), some(), some()}
		if i%5 == 1 {
			add(some(), some())
		}
		before := s.Stats().Decisions
		if s.Solve(nil, assume, sat.Budget{}) != sat.Sat {
			continue
		}
		for _, l := range assume {
			clauses = append(clauses, []sat.Lit{l})
		}
		late := sat.NoLit // the model is asked after another clause was added
		if i%3 == 0 {
			late = some()
			s.AddClause(late, some())
		}
		for _, c := range clauses {
			if !holdsIn(s, c) {
				t.Fatalf("query %d: the model does not satisfy %v", i, c)
			}
		}
		clauses = clauses[:len(clauses)-len(assume)]
		if n := s.Stats().Decisions - before; i > 0 && n > 20 {
			t.Errorf("query %d: %d decisions", i, n)
		}
	}
	if s.Stats().Repaired < 100 {
		t.Errorf("%d models were repaired", s.Stats().Repaired)
	}
}

func holdsIn(s *sat.Solver, c []sat.Lit) bool {
	for _, l := range c {
		if s.ModelValue(l) == sat.True {
			return true
		}
	}
	return false
}
