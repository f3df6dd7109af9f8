package vc

import "slices"

// Shape brings the blocks of a template that the entry reaches into topological order, leaves out the others with
// their sites, as sites of block -1, and sets predecessors, post-dominators, and the guards of edges, which are those
// of their targets. It returns the former index of each block.
func (p *Proc) Shape() (former []int32) {
	former = topological(p)
	moved := make([]int32, len(p.Blocks))
	for i := range moved {
		moved[i] = -1
	}
	for to, from := range former {
		moved[from] = int32(to)
	}
	blocks := make([]Block, len(former))
	for to, from := range former {
		blocks[to] = p.Blocks[from]
		blocks[to].Succs, blocks[to].Preds = slices.Clone(blocks[to].Succs), nil
	}
	p.Blocks = blocks
	p.moveSites(moved)
	for i := range blocks {
		for k := range blocks[i].Succs {
			e := &blocks[i].Succs[k]
			e.To = moved[e.To]
			e.Guard = blocks[e.To].Guard
			blocks[e.To].Preds = append(blocks[e.To].Preds, Pred{Block: int32(i), Edge: int32(k)})
		}
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		blocks[i].IPDom = common(blocks, blocks[i].Succs)
	}
	return former
}

// moveSites leaves out sites of blocks that are left out, or of none (-1). Moved has the new index of each block.
func (p *Proc) moveSites(moved []int32) {
	var sites []Site
	at := make([]int32, len(p.Sites))
	for i := range p.Sites {
		at[i] = -1
		if s := p.Sites[i]; s.Block >= 0 && moved[s.Block] >= 0 {
			s.Block = moved[s.Block]
			at[i] = int32(len(sites))
			sites = append(sites, s)
		}
	}
	p.Sites = sites
	for i := range p.Blocks {
		b := &p.Blocks[i]
		b.Sites = slices.Clone(b.Sites)
		for k, s := range b.Sites {
			b.Sites[k] = at[s]
		}
	}
}

// common returns the first block that all ways from the edges' targets pass, -1 if there is none.
func common(blocks []Block, edges []Edge) int32 {
	at := int32(-1)
	for k, e := range edges {
		other := e.To
		if k == 0 {
			at = other
		}
		for at != other { // -1 comes after all blocks
			if other < 0 || at >= 0 && at < other {
				at = blocks[at].IPDom
			} else {
				other = blocks[other].IPDom
			}
		}
	}
	return at
}

// topological returns the blocks so that edges lead forward, in the order in which they were made where that is
// possible.
func topological(p *Proc) []int32 {
	type visit struct {
		block int32
		next  int // the edge to follow next, from the last one on
	}
	seen := make([]bool, len(p.Blocks))
	seen[0] = true
	var post []int32
	stack := []visit{{0, len(p.Blocks[0].Succs)}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == 0 {
			post = append(post, v.block)
			stack = stack[:len(stack)-1]
			continue
		}
		v.next--
		if to := p.Blocks[v.block].Succs[v.next].To; !seen[to] {
			seen[to] = true
			stack = append(stack, visit{to, len(p.Blocks[to].Succs)})
		}
	}
	slices.Reverse(post)
	return post
}
