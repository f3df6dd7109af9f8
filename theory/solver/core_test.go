package solver_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestMinimizeCore: a minimal core is unsatisfiable, and satisfiable without any one of its
// members.
func TestMinimizeCore(t *testing.T) {
	st := term.NewStore()
	x := make([]term.Term, 12)
	for i := range x {
		x[i] = st.FreshConst("x", term.Int)
	}
	s := solver.New(st, solver.Options{CheckModels: true})
	var asked []term.Term
	for i := range x {
		// Each variable is less than the next two, in a ring.
		asked = append(asked, st.Lt(x[i], x[(i+1)%len(x)]), st.Lt(x[i], x[(i+2)%len(x)]))
	}
	if r := s.Check(t.Context(), asked...); r.Status != sat.Unsat {
		t.Fatal(r)
	}
	core, minimal := s.MinimizeCore(t.Context(), 0)
	if !minimal || len(core) < 6 || len(core) > 12 {
		t.Fatalf("%d members, minimal: %v", len(core), minimal)
	}
	if !slices.Equal(core, s.Core()) {
		t.Error("Core is not the result")
	}
	if _, err := s.Model(); err == nil {
		t.Error("a model after unsat")
	}
	if r := s.Check(t.Context(), core...); r.Status != sat.Unsat {
		t.Errorf("the core is %v", r.Status)
	}
	for i := range core {
		if r := s.Check(t.Context(), slices.Delete(slices.Clone(core), i, i+1)...); r.Status != sat.Sat {
			t.Errorf("without member %d the core is %v", i, r.Status)
		}
	}
	if core, _ := s.MinimizeCore(t.Context(), 0); core != nil {
		t.Error("a core after sat")
	}
}
