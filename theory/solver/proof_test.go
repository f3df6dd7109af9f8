package solver_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/solver"
)

// TestProofs checks the logs of all families of random scripts.
func TestProofs(t *testing.T) {
	from, to := seeds(1, 8)
	var total smtscript.Tally
	for _, f := range families() {
		for seed := from; seed <= to; seed++ {
			s := f.Script(source(seed))
			s.Plan = "proof"
			if err := s.Run(smtscript.Config{Tally: &total}); err != nil {
				report(t, f, seed, s, err)
			}
		}
	}
	t.Logf("%+v", total.Proofs)
	if total.Proofs.Unsat < extent.Of(12, 100) {
		t.Error("the test is void")
	}
}

// TestSessionProofs checks the logs of the engines' sessions and of the
// regressions.
func TestSessionProofs(t *testing.T) {
	texts := map[string]string{}
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "*.smt2"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	for n, r := range regressions[1:] {
		texts[fmt.Sprintf("regression %d", n+1)] = r.script
	}
	for name, text := range texts {
		if _, _, err := scriptOf(t, name, text).Proved(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// scriptOf reads a script.
func scriptOf(t *testing.T, name, text string) *smtscript.Script {
	s, err := smtscript.Parse([]byte(text), name)
	if err != nil {
		t.Fatal(err)
	}
	s.Candidates = true
	return s
}

// brokenPipe accepts some bytes, then fails.
type brokenPipe int

var errBroken = errors.New("broken pipe")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if *b -= brokenPipe(len(p)); *b < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// TestBrokenLog lets the writer of the log fail in the middle: the answers are the same.
func TestBrokenLog(t *testing.T) {
	s := gen.NewTerms(source(4), gen.Profiles()[0]).Session()
	_, want, err := s.Logged()
	if err != nil {
		t.Fatal(err)
	}
	pipe := brokenPipe(1000)
	sol := solver.New(s.Store, solver.Options{Proof: &pipe})
	var got []solver.Result
	_ = s.Visit(sol, func(_ smtscript.Op, a smtscript.Answer) error {
		got = append(got, a.Result)
		return nil
	})
	if !slices.Equal(got, want) {
		t.Errorf("answers %v, with a whole log %v", got, want)
	}
	if err := sol.FlushProof(); !errors.Is(err, errBroken) {
		t.Errorf("the error is %v", err)
	}
}
