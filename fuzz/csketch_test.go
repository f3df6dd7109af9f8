package fuzz

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
)

// TestSketchesHaveMeaning builds some programs of each generator: gcc understands them all, each check is reached once, and clang,
// where it is installed, computes the same.
func TestSketchesHaveMeaning(t *testing.T) {
	if lack := lacksGCC(); lack != "" {
		t.Skipf("%s is not installed", lack)
	}
	for _, s := range gen.CSketches() {
		x := cCase{kind: cSketched}
		for n := range extent.Of(uint64(3), 10) {
			x.programs = append(x.programs, gen.Sketched(s.Name, source(&Target{Name: s.Name}, n)))
		}
		done := tally{}
		values, err := x.execute(context.Background(), done)
		if err == nil {
			err = x.compare(context.Background(), values, done)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if v == nil {
				t.Errorf("%s: program %d has no values: %v\n%s", s.Name, i, map[string]uint64(done), x.programs[i])
			}
		}
	}
}

// TestLacks runs a campaign where no compiler is found: it says so once, and is no failure.
func TestLacks(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	state, err := Run(context.Background(), Options{Targets: []Target{csmithTarget(), cTarget, cnfTarget}, Cases: 1, Dir: t.TempDir(), Out: &out})
	if err != nil || state["cnf"].Cases != 1 || strings.Count(out.String(), "left out, for want of") != 2 {
		t.Errorf("%v, error %v: %s", state, err, out.String())
	}
}
