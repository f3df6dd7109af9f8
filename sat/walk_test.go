package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestWalk solves random formulas that a walk satisfies, but the search without walks
// does not within the same number of conflicts.
func TestWalk(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := sat.New(sat.Options{})
		const n = 300
		for range n {
			s.NewVar()
		}
		var clauses [][]sat.Lit
		for range n * 4 {
			vars := r.Perm(n)[:3]
			c := make([]sat.Lit, 3)
			for i, v := range vars {
				c[i] = sat.Lit(2*(v+1) + r.IntN(2))
			}
			clauses = append(clauses, c)
			s.Add(c, sat.Irredundant)
		}
		if st := s.Solve(nil, nil, sat.Budget{Conflicts: 1500}); st != sat.Sat {
			t.Errorf("seed %d: %v after %+v", seed, st, s.Stats())
			continue
		}
		for _, c := range clauses {
			if s.ModelValue(c[0]) != sat.True && s.ModelValue(c[1]) != sat.True && s.ModelValue(c[2]) != sat.True {
				t.Fatalf("seed %d: the model does not satisfy %v", seed, c)
			}
		}
	}
}
