package lia

import (
	"math"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// This file has what the graph of differences needs for Reals. Its lengths are
// integers: x - y <= c is an edge of length ticks*den*c, where den is a multiple
// of all denominators, and x - y < c one that is shorter by 1. No path has as
// many edges as ticks, so the length of a path tells the sum of its constants,
// rounded up, and whether it is strict, from the rest. And integers that satisfy
// the edges, divided by ticks*den, satisfy the constraints.
//
// The zero of the Reals is a variable of its own: paths between Ints and Reals
// would have no meaning.

const (
	ticks = 2 * difference.MaxVars
	// maxDen is the greatest common denominator that the graph can have.
	maxDen = 1 << 20
)

type scaling struct {
	realZero difference.Var // 0: there is none yet
	den      int64
	longest  int64 // bound of the lengths of Reals
}

// isRealPoint reports whether v stands for a Real.
func (s *Solver) isRealPoint(v difference.Var) bool {
	return v != 0 && (v == s.realZero || s.nodes[s.ofVar[v]].real)
}

// length returns the length of edges that say v; false if den is not a multiple
// of its denominator, or it is too long.
func (s *Solver) length(v num.Rat) (int64, bool) {
	c, ok := v.Mul(num.RatFromInt64(s.den)).Int64()
	const most = difference.MaxLength/ticks - 1
	if !ok || c <= -most || c >= most {
		return 0, false
	}
	return c * ticks, true
}

// valueAt returns what a length says: the constant, and whether it is strict.
func (s *Solver) valueAt(c int64) (v num.Rat, strict bool) {
	q := c / ticks
	if c > q*ticks {
		q++
	}
	return num.FromInts(num.FromInt64(q), num.FromInt64(s.den)), q*ticks != c
}

// divide makes den a multiple of the denominator of v; false if it would be too
// great, or an edge too long.
func (s *Solver) divide(v num.Rat) bool {
	den, ok := num.FromInt64(s.den).LCM(v.Den()).Int64()
	if !ok || den > maxDen || s.longest >= difference.MaxLength/(den/s.den) {
		return false
	}
	k := den / s.den
	s.den = den
	if k == 1 {
		return true
	}
	s.longest *= k
	s.graph.Map(func(x difference.Var, c int64) int64 {
		if !s.isRealPoint(x) {
			return c
		}
		q := c / ticks
		if c > q*ticks {
			q++
		}
		return c + (k-1)*q*ticks
	})
	return true
}

// addRealBound gives a bound of the Real n to the graph.
func (s *Solver) addRealBound(n theory.Node, b *bound, id recID) {
	p := s.places[n]
	v := b.val.Sub(num.RatFromInt64(p.base))
	if !b.upper {
		p.x, p.y, v = p.y, p.x, v.Neg()
	}
	ok := s.divide(v)
	c, fits := s.length(v)
	if !ok || !fits {
		s.leaveGraph()
		return
	}
	s.longest = max(s.longest, c, -c)
	if b.strict {
		c--
	}
	s.addEdge(difference.Edge{X: p.x, Y: p.y, C: c, Why: becauseOf(n, id)})
}

// boundAt returns the bound of n that a length says.
func (s *Solver) boundAt(n theory.Node, c int64, upper bool) bound {
	v, strict := s.valueAt(c)
	if !upper {
		v = v.Neg()
	}
	return bound{v.Add(num.RatFromInt64(s.places[n].base)), upper, strict}
}

// boundByPath is boundOf for the graph.
func (s *Solver) boundByPath(n theory.Node, upper bool) (bound, recID) {
	p := s.places[n]
	if !upper {
		p.x, p.y = p.y, p.x
	}
	c := s.graph.Bound(p.x, p.y)
	if c == difference.Infinite {
		return bound{}, 0
	}
	b := s.boundAt(n, c, upper)
	tok := simplex.Token(s.graph.Token(p.x, p.y))
	return b, s.recordReal(rec{kind: recPath, node: n, upper: upper, strict: b.strict, tok: tok}, b.val)
}

// decideByPath propagates the atoms of n that a bound from the graph decides.
func (s *Solver) decideByPath(n theory.Node, i difference.Implied) {
	s.derivedReal(recPath, n, s.boundAt(n, i.C, i.Tag&1 != 0), simplex.Token(i.Token))
}

// loadRealPath is loadPath for a Real.
func (s *Solver) loadRealPath(r *rec) {
	v := s.valueOf(r).Sub(num.RatFromInt64(s.places[r.node].base))
	if !r.upper {
		v = v.Neg()
	}
	c, _ := s.length(v)
	if r.strict {
		c--
	}
	s.path = s.graph.Path(difference.Token(r.tok), c, s.path[:0])
}

// mergeEqualReals merges Reals that are equal, or equal to a number, if others
// than arithmetic care.
func (s *Solver) mergeEqualReals(e difference.Equality) {
	s.mergeFixedReal(e.X)
	s.mergeFixedReal(e.Y)
	if e.K != 0 || e.X == s.realZero || e.Y == s.realZero || s.conflicting {
		return
	}
	x, y := s.ofVar[e.X], s.ofVar[e.Y]
	a, b := theory.Point{Node: x}, theory.Point{Node: y}
	if !s.host.Shared(x) || !s.host.Shared(y) || s.host.Same(a, b) {
		return
	}
	s.stats.merges++
	why := s.record(rec{kind: recCycle, node: x, other: y, tok: simplex.Token(e.Upper), b: recID(e.Lower)})
	s.host.Merge(a, b, theory.Reason(why))
}

// mergeFixedReal merges a shared Real that has one value with its numeral.
func (s *Solver) mergeFixedReal(v difference.Var) {
	n, zero := s.ofVar[v], s.realZero
	if v == zero || s.class[s.host.Root(n)].lo != 0 || !s.host.Shared(n) {
		return
	}
	c, back := s.graph.Bound(v, zero), s.graph.Bound(zero, v)
	if c == difference.Infinite || back == difference.Infinite || c+back != 0 {
		return
	}
	r := rec{kind: recCycle, node: n, tok: simplex.Token(s.graph.Token(v, zero)), b: recID(s.graph.Token(zero, v))}
	k, _ := s.valueAt(c)
	s.wide.push(s.recordReal(r, k))
}

// chooseReal returns a value for n, in lengths: if possible an integer, else a
// multiple of 1/den; and one that disequalities do not forbid.
func (s *Solver) chooseReal(n theory.Node, rank int) int64 {
	lo, hi := s.distances(n)
	s.forbidEqual(n)
	best, found := int64(0), false
	for _, step := range [...]int64{ticks * s.den, ticks, 1} {
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
			if !s.isForbidden(x) {
				return x
			}
			x += step
		}
	}
	return best
}

// realDistance is distanceOf for a Real.
func (s *Solver) realDistance(n theory.Node) num.Rat {
	p := s.places[n]
	c := s.vals[p.x]
	if s.nodes[n].kind == sum {
		x, _ := s.distanceValue(s.ofVar[p.x])
		y, _ := s.distanceValue(s.ofVar[p.y])
		c = x - y
	}
	return num.FromInts(num.FromInt64(c), num.FromInt64(ticks*s.den)).Add(num.RatFromInt64(p.base))
}
