package horn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/chcpass"
	"github.com/muster-smt/muster/verifier/horn"
)

// layered makes clauses for passes: predicates that mostly call lower ones, with arguments that are passed on, constants, counted
// up, or used by nobody.
type layered struct {
	r     *rand.Rand
	arity []int
	vars  int // of the clause
}

// atom applies a predicate to variables that are new or were there before.
func (g *layered) atom(p int) string {
	var b strings.Builder
	if g.arity[p] == 0 {
		return fmt.Sprintf("q%d", p)
	}
	fmt.Fprintf(&b, "(q%d", p)
	for range g.arity[p] {
		if g.vars == 0 || g.r.IntN(5) > 0 {
			g.vars++
			fmt.Fprintf(&b, " x%d", g.vars-1)
		} else {
			fmt.Fprintf(&b, " x%d", g.r.IntN(g.vars))
		}
	}
	return b.String() + ")"
}

func (g *layered) value() string {
	if g.vars == 0 || g.r.IntN(3) == 0 {
		return fmt.Sprint(g.r.IntN(3))
	}
	x := fmt.Sprintf("x%d", g.r.IntN(g.vars))
	if g.r.IntN(3) == 0 {
		return fmt.Sprintf("(+ %s %d)", x, 1+g.r.IntN(2))
	}
	return x
}

func (g *layered) comparison() string {
	return fmt.Sprintf("(%s %s %s)", []string{"<=", "<", "=", "distinct"}[g.r.IntN(4)], g.value(), g.value())
}

// clause returns a clause for a predicate, or a query for -1.
func (g *layered) clause(head int) string {
	g.vars = 0
	var body []string
	for range g.r.IntN(3) + max(0, -head) {
		p := g.r.IntN(len(g.arity))
		if head > 0 && g.r.IntN(4) > 0 {
			p = g.r.IntN(head)
		}
		body = append(body, g.atom(p))
	}
	if len(body) > 1 && g.r.IntN(4) == 0 {
		body = []string{fmt.Sprintf("(or %s)", strings.Join(body, " "))}
	}
	for range g.r.IntN(3) {
		body = append(body, g.comparison())
	}
	if g.r.IntN(8) == 0 { // an alternation that says which of two values is less
		body = append(body, fmt.Sprintf("(forall ((v Int)) (or (< v %s) (exists ((w Int)) (and (< w v) (<= %s w)))))",
			g.value(), g.value()))
	}
	text := "false"
	if head >= 0 {
		text = fmt.Sprintf("q%d", head)
		for range g.arity[head] {
			text += " " + g.value()
		}
		if g.arity[head] > 0 {
			text = "(" + text + ")"
		}
	}
	text = fmt.Sprintf("(=> (and true %s) %s)", strings.Join(body, " "), text)
	if g.vars == 0 {
		return text
	}
	binders := ""
	for i := range g.vars {
		binders += fmt.Sprintf("(x%d Int)", i)
	}
	return fmt.Sprintf("(forall (%s) %s)", binders, text)
}

func layeredSystem(r *rand.Rand) string {
	g := &layered{r: r}
	var b strings.Builder
	for p := range 3 + r.IntN(4) {
		g.arity = append(g.arity, r.IntN(4))
		fmt.Fprintf(&b, "(declare-fun q%d (%s) Bool)\n", p, strings.Repeat(" Int", g.arity[p]))
	}
	for p := range g.arity {
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "(assert %s)\n", g.clause(p))
		}
	}
	for range 1 + r.IntN(2) {
		fmt.Fprintf(&b, "(assert %s)\n", g.clause(-1))
	}
	return b.String()
}

// TestPasses: what engines say of clauses they say of what passes make of them, with evidence that holds for the clauses.
func TestPasses(t *testing.T) {
	n := extent.Of(40, 150)
	got, rows := map[string]int{}, map[string]int64{}
	engines := horn.Engines()
	words := []string{"words_modulo", "words_modulo_bug", "side_modulo_bug"} // what random systems do not need
	for seed := range n + len(words) {
		text, steps := layeredSystem(rand.New(rand.NewPCG(24, uint64(seed)))), int64(20_000)
		if seed >= n {
			src, err := os.ReadFile("testdata/" + words[seed-n] + ".smt2")
			if err != nil {
				t.Fatal(err)
			}
			text, steps = string(src), 200_000
		}
		engine := engines[seed%len(engines)]
		ask := func(opt horn.Options) *horn.Report {
			ctx, cancel := limit.NewCountdown(steps, limit.Steps).Context(context.Background())
			defer cancel()
			opt.Engine, opt.Model, opt.Depth = engine, true, depth
			return solveWithin(ctx, t, text, opt)
		}
		with, without := ask(horn.Options{}), ask(horn.Options{NoPasses: true})
		if with.Status != without.Status && with.Status != sat.Unknown && without.Status != sat.Unknown {
			t.Errorf("seed %d: %s says %v, and %v without passes\n%s", seed, engine, with.Status, without.Status, text)
		}
		if with.Status == sat.Unknown && without.Status != sat.Unknown {
			t.Logf("seed %d: %s says %v (%v) only without passes\n%s", seed, engine, without.Status, with.Reason, text)
		}
		got[fmt.Sprint(with.Status, " ", without.Status)]++
		for _, c := range with.Stats.Counters {
			if name, ok := strings.CutPrefix(c.Name, "pass: "); ok {
				rows[name] += c.Value
			}
		}
	}
	t.Log(got, rows)
	for _, name := range chcpass.Rows() {
		if rows[name] == 0 {
			t.Errorf("%s did nothing", name)
		}
	}
}
