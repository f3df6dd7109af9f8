package lia

import (
	"slices"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// sparse is the procedure for x - y <= c over Ints where the matrix of differences is too small: package difference's
// Sparse. It finds all conflicts of differences, and all bounds of single terms, but not those of other differences.
//
// Programs count what they allocate: each call of malloc, and each procedure that may call it, says that a counter does
// not fall. These are hundreds of differences that are all connected, which hardly matter to the property. In a tableau
// their rows are long, for each counter is another one plus all slacks between them; here each costs one edge. Beside
// them are a few sums of more terms (the size that is allocated is no constant). A sum that is not a difference is set
// aside: only intervals are propagated (interval.go), and the final check looks for values of all but two of its terms
// that make it a difference (aside.go). If it finds none, the tableau decides that check; it takes over where there are
// many such sums.
//
// In device drivers 99 of 100 sums are differences of such counters (docs/history/experiments.md).
type sparse struct {
	layout
	graph *difference.Sparse
	aside
	intervals
	marks []asideMark
	sparseModel

	news  []difference.Implied
	equal []difference.Equality
}

func (g *sparse) init(s *Solver) {
	g.graph = difference.NewSparse()
	g.graph.Deepest = deepest
	g.layout = layout{Solver: s, graph: g.graph}
	g.taken = map[int64]struct{}{}
}

// attach gives n a place in the graph, or sets it aside.
func (g *sparse) attach(n theory.Node) bool {
	x := &g.nodes[n]
	switch {
	case g.hasPlace(n):
		return true
	case x.real || g.isLong(n):
		return false
	case x.kind != sum && x.kind != multiple:
		return g.putTerm(n)
	}
	if ends, base, ok := g.difference(n); ok && base > -difference.MaxSparseLength && base < difference.MaxSparseLength {
		if !g.attach(ends[0]) || !g.attach(ends[1]) {
			return false
		}
		g.setPlace(n, place{g.places[ends[0]].x, g.places[ends[1]].x, base})
		return true
	}
	return g.setAside(n)
}

// putTerm makes n, which is not a sum, a variable of the graph. Its bounds matter.
func (g *sparse) putTerm(n theory.Node) bool {
	if n == theory.Zero {
		return true
	}
	if g.graph.NumVars() == 0 {
		g.newPoint(theory.Zero)
	}
	if g.graph.NumVars() == difference.MaxSparseVars {
		return false
	}
	v := g.newPoint(n)
	g.setPlace(n, place{x: v})
	g.dirty = true
	g.graph.Watch(v, true, uint32(n)<<1|1)
	g.graph.Watch(v, false, uint32(n)<<1)
	return true
}

// watch is about Reals.
func (g *sparse) watch(theory.Node) {}

// assertReal declines.
func (g *sparse) assertReal(theory.Node, *bound, recID) bool { return false }

// bound is about Reals.
func (g *sparse) bound(theory.Node, bool) (bound, recID) { return bound{}, 0 }

// sync gives the bounds of n's class to the graph. Those of a sum that is set aside wait for the final check.
func (g *sparse) sync(n theory.Node) bool {
	if !g.hasPlace(n) {
		g.dirty = true
		return true
	}
	return g.addAll(g.boundEdges(n))
}

// tie adds the difference of x and y, of one class. If one is a sum that waits for the final check, unless it follows
// by congruence.
func (g *sparse) tie(x, y theory.Node) bool {
	if g.isSum(x) || g.isSum(y) {
		k := g.host.Offset(x) - g.host.Offset(y)
		return g.hasPlace(x) && g.hasPlace(y) && g.tiedAlready(x, y, k) || g.setAsideTie(x, y)
	}
	return g.addAll(g.tieEdges(x, y))
}

func (g *sparse) isSum(n theory.Node) bool {
	return g.nodes[n].kind == sum || g.nodes[n].kind == multiple
}

// addAll adds edges; false if one is too long for the graph. Those that no small values violate are left to the final
// check.
func (g *sparse) addAll(es []difference.Edge) bool {
	es = slices.DeleteFunc(es, func(e difference.Edge) bool { return e.C >= difference.MaxSparseLength })
	return g.addEdges(difference.MaxSparseLength, es)
}

// disequal does nothing: the final check looks at disequalities.
func (g *sparse) disequal(int32) {}

// splitEarly does nothing: models show which splits are needed.
func (g *sparse) splitEarly() {}

// check has nothing to do: the graph finds conflicts when edges are added.
func (g *sparse) check(int64) { g.dirty = false }

// derive gets bounds and equalities from the graph; it reports whether there were new bounds.
func (g *sparse) derive() bool {
	g.dirty = false
	g.news = g.graph.Implied(g.news[:0])
	g.equal = g.graph.Equalities(g.equal[:0])
	for _, b := range g.news {
		r := rec{kind: recChain, node: theory.Node(b.Tag >> 1), upper: b.Tag&1 != 0, tok: simplex.Token(b.Token), val: b.C}
		if !r.upper {
			r.val = -b.C
		}
		if why := g.graph.First(difference.Token(b.Token)).Why; why&tied == 0 {
			r.depth = g.rec(recID(uint32(why))).depth
		}
		g.tighten(r)
	}
	for _, e := range g.equal {
		g.mergeEqual(e, recPair)
	}
	squeezed := g.squeeze()
	g.settle()
	return (squeezed || len(g.news) > 0) && !g.conflicting
}

// explain adds why a bound or an equality that the graph derived holds.
func (g *sparse) explain(r *rec, dst *theory.Antecedents) {
	g.bySum = r.kind == recSum
	switch r.kind {
	case recPair:
		g.expandCycle(*r, dst)
	case recSum:
		g.explainSum(r, dst)
	default:
		g.loadPath(r)
		g.expandPath(dst)
	}
}

// premises returns the bounds that the last explanation is the sum of.
func (g *sparse) premises(c *cert.Certificate) []cert.Premise {
	if g.bySum {
		return g.sumPremises(c)
	}
	return g.layout.premises(c)
}

func (g *sparse) push() {
	g.marks = append(g.marks, asideMark{len(g.later), len(g.pairs), len(g.causes)})
	g.graph.Push()
}

func (g *sparse) backtrack(level int) {
	m := &g.marks[level]
	g.later, g.pairs, g.causes = g.later[:m.later], g.pairs[:m.pairs], g.causes[:m.causes]
	g.marks = g.marks[:level]
	g.graph.Backtrack(level)
}

func (g *sparse) invariants() error { return g.graph.Invariants() }
func (g *sparse) undone() error     { return g.graph.Undone() }

func (g *sparse) addStats(add func(name string, n int64)) {
	c := g.graph.Stats()
	add("sparse-edges", c.Edges)
	add("sparse-paths", c.Changes)
	add("set-aside", g.stats.aside)
	add("set-aside-solved", g.stats.asideSolved)
	add("left-to-rows", g.stats.declined)
}
