package solver_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestFinderFollowsScopes: the model finder has what is in force at each check, no more, and its model is
// that of the solver with the log.
func TestFinderFollowsScopes(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{Proof: new(bytes.Buffer), CheckModels: true})
	x, y := st.FreshConst("x", st.BitVecSort(8)), st.FreshConst("y", st.BitVecSort(8))
	n := func(n uint64) term.Term { return st.Uint(8, n) }
	found := int64(0)
	ask := func(want sat.Status, f term.Term, assumptions ...term.Term) {
		t.Helper()
		if got := s.Check(context.Background(), assumptions...); got.Status != want {
			t.Fatalf("%v, not %v", got, want)
		}
		if want == sat.Sat {
			found++
			m, err := s.Model()
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := m.EvalBool(f); !ok || err != nil {
				t.Fatalf("the model does not satisfy %s: %v", st.String(f), err)
			}
		}
		if got := counter(t, s, "finder-models"); got != found {
			t.Fatalf("the model finder has answered %d checks, not %d", got, found)
		}
	}
	s.Assert(st.BvUlt(x, y))
	s.Push()
	s.Assert(st.Eq(x, n(3)))
	ask(sat.Sat, st.Eq(x, n(3)))
	s.Assert(st.BvUlt(n(5), y)) // in a scope that the model finder has
	ask(sat.Sat, st.BvUlt(n(5), y))
	s.Push()
	s.Assert(st.BvUlt(y, n(2)))
	ask(sat.Unsat, 0)
	s.Pop()
	ask(sat.Unsat, 0, st.Eq(y, n(5)))
	ask(sat.Sat, st.Eq(y, n(6)), st.Eq(y, n(6)))
	s.Pop()
	s.Push() // as deep as the one that is closed
	s.Assert(st.Eq(x, n(1)))
	s.Assert(st.Eq(y, n(2)))
	ask(sat.Sat, st.Eq(y, n(2)))
	s.Pop()
	s.Assert(st.Eq(st.BvAnd(x, n(1)), n(1)))
	ask(sat.Sat, st.Eq(st.BvAnd(x, n(1)), n(1)))
	s.Push()
	s.Assert(st.Eq(y, n(0)))
	ask(sat.Unsat, 0)
}
