package learn_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier/driver"
)

// TestPrograms: the programs in testdata get the answers that they want, from each engine, and each
// proof is confirmed.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(src), "// want: ")
		want, _, _ := strings.Cut(rest, "\n")
		want, learned := strings.CutSuffix(want, ", 1 or more facts")
		for _, engine := range driver.Engines() {
			t.Run(engine+"/"+filepath.Base(file), func(t *testing.T) {
				rep, err := driver.Verify(context.Background(), file, src, driver.Options{
					Engine: engine, Unbounded: time.Minute, Check: true, Invariants: true,
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := rep.Result.String(); got != want {
					t.Fatalf("got %s, want %s", got, want)
				}
				if p := rep.Result.Proof(); p != nil && (rep.Check.State != driver.CheckOK || learned != (len(p.Facts) > 0)) {
					t.Errorf("%d facts, check %s", len(p.Facts), rep.Check)
				}
			})
		}
	}
}
