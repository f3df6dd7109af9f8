package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		want, out, errs string
		result          smtResult
		remark          string
	}{
		{"sat unsat", "sat\nunsat\n", "", smtSolved, ""},
		{"sat unsat", "sat\n(error \"x\")\nunsat\n", "", smtSolved, `(error "x")`},
		{"sat unsat", "sat\n", "muster: stopped\nfoo", smtMissed, "muster: stopped"},
		{"sat unsat", "sat\nsat\n", "", smtWrong, "check 2: sat, expected unsat"},
		{"sat unsat", "sat\nunknown\n", "unknown: quantifiers\n", smtMissed, "unknown: quantifiers"},
		{"unknown sat", "unsat\nsat\n", "", smtSolved, ""},
		{"unknown", "unknown\n", "", smtSolved, ""},
		{"unsat", "(error \"1:1: unsupported: x\")\nsat\n", "", smtMissed, `(error "1:1: unsupported: x")`},
		{"unsat", "unsat\nunsat\n", "", smtMissed, ""},
		{"", "unsat\nsat\n", "", smtSolved, ""},
		{"", "", "", smtMissed, ""},
		{"sat", "(error \"internal error: x\")\n", "", smtWrong, `(error "internal error: x")`},
	} {
		r := smtRun{smtScript: smtScript{want: strings.Fields(c.want)}}
		if c.want == "" {
			r.want = nil
		}
		r.judge(c.out, c.errs)
		if r.result != c.result || r.remark != c.remark {
			t.Errorf("%q for %q: %s, %q", c.out, c.want, r.result, r.remark)
		}
	}
}

func TestSampled(t *testing.T) {
	var all []smtScript
	for _, l := range strings.Fields("A A A A A B B C") {
		all = append(all, smtScript{logic: l})
	}
	got := ""
	for _, x := range sampled(all, 2) {
		got += x.logic
	}
	if got != "AABBC" {
		t.Error(got)
	}
}

func TestSMTTable(t *testing.T) {
	var out strings.Builder
	summarizeSMT(&out, []smtRun{
		{smtScript: smtScript{path: "a", logic: "UF"}, solver: "muster", result: smtSolved, cpu: 0.01},
		{smtScript: smtScript{path: "a", logic: "UF"}, solver: "z3", result: smtSolved, cpu: 0.4},
		{smtScript: smtScript{path: "b", logic: "UFNIA"}, solver: "muster", result: smtWrong, cpu: 3, remark: "why"},
		{smtScript: smtScript{path: "b", logic: "UFNIA"}, solver: "z3", result: smtMissed, cpu: 3},
	}, 20*time.Second)
	const want = `WRONG muster: b (why)
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

// TestSMTCommand finds the scripts and the solvers.
func TestSMTCommand(t *testing.T) {
	dir := t.TempDir()
	table := "path,logic,verdicts\na.smt2,QF_UF,sat unsat\nb.smt2,QF_BV,sat\n"
	if err := os.WriteFile(filepath.Join(dir, "smt.csv"), []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	s := smtOptions{opt: &options{bench: dir}, solvers: []string{"muster"}, check: true}
	scripts, err := s.scripts(nil)
	if err != nil || len(scripts) != 1 || scripts[0].file != filepath.Join(dir, "smt", "a.smt2") || len(scripts[0].want) != 2 {
		t.Errorf("%+v, %v", scripts, err)
	}
	s.logics = []string{"QF_BV"}
	if scripts, err = s.scripts(nil); err != nil || len(scripts) != 1 || scripts[0].path != "b.smt2" {
		t.Errorf("%+v, %v", scripts, err)
	}
	solvers, err := s.commands()
	if err != nil || len(solvers) != 1 || solvers[0].args[len(solvers[0].args)-1] != "--check" {
		t.Errorf("%+v, %v", solvers, err)
	}
	s.solvers = []string{"no-such-solver"}
	if _, err := s.commands(); err == nil {
		t.Error("no error for a solver that does not exist")
	}
}
