package solver_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestSoak: thousands of rounds on one solver hold only what is live. A popped scope
// leaves a variable and no clause, and an assumption that was seen before leaves
// nothing.
func TestSoak(t *testing.T) {
	const rounds = 4000
	st := term.NewStore()
	s := solver.New(st, solver.Options{Candidates: true})
	rng := rand.New(rand.NewPCG(1, 2))
	vars := make([]term.Term, 12)
	for i := range vars {
		vars[i] = st.FreshConst("x", term.Int)
	}
	some := func() term.Term { return vars[rng.IntN(len(vars))] }
	sum := func() term.Term { return st.Le(st.Add(some(), some()), st.Int(int64(rng.IntN(20)-10))) }
	pool := make([]term.Term, 100)
	for i := range pool {
		pool[i] = st.Or(sum(), st.Not(sum()), st.Eq(some(), some()))
	}
	ask := func(i int, assumptions ...term.Term) {
		if r := s.Check(t.Context(), assumptions...); r.Status == sat.Unknown {
			t.Fatalf("round %d: %s", i, r.Reason)
		}
	}
	pick := func() []term.Term {
		fs := make([]term.Term, 6)
		for i := range fs {
			fs[i] = pool[rng.IntN(len(pool))]
		}
		return fs
	}
	for i := range rounds {
		s.Push()
		for _, f := range pick() {
			s.Assert(f)
		}
		ask(i)
		s.Pop()
	}
	c := counters(s)
	for _, name := range []string{"relevancy-clauses", "irredundant-clauses"} {
		if c[name] > 5000 { // of 24,000 asserted in scopes
			t.Errorf("%d %s after %d scopes", c[name], name, rounds)
		}
	}
	for _, f := range pool {
		ask(0, f)
	}
	before := counters(s)
	for i := range rounds / 4 {
		ask(i, pick()...)
	}
	after := counters(s)
	for _, name := range []string{"terms", "variables"} {
		if before[name] != after[name] {
			t.Errorf("%s: %d before, %d after %d checks under known assumptions", name, before[name], after[name], rounds/4)
		}
	}
	for _, name := range []string{"relevancy-clauses", "irredundant-clauses", "nodes", "atoms"} {
		t.Logf("%s: %d, then %d", name, before[name], after[name])
	}
}

func counters(s *solver.Solver) map[string]int64 {
	m := map[string]int64{}
	for _, c := range s.Stats() {
		m[c.Name] = c.Value
	}
	return m
}
