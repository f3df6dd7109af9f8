package solver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/solver"
)

// TestDistinct has distinct with more arguments than are expanded to pairs: of an
// uninterpreted sort, and integers with offsets and bounds. Proofs and models are
// checked.
func TestDistinct(t *testing.T) {
	for _, c := range []struct{ sort, more, want string }{
		{"U", "", "sat"},
		{"U", "(assert (= x3 x57))", "unsat"},
		{"U", "(assert (= (f x3) x57)) (assert (= (f x9) x57)) (assert (= (g (f x3)) x5)) (assert (= (g (f x9)) x6))", "unsat"},
		{"Int", "(assert (and (<= 0 x1) (<= x1 1) (<= 0 x2) (<= x2 1)))", "sat"},
		{"Int", "(assert (and (<= 0 x1) (<= x1 1) (<= 0 x2) (<= x2 1) (<= 0 x3) (<= x3 1)))", "unsat"},
		{"Int", "(assert (= (+ x1 2) (f x4))) (assert (= (+ x2 2) (f x4)))", "unsat"},
		{"Int", "(assert (= (+ x1 2) (f x4))) (assert (= (+ x2 3) (f x4)))", "sat"},
		{"Int", "(assert (<= (+ x1 x2) (+ x1 x3))) (assert (<= x3 x2))", "unsat"},
		{"Int", "(assert (= x7 7)) (assert (= (* 2 x8) 14))", "unsat"},
	} {
		const n = 60
		var b strings.Builder
		b.WriteString("(declare-sort U 0)")
		fmt.Fprintf(&b, "(declare-fun f (%[1]s) %[1]s)(declare-fun g (%[1]s) %[1]s)", c.sort)
		for i := range n {
			fmt.Fprintf(&b, "(declare-const x%d %s)", i, c.sort)
		}
		b.WriteString("(assert (distinct")
		for i := range n {
			fmt.Fprintf(&b, " x%d", i)
		}
		b.WriteString("))" + c.more + "(check-sat)")

		s := scriptOf(t, "distinct", b.String())
		if _, _, err := s.Proved(); err != nil {
			t.Errorf("%s %s: %v", c.sort, c.more, err)
		}
		sol := solver.New(s.Store, solver.Options{CheckModels: true})
		for _, o := range s.Ops {
			if o.Kind == smtscript.Assert {
				sol.Assert(o.Terms[0])
			}
		}
		if a := smtscript.CheckFor(sol, nil); a.Status.String() != c.want {
			t.Errorf("%s %s: %v (%s), not %s", c.sort, c.more, a.Status, a.Reason, c.want)
		}
	}
}
