package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestDeepScopes: a check after each Push and after each Pop of a deep stack costs what
// its scope costs, whatever is below it; a refutation at the top costs all of them once.
func TestDeepScopes(t *testing.T) {
	const n = 100
	st := term.NewStore()
	s := solver.New(st, solver.Options{})
	f := st.FreshFun("f", []term.Sort{term.Int}, term.Int)
	xs := make([]term.Term, n+1)
	for i := range xs {
		xs[i] = st.FreshConst("x", term.Int)
	}
	count := func(name string) int64 {
		for _, c := range s.Stats() {
			if c.Name == name {
				return c.Value
			}
		}
		t.Fatalf("no counter %s", name)
		return 0
	}
	check := func(want sat.Status) {
		if got := s.Check(t.Context()); got.Status != want {
			t.Fatalf("%v at depth %d, want %v", got, n, want)
		}
	}
	for i := range n {
		s.Push()
		s.Assert(st.Eq(st.App(f, xs[i+1]), st.Add(st.App(f, xs[i]), st.Int(1))))
		s.Assert(st.Or(st.Eq(xs[i], st.Int(int64(2*i))), st.Eq(xs[i], st.Int(int64(3*i+1)))))
		check(sat.Sat)
	}
	if d := count("decisions"); d > 3*n {
		t.Errorf("%d decisions for %d scopes", d, n)
	}
	s.Push()
	s.Assert(st.Eq(st.App(f, xs[n]), st.App(f, xs[0])))
	check(sat.Unsat)
	for range n + 1 {
		s.Pop()
		check(sat.Sat)
	}
	if d, m := count("decisions"), count("merges"); d > 10*n || m > 60*n {
		t.Errorf("%d decisions and %d merges for %d scopes, opened and closed", d, m, n)
	}
}
