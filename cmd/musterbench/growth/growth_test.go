package growth

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/peer"
)

// TestFit finds the curves that values were made from.
func TestFit(t *testing.T) {
	sizes := []float64{4, 8, 12, 20, 40}
	noise := []float64{1.05, 0.97, 1.02, 0.95, 1.04}
	of := func(f func(n float64) float64) []float64 {
		var values []float64
		for i, n := range sizes {
			values = append(values, f(n)*noise[i])
		}
		return values
	}
	for _, c := range []struct {
		values      []float64
		exponential bool
		rate        float64
	}{
		{of(func(n float64) float64 { return 0.01 * n * n }), false, 2},
		{of(func(n float64) float64 { return 0.01 * math.Pow(n, 3.5) }), false, 3.5},
		{of(func(n float64) float64 { return 0.001 * math.Pow(1.5, n) }), true, 1.5},
		{of(func(n float64) float64 { return 2 }), false, 0},
		{[]float64{1, 1, 1, 1, 1}, false, 0},
	} {
		if got := fit(sizes, c.values); c.rate > 0 && got.exponential != c.exponential || !got.exponential && math.Abs(got.rate-c.rate) > 0.05 ||
			got.exponential && c.exponential && math.Abs(got.rate-c.rate) > 0.02 {
			t.Errorf("%v: %v, expected %+v", c.values, got, c)
		}
	}
	if got := fit([]float64{1, 2, 2}, []float64{1, 2, 2}); got.String() != "too few" {
		t.Errorf("two sizes: %v", got)
	}
	for _, c := range []struct {
		one, other curve
		want       bool
	}{
		{curve{false, 2.4, 3}, curve{false, 2, 3}, false},
		{curve{false, 2.6, 3}, curve{false, 2, 3}, true},
		{curve{true, 1.2, 3}, curve{true, 1, 3}, false},
		{curve{true, 1.4, 3}, curve{true, 1, 3}, true},
		{curve{true, 1.4, 3}, curve{false, 5, 3}, true},
		{curve{false, 5, 3}, curve{true, 1.4, 3}, false},
		{curve{}, curve{true, 1.4, 3}, false},
	} {
		if got := c.one.behind(c.other); got != c.want {
			t.Errorf("%v behind %v: %v", c.one, c.other, got)
		}
	}
}

