package lia

import (
	"math"
	"slices"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// The graph of differences represents Reals by integers: x - y <= c is an edge of length
// ticks*den*c, where den is a multiple of all denominators, and x - y < c is an edge
// shorter by 1. Paths of the matrix are simple and so have fewer edges than ticks; hence the
// length of a path, rounded up to a multiple of ticks, is the sum of its constants, and
// the remainder shows whether the bound is strict. Integers that satisfy the edges, divided by
// ticks*den, satisfy the constraints, so models need no infinitesimals. A new denominator
// rescales all lengths in place.
//
// The zero of the Reals is a variable of its own: a path between Ints and Reals would be
// meaningless.

const (
	ticks = 2 * difference.MaxVars
	// maxDen bounds den.
	maxDen = 1 << 20
)

type scaling struct {
	realZero difference.Var // 0: there is none yet
	den      int64
	longest  int64 // bounds the lengths of the edges of Reals
}

// isRealPoint reports whether v stands for a Real.
func (g *differences) isRealPoint(v difference.Var) bool {
	return v != 0 && (v == g.realZero || g.nodes[g.ofVar[v]].real)
}

// length returns the length of an edge for the constant v; false if den is not a multiple
// of v's denominator, or the edge would be too long.
func (g *differences) length(v num.Rat) (int64, bool) {
	c, ok := v.Mul(num.RatFromInt64(g.den)).Int64()
	const most = difference.MaxLength/ticks - 1
	if !ok || c <= -most || c >= most {
		return 0, false
	}
	return c * ticks, true
}

// valueAt is the inverse of length: the constant, and whether the bound is strict.
func (g *differences) valueAt(c int64) (v num.Rat, strict bool) {
	q := ceilDiv(c, ticks)
	return num.FromInts(num.FromInt64(q), num.FromInt64(g.den)), q*ticks != c
}

// divide makes den a multiple of the denominator of v; false if den or an edge would become
// too large.
func (g *differences) divide(v num.Rat) bool {
	den, ok := num.FromInt64(g.den).LCM(v.Den()).Int64()
	if !ok || den > maxDen || g.longest >= difference.MaxLength/(den/g.den) {
		return false
	}
	k := den / g.den
	g.den = den
	if k == 1 {
		return true
	}
	g.longest *= k
	g.graph.Map(func(x difference.Var, c int64) int64 {
		if !g.isRealPoint(x) {
			return c
		}
		return c + (k-1)*ceilDiv(c, ticks)*ticks
	})
	return true
}

// assertReal gives a bound of the Real n to the graph.
func (g *differences) assertReal(n theory.Node, b *bound, id recID) bool {
	p := g.places[n]
	v := b.val.Sub(num.RatFromInt64(p.base))
	if !b.upper {
		p.x, p.y, v = p.y, p.x, v.Neg()
	}
	ok := g.divide(v)
	c, fits := g.length(v)
	if !ok || !fits {
		return false
	}
	g.longest = max(g.longest, c, -c)
	if b.strict {
		c--
	}
	g.adding = append(g.adding[:0], difference.Edge{X: p.x, Y: p.y, C: c, Why: becauseOf(n, id)})
	return g.addEdges(difference.MaxLength, g.adding)
}

// boundAt returns the bound of n that a length stands for.
func (g *differences) boundAt(n theory.Node, c int64, upper bool) bound {
	v, strict := g.valueAt(c)
	if !upper {
		v = v.Neg()
	}
	return bound{v.Add(num.RatFromInt64(g.places[n].base)), upper, strict}
}

// bound returns the bound of the Real n from the shortest path.
func (g *differences) bound(n theory.Node, upper bool) (bound, recID) {
	p := g.places[n]
	if !upper {
		p.x, p.y = p.y, p.x
	}
	c := g.graph.Bound(p.x, p.y)
	if c == difference.Infinite {
		return bound{}, 0
	}
	b := g.boundAt(n, c, upper)
	tok := simplex.Token(g.graph.Token(p.x, p.y))
	return b, g.recordReal(rec{kind: recPath, node: n, upper: upper, strict: b.strict, tok: tok}, b.val)
}

// loadRealPath is loadPath for a Real.
func (g *differences) loadRealPath(r *rec) {
	v := g.valueOf(r).Sub(num.RatFromInt64(g.places[r.node].base))
	if !r.upper {
		v = v.Neg()
	}
	c, _ := g.length(v)
	if r.strict {
		c--
	}
	g.path = g.graph.Path(difference.Token(r.tok), c, g.path[:0])
}

// mergeEqualReals merges shared Reals that are equal, or equal to a number.
func (g *differences) mergeEqualReals(e difference.Equality) {
	g.mergeFixedReal(e.X)
	g.mergeFixedReal(e.Y)
	if e.K != 0 || e.X == g.realZero || e.Y == g.realZero || g.conflicting {
		return
	}
	x, y := g.ofVar[e.X], g.ofVar[e.Y]
	a, b := theory.Point{Node: x}, theory.Point{Node: y}
	if !g.host.Shared(x) || !g.host.Shared(y) || g.host.Same(a, b) {
		return
	}
	g.mergePoints(a, b, rec{kind: recCycle, node: x, other: y, tok: simplex.Token(e.Upper), b: recID(e.Lower)})
}

// mergeFixedReal merges a shared Real that has one value with its numeral.
func (g *differences) mergeFixedReal(v difference.Var) {
	n, zero := g.ofVar[v], g.realZero
	if v == zero || g.class[g.host.Root(n)].lo != 0 || !g.host.Shared(n) {
		return
	}
	c, back := g.graph.Bound(v, zero), g.graph.Bound(zero, v)
	if c == difference.Infinite || back == difference.Infinite || c+back != 0 {
		return
	}
	r := rec{kind: recCycle, node: n, tok: simplex.Token(g.graph.Token(v, zero)), b: recID(g.graph.Token(zero, v))}
	k, _ := g.valueAt(c)
	g.wide.push(g.recordReal(r, k))
}

// chooseReal returns a value for n, as a length: one that disequalities do not forbid,
// and if possible an integer, or else a multiple of 1/den.
func (g *differences) chooseReal(n theory.Node, rank int) int64 {
	lo, hi := g.distances(n)
	g.forbidEqual(n)
	best, found := int64(0), false
	for _, step := range [...]int64{ticks * g.den, ticks, 1} {
		x := step * int64(modelBase+modelStride*rank)
		switch {
		case lo != math.MinInt64:
			x = lo + (step-lo%step)%step
		case hi != math.MaxInt64:
			x = hi - (step+hi%step)%step
		}
		if lo == math.MinInt64 && hi != math.MaxInt64 {
			step = -step
		}
		for range modelTries {
			if x < lo || x > hi {
				break
			}
			if !found {
				best, found = x, true
			}
			if !slices.Contains(g.forbidden, x) {
				return x
			}
			x += step
		}
	}
	return best
}

// realDistance is value for a Real.
func (g *differences) realDistance(n theory.Node) num.Rat {
	p := g.places[n]
	c := g.vals[p.x]
	if g.nodes[n].kind == sum {
		x, _ := g.distanceValue(g.ofVar[p.x])
		y, _ := g.distanceValue(g.ofVar[p.y])
		c = x - y
	}
	return num.FromInts(num.FromInt64(c), num.FromInt64(ticks*g.den)).Add(num.RatFromInt64(p.base))
}
