package chc

import "github.com/muster-smt/muster/verifier/vc"

// shape brings the blocks of a template into topological order, and sets the guards of edges, predecessors and
// post-dominators.
func shape(p *vc.Proc) {
	order := topological(p)
	moved := make([]int32, len(p.Blocks))
	for to, from := range order {
		moved[from] = int32(to)
	}
	blocks := make([]vc.Block, len(order))
	for to, from := range order {
		blocks[to] = p.Blocks[from]
	}
	p.Blocks = blocks
	for i := range p.Sites {
		p.Sites[i].Block = moved[p.Sites[i].Block]
	}
	for i := range blocks {
		for k := range blocks[i].Succs {
			e := &blocks[i].Succs[k]
			e.To = moved[e.To]
			e.Guard = blocks[e.To].Guard
			blocks[e.To].Preds = append(blocks[e.To].Preds, vc.Pred{Block: int32(i), Edge: int32(k)})
		}
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		blocks[i].IPDom = common(blocks, blocks[i].Succs)
	}
}

// common returns the first block that all ways from the edges' targets pass, -1 if there is none.
func common(blocks []vc.Block, edges []vc.Edge) int32 {
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

// topological returns the blocks so that edges lead forward, in the order in which they were made where that is possible.
func topological(p *vc.Proc) []int32 {
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
	order := make([]int32, len(post))
	for i, b := range post {
		order[len(post)-1-i] = b
	}
	return order
}
