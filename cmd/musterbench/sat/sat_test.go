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

// TestStages reads what the solvers say of their runs.
func TestStages(t *testing.T) {
	of := []*run{
		{Result: measure.Result{Input: "d/f.cnf", Solver: "muster", CPU: 2, PeakMB: 80}},
		{Result: measure.Result{Input: "d/f.cnf", Solver: "cadical", CPU: 1, PeakMB: 40}},
		{Result: measure.Result{Input: "d/f.cnf", Solver: "kissat", CPU: 1, PeakMB: 40}},
	}
	for i, text := range []string{
		`c conflicts: 10
c decisions: 25
c propagations: 100
c variables: 50
c mean-glue: 3.50
c mean-learned-size: 7.25
c mean-minimized: 2.25
c mean-trail: 25.00
c stage search        1.500 seconds       12345 ticks      1 runs     5.5 MB
c stage model         0.001 seconds           0 ticks      1 runs     0.0 MB
s SATISFIABLE
`, `c -  0.34 51 92 1   7  301  224 58% 18 320667 65978 100%
c ]  1.58 52  0 1  58 1079  692 74% 0 320667 32794 50%
c         1.10   72.72% unstable
c         1.51   95.88% solve
c conflicts:                  1000       712.84    per second
c learned:                     100        91.20 %  per conflict
c learned_lits:               1000       100.00 %  learned literals
c minimized:                    50         0.00 %  learned literals
c shrunken:                    200        51.62 %  learned literals
c minishrunken:                 50         3.40 %  learned literals
c maximum resident set size of process:           53.87    MB
s UNSATISFIABLE
`, `c -  0.61  9 87 2 1 31 20   1000  624 34% 12 8123  2112 98%
c           1.08   33.76 %  search
c =============================================
c           3.19  100.00 %  total
c conflicts:                             6632             2077.80 per second
c eliminated:                           33422              167 %  variables
c maximum-resident-set-size:          3932160 bytes          4 MB
s SATISFIABLE
`,
	} {
		of[i].read(text)
	}
	var out strings.Builder
	writeStages(&out, of)
	const want = `f.cnf                           muster      cadical       kissat
answer                             sat        unsat          sat
cpu-seconds                      2.000        1.000        1.000
peak-mb                             80           40           40
conflicts                         10.0       1000.0       6632.0
restarts                             -            -            -
decisions-per-conflict             2.5            -            -
propagations-per-conflict         10.0            -            -
mean-glue                          3.5         18.0         12.0
mean-size-before                   9.5         10.0            -
mean-learned-size                  7.2          7.0            -
mean-level                           -         92.0         87.0
trail-percent                     50.0         58.0         34.0
fixed                                -            -            -
eliminated-variables                 -            -      33422.0
substituted-variables                -            -            -
congruent-variables                  -            -            -
subsumed-clauses                     -            -            -
strengthened-clauses                 -            -            -
vivified-clauses                     -            -            -
muster, by stage
  search            1.500 s        12345 ticks     1 runs     5.5 MB
cadical, by stage
  unstable          1.100 s
  solve             1.510 s
kissat, by stage
  search            1.080 s
  total             3.190 s
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
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
