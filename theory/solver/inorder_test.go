package solver_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestTurns: in order, equal questions have equal models, of the first literal that is
// open; but not for ever: a second turn decides by lot, and a third as the first one.
func TestTurns(t *testing.T) {
	const n, short = 16, 20
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true})
	s.SetInOrder(true)
	var positive []term.Term
	for range n {
		positive = append(positive, st.Lt(st.Int(0), st.FreshConst("x", term.Int)))
	}
	s.Assert(st.Or(positive...))
	var chosen []int
	for k := range 4 * short {
		s.Push() // as clients do that ask a narrower question in between
		s.Assert(st.False())
		if got := s.Check(t.Context()); got.Status != sat.Unsat {
			t.Fatalf("check %d: %v of a contradiction", k, got)
		}
		s.Pop()
		if got := s.Check(t.Context()); got.Status != sat.Sat {
			t.Fatalf("check %d: %v", k, got)
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		chosen = append(chosen, slices.IndexFunc(positive, func(p term.Term) bool {
			ok, err := m.EvalDeciding(p)
			return ok && err == nil
		}))
	}
	first, lot := chosen[0], chosen[short]
	if lot == first {
		t.Errorf("the second turn decides literal %d, too", lot)
	}
	for k, c := range chosen {
		want := first
		if k >= short && k < 2*short {
			want = lot
		}
		if c != want {
			t.Errorf("check %d decides literal %d, not %d", k, c, want)
		}
	}
}
