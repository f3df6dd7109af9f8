package sat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestRepair asks about a few of many variables, with new clauses and assumptions in
// between. After the first answer no query decides more than it has to do with.
func TestRepair(t *testing.T) {
	s := repairs(t, 5000, 20, sat.Options{})
	if n := s.Stats().Repaired; n < 100 {
		t.Errorf("%d models were repaired", n)
	}
}

// TestRepairStress does so while variables leave the formula and come back.
func TestRepairStress(t *testing.T) {
	for seed := range uint64(8) {
		n := repairs(t, 100, math.MaxInt64, sat.Options{Stress: true, Seed: seed}).Stats()
		if n.Repaired == 0 || n.Eliminated == 0 || n.Restored == 0 {
			t.Errorf("seed %d: the run is too plain: %+v", seed, n)
		}
	}
}

// repairs asks about triples of variables. No query but the first may need more decisions
// than most.
func repairs(t *testing.T, pairs int, most int64, opt sat.Options) *sat.Solver {
	s := sat.New(opt)
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
	r := rand.New(rand.NewPCG(opt.Seed, 1))
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
		late := []sat.Lit{some(), some(), some()}
		s.AddClause(late...) // the model is asked after that
		for _, c := range clauses {
			if !holdsIn(s, c) {
				t.Fatalf("query %d: the model does not satisfy %v", i, c)
			}
		}
		clauses = append(clauses[:len(clauses)-len(assume)], late)
		if n := s.Stats().Decisions - before; i > 0 && n > most {
			t.Errorf("query %d: %d decisions", i, n)
		}
	}
	return s
}

func holdsIn(s *sat.Solver, c []sat.Lit) bool {
	for _, l := range c {
		if s.ModelValue(l) == sat.True {
			return true
		}
	}
	return false
}
