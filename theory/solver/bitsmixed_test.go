package solver_test

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestBitsOfRelevantTerms: as an engine uses the solver, bits cost nothing before their terms
// are relevant, what is not reached is not, and blocked call sites may wait.
func TestBitsOfRelevantTerms(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true, Candidates: true, Combine: true, Cone: true})
	word := st.BitVecSort(32)
	x, y := st.FreshConst("x", word), st.FreshConst("y", word)
	flag := func(name string) term.Term { return st.FreshConst(name, term.Bool) }
	entry, here, there, next, site := flag("entry"), flag("here"), flag("there"), flag("next"), flag("site")
	s.Assert(st.Implies(entry, st.Or(here, there)))
	s.Assert(st.Implies(here, st.Not(st.Eq(st.BvUdiv(x, y), st.BvMul(x, st.Uint(32, 77))))))
	s.Assert(st.Implies(there, st.And(st.BvUlt(x, y), st.Or(site, next))))
	s.Assert(st.Implies(next, st.BvUlt(y, st.Uint(32, 2))))
	s.AssertFlow(st.Or(st.Not(next), there))
	s.Assert(st.Implies(site, st.BvUlt(y, x)))
	ask := func(want sat.Status, assumptions ...term.Term) {
		t.Helper()
		if got := s.Check(context.Background(), append(assumptions, entry)...); got.Status != want {
			t.Fatalf("%v, not %v", got, want)
		}
	}
	ask(sat.Sat, st.Not(here), st.Not(site))
	if !s.Reached(next) || s.Reached(here) {
		t.Error("the wrong blocks are reached")
	}
	m, err := s.Model()
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := m.EvalBool(st.And(st.BvUlt(x, y), st.BvUlt(y, st.Uint(32, 2)))); !ok || err != nil {
		t.Errorf("the model is wrong: %v", err)
	}
	if n := counter(t, s, "bits-gates"); n > 1000 {
		t.Errorf("%d gates, though nothing is divided", n)
	}
	ask(sat.Unsat, st.Not(here), st.Not(next))
	if cone := s.Cone(); len(cone) != 3 { // entry, there and site
		t.Errorf("the cone is %v", cone)
	}
	ask(sat.Sat, here, st.Not(there))
	if n := counter(t, s, "bits-gates"); n < 1000 {
		t.Errorf("%d gates for a division", n)
	}
}
