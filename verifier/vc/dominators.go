package vc

// Dominators returns the immediate dominator of each block, 0 for the entry (Cooper, Harvey and Kennedy, "A simple,
// fast dominance algorithm", 2001; one pass suffices, since blocks are in topological order).
func (p *Proc) Dominators() (idom []int32) {
	idom = make([]int32, len(p.Blocks))
	depth := make([]int32, len(p.Blocks))
	for i := 1; i < len(p.Blocks); i++ {
		for k, e := range p.Blocks[i].Preds {
			d := e.Block
			for k > 0 && d != idom[i] {
				if depth[d] >= depth[idom[i]] {
					d = idom[d]
				} else {
					idom[i] = idom[idom[i]]
				}
			}
			idom[i] = d
		}
		depth[i] = depth[idom[i]] + 1
	}
	return idom
}
