package lia

import (
	"fmt"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
)

// differences is the procedure for x - y <= c: the closure of a graph, in package
// difference. Every active term is a variable; its bounds are edges to and from the
// variable of Zero, and bounds of a difference are edges between its two terms. Reals are
// represented as integers (realdiff.go).
type differences struct {
	layout
	graph *difference.Graph
	scaling

	apart queue[int32] // atoms of disequalities to split on early
	marks []queueMark  // of apart, by level

	news  []difference.Implied
	equal []difference.Equality

	distanceModel
}

func (g *differences) init(s *Solver) {
	g.graph, g.den = difference.New(), 1
	g.layout = layout{Solver: s, graph: g.graph}
}

// attach gives n a place in the graph, if it can have one.
func (g *differences) attach(n theory.Node) bool {
	if p := g.placeOf(n); p.x != p.y {
		return true
	}
	switch g.nodes[n].kind {
	case multiple:
		return false
	case sum:
		return g.putDifference(n)
	}
	return !g.isLong(n) && g.putTerm(n)
}

// putTerm makes n, which is not a sum, a variable of the graph.
func (g *differences) putTerm(n theory.Node) bool {
	if g.placeOf(n) != (place{}) {
		return true
	}
	if g.graph.NumVars() == 0 {
		g.newPoint(theory.Zero)
	}
	if g.nodes[n].real && g.realZero == 0 && g.graph.NumVars() < g.limits.matrix {
		g.realZero = g.newPoint(theory.Zero)
	}
	if g.graph.NumVars() >= g.limits.matrix {
		return false
	}
	var zero difference.Var
	if g.nodes[n].real {
		zero = g.realZero
	}
	g.setPlace(n, place{x: g.newPoint(n), y: zero})
	return true
}

// setPlace also watches the bounds that the graph finds for n. Those of a Real matter
// only if it has atoms.
func (g *differences) setPlace(n theory.Node, p place) {
	g.layout.setPlace(n, p)
	if x := &g.nodes[n]; !x.real || x.first >= 0 {
		g.watchPlace(n)
	}
}

// watch watches the bounds of the Real n, if it has a place.
func (g *differences) watch(n theory.Node) {
	if p := g.placeOf(n); p.x != p.y {
		g.watchPlace(n)
	}
}

func (g *differences) watchPlace(n theory.Node) {
	p := g.places[n]
	g.dirty = true // the graph may know bounds already
	g.graph.Watch(p.x, p.y, uint32(n)<<1|1)
	g.graph.Watch(p.y, p.x, uint32(n)<<1)
}

// putDifference gives the sum n a place if it is x - y + base.
func (g *differences) putDifference(n theory.Node) bool {
	ends, base, ok := g.difference(n)
	if !ok {
		return false
	}
	for _, m := range ends {
		if !g.attach(m) {
			return false
		}
	}
	g.setPlace(n, place{g.places[ends[0]].x, g.places[ends[1]].x, base})
	return true
}

// sync gives the bounds of n's class to the graph.
func (g *differences) sync(n theory.Node) bool {
	if g.nodes[n].real {
		c := &g.class[g.host.Root(n)]
		v := g.numeralOf(c)
		return g.assertReal(n, &bound{val: v}, c.lo) && g.assertReal(n, &bound{val: v, upper: true}, c.hi)
	}
	return g.addEdges(difference.MaxLength, g.boundEdges(n))
}

// tie adds the difference of x and y, of one class. Equality of two sums is no
// constraint on two variables, but for most of them it follows by congruence.
func (g *differences) tie(x, y theory.Node) bool {
	if g.nodes[x].kind == sum || g.nodes[y].kind == sum {
		return g.tiedAlready(x, y, g.host.Offset(x)-g.host.Offset(y))
	}
	return g.addEdges(difference.MaxLength, g.tieEdges(x, y))
}

// check has nothing to do: the graph finds conflicts when edges are added.
func (g *differences) check(int64) { g.dirty = false }

// integrate has nothing to do: the values of Ints are integers.
func (g *differences) integrate() theory.Status { return theory.Consistent }

// derive gets bounds and equalities from the graph; it reports whether
// there were any.
func (g *differences) derive() bool {
	g.dirty = false
	g.news = g.graph.Implied(g.news[:0])
	g.equal = g.graph.Equalities(g.equal[:0])
	for _, b := range g.news {
		n := theory.Node(b.Tag >> 1)
		if g.nodes[n].real {
			g.derivedReal(recPath, n, g.boundAt(n, b.C, b.Tag&1 != 0), simplex.Token(b.Token))
			continue
		}
		r := rec{kind: recPath, node: n, upper: b.Tag&1 != 0, tok: simplex.Token(b.Token)}
		if base := g.places[n].base; r.upper {
			r.val = b.C + base
		} else {
			r.val = base - b.C
		}
		g.tighten(r)
	}
	for _, e := range g.equal {
		if g.isRealPoint(e.X) {
			g.mergeEqualReals(e)
		} else {
			g.mergeEqual(e, recCycle)
		}
	}
	g.settle()
	return len(g.news) > 0 && !g.conflicting
}

// disequal queues a disequality that holds throughout the search.
func (g *differences) disequal(i int32) {
	if a := &g.atoms[i]; a.kind == atomPair && !g.nodes[a.x].real && len(g.marks) <= 1 {
		g.apart.push(i)
	}
}

// splitEarly splits on disequalities between variables of the graph that hold
// throughout the search. In pure difference problems they are constraints like any
// other and should propagate, not wait for a model that violates them: placing 40 queens
// takes too many models.
func (g *differences) splitEarly() {
	for g.apart.more() && !g.conflicting {
		a := &g.atoms[g.apart.pop()]
		if g.class[g.host.Root(a.x)].rep != 0 && g.class[g.host.Root(a.y)].rep != 0 {
			g.trichotomy(a)
		}
	}
}

// explain adds why a bound or an equality that the graph derived holds.
func (g *differences) explain(r *rec, dst *theory.Antecedents) {
	switch {
	case r.kind == recCycle:
		g.expandCycle(*r, dst)
		return
	case g.nodes[r.node].real:
		g.loadRealPath(r)
	default:
		g.loadPath(r)
	}
	g.expandPath(dst)
}

func (g *differences) push() {
	g.marks = append(g.marks, g.apart.mark())
	g.graph.Push()
}

func (g *differences) backtrack(level int) {
	g.apart.reset(g.marks[level])
	g.marks = g.marks[:level]
	g.graph.Backtrack(level)
}

func (g *differences) invariants() error { return g.graph.Invariants() }

func (g *differences) undone() error {
	if n := len(g.apart.items); n > 0 {
		return fmt.Errorf("lia: %d disequalities are left to split on", n)
	}
	return g.graph.Undone()
}

func (g *differences) addStats(add func(name string, n int64)) {
	c := g.graph.Stats()
	add("edges", c.Edges)
	add("distances", c.Changes)
}
