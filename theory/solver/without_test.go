package solver_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/sat"
	scripts "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/solver"
)

// TestWithout: without all that is optional, or without one thing, answers are the same, and nothing counts of what is off.
func TestWithout(t *testing.T) {
	off := [][]string{solver.Optional()}
	for _, name := range solver.Optional()[:extent.Of(1, len(solver.Optional()))] {
		off = append(off, []string{name})
	}
	for _, f := range gen.SMTFamilies() {
		s := f.Script(source(2000))
		if !s.Decided {
			continue
		}
		run := func(without []string) []sat.Status {
			opt := scripts.Options{CheckModels: true, Without: without}
			report, err := scripts.Run(t.Context(), f.Name, bytes.NewReader(s.Text()), io.Discard, opt)
			if err != nil || report.Internal {
				t.Fatalf("%s without %v: %v, %v", f.Name, without, err, report.Reason)
			}
			for _, c := range report.Stats {
				name := strings.TrimPrefix(strings.TrimPrefix(c.Name, "rewrite-"), "preprocess-")
				if name != c.Name && c.Value > 0 && slices.Contains(without, name) {
					t.Errorf("%s without %v: %s is %d", f.Name, without, c.Name, c.Value)
				}
			}
			return report.Answers
		}
		want := run(nil)
		for _, names := range off {
			if got := run(names); !slices.Equal(got, want) {
				t.Errorf("%s without %v: %v, not %v", f.Name, names, got, want)
			}
		}
	}
}
