package passes_test

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestLargeIrreducible checks that graphs with thousands of loops with several entries become reducible, and what that
// takes grows with them.
func TestLargeIrreducible(t *testing.T) {
	const n = 2500
	r := rand.New(rand.NewSource(1))
	random := make([]int32, 2*n)
	for i := range random {
		random[i] = r.Int31n(2*n) + 1
	}
	for _, c := range []struct {
		name         string
		succs        func(i int32) []int32 // of a block; the first one leads to both of the next
		blocks, work int                   // for each block of the graph
	}{
		// Pairs of blocks, one pair after the other, inside the one before, or each entered from the next, too.
		{"chain", func(i int32) []int32 { return []int32{i ^ 1, i/2*2 + 2, i/2*2 + 3} }, 3, 4},
		{"nest", func(i int32) []int32 { return []int32{i ^ 1, i + 2, i/2*2 - 2} }, 4, 4},
		{"random", func(i int32) []int32 { return []int32{i + 1, random[i]} }, 4, 40},
	} {
		p := &prog.Program{Store: term.NewStore()}
		q := &prog.Proc{Blocks: []prog.Block{{Succs: []int32{1, 2}}}}
		for i := range int32(2 * n) {
			var succs []int32
			for _, t := range c.succs(i) {
				if t++; t > 0 && t <= 2*n && (len(succs) == 0 || succs[0] != t) {
					succs = append(succs, t)
				}
			}
			q.Blocks = append(q.Blocks, prog.Block{Succs: succs})
		}
		p.Procs = append(p.Procs, q)
		work, err := passes.MakeReducible(t.Context(), p, len(q.Blocks))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := len(q.Blocks); got > 2*n*c.blocks || work > 2*n*c.work {
			t.Errorf("%s: %d blocks, %d in regions", c.name, got, work)
		}
		t.Logf("%s: %d blocks, %d in regions", c.name, len(q.Blocks), work)
	}
}
