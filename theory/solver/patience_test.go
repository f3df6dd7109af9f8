package solver_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestIdleModels: a check that gets nowhere ends by itself; whoever allows more models gets
// more of them, and more instances.
func TestIdleModels(t *testing.T) {
	const script = "(declare-sort U 0) (declare-fun s (U) U) (declare-const z U)" +
		"(assert (forall ((i U) (j U)) (=> (= (s i) (s j)) (= i j)))) (assert (forall ((i U)) (not (= (s i) z))))"
	tried := func(budget int64) (instances int64) {
		st := term.NewStore()
		cmds, err := smtlib.ReadScript("successor", strings.NewReader(script), st)
		if err != nil {
			t.Fatal(err)
		}
		s := solver.New(st, solver.Options{})
		s.SetModelBudget(budget)
		for _, c := range cmds {
			if c.Kind == smtlib.Assert {
				s.Assert(c.Terms[0])
			}
		}
		if got := s.Check(t.Context()); got.Status != sat.Unknown || !got.Candidate {
			t.Fatalf("with a budget of %d: %v", budget, got)
		}
		for _, c := range s.Stats() {
			if c.Name == "lemma-quant-instance" {
				instances = c.Value
			}
		}
		return instances
	}
	short, long := tried(0), tried(600)
	if short == 0 || long < 2*short {
		t.Errorf("%d instances, with more models %d", short, long)
	}
}
