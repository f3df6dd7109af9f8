package inline

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxDivisions is how many call sites Divide weighs up, those first that leave about half of the tree.
const maxDivisions = 64

// division is a way to divide a search: by whether executions reach a block with call sites.
type division struct {
	at     position
	blocks int // how many instances no execution enters that does not reach the block
	musts  int // how many instances no execution enters that does
}

// Divide returns a call site by which to divide the search: executions that make the call have many instances to
// themselves, and so have the others. It is not decided yet, nor is it implied by what is. There may be none.
//
// What the two halves have to themselves is the measure of Hydra: the smaller of the two numbers counts. Of equal ones
// the more even division is better. There is none either if one half would be rid of less than one of so many instances
// (share; 0: of any number), since what both have in common is searched twice.
func (t *Tree) Divide(share int) (best verifier.SiteRef, ok bool) {
	sizes := t.sizes()
	list := t.divisions(sizes)
	rest := func(d *division) int { return min(d.blocks, sizes[0]-d.blocks) }
	slices.SortStableFunc(list, func(a, b division) int { return cmp.Compare(rest(&b), rest(&a)) })
	list = list[:min(len(list), maxDivisions)]
	var top *division
	for i := range list {
		d := &list[i]
		d.musts = t.without(d.at, sizes)
		if top == nil || cmp.Or(cmp.Compare(min(d.blocks, d.musts), min(top.blocks, top.musts)),
			cmp.Compare(rest(d), rest(top))) > 0 {
			top = d
		}
	}
	if top == nil || share > 0 && min(top.blocks, top.musts)*share < sizes[0] {
		return best, false
	}
	at := slices.IndexFunc(t.Proc(top.at.inst).Sites, func(s vc.Site) bool { return s.Block == top.at.blocks[0] })
	return verifier.SiteRef{Instance: int32(top.at.inst), Site: int32(at)}, true
}

// sizes returns for each instance how many there are that executions enter by way of it, itself included, but for
// those that what is decided excludes.
func (t *Tree) sizes() []int {
	dead := make([]bool, len(t.instances))
	for _, d := range t.decided {
		chain := t.chain(t.position(d.site))
		for i := 1; i < len(dead); i++ {
			below := t.instances[i].below
			if !d.Must {
				dead[i] = dead[i] || t.guardOf(below) == t.blockGuard(d.site)
			} else if up, on := chain[below.inst]; on && t.apart(up, below) {
				dead[i] = true
			}
		}
	}
	sizes := make([]int, len(t.instances))
	for i := range sizes {
		if up := t.instances[i].below.inst; up >= 0 {
			dead[i] = dead[i] || dead[up]
		}
		if !dead[i] {
			sizes[i] = 1
		}
	}
	for i := len(sizes) - 1; i > 0; i-- {
		sizes[t.instances[i].below.inst] += sizes[i]
	}
	return sizes
}

// chain returns by instance the position by way of which executions get to another one.
func (t *Tree) chain(at position) map[InstID]position {
	out := map[InstID]position{}
	for ; at.inst >= 0; at = t.instances[at.inst].below {
		out[at.inst] = at
	}
	return out
}

// guardOf returns the guard that all blocks of a position have; 0 if they have several.
func (t *Tree) guardOf(at position) term.Term {
	var guard term.Term
	for i, b := range at.blocks {
		g := t.stamper.Block(&t.instances[at.inst].Instance, b)
		if i > 0 && g != guard {
			return 0
		}
		guard = g
	}
	return guard
}

// divisions returns the blocks by way of which executions enter instances, each guard once: those that are not decided
// and may be reached or not.
func (t *Tree) divisions(sizes []int) (list []division) {
	fixed := map[term.Term]bool{0: true}
	for _, d := range t.decided {
		fixed[t.blockGuard(d.site)] = true
		if d.Must {
			for at := t.position(d.site); at.inst >= 0; at = t.instances[at.inst].below {
				fixed[t.guardOf(at)] = true
			}
		}
	}
	number := map[term.Term]int{}
	for i := 1; i < len(sizes); i++ {
		at := t.instances[i].below
		guard := t.guardOf(at)
		if sizes[i] == 0 || fixed[guard] || guard == t.instances[at.inst].Guard {
			continue // the last is decided where the instance is entered
		}
		n, ok := number[guard]
		if !ok {
			n = len(list)
			number[guard] = n
			list = append(list, division{at: at})
		}
		list[n].blocks += sizes[i]
	}
	return list
}

// without returns how many instances no execution enters that gets to a position.
func (t *Tree) without(at position, sizes []int) (n int) {
	chain := t.chain(at)
	for i := 1; i < len(sizes); i++ {
		below := t.instances[i].below
		if up, on := chain[below.inst]; on && t.apart(up, below) {
			n += sizes[i]
		}
	}
	return n
}
