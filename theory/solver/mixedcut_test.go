package solver_test

import (
	"context"
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

var negative = regexp.MustCompile(` -([0-9]+)`)

// narrow returns a random problem with sums of Ints and Reals between bounds that differ
// by one half, on which branching alone takes long.
func narrow(r *rand.Rand) string {
	var b strings.Builder
	ints, reals := 4+r.Intn(4), 1+r.Intn(3)
	for i := range ints {
		fmt.Fprintf(&b, "(declare-const x%d Int)\n", i)
	}
	for i := range reals {
		fmt.Fprintf(&b, "(declare-const r%d Real) (assert (>= r%d 0.0))\n", i, i)
	}
	coefficient := func(of ...int) int { return of[r.Intn(len(of))] }
	for range 4 + r.Intn(5) {
		sum := "(+"
		for _, i := range r.Perm(ints)[:2+r.Intn(2)] {
			sum += fmt.Sprintf(" (* %d (to_real x%d))", coefficient(-7, -5, -4, -3, -2, 2, 3, 4, 5, 7), i)
		}
		for _, i := range r.Perm(reals)[:r.Intn(reals+1)] {
			sum += fmt.Sprintf(" (* %d r%d)", coefficient(-5, -3, -2, -1, 1, 2, 3, 5), i)
		}
		sum += ")"
		c := r.Intn(19) - 9
		fmt.Fprintf(&b, "(assert (<= %s (/ %d 2)))\n", sum, c)
		if r.Intn(5) < 3 {
			fmt.Fprintf(&b, "(assert (>= %s (/ %d 2)))\n", sum, c-1)
		}
	}
	return negative.ReplaceAllString(b.String(), " (- $1)")
}

// TestMixedCuts certifies cuts from rows with Ints and Reals, and compares the answers
// with those of a solver that treats everything as relevant.
func TestMixedCuts(t *testing.T) {
	cuts := int64(0)
	from, to := seeds(60, 120)
	for seed := from; seed <= to; seed++ {
		st := term.NewStore()
		text := narrow(rand.New(rand.NewSource(seed)))
		cmds, err := smtlib.ReadScript("script", strings.NewReader(text), st)
		if err != nil {
			t.Fatalf("%d: %v\n%s", seed, err, text)
		}
		sol, wrong := (&smtscript.Script{Store: st}).Certifying(solver.Options{})
		other := solver.New(st, solver.Options{NoRelevancy: true, CheckModels: true})
		for _, c := range cmds {
			if c.Kind == smtlib.Assert {
				sol.Assert(c.Terms[0])
				other.Assert(c.Terms[0])
			}
		}
		a, b := sol.Check(context.Background()), other.Check(context.Background())
		if a.Status != b.Status && a.Status != sat.Unknown && b.Status != sat.Unknown {
			t.Errorf("%d: %v, and %v without relevancy\n%s", seed, a.Status, b.Status, text)
		}
		for _, r := range []solver.Result{a, b} {
			if r.Reason.Kind == reason.Internal {
				t.Errorf("%d: %s\n%s", seed, r.Reason, text)
			}
		}
		if err := wrong(); err != nil {
			t.Errorf("%d: %v\n%s", seed, err, text)
		}
		for _, c := range sol.Stats() {
			if c.Name == "lia-mixed-cuts" {
				cuts += c.Value
			}
		}
	}
	if from == 1 && cuts == 0 {
		t.Error("no cut with Reals")
	}
	t.Logf("%d cuts with Reals", cuts)
}
