package solver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	scripts "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestSessions replays sessions of the engines with the solver, recorded by
//
//	musterbench corpus --out theory/solver/testdata/corpus --count 20 --cuts 1 \
//		--max-bytes 60000 --min-checks 3 --checks 40 --seed 2
//
// and of Boogie 2.4.1 with Z3, made by musterbench proverlog of examples/*.bpl;
// these expect Z3's answers.
//
// A session expects the recorded answers, and models that hold. Where the recorded
// answer is unknown, any answer is accepted that Z3 does not contradict.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "*.smt2"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	other, _ := exec.LookPath("z3")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".smt2"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, file, text)
			if other == "" || !extent.Long() {
				return
			}
			for i, theirs := range z3Answers(t, other, file) {
				if i < len(got) && theirs != "unknown" && got[i] != "unknown" && theirs != got[i] {
					t.Errorf("check %d: %s, but z3 says %s", i, got[i], theirs)
				}
			}
		})
	}
}

// replay runs a session and returns the answers.
func replay(t *testing.T, file string, text []byte) []string {
	st := term.NewStore()
	ctx := t.Context()
	sol := solver.New(st, solver.Options{Candidates: true, CheckModels: true})
	var got []string
	err := scripts.Replay(ctx, smtlib.NewReader(file, bytes.NewReader(text), st), sol, func(q scripts.Query) error {
		switch {
		case q.Want != "unknown" && q.Status.String() != q.Want:
			return fmt.Errorf("%v: %v (%s), recorded as %s", q.Pos, q.Status, q.Reason, q.Want)
		case q.Status == sat.Unknown && !q.Candidate:
			return fmt.Errorf("%v: unknown (%s)", q.Pos, q.Reason)
		}
		if q.Status == sat.Unsat {
			core := sol.Core()
			if again := sol.Check(ctx, core...); again.Status != sat.Unsat {
				return fmt.Errorf("%v: %v under the core of %d in %d assumptions", q.Pos, again.Status, len(core), len(q.Terms))
			}
		}
		got = append(got, q.Status.String())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 {
		t.Fatal("no check")
	}
	return got
}

// z3Answers returns Z3's answers to the checks of a script; unknown if it takes long.
func z3Answers(t *testing.T, z3, file string) []string {
	// Z3 reports an error for get-unsat-assumptions after other answers than unsat, also
	// by its exit status: only the lines count.
	out, err := exec.Command(z3, "-t:200", "-T:10", file).Output()
	var said []string
	for _, line := range strings.Split(string(out), "\n") {
		switch line = strings.TrimSpace(line); line {
		case "sat", "unsat", "unknown":
			said = append(said, line)
		}
	}
	if len(said) == 0 {
		t.Errorf("z3: %v: %.200s", err, out)
	}
	return said
}
