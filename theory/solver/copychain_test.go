package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestCopyChain: elements of one array are copied to another one by one, at numerals
// or at constants that differ. To show that a copied element arrived takes one final
// check and a few lemmas per copy, and hardly one lemma is sent again.
func TestCopyChain(t *testing.T) {
	for _, numerals := range []bool{true, false} {
		const n = 40
		st := term.NewStore()
		s := solver.New(st, solver.Options{})
		arr := st.ArraySort(term.Int, term.Int)
		a, b, j := st.FreshConst("a", arr), st.FreshConst("b", arr), st.FreshConst("j", term.Int)
		var at, is []term.Term
		for k := range n {
			i := st.Int(int64(k))
			if !numerals {
				i = st.FreshConst("i", term.Int)
			}
			at, is = append(at, i), append(is, st.Eq(j, i))
			b = st.Store(b, i, st.Select(a, i))
		}
		s.Assert(st.Distinct(at...))
		s.Assert(st.Or(is...))
		s.Assert(st.Not(st.Eq(st.Select(b, j), st.Select(a, j))))
		if got := s.Check(t.Context()); got.Status != sat.Unsat {
			t.Fatalf("numerals %t: %v", numerals, got)
		}
		count := map[string]int64{}
		for _, c := range s.Stats() {
			count[c.Name] = c.Value
		}
		if c, f, l, r := count["conflicts"], count["final-checks"], count["theory-lemmas"], count["lemmas-resent"]; c > 3*n || f > n || l > 5*n || numerals && r > l {
			t.Errorf("numerals %t: %d conflicts, %d final checks, %d lemmas, %d resent", numerals, c, f, l, r)
		}
	}
}