func TestRecorded(t *testing.T) {
	for text, want := range map[string]string{
		"sat": "sat", "UNSATISFIABL": "unsat", "SATISFIABLE": "sat", "unknown": "", "TO": "", "": "", "CRASH st=9 ": "",
		"50sat/50unsa": "50 sat, 50 unsat", "1600sat/1uns": "1600 sat, 1 unsat", "2 sat, 1 unsat": "2 sat, 1 unsat", "TO(3sat/1un": "",
	} {
		if got := recorded(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := expected(map[string]string{"z3_answer": "sat", "answers": "sat", "size": "unsat"}); got != "sat" {
		t.Error(got)
	}
	if got := expected(map[string]string{"z3_answer": "sat", "muster_answer": "unsat"}); got != "" {
		t.Error("solvers contradict each other:", got)
	}
	if got := expected(map[string]string{"expected": "unsat sat unsat", "z3_answer": "9sat/9unsat"}); got != "1 sat, 2 unsat" {
		t.Error("not what is expected:", got)
	}
}

// TestFlags passes the bound of an instance on, and refuses what only one solver has.
func TestFlags(t *testing.T) {
	n, err := boundIn("--bound 51")
	if err != nil || n != 51 {
		t.Error(n, err)
	}
	for _, flags := range []string{"--bound", "--bound x", "--engine legion"} {
		if _, err := boundIn(flags); err == nil {
			t.Errorf("%q is taken", flags)
		}
	}
	in := &instance{kind: bpl, file: "f.bpl", bound: 51}
	for solver, want := range map[string]string{
		"muster":    "muster verify --stats --bound 51 f.bpl",
		peer.Boogie: "boogie /stratifiedInline:1 /recursionBound:51 /extractLoops f.bpl",
		"z3":        "",
	} {
		if got := strings.Join(command(measure.Solver{Name: solver, Args: []string{solver}}, in), " "); got != want {
			t.Errorf("%s: %q", solver, got)
		}
	}
}

// fakeSolver solves a family up to a size, and is wrong once.
const fakeSolver = `#!/bin/sh
case "$3" in
*nothing*) echo sat ;;
*wrong_5*) echo unsat ;;
*_5.*|*_10.*) echo sat; echo conflicts: 7 >&2 ;;
*) echo unknown; echo gave up >&2 ;;
esac
`

// TestRun reads a set, skips large instances and notices a wrong answer.
func TestRun(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	write("muster", fakeSolver)
	table := "file,family,size,x_answer\n"
	for _, name := range []string{"hard_40", "hard_2_10", "hard_20", "hard_5", "hard_30", "wrong_5"} {
		write("growth/"+name+".smt2", "(check-sat)\n")
		i := strings.IndexByte(name, '_')
		table += name + ".smt2," + name[:i] + "," + name[i+1:] + ",sat\n"
	}
	write("growth.csv", table)
	o := Options{Comparison: measure.Comparison{Limit: 10 * time.Second, Pin: measure.NoPin,
		Solvers: []string{filepath.Join(dir, "muster")}, CSV: filepath.Join(dir, "out.csv")}, Peers: []string{}, Sets: dir, Floor: 1}
	var out, errs strings.Builder
	err := Run(t.Context(), &out, &errs, &o, nil)
	if !errors.Is(err, measure.ErrWrong) || !strings.Contains(out.String(), "wrong_5.smt2: sat is expected\n") {
		t.Errorf("the wrong answer is not reported: %v\n%s%s", err, &out, &errs)
	}
	rows, err := measure.ReadTable(o.CSV)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range rows {
		got += r["file"] + " " + r["answer"] + " " + r["counters"] + r["remark"] + "\n"
	}
	const want = `hard_5.smt2 sat conflicts=7
hard_2_10.smt2 sat conflicts=7
hard_20.smt2 unknown gave up
hard_30.smt2 unknown gave up
wrong_5.smt2 unsat sat is expected
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	o.Families = []string{"hard"}
	if err := Run(t.Context(), &out, &errs, &o, nil); err != nil {
		t.Error(err)
	}
	o.Families, o.Generated = []string{"nothing"}, true
	if err := Run(t.Context(), &out, &errs, &o, nil); err == nil {
		t.Error("a family that does not exist is not an error")
	}
}

// TestContradict marks the solver on trial.
func TestContradict(t *testing.T) {
	of := []*run{
		{answers: []string{"sat", "unknown", "sat"}},
		{answers: []string{"sat", "sat", "unsat"}, Result: measure.Result{Solver: "z3"}},
		{answers: []string{"sat"}},
	}
	contradict(of)
	if of[0].Wrong != "answer 3 is sat, z3 says unsat" || of[1].Wrong != "" || of[2].Wrong != "" {
		t.Error(of[0].Wrong, of[1].Wrong, of[2].Wrong)
	}
}

func TestTable(t *testing.T) {
	var runs []*run
	add := func(family, solver string, size int, cpu float64, verdict string, counters map[string]float64) {
		in := &instance{family: family, size: size}
		runs = append(runs, &run{Result: measure.Result{Input: family + tally([]string{string(rune('0' + size))}), Solver: solver, Verdict: verdict, CPU: cpu},
			instance: in, start: 0.01, counters: counters})
	}
	for n := 2; n <= 5; n++ {
		x := math.Pow(2, float64(n))
		add("one", "muster", n, 0.01+x/10, "unsat", map[string]float64{
			"conflicts": 100 * x, "decisions": 101 * x, "merges": 100, "few": float64(n), "theory-lemmas": 1000, "lemmas-resent": 5000})
		add("one", "z3", n, 0.01+float64(n*n), "unsat", nil)
	}
	add("two", "muster", 2, 30, unsolved, nil)
	add("two", "z3", 2, 1, "sat", nil)
	var out strings.Builder
	o := Options{Floor: 0.03}
	o.summarize(&out, runs)
	const want = `family      solver    solved  largest   seconds  growth     counters that grow fastest; lemmas resent to new
one         muster     4/4          5     3.210  2^n        conflicts 2^n (3200), lemmas-resent n^0.0 (5000), merges n^0.0 (100); resent 5.00
            z3         4/4          5    25.010  n^2.0
two         muster     0/1          -         -  too few
            z3         1/1          2     1.000  too few
behind: one: 2^n; z3 n^2.0
behind: two: nothing is solved; z3 solves 2
families: 2; the first solver is behind a peer in 2
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}
