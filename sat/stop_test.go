package sat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// TestEveryPoll stops a solver at every poll, and a second time soon after that. Then it
// must answer right, with a proof.
func TestEveryPoll(t *testing.T) {
	stride := extent.Of(int64(31), 5)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 5))
		const inputs, gates = 8, 22
		formula := clauses.Circuit(r, inputs, gates)
		for range gates / 2 {
			formula = append(formula, randomLits(r, inputs+gates, 3))
		}
		fresh := func() (*sat.Solver, *tee) {
			p := newTee()
			s := sat.New(sat.Options{Tracer: p, Stress: true})
			for range inputs + gates {
				s.NewVar()
			}
			for _, c := range formula {
				s.Add(c, sat.Irredundant)
			}
			return s, p
		}
		solve := func(s *sat.Solver, n int64) (sat.Status, int64) {
			count := limit.NewCountdown(n, limit.Interrupt)
			var lim limit.Limit
			lim.Count(count)
			st := s.Solve(&lim, nil, sat.Budget{})
			if st == sat.Unknown && s.WhyUnknown() != limit.Interrupt {
				t.Errorf("unknown because of %v", s.WhyUnknown())
			}
			return st, n - count.Left()
		}
		s, _ := fresh()
		want, polls := solve(s, 1<<40)
		t.Logf("seed %d: %v after %d polls", seed, want, polls)
		for n := 1 + int64(seed); n <= polls; n += stride {
			s, p := fresh()
			if st, _ := solve(s, n); st != sat.Unknown && st != want {
				t.Fatalf("seed %d: %v at poll %d, want %v", seed, st, n, want)
			}
			if st, _ := solve(s, 1+n%97); st != sat.Unknown && st != want {
				t.Fatalf("seed %d: %v after poll %d, want %v", seed, st, n, want)
			}
			s.Reset()
			st := s.Solve(nil, nil, sat.Budget{})
			if err := p.err(); st != want || err != nil {
				t.Fatalf("seed %d: %v (%v) after poll %d, want %v", seed, st, err, n, want)
			}
			holds := func(l sat.Lit) bool { return s.ModelValue(l) == sat.True }
			for _, c := range formula {
				if st == sat.Sat && !slices.ContainsFunc(c, holds) {
					t.Fatalf("seed %d: the model after poll %d does not satisfy %v", seed, n, c)
				}
			}
		}
	}
}
