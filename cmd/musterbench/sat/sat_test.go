package sat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// TestRead reads what solvers print.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		out, answer  string
		propagations int64
		model        int
	}{
		{"c muster\ns SATISFIABLE\nv 1 -2\nv 3 0\nc propagations: 17\n", "sat", 17, 3},
		{"s UNSATISFIABLE\nc propagations:        103  1.00 M  per second\n", "unsat", 103, 0},
		{"propagations          : 12   (5 /sec)\n\nSATISFIABLE\n", "sat", 12, 0},
		{"s UNKNOWN\n", "unknown", 0, 0},
	} {
		r := run{}
		model := r.read(c.out)
		if r.Verdict != c.answer || r.propagations != c.propagations || len(model) != c.model {
			t.Errorf("%q: %+v, %v", c.out, r, model)
		}
	}
}

// fakeSolver answers one formula rightly, and the other one with a wrong model.
const fakeSolver = `#!/bin/sh
case "$*" in
*unsat.cnf*) echo s UNSATISFIABLE; : > "$5" ;;
*) echo s SATISFIABLE; echo v -1 2 0 ;;
esac
`

// TestRun believes no solver.
func TestRun(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cnf/a.cnf": "p cnf 2 1\n1 2 0\n", "more/c.cnf": "c expected unsat\np cnf 2 1\n2 0\n", "cnf/b.cnf": "p cnf 2 1\n1 -2 0\n", "cnf/unsat.cnf": "p cnf 1 2\n1 0 -1 0\n", "liar": fakeSolver,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Comparison: measure.Comparison{Limit: 20e9, Pin: measure.NoPin, Solvers: []string{filepath.Join(dir, "liar")}, Check: true}}
	var out, errs strings.Builder
	err := Run(t.Context(), &out, &errs, &o, []string{filepath.Join(dir, "cnf"), filepath.Join(dir, "more")})
	if err == nil || !strings.Contains(out.String(), "WRONG liar: "+filepath.Join(dir, "cnf/b.cnf")+": the model does not satisfy clause 1") ||
		!strings.Contains(out.String(), "cnf: 3 formulas\n") ||
		!strings.Contains(out.String(), "liar             1      3      1      3\n") || strings.Count(out.String(), "WRONG") != 3 ||
		!strings.Contains(out.String(), "unsat is expected") || !strings.HasPrefix(out.String(), "date: ") {
		t.Errorf("%v\n%s%s", err, &out, &errs)
	}
}

func TestTable(t *testing.T) {
	runs := []*run{
		{Result: measure.Result{Input: "a", Solver: "muster", Verdict: "sat", CPU: 2, PeakMB: 200}, propagations: 1000},
		{Result: measure.Result{Input: "a", Solver: "cadical", Verdict: "sat", CPU: 1, PeakMB: 50}, propagations: 1000},
		{Result: measure.Result{Input: "b", Solver: "muster", Verdict: "unsat", CPU: 0.01, PeakMB: 10}},
		{Result: measure.Result{Input: "b", Solver: "cadical", Verdict: "unsat", CPU: 0.02, PeakMB: 10}},
		{Result: measure.Result{Input: "c", Solver: "muster", Verdict: "unknown", CPU: 20, PeakMB: 10}},
		{Result: measure.Result{Input: "c", Solver: "cadical", Verdict: "unsat", CPU: 3, PeakMB: 10}},
		{Result: measure.Result{Input: "d", Solver: "muster", Verdict: "sat", CPU: 1, PeakMB: 10, Wrong: "cadical says unsat"}},
		{Result: measure.Result{Input: "d", Solver: "cadical", Verdict: "unsat", CPU: 8, PeakMB: 10}},
	}
	disagree(runs[6:])
	var out strings.Builder
	summarize(&out, runs)
	const want = `WRONG muster: d: cadical says unsat
all: 4 formulas
solver      solved    sat  unsat  wrong  time           memory         speed          memory above 2x+64 MB
muster           2      2      1      1
cadical          4      1      3      0  0.50 (2)       1.59 (3)       0.50 (1)       1
missed: c: cadical unsat 3.00 s
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}
