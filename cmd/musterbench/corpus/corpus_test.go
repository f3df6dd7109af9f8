package corpus

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/session"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// TestCorpus makes a corpus twice from the examples: it gets the same files both
// times, which can be read and have as many checks as the manifest says.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*.bpl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		o := Options{Out: dir, Count: 12, Cuts: 3, Seed: 1, MaxBytes: 16 << 20, Guard: 5 * time.Minute, MinChecks: 1,
			Budget: session.Budget{Checks: 20, Asserts: 200_000, Conflicts: 1_000, Propagations: 5_000_000}}
		if err := Record(t.Context(), io.Discard, io.Discard, &o, files); err != nil {
			t.Fatal(err)
		}
	}
	manifest := read(t, filepath.Join(dirs[0], "manifest.csv"))
	rows, err := csv.NewReader(bytes.NewReader(manifest)).ReadAll()
	if err != nil || len(rows) != 13 {
		t.Fatalf("manifest: %d rows, %v", len(rows), err)
	}
	if d := cmp.Diff(string(manifest), string(read(t, filepath.Join(dirs[1], "manifest.csv")))); d != "" {
		t.Error("the same seed gives another manifest:", d)
	}
	for _, row := range rows[1:] {
		text := read(t, filepath.Join(dirs[0], row[0]))
		if !bytes.Equal(text, read(t, filepath.Join(dirs[1], row[0]))) {
			t.Errorf("%s: the same seed gives another session", row[0])
		}
		cmds, err := smtlib.ReadScript(row[0], bytes.NewReader(text), term.NewStore())
		if err != nil {
			t.Fatal(err)
		}
		checks := 0
		for _, c := range cmds {
			if c.Kind == smtlib.CheckSatAssuming {
				checks++
			}
		}
		if checks != len(row[10]) {
			t.Errorf("%s: %d checks, %q in the manifest", row[0], checks, row[10])
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
