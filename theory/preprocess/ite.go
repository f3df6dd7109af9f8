package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// A tree of nested if-then-else terms is compared with a numeral leaf by leaf if
// it has at most smallTree nodes, or at most largeTree if all comparisons agree.
const (
	smallTree = 8
	largeTree = 256
)

// ites replaces comparisons of numerals with trees of if-then-else terms that
// have only numerals as leaves by formulas over the conditions.
func (p *Pipeline) ites() int {
	return p.rewriteTerms(func(t term.Term) {
		if by, ok := p.byLeaves(t); ok && p.sub.image(t) == 0 {
			p.bindFact(t, by)
		}
	})
}

// byLeaves returns a comparison of a tree as a formula over the conditions.
func (p *Pipeline) byLeaves(t term.Term) (term.Term, bool) {
	st := p.st
	if op := st.Op(t); op != term.OpEq && op != term.OpLe {
		return 0, false
	}
	args := [2]term.Term{st.Arg(t, 0), st.Arg(t, 1)}
	side := 0
	if st.IsValue(args[0]) {
		side = 1
	}
	if st.Op(args[side]) != term.OpIte || !st.IsValue(args[1-side]) {
		return 0, false
	}
	tree, ok := p.tree(args[side])
	if !ok {
		return 0, false
	}
	image := make(map[term.Term]term.Term, 2*len(tree)) // never ranged over
	for _, u := range tree {
		if st.Op(u) == term.OpIte {
			image[u] = p.rw.Ite(st.Arg(u, 0), image[st.Arg(u, 1)], image[st.Arg(u, 2)])
			continue
		}
		at := args
		at[side] = u
		image[u] = p.rw.Rebuild(t, at[:])
	}
	by := image[args[side]]
	return by, by != t && (len(tree) <= smallTree || st.IsValue(by))
}

// tree returns the nodes of a tree of if-then-else terms, children first; false
// if it is too large or a leaf is not a numeral.
func (p *Pipeline) tree(root term.Term) ([]term.Term, bool) {
	st := p.st
	tree := []term.Term{root}
	for i := 0; i < len(tree); i++ {
		t := tree[i]
		switch {
		case st.Op(t) == term.OpIte:
			for _, u := range st.Args(t)[1:] {
				if !slices.Contains(tree[max(0, len(tree)-smallTree):], u) {
					tree = append(tree, u)
				}
			}
		case !st.IsValue(t):
			return nil, false
		}
		if len(tree) > largeTree {
			return nil, false
		}
	}
	slices.Sort(tree) // arguments have smaller ids
	return slices.Compact(tree), true
}

// leaves returns the interval of the leaves of a tree of if-then-else terms.
func (p *Pipeline) leaves(t term.Term) interval {
	tree, ok := p.tree(t)
	if !ok {
		return interval{}
	}
	in := interval{hasLo: true, hasHi: true}
	first := true
	for _, u := range tree {
		v, leaf := p.st.NumeralValue(u)
		switch {
		case !leaf:
			continue
		case first:
			in.lo, in.hi, first = v, v, false
		case v.Less(in.lo):
			in.lo = v
		case in.hi.Less(v):
			in.hi = v
		}
	}
	return in
}
