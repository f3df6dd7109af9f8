package sat_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
)

var update = flag.Bool("update", false, "write testdata/counters.txt")

// TestCounters compares the counters of fixed runs with testdata/counters.txt. A changed
// heuristic gives no wrong answer, and no other test notices it. If the change is meant,
// write the file again with -update, and measure (musterbench sat).
func TestCounters(t *testing.T) {
	var text strings.Builder
	load := func(s *sat.Solver, cs [][]sat.Lit) {
		for _, c := range cs {
			for _, l := range c {
				for sat.Var(s.NumVars()) < l.Var() {
					s.NewVar()
				}
			}
			s.AddClause(c...)
		}
	}
	for _, f := range []struct {
		name string
		make func(s *sat.Solver, r *rand.Rand)
	}{
		{"threshold", func(s *sat.Solver, r *rand.Rand) { load(s, clauses.Threshold(r, 140)) }},
		{"circuit", func(s *sat.Solver, r *rand.Rand) {
			load(s, clauses.Circuit(r, 100, 400))
			load(s, clauses.Threshold(r, 110))
		}},
		{"parity", func(s *sat.Solver, r *rand.Rand) { load(s, clauses.Parity(r, 44)) }},
		{"gates", func(s *sat.Solver, r *rand.Rand) {
			load(s, clauses.Circuit(r, 60, 200))
			load(s, clauses.Threshold(r, 60)[:220])
			load(s, clauses.Equivalences(r, 30)[:20])
		}},
		{"pigeons", func(s *sat.Solver, _ *rand.Rand) { pigeons(s, 7, s.NewVar().Pos()) }},
	} {
		for seed := range uint64(3) {
			s := sat.New(sat.Options{Seed: seed})
			f.make(s, rand.New(rand.NewPCG(seed, 7)))
			first := s.Solve(nil, []sat.Lit{sat.Var(1).Pos()}, sat.Budget{})
			second := s.Solve(nil, []sat.Lit{sat.Var(2).Neg(), sat.Var(3).Pos()}, sat.Budget{})
			third := s.Solve(nil, nil, sat.Budget{})
			fmt.Fprintf(&text, "%s %d: %v %v %v %+v\n", f.name, seed, first, second, third, s.Stats())
		}
	}
	for seed := range uint64(3) {
		s := sat.New(sat.Options{Seed: seed})
		r := rand.New(rand.NewPCG(seed, 8))
		load(s, clauses.Circuit(r, 60, 2000))
		fmt.Fprintf(&text, "queries %d:", seed)
		for range 60 {
			var assume []sat.Lit
			for range 6 {
				assume = append(assume, sat.Lit(2+r.IntN(2*s.NumVars())))
			}
			fmt.Fprint(&text, " ", s.Solve(nil, assume, sat.Budget{}))
		}
		fmt.Fprintf(&text, " %+v\n", s.Stats())
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
	if text.String() != string(want) {
		t.Errorf("the search differs from %s (-update if that is meant):\n%s", file, &text)
	}
}
