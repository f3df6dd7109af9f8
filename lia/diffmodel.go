package lia

import (
	"math"
	"slices"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// distanceModel is the part of the candidate model that the graph chooses.
type distanceModel struct {
	vals  []int64 // by variable
	known []bool  // by variable: vals has it

	firstDiseq []int32 // by root: an asserted disequality, in diseqLinks
	diseqLinks []atomLink
}

// chooseValues gives values to the variables of the graph, one after the other, each
// within the bounds from those chosen before. These always leave a value, since the
// graph is closed. Values that others have are avoided, and above all those
// that asserted disequalities forbid.
func (g *differences) chooseValues() {
	n := g.graph.NumVars()
	if n == 0 {
		return
	}
	g.vals = append(g.vals[:0], make([]int64, n)...)
	g.known = append(g.known[:0], make([]bool, n)...)
	g.known[0] = true // Zero
	g.known[g.realZero] = true
	g.indexDiseqs()
	for i, n := range g.tracked {
		if g.nodes[n].kind == sum {
			continue
		}
		v := g.places[n].x
		if g.nodes[n].real {
			g.vals[v] = g.chooseReal(n, i)
		} else {
			g.vals[v] = g.chooseDistance(n, i)
			g.used[g.vals[v]-g.host.Offset(n)] = struct{}{}
		}
		g.known[v] = true
	}
}

// distances returns the range that the values chosen so far leave for n; the
// ends of int64 are no bounds.
func (g *differences) distances(n theory.Node) (lo, hi int64) {
	v := g.places[n].x
	lo, hi = math.MinInt64, math.MaxInt64
	for u, known := range g.known {
		if !known {
			continue
		}
		u := difference.Var(u)
		if d := g.graph.Bound(u, v); d != difference.Infinite {
			lo = max(lo, g.vals[u]-d)
		}
		if d := g.graph.Bound(v, u); d != difference.Infinite {
			hi = min(hi, g.vals[u]+d)
		}
	}
	return lo, hi
}

// chooseDistance returns a value for n.
func (g *differences) chooseDistance(n theory.Node, rank int) int64 {
	lo, hi := g.distances(n)
	x, step := int64(modelBase+modelStride*rank), int64(1)
	switch {
	case lo != math.MinInt64:
		x = lo
	case hi != math.MaxInt64:
		x, step = hi, -1
	}
	g.forbidEqual(n)
	best, found := x, false
	for range modelTries {
		if x < lo || x > hi {
			break
		}
		if !slices.Contains(g.forbidden, x) {
			if _, used := g.used[x-g.host.Offset(n)]; !used {
				return x
			}
			if !found {
				best, found = x, true
			}
		}
		x += step
	}
	return best
}

// indexDiseqs finds the asserted disequalities by the roots of both sides.
func (g *differences) indexDiseqs() {
	g.firstDiseq = lengthen(g.firstDiseq, len(g.nodes), 0)
	clear(g.firstDiseq)
	g.diseqLinks = append(g.diseqLinks[:0], atomLink{})
	for _, i := range g.diseqs {
		for _, n := range [...]theory.Node{g.atoms[i].x, g.atoms[i].y} {
			first := &g.firstDiseq[g.host.Root(n)]
			g.diseqLinks = append(g.diseqLinks, atomLink{i, *first})
			*first = int32(len(g.diseqLinks) - 1)
		}
	}
}

// forbidEqual collects in g.forbidden the values that disequalities exclude for
// n, as far as the values of the other sides are chosen.
func (g *differences) forbidEqual(n theory.Node) {
	g.forbidden = g.forbidden[:0]
	r, off := g.host.Root(n), g.host.Offset(n)
	for i := g.firstDiseq[r]; i != 0; i = g.diseqLinks[i].next {
		a := &g.atoms[g.diseqLinks[i].atom]
		// value(x) = value(y) + c is forbidden
		if g.host.Root(a.x) == r {
			if v, ok := g.distanceValue(a.y); ok {
				g.forbidden = append(g.forbidden, v+a.c-g.host.Offset(a.x)+off)
			}
		} else if v, ok := g.distanceValue(a.x); ok {
			g.forbidden = append(g.forbidden, v-a.c-g.host.Offset(a.y)+off)
		}
	}
}

// distanceValue returns the value of a node whose class is fixed or has one from
// the graph.
func (g *differences) distanceValue(n theory.Node) (int64, bool) {
	r := g.host.Root(n)
	c, off := &g.class[r], g.host.Offset(n)
	switch {
	case g.isFixed(r) && g.nodes[n].real:
		return g.length(g.numeralOf(c))
	case g.isFixed(r):
		return c.loVal + off, true
	}
	if c.rep == 0 || g.nodes[c.rep].kind == sum {
		return 0, false
	}
	v := g.places[c.rep].x
	return g.vals[v] - g.host.Offset(c.rep) + off, g.known[v]
}

// value returns the value of an active node in the model of the graph.
func (g *differences) value(n theory.Node) num.Rat {
	p := g.places[n]
	if g.nodes[n].real {
		return g.realDistance(n)
	}
	if g.nodes[n].kind != sum {
		return intOf(g.vals[p.x])
	}
	x, _ := g.distanceValue(g.ofVar[p.x])
	y, _ := g.distanceValue(g.ofVar[p.y])
	return intOf(x - y + p.base)
}
