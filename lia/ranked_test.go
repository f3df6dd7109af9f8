package lia

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// TestRanked: where bounds of nodes with many atoms move, also by merges and after backtracking, what is visited is all
// that has something to say.
func TestRanked(t *testing.T) {
	moved := 0
	for seed := range int64(150) {
		r := rand.New(rand.NewSource(seed))
		w := newWorld(t)
		w.constants(2)
		var lits []sat.Lit
		for k := int64(-5); k <= 5; k++ {
			for _, v := range w.vars {
				lits = append(lits, w.Lit(w.mk.Le(v, w.st.Int(k))), w.Lit(w.mk.Eq(v, w.st.Int(k))))
			}
			lits = append(lits, w.Lit(w.mk.Eq(w.vars[0], w.mk.Add(w.vars[1], w.st.Int(k)))))
		}
		for range 60 {
			if r.Intn(6) == 0 && len(w.levels) > 0 {
				w.backtrack(r.Intn(len(w.levels)))
			}
			l := lits[r.Intn(len(lits))] ^ sat.Lit(min(r.Intn(3), 1))
			if w.vals[l] != sat.Undef {
				continue
			}
			w.newLevel()
			w.assume(l)
			for !w.pump() {
				w.backtrack(r.Intn(len(w.levels)))
			}
			was := w.s.stats
			for n := range w.s.nodes {
				w.s.visitAtoms(theory.Node(n))
			}
			if now := w.s.stats; now.propagated != was.propagated || now.bounds != was.bounds {
				t.Fatalf("seed %d: %s: %d literals and %d bounds more", seed, w.show(w.trail), now.propagated-was.propagated,
					now.bounds-was.bounds)
			}
		}
		moved += len(w.s.ranks)
	}
	if moved == 0 {
		t.Error("no node has its atoms ranked")
	}
}
