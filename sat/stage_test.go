package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
)

// TestStages finds every tick in exactly one stage, and an observer that sees the
// techniques begin inside rounds of inprocessing.
func TestStages(t *testing.T) {
	seen := map[string]int64{}
	now := ""
	s := sat.New(sat.Options{Stress: true, Stage: func(name string) {
		seen[name]++
		now = name
	}})
	for range 60 {
		s.NewVar()
	}
	for _, c := range clauses.Threshold(rand.New(rand.NewPCG(5, 7)), 60) {
		s.AddClause(c...)
	}
	s.Solve(nil, nil, sat.Budget{Conflicts: 300})
	if now != "input" {
		t.Errorf("in stage %s after Solve", now)
	}
	st := s.Stats()
	sum := int64(0)
	for _, g := range s.Stages() {
		sum += g.Ticks
		if g.Runs == 0 || g.Name != "input" && seen[g.Name] < g.Runs {
			t.Errorf("%+v: seen %d times", g, seen[g.Name])
		}
	}
	if want := st.Ticks + st.SimplifyTicks + st.WalkTicks; sum != want {
		t.Errorf("%d ticks in stages, %d counted", sum, want)
	}
	for _, name := range []string{"search", "inprocess", "reduce", "vivify", "eliminate", "walk"} {
		if seen[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

// TestWithout: techniques that are switched off do not begin.
func TestWithout(t *testing.T) {
	off := sat.Techniques()
	on := off[0]
	off = off[1:]
	seen := map[string]bool{}
	s := sat.New(sat.Options{Stress: true, Without: off, Stage: func(name string) { seen[name] = true }})
	for range 60 {
		s.NewVar()
	}
	for _, c := range clauses.Threshold(rand.New(rand.NewPCG(5, 7)), 60) {
		s.AddClause(c...)
	}
	s.Solve(nil, nil, sat.Budget{Conflicts: 300})
	for _, name := range off {
		if seen[name] {
			t.Errorf("%s has run", name)
		}
	}
	if !seen[on] {
		t.Errorf("no %s", on)
	}
}
