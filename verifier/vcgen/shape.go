package vcgen

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// shape finishes the control flow of the template: it drops blocks from which
// no return can be reached, renumbers, links predecessors and computes
// immediate post-dominators.
func (b *body) shape() {
	p := b.out
	keep := make([]bool, len(p.Blocks))
	for i := len(p.Blocks) - 1; i >= 0; i-- {
		blk := &p.Blocks[i]
		if b.isFalse(blk) {
			continue
		}
		keep[i] = len(blk.Succs) == 0
		live := blk.Succs[:0]
		for _, e := range blk.Succs {
			if e.To = b.index[e.To]; e.To >= 0 && keep[e.To] {
				keep[i] = true
				live = append(live, e)
			}
		}
		blk.Succs = live
	}
	// Now forward: what only dropped blocks lead to is dropped.
	reached := make([]bool, len(p.Blocks))
	reached[0] = true
	for i := range p.Blocks {
		reached[i] = reached[i] && keep[i]
		if reached[i] {
			for _, e := range p.Blocks[i].Succs {
				reached[e.To] = true
			}
		}
	}
	if !reached[0] {
		b.shapeImpossible()
		return
	}
	b.renumber(reached)
	b.link()
	b.compact()
}

func (b *body) isFalse(blk *vc.Block) bool {
	for _, c := range blk.Conds {
		if b.g.st.Op(c) == term.OpFalse {
			return true
		}
	}
	return false
}

// shapeImpossible makes the template of a procedure that never returns.
func (b *body) shapeImpossible() {
	p := b.out
	entry := vc.Block{Guard: p.Blocks[0].Guard, Origin: p.Blocks[0].Origin, Conds: []term.Term{b.g.st.False()}, IPDom: -1}
	p.Blocks, p.Sites, p.Defs = []vc.Block{entry}, nil, nil
	p.Owned = []term.Term{entry.Guard}
	b.back.Blocks = [][]Value{nil}
}

// renumber drops the blocks that are not kept, and their sites.
func (b *body) renumber(kept []bool) {
	p := b.out
	moved := make([]int32, len(p.Blocks))
	n := int32(0)
	for i := range p.Blocks {
		moved[i] = -1
		if kept[i] {
			moved[i] = n
			n++
		}
	}
	var sites []vc.Site
	blocks := make([]vc.Block, 0, n)
	values := make([][]Value, 0, n)
	for i := range p.Blocks {
		if !kept[i] {
			continue
		}
		blk := p.Blocks[i]
		for k := range blk.Succs {
			blk.Succs[k].To = moved[blk.Succs[k].To]
		}
		for k, s := range blk.Sites {
			site := p.Sites[s]
			site.Block = moved[i]
			blk.Sites[k] = int32(len(sites))
			sites = append(sites, site)
		}
		blocks = append(blocks, blk)
		values = append(values, b.back.Blocks[i])
	}
	p.Blocks, p.Sites, b.back.Blocks = blocks, sites, values
}

// link sets guards of plain edges, predecessors and post-dominators.
func (b *body) link() {
	p := b.out
	for i := range p.Blocks {
		blk := &p.Blocks[i]
		if len(blk.Succs) == 1 && blk.Succs[0].Guard != 0 {
			// The other edges were dropped, so the source implies this one.
			e := &blk.Succs[0]
			blk.Conds = append(blk.Conds, e.Eqs...)
			e.Guard, e.Eqs = 0, nil
		}
		for k := range blk.Succs {
			e := &blk.Succs[k]
			to := &p.Blocks[e.To]
			if e.Guard == 0 {
				e.Guard = to.Guard
			}
			to.Preds = append(to.Preds, vc.Pred{Block: int32(i), Edge: int32(k)})
		}
	}
	postDominators(p.Blocks)
}

// postDominators computes immediate post-dominators in one pass against the
// topological order: the one of a block is the nearest common ancestor of its
// successors in the tree built so far. The virtual exit, -1, is the root.
func postDominators(blocks []vc.Block) {
	depth := make([]int32, len(blocks))
	at := func(i int32) int32 {
		if i < 0 {
			return 0
		}
		return depth[i]
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		blk := &blocks[i]
		dom := int32(-1)
		for k, e := range blk.Succs {
			if k == 0 {
				dom = e.To
				continue
			}
			for o := e.To; dom != o; {
				if at(dom) >= at(o) {
					dom = blocks[dom].IPDom
				} else {
					o = blocks[o].IPDom
				}
			}
		}
		blk.IPDom = dom
		depth[i] = at(dom) + 1
	}
}

// compact drops definitions of constants that nothing needs, and constants
// that do not occur. The entry's guard stays first.
func (b *body) compact() {
	p := b.out
	seen := &b.g.uses.walk.Seen
	seen.Clear()
	for i := range p.Blocks {
		blk := &p.Blocks[i]
		b.occur(blk.Guard)
		b.occur(blk.Conds...)
		for _, e := range blk.Succs {
			b.occur(e.Guard)
			b.occur(e.Eqs...)
		}
	}
	for i := range p.Sites {
		b.occur(p.Sites[i].Guard)
		b.occur(p.Sites[i].Args...)
		b.occur(p.Sites[i].Outs...)
	}
	// A definition uses only earlier ones.
	needed := make([]bool, len(p.Defs))
	for i := len(p.Defs) - 1; i >= 0; i-- {
		if needed[i] = seen.Has(p.Defs[i].Name); needed[i] {
			b.occur(p.Defs[i].Value)
		}
	}
	defs := p.Defs[:0]
	for i, d := range p.Defs {
		if needed[i] {
			defs = append(defs, d)
		}
	}
	p.Defs = defs
	owned := p.Owned[:0]
	for _, t := range p.Owned {
		if seen.Has(t) {
			owned = append(owned, t)
		}
	}
	p.Owned = owned
}

// occur marks terms and all their subterms.
func (b *body) occur(ts ...term.Term) {
	b.g.uses.walk.Visit(b.g.st, func(term.Term) bool { return true }, ts...)
}
