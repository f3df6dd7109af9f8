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

// TestGroups walks all paths: none passes two sites of a group. And two groups of a
// callee have members that a path passes both.
func TestGroups(t *testing.T) {
	large := 0
	for seed := range uint64(500) {
		p := randomTemplate(rand.New(rand.NewPCG(seed, 3)))
		together := map[[2]int32]bool{}
		var walk func(b int32, passed []int32)
		walk = func(b int32, passed []int32) {
			for _, s := range p.Blocks[b].Sites {
				for _, q := range passed {
					together[[2]int32{q, s}] = true
				}
				passed = append(slices.Clip(passed), s)
			}
			for _, e := range p.Blocks[b].Succs {
				walk(e.To, passed)
			}
		}
		for b := range p.Blocks { // from each block, since not all are reached from the first
			walk(int32(b), nil)
		}
		h := &sharing{groups: make([]*groups, 1)}
		g := h.groupsOf(p)
		one := func(i, k int32) bool { return together[[2]int32{i, k}] || together[[2]int32{k, i}] }
		for n, members := range g.members {
			large = max(large, len(members))
			for i, s := range members {
				if g.of[s] != int32(n) || p.Sites[s].Callee != p.Sites[members[0]].Callee {
					t.Fatalf("seed %d: site %d is in the wrong group", seed, s)
				}
				for _, q := range members[:i] {
					if one(q, s) {
						t.Fatalf("seed %d: a path passes sites %d and %d", seed, q, s)
					}
				}
			}
			for _, other := range g.members[:n] {
				if p.Sites[other[0]].Callee == p.Sites[members[0]].Callee &&
					!slices.ContainsFunc(other, func(q int32) bool { return one(q, members[0]) }) {
					t.Fatalf("seed %d: site %d fits into an earlier group", seed, members[0])
				}
			}
		}
	}
	if large < 4 {
		t.Errorf("the largest group has %d sites", large)
	}
}
