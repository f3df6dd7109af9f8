package lia

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// chooseValues takes the values of the graph, of which different ones are made equal only if they have to be.
func (g *sparse) chooseValues() {
	g.spread()
	g.vals = g.vals[:0]
	for v := range difference.Var(g.graph.NumVars()) {
		g.vals = append(g.vals, g.graph.Value(v))
	}
	g.surface()
}

// spread moves the values of the graph apart, as far as its edges allow. The highest one comes first, so that there is
// room below it: a chain of variables of which none is less than the one before begins with equal values.
func (g *sparse) spread() {
	g.order = g.order[:0]
	clear(g.taken)
	for _, n := range g.actives {
		switch p, r := g.placeOf(n), g.host.Root(n); {
		case p.x == 0 || p.y != 0:
		case g.isFixed(r):
			g.taken[g.class[r].loVal] = struct{}{}
		default:
			g.order = append(g.order, p.x)
		}
	}
	slices.SortFunc(g.order, func(v, w difference.Var) int {
		return cmp.Or(cmp.Compare(g.graph.Value(w), g.graph.Value(v)), cmp.Compare(w, v))
	})
	for i, v := range g.order {
		if g.host.Stopped() {
			return
		}
		n := g.ofVar[v]
		x := g.apartFromOthers(n, v, int64(modelBase+modelStride*(len(g.order)-i)))
		g.graph.Move(v, x)
		g.taken[x-g.host.Offset(n)] = struct{}{}
	}
}

// apartFromOthers returns a value that the edges allow, near the given one; if possible, one that no other class has.
func (g *sparse) apartFromOthers(n theory.Node, v difference.Var, near int64) int64 {
	lo, hi := g.graph.Room(v)
	x, step := near, int64(-1)
	switch {
	case x < lo:
		x, step = lo, 1
	case x > hi:
		x = hi
	}
	off := g.host.Offset(n)
	for try := int64(0); try < modelTries && x >= lo && x <= hi; try++ {
		if _, used := g.taken[x-off]; !used {
			return x
		}
		x += step
	}
	return g.graph.Value(v)
}

// value returns the value of an active node.
func (g *sparse) value(n theory.Node) num.Rat {
	p := g.placeOf(n)
	if p.x == p.y {
		return g.valueOfSum(n)
	}
	return intOf(g.vals[p.x] - g.vals[p.y] + p.base)
}

// sparseModel is the part of the candidate model that the graph chooses.
type sparseModel struct {
	vals  []int64 // by variable
	order []difference.Var
	taken map[int64]struct{} // values of roots, while they are spread
}
