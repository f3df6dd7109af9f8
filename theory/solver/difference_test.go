package solver_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	scripts "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// strictCycle returns a cycle of strict differences of Reals, all with 0 except for one.
func strictCycle(vars int, last string) string {
	var b strings.Builder
	for i := range vars {
		fmt.Fprintf(&b, "(declare-fun x%d () Real)", i)
	}
	for i := range vars - 1 {
		fmt.Fprintf(&b, "(assert (< (- x%d x%d) 0.0))", i, i+1)
	}
	fmt.Fprintf(&b, "(assert (< (- x%d x0) %s))(check-sat)", vars-1, last)
	return b.String()
}

// TestRealDifferences: the infinitesimals of strict differences never add up to a positive
// number, however many there are. New or too large denominators may come at any time.
func TestRealDifferences(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"the greatest cycle of the graph", strictCycle(254, "0.0"), "unsat"},
		{"with room", strictCycle(254, "0.001"), "sat"},
		{"more than the graph has", strictCycle(270, "0.0"), "unsat"},
		{"more, with room", strictCycle(270, "0.001"), "sat"},
		{"new denominators", `
			(declare-fun x () Real) (declare-fun y () Real) (declare-fun z () Real) (declare-fun b () Bool)
			(assert (< (- x y) (/ 1.0 3.0)))
			(check-sat)
			(push 1)
			(assert (or b (< (- y z) (- (/ 1.0 2.0)))))
			(assert (or (not b) (< (- y z) (- (/ 6.0 11.0)))))
			(check-sat)
			(assert (<= (- z x) (/ 1.0 6.0)))
			(check-sat)
			(pop 1)
			(assert (= (- z x) (/ 1.0 7.0)))
			(assert (= (- y z) (- (/ 10.0 21.0))))
			(check-sat)`, "sat sat unsat unsat"},
		{"a denominator that the graph has no room for", `
			(declare-fun x () Real) (declare-fun y () Real) (declare-fun z () Real)
			(assert (< (- x y) (/ 1.0 3.0)))
			(check-sat)
			(push 1)
			(assert (< (- y z) (- (/ 1.0 1073741827.0))))
			(assert (> (- x z) (/ 357913942.0 1073741827.0)))
			(check-sat)
			(pop 1)
			(assert (>= (- x y) (/ 1.0 3.0)))
			(check-sat)`, "sat unsat unsat"},
		{"a sum that is not a difference, after strict ones", `
			(declare-fun x () Real) (declare-fun y () Real) (declare-fun z () Real)
			(assert (< x y))
			(assert (< y z))
			(check-sat)
			(push 1)
			(assert (< (+ x z) (* 2.0 x)))
			(check-sat)
			(pop 1)
			(assert (= (+ x z) (* 2.0 y)))
			(check-sat)`, "sat unsat sat"},
	} {
		st := term.NewStore()
		sol, wrong := (&smtscript.Script{Store: st}).Certifying(solver.Options{})
		got, err := answers(sol, st, c.script)
		if err == nil {
			err = wrong()
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// TestValuesApart: arguments of a function that have bounds on one side only get
// different values. If they were equal by accident, it would take final checks to
// separate them.
func TestValuesApart(t *testing.T) {
	for _, sort := range []string{"Int", "Real"} {
		for _, op := range []string{"<=", ">="} {
			var b strings.Builder
			fmt.Fprintf(&b, "(declare-fun z () %s)(declare-fun f (%s) Int)", sort, sort)
			for i := range 12 {
				fmt.Fprintf(&b, "(declare-fun x%d () %s)(assert (%s (- x%d z) 3))(assert (= (f x%d) %d))", i, sort, op, i, i, i%3)
			}
			report, err := scripts.Run(t.Context(), "apart", strings.NewReader(b.String()+"(check-sat)"), io.Discard, scripts.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range report.Stats {
				if c.Name == "final-checks" && c.Value > 2 {
					t.Errorf("%s %s: %d final checks", sort, op, c.Value)
				}
			}
		}
	}
}
