package horn_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier/horn"
)

// TestScripts: scripts in pairs, whose answers are in their first lines.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	expected := regexp.MustCompile(`^; expected: (sat|unsat)\. `)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := expected.FindStringSubmatch(string(text))
			if want == nil {
				t.Fatal("the first line does not say what is expected")
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			rep := solveWithin(ctx, t, string(text), horn.Options{Processors: 1})
			if rep.Status.String() != want[1] {
				t.Errorf("%v (%v), want %s", rep.Status, rep.Reason, want[1])
			}
		})
	}
}
