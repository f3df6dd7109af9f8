package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// relevance says how directly the values of a class decide whether the entry's exit is reached: by the conditions at
// the exit (distance 0), by conditions on which these depend, and so on. It looks at what branches assign to a
// variable and what they are taken by, not at how often calls are made.
type relevance struct {
	*classes
	on   map[term.Term][]term.Term // by root: roots on which its values depend, in order
	seen map[[2]term.Term]bool
	dist map[term.Term]int // by root
}

// unreached is the distance of classes of which nothing is known.
const unreached = 1 << 30

func newRelevance(c *classes, sys *vc.System) *relevance {
	r := &relevance{classes: c, on: map[term.Term][]term.Term{}, seen: map[[2]term.Term]bool{}, dist: map[term.Term]int{}}
	for _, p := range sys.Procs {
		r.proc(p)
	}
	entry := sys.Procs[sys.Entry]
	var work []term.Term
	reach := func(t term.Term, d int) {
		if _, ok := r.dist[t]; !ok {
			r.dist[t] = d
			work = append(work, t)
		}
	}
	for i := range entry.Blocks {
		if b := &entry.Blocks[i]; len(b.Succs) == 0 {
			for _, x := range r.compared(b.Conds) {
				reach(x, 0)
			}
		}
	}
	for len(work) > 0 {
		t := work[0]
		work = work[1:]
		for _, x := range r.on[t] {
			reach(x, r.dist[t]+1)
		}
	}
	return r
}

// distance returns the distance of the class of a constant.
func (r *relevance) distance(t term.Term) int {
	if d, ok := r.dist[r.root(t)]; ok {
		return d
	}
	return unreached
}

// proc notes what a procedure says: the value that a variable has where ways meet depends on the conditions of each
// way, a result on those that lead to the exit, and what is defined on what defines it.
func (r *relevance) proc(p *vc.Proc) {
	idom := p.Dominators()
	conds := make([][]term.Term, len(p.Blocks)) // by block: compared
	for i := range p.Blocks {
		conds[i] = r.compared(p.Blocks[i].Conds)
	}
	// until returns the roots compared on the way to a block from one that dominates it.
	until := func(i, from int32) (by []term.Term) {
		for ; i != from; i = idom[i] {
			by = addNew(by, conds[i])
		}
		return by
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for _, e := range b.Preds {
			if eqs := p.Blocks[e.Block].Succs[e.Edge].Eqs; len(eqs) > 0 {
				r.merged(eqs, until(e.Block, idom[i]))
			}
		}
		r.definitions(b.Conds)
		for _, e := range b.Succs {
			r.definitions(e.Eqs)
		}
		if len(b.Succs) == 0 {
			by := addNew(until(int32(i), 0), conds[0])
			for _, t := range p.Out {
				r.depend(t, by)
			}
		}
	}
	for _, d := range p.Defs {
		r.depend(d.Name, r.compared([]term.Term{d.Value}))
	}
}

// merged notes on what the constants depend to which an edge gives a value.
func (r *relevance) merged(eqs, by []term.Term) {
	for _, q := range eqs {
		if r.st.Op(q) != term.OpEq {
			continue
		}
		for _, side := range r.st.Args(q) {
			if r.st.IsConst(side) {
				r.depend(side, by)
			}
		}
	}
}

// addNew adds the roots that are not there.
func addNew(dst, roots []term.Term) []term.Term {
	for _, x := range roots {
		if !slices.Contains(dst, x) {
			dst = append(dst, x)
		}
	}
	return dst
}

// definitions notes on what the constants depend that formulas define: on the other side. What else is compared where
// they are defined is left out: it often has nothing to do with them.
func (r *relevance) definitions(formulas []term.Term) {
	for _, f := range formulas {
		if r.st.Op(f) != term.OpEq {
			continue
		}
		a, b := r.st.Arg(f, 0), r.st.Arg(f, 1)
		if r.st.IsConst(a) {
			r.depend(a, r.compared([]term.Term{b}))
		}
		if r.st.IsConst(b) {
			r.depend(b, r.compared([]term.Term{a}))
		}
	}
}

// flag reports whether a constant has few values, and is no address.
func (c *classes) flag(t term.Term) bool {
	switch c.st.Sort(t) {
	case term.Bool:
		return true
	case term.Int:
		n := len(c.values[c.root(t)])
		return n > 0 && n < maxValues && c.state[c.root(t)] && !c.address[c.root(t)]
	}
	return false
}

func (r *relevance) depend(t term.Term, on []term.Term) {
	if len(on) == 0 || !r.flag(t) {
		return
	}
	x := r.root(t)
	for _, y := range on {
		if k := [2]term.Term{x, y}; x != y && !r.seen[k] {
			r.seen[k] = true
			r.on[x] = append(r.on[x], y)
		}
	}
}

// compared returns the roots of the constants in formulas that stand under no function or array.
func (r *relevance) compared(formulas []term.Term) (out []term.Term) {
	r.st.Visit(func(t term.Term) bool {
		switch {
		case r.st.Op(t) == term.OpSelect, r.st.Op(t) == term.OpStore:
			return false
		case r.st.IsConst(t) && r.flag(t):
			if x := r.root(t); !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
		return true
	}, formulas...)
	return out
}
