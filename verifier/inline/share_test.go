package inline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/verifier/vc"
)

// randomTemplate has blocks in topological order, and sites of two callees in them.
func randomTemplate(r *rand.Rand) *vc.Proc {
	p := &vc.Proc{Blocks: make([]vc.Block, 1+r.IntN(9))}
	for i := range p.Blocks {
		for k := i + 1; k < len(p.Blocks); k++ {
			if r.IntN(3) == 0 {
				p.Blocks[i].Succs = append(p.Blocks[i].Succs, vc.Edge{To: int32(k)})
			}
		}
		for range r.IntN(3) {
			p.Blocks[i].Sites = append(p.Blocks[i].Sites, int32(len(p.Sites)))
			p.Sites = append(p.Sites, vc.Site{Block: int32(i), Callee: vc.ProcID(1 + r.IntN(2))})
		}
	}
	return p
}

// TestExclusive walks all paths: blocks exclude each other if none passes both.
func TestExclusive(t *testing.T) {
	for seed := range uint64(500) {
		p := randomTemplate(rand.New(rand.NewPCG(seed, 3)))
		together := map[[2]int32]bool{}
		var walk func(b int32, passed []int32)
		walk = func(b int32, passed []int32) {
			passed = append(slices.Clip(passed), b)
			for _, q := range passed {
				together[[2]int32{q, b}] = true
				together[[2]int32{b, q}] = true
			}
			for _, e := range p.Blocks[b].Succs {
				walk(e.To, passed)
			}
		}
		for b := range p.Blocks { // from each block, since not all are reached from the first
			walk(int32(b), nil)
		}
		apart := exclusive(p)
		for _, x := range p.Sites {
			for _, y := range p.Sites {
				if apart(x.Block, y.Block) == together[[2]int32{x.Block, y.Block}] {
					t.Fatalf("seed %d: blocks %d and %d: exclusive is %v", seed, x.Block, y.Block, apart(x.Block, y.Block))
				}
			}
		}
	}
}
