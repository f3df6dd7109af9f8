package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

// TestFamilies solves a small formula of each family.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes []int
	}{{"mulcommute", []int{3}}, {"factor", []int{6, 8}}, {"counter", []int{3}}, {"fifo", []int{5}}, {"pigeon", []int{5}}, {"parity", []int{10}}, {"random", []int{40}}} {
		for _, f := range cnfFamilies {
			if f.name != c.name {
				continue
			}
			for _, n := range c.sizes {
				gates := newCircuit(rand.New(rand.NewPCG(1, uint64(n))))
				expected := f.make(gates, n)
				var text bytes.Buffer
				if err := gates.write(&text, expected); err != nil {
					t.Fatal(err)
				}
				formula, err := dimacs.Read(&text, f.name)
				if err != nil {
					t.Fatal(err)
				}
				s := sat.New(sat.Options{})
				formula.Load(s)
				if got := s.Solve(nil, nil, sat.Budget{}).String(); got != expected && expected != "unknown" {
					t.Errorf("%s %d: %s, expected %s", f.name, n, got, expected)
				}
			}
		}
	}
}

// TestCounterFull checks that a counter can be full after enough steps: then that
// it is not before says something.
func TestCounterFull(t *testing.T) {
	c := newCircuit(nil)
	state := c.zeros(2)
	for range 3 {
		state = c.increment(state, c.input())
	}
	c.add(c.and(state[0], state[1]))
	var text bytes.Buffer
	if err := c.write(&text, "sat"); err != nil {
		t.Fatal(err)
	}
	formula, err := dimacs.Read(&text, "counter")
	if err != nil {
		t.Fatal(err)
	}
	s := sat.New(sat.Options{})
	formula.Load(s)
	if s.Solve(nil, nil, sat.Budget{}) != sat.Sat {
		t.Error("a counter of two bits is not full after three steps")
	}
}

// TestSATSolvers reads what solvers print.
func TestSATSolvers(t *testing.T) {
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
		r := satRun{answer: "unknown"}
		model := r.read(c.out)
		if r.answer != c.answer || r.propagations != c.propagations || len(model) != c.model {
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

// TestSATCommand believes no solver.
func TestSATCommand(t *testing.T) {
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
	s := satOptions{opt: &options{bench: dir}, limit: 20e9, pin: -1, solvers: []string{filepath.Join(dir, "liar")}, check: true}
	var out, errs strings.Builder
	err := s.run(t.Context(), &out, &errs, []string{filepath.Join(dir, "cnf"), filepath.Join(dir, "more")})
	if err == nil || !strings.Contains(out.String(), "WRONG liar: "+filepath.Join(dir, "cnf/b.cnf")+": the model does not satisfy clause 1") ||
		!strings.Contains(out.String(), "cnf: 3 formulas\n") ||
		!strings.Contains(out.String(), "liar             1      3      1      3\n") || strings.Count(out.String(), "WRONG") != 3 ||
		!strings.Contains(out.String(), "unsat is expected") || !strings.HasPrefix(out.String(), "date: ") {
		t.Errorf("%v\n%s%s", err, &out, &errs)
	}
}

func TestSATTable(t *testing.T) {
	runs := []satRun{
		{file: "a", solver: "muster", answer: "sat", cpu: 2, mb: 200, propagations: 1000},
		{file: "a", solver: "cadical", answer: "sat", cpu: 1, mb: 50, propagations: 1000},
		{file: "b", solver: "muster", answer: "unsat", cpu: 0.01, mb: 10},
		{file: "b", solver: "cadical", answer: "unsat", cpu: 0.02, mb: 10},
		{file: "c", solver: "muster", answer: "unknown", cpu: 20, mb: 10},
		{file: "c", solver: "cadical", answer: "unsat", cpu: 3, mb: 10},
		{file: "d", solver: "muster", answer: "sat", cpu: 1, mb: 10, wrong: "cadical says unsat"},
		{file: "d", solver: "cadical", answer: "unsat", cpu: 8, mb: 10},
	}
	disagree(runs[6:])
	var out strings.Builder
	summarizeSAT(&out, runs)
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
