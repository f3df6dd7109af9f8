package solver_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// counting returns a script about a counter that never falls, too long a chain for the matrix of differences: with steps that are
// terms, cells at its values, and random differences and sums in scopes of their own. first comes before all else.
func counting(r *rand.Rand, first string) string {
	const n = 290
	var b strings.Builder
	b.WriteString(first + "(declare-fun m (Int) Int)(declare-fun s0 () Int)(declare-fun s1 () Int)(declare-fun s2 () Int)")
	for i := range n {
		fmt.Fprintf(&b, "(declare-fun c%d () Int)", i)
	}
	for i := range n - 1 {
		step := fmt.Sprint(r.Intn(3))
		if r.Intn(40) == 0 {
			step = fmt.Sprintf("s%d", r.Intn(3))
		}
		fmt.Fprintf(&b, "(assert (>= c%d (+ c%d %s)))", i+1, i, step)
	}
	c := func() string { return fmt.Sprintf("c%d", r.Intn(n)) }
	for range 6 {
		b.WriteString("(push 1)")
		for range 3 {
			b.WriteString("(assert (or")
			for range 2 {
				x, y, k := c(), c(), r.Intn(60)-30
				switch r.Intn(7) {
				case 0:
					fmt.Fprintf(&b, " (<= %s (+ %s %d))", x, y, k)
				case 1:
					fmt.Fprintf(&b, " (= %s (+ %s %d))", x, y, k)
				case 2:
					fmt.Fprintf(&b, " (not (= (m %s) (m %s)))", x, y)
				case 3:
					fmt.Fprintf(&b, " (and (= (m %s) %d) (= (m %s) %d))", x, k&1, y, k>>1&1)
				case 4:
					fmt.Fprintf(&b, " (<= (+ %s s%d) (+ %s %d))", x, r.Intn(3), y, k)
				case 5:
					fmt.Fprintf(&b, " (= (+ s0 (* 2 s1) (* -3 s2)) %d)", k)
				case 6:
					fmt.Fprintf(&b, " (and (<= %d s%d) (<= s%d %d))", k, r.Intn(3), r.Intn(3), k+r.Intn(4)-1)
				}
			}
			b.WriteString("))")
		}
		b.WriteString("(check-sat)")
		if r.Intn(3) > 0 {
			b.WriteString("(pop 1)")
		}
	}
	return b.String()
}

// TestManyDifferences compares the sparse graph of differences with the tableau, which a large number puts in charge, and checks
// certificates and models.
func TestManyDifferences(t *testing.T) {
	seen := map[string]int{}
	for seed := range extent.Of(int64(5), 12) {
		var got [2]string
		for i, first := range [...]string{"", "(declare-fun large () Int)(assert (> large 1000000000000000000000))"} {
			script := counting(rand.New(rand.NewSource(seed)), first)
			st := term.NewStore()
			sol, wrong := (&smtscript.Script{Store: st}).Certifying(solver.Options{CheckModels: true})
			text, err := answers(sol, st, script)
			if err == nil {
				err = wrong()
			}
			if err != nil {
				t.Fatalf("seed %d: %s, %v", seed, text, err)
			}
			if got[i] = text; i == 0 {
				for _, a := range strings.Fields(text) {
					seen[a]++
				}
				for _, c := range sol.Stats() {
					if strings.HasPrefix(c.Name, "lia-") && c.Value > 0 {
						seen[c.Name]++
					}
				}
			}
		}
		if got[0] != got[1] {
			t.Errorf("seed %d: %s by differences, %s by rows", seed, got[0], got[1])
		}
	}
	for _, name := range [...]string{"sat", "unsat", "lia-sparse-edges", "lia-set-aside", "lia-set-aside-solved", "lia-left-to-rows"} {
		if seen[name] == 0 {
			t.Errorf("none of the scripts has %s: %v", name, seen)
		}
	}
}

// TestLongSums has a sum that is set aside, whose terms have bounds that add up to more than a machine word.
func TestLongSums(t *testing.T) {
	var b, sum strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "(declare-fun x%d () Int)(assert (< -17592186044416 x%d 17592186044416))", i, i)
		fmt.Fprintf(&sum, " (* 16384 x%d)", i)
	}
	for i := range 39 {
		fmt.Fprintf(&b, "(assert (<= x%d (+ x%d 7)))", i, i+1)
	}
	fmt.Fprintf(&b, "(check-sat)(push 1)(assert (>= (+%s x0) 1))(check-sat)(pop 1)(assert (<= (+%s x0) (- 1)))(check-sat)", &sum, &sum)
	st := term.NewStore()
	sol, wrong := (&smtscript.Script{Store: st}).Certifying(solver.Options{CheckModels: true, Stress: true})
	got, err := answers(sol, st, b.String())
	if err == nil {
		err = wrong()
	}
	aside := false
	for _, c := range sol.Stats() {
		aside = aside || c.Name == "lia-set-aside" && c.Value > 0
	}
	if err != nil || got != "sat sat sat" || !aside {
		t.Errorf("%s, %v, set aside: %v", got, err, aside)
	}
}
