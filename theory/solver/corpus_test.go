package solver_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	scripts "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestCorpus runs the scripts of the directory that MUSTER_CORPUS names and compares the
// answers with its table smt.csv (path, logic, expected verdicts). Scripts with
// unsupported constructs are skipped.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MUSTER_CORPUS")
	if dir == "" {
		t.Skip("MUSTER_CORPUS is not set")
	}
	table, err := os.Open(dir + "/smt.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = table.Close() }()
	counts := map[string]int{}
	lines := bufio.NewScanner(table)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		row := strings.Split(lines.Text(), ",")
		if len(row) != 3 || row[0] == "path" || !strings.Contains(row[0], os.Getenv("MUSTER_FILTER")) {
			continue
		}
		start := time.Now()
		why := corpusFile(t, filepath.Join(dir, "smt", row[0]), strings.Fields(row[2]))
		kind, _, _ := strings.Cut(why, ":")
		counts[kind]++
		t.Logf("%-6s %5.2fs %s %s", row[1], time.Since(start).Seconds(), row[0], why)
	}
	t.Log(counts)
}

// corpusFile runs one script and returns a summary.
func corpusFile(t *testing.T, path string, want []string) string {
	f, err := os.Open(path)
	if err != nil {
		return "missing"
	}
	defer func() { _ = f.Close() }()
	st := term.NewStore()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	got := 0
	unknown := ""
	wrong := errors.New("wrong")
	err = scripts.Replay(ctx, smtlib.NewReader(filepath.Base(path), f, st), solver.New(st, solver.Options{Candidates: true, CheckModels: true}), func(q scripts.Query) error {
		switch {
		case q.Reason.Kind == reason.Internal:
			t.Errorf("%s: %s", path, q.Reason)
			return wrong
		case got >= len(want):
			return errors.New("more checks than verdicts")
		case q.Status == sat.Unknown:
			unknown = "unknown: " + smtscript.FirstLine(q.Reason.String())
		case q.Status.String() != want[got]:
			t.Errorf("%s: check %d: %v, want %s", path, got, q.Status, want[got])
			return wrong
		}
		got++
		return nil
	})
	switch {
	case err == wrong:
		return "wrong"
	case err != nil && ctx.Err() == nil:
		return "skipped: " + err.Error()
	}
	if unknown != "" {
		return unknown
	}
	return "right"
}
