package solver_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/sat/stat"
	scripts "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

var update = flag.Bool("update", false, "write what the search does to testdata/counters.txt")

// TestCounters compares the counters of the solver, over the recorded sessions and over
// scripts of the families that are always decided, with testdata/counters.txt. Wasted
// search is not wrong, so no other test sees it. After an intended change, write the
// file with -update and measure (musterbench lab, musterbench smt).
func TestCounters(t *testing.T) {
	if invariant.Enabled {
		t.Skip("clauses are collected sooner under invariants")
	}
	var text strings.Builder
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "*.smt2"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	for _, file := range files {
		in, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		st := term.NewStore()
		sol := solver.New(st, solver.Options{Candidates: true})
		if err := scripts.Replay(t.Context(), smtlib.NewReader(file, bytes.NewReader(in), st), sol, func(scripts.Query) error { return nil }); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s:%s\n", strings.TrimSuffix(filepath.Base(file), ".smt2"), nonzero(sol.Stats()))
	}
	for _, f := range gen.SMTFamilies() {
		for seed := range int64(4) {
			s := f.Script(source(1000 + seed))
			if !s.Decided {
				continue // it may run to its limits
			}
			report, err := scripts.Run(t.Context(), f.Name, bytes.NewReader(s.Text()), io.Discard, scripts.Options{})
			if err != nil || report.Internal {
				t.Fatalf("%s %d: %v, %v", f.Name, seed, err, report.Reason)
			}
			fmt.Fprintf(&text, "%s %d:%s\n", f.Name, seed, nonzero(report.Stats))
		}
	}
	const file = "testdata/counters.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was := strings.Split(string(want), "\n")
	for i, line := range strings.Split(text.String(), "\n") {
		if i >= len(was) || line != was[i] {
			t.Errorf("the search differs from %s (-update, if that is intended):\n%s", file, line)
		}
	}
}

// nonzero writes the counters that are not 0, but for those of rules of rewriting: these are many, and say nothing of
// the search.
func nonzero(all []stat.Counter) string {
	var b strings.Builder
	for _, c := range all {
		if c.Value != 0 && !strings.HasPrefix(c.Name, "rewrite-") {
			fmt.Fprintf(&b, " %s %d", c.Name, c.Value)
		}
	}
	return b.String()
}
