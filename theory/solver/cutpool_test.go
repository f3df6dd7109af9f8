package solver_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestKeptCuts: cuts by what open scopes assert are live in later checks, too, whatever is
// asserted above; a solver of its own for each check says what is right.
func TestKeptCuts(t *testing.T) {
	var first, later, kept, used, unsat int64
	for seed := range extent.Of(int64(60), 250) {
		r := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		cmds, err := smtlib.ReadScript("script", strings.NewReader(narrow(r)), st)
		if err != nil {
			t.Fatal(err)
		}
		s := certifiedSolver(t, st)
		s.Push()
		var asserted []term.Term
		for _, c := range cmds {
			if c.Kind == smtlib.Assert {
				asserted = append(asserted, c.Terms[0])
				s.Assert(c.Terms[0])
			}
		}
		for round := range 4 {
			s.Push()
			extra := st.Le(anInteger(st, asserted[len(asserted)-1]), st.Int(int64(40-5*round)))
			s.Assert(extra)
			before := counted(s, "lia-cuts")
			got := s.Check(t.Context())
			other := solver.New(st, solver.Options{})
			for _, f := range append(asserted, extra) {
				other.Assert(f)
			}
			if want := other.Check(t.Context()); got.Status != want.Status && got.Status != sat.Unknown && want.Status != sat.Unknown {
				t.Fatalf("seed %d, round %d: %v, want %v", seed, round, got, want)
			}
			if got.Status == sat.Unsat {
				unsat++
			}
			if n := counted(s, "lia-cuts") - before; round == 0 {
				first += n
			} else {
				later += n
			}
			s.Pop()
		}
		kept += counted(s, "lia-cuts-kept")
		used += counted(s, "lia-cuts-kept-used")
	}
	t.Logf("cuts: %d in first checks, %d in later ones, %d kept, %d of these of use; %d times unsat", first, later, kept, used, unsat)
	if kept < extent.Of(int64(3), 10) || used < extent.Of(int64(1), 3) {
		t.Error("cuts are not kept")
	}
	// With invariants, engines are renewed early, and the new ones find cuts again.
	if later > first && !invariant.Enabled {
		t.Error("later checks find more cuts than first ones")
	}
}

// anInteger returns a constant of sort Int in t.
func anInteger(st *term.Store, t term.Term) term.Term {
	for todo := []term.Term{t}; len(todo) > 0; {
		t, todo = todo[0], todo[1:]
		if st.IsConst(t) && st.Sort(t) == term.Int {
			return t
		}
		todo = append(todo, st.Args(t)...)
	}
	return st.Int(0)
}
