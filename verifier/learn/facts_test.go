package learn

import (
	"math/rand/v2"
	"testing"
)

// TestDrop: when a fact is dropped, all go that rely on it, however indirectly and in circles, and no others.
func TestDrop(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := &learner{}
		n := 2 + r.IntN(12)
		for range n {
			f := fact{live: true, by: -1}
			for range r.IntN(3) {
				f.uses = append(f.uses, int32(r.IntN(n)))
			}
			l.facts = append(l.facts, f)
		}
		for range r.IntN(3) {
			if f, g := int32(r.IntN(n)), int32(r.IntN(n)); l.facts[g].by < 0 {
				l.replace(f, g)
			}
		}
		dead := make([]bool, n) // the oracle: what reaches a dropped fact
		for range 2 {
			f := int32(r.IntN(n))
			l.drop(f)
			dead[f] = true
		}
		for range n {
			for i, f := range l.facts {
				for _, u := range f.uses {
					dead[i] = dead[i] || dead[u]
				}
				dead[i] = dead[i] || f.by >= 0 && dead[f.by]
			}
		}
		for i, f := range l.facts {
			if f.live == dead[i] {
				t.Fatalf("seed %d: fact %d: live %v", seed, i, f.live)
			}
		}
	}
}
