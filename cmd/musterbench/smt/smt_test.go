package smt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		want, out, errs string
		verdict         string
		remark          string
		internal        bool
	}{
		{"sat unsat", "sat\nunsat\n", "", solved, "", false},
		{"sat unsat", "sat\n(error \"x\")\nunsat\n", "", solved, `(error "x")`, false},
		{"sat unsat", "sat\n", "muster: stopped\nfoo", missed, "muster: stopped", false},
		{"sat unsat", "sat\nsat\n", "", wrong, "check 2: sat, expected unsat", false},
		{"sat unsat", "sat\nunknown\n", "unknown: quantifiers\n", missed, "unknown: quantifiers", false},
		{"unknown sat", "unsat\nsat\n", "", solved, "", false},
		{"unknown", "unknown\n", "", solved, "", false},
		{"unsat", "(error \"1:1: unsupported: x\")\nsat\n", "", missed, `(error "1:1: unsupported: x")`, false},
		{"unsat", "unsat\nunsat\n", "", missed, "", false},
		{"", "unsat\nsat\n", "", solved, "", false},
		{"", "", "", missed, "", false},
		{"sat", "(error \"internal error: x\")\n", "", wrong, `(error "internal error: x")`, true},
		{"sat", "sat\n", "", wrong, "internal error", true},
	} {
		r := run{benchmark: &benchmark{want: strings.Fields(c.want)}}
		if c.want == "" {
			r.want = nil
		}
		r.judge(c.out, c.errs, c.internal)
		if r.Verdict != c.verdict || r.Wrong+r.Remark != c.remark || (r.Verdict == wrong) != (r.Wrong != "") {
			t.Errorf("%q for %q: %s, %q", c.out, c.want, r.Verdict, r.Wrong+r.Remark)
		}
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	summarize(&out, []*run{
		{Result: measure.Result{Input: "a", Solver: "muster", Verdict: solved, CPU: 0.01}, benchmark: &benchmark{logic: "UF"}},
		{Result: measure.Result{Input: "a", Solver: "z3", Verdict: solved, CPU: 0.4}, benchmark: &benchmark{logic: "UF"}},
		{Result: measure.Result{Input: "b", Solver: "muster", Verdict: wrong, CPU: 3, Wrong: "why"}, benchmark: &benchmark{logic: "UFNIA"}},
		{Result: measure.Result{Input: "b", Solver: "z3", Verdict: missed, CPU: 3}, benchmark: &benchmark{logic: "UFNIA"}},
	}, 20*time.Second)
	const want = `WRONG muster: b: why
logic             n               muster                   z3  ratios
UF                1            1 0.100 s            1 0.400 s   0.25
UFNIA             1 0 (1 wrong) 40.000 s           0 40.000 s   1.00
all but U*N*      1            1 0.100 s            1 0.400 s   0.25
all               2  1 (1 wrong) 2.000 s            1 4.000 s   0.50
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

// TestFind finds the scripts and the solvers.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	table := "path,logic,verdicts\na.smt2,QF_UF,sat unsat\nb.smt2,QF_BV,sat\n"
	if err := os.WriteFile(filepath.Join(dir, "smt.csv"), []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	o := Options{Comparison: measure.Comparison{Solvers: []string{"muster"}, Check: true}, Sets: dir}
	scripts, err := o.scripts(nil)
	if err != nil || len(scripts) != 2 || scripts[0].file != filepath.Join(dir, "smt", "a.smt2") || len(scripts[0].want) != 2 {
		t.Errorf("%+v, %v", scripts, err)
	}
	o.Logics = []string{"QF_BV"}
	if scripts, err = o.scripts(nil); err != nil || len(scripts) != 1 || scripts[0].path != "b.smt2" {
		t.Errorf("%+v, %v", scripts, err)
	}
	solvers, err := o.solvers()
	if err != nil || len(solvers) != 1 || solvers[0].Args[len(solvers[0].Args)-1] != "--check" {
		t.Errorf("%+v, %v", solvers, err)
	}
	o.Solvers = []string{"no-such-solver"}
	if _, err := o.solvers(); err == nil {
		t.Error("no error for a solver that does not exist")
	}
}
