package lia

import (
	"math"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// chooseDistances gives the variables of the graph values, one after the other:
// each within the bounds from those that have theirs, which leave a value since
// the graph knows all that follows. Within them it keeps away from values that
// others have, and above all from those that asserted disequalities forbid.
func (s *Solver) chooseDistances() {
	n := s.graph.NumVars()
	if n == 0 {
		return
	}
	s.vals = append(s.vals[:0], make([]int64, n)...)
	s.known = append(s.known[:0], make([]bool, n)...)
	s.known[0] = true // Zero
	s.known[s.realZero] = true
	s.indexDiseqs()
	for i, n := range s.tracked {
		if s.nodes[n].kind == sum {
			continue
		}
		v := s.places[n].x
		if s.nodes[n].real {
			s.vals[v] = s.chooseReal(n, i)
		} else {
			s.vals[v] = s.chooseDistance(n, i)
			s.used[s.vals[v]-s.host.Offset(n)] = struct{}{}
		}
		s.known[v] = true
	}
}

// distances returns the range that the values chosen so far leave for n; the
// ends of int64 are no bounds.
func (s *Solver) distances(n theory.Node) (lo, hi int64) {
	v := s.places[n].x
	lo, hi = math.MinInt64, math.MaxInt64
	for u, known := range s.known {
		if !known {
			continue
		}
		u := difference.Var(u)
		if d := s.graph.Bound(u, v); d != difference.Infinite {
			lo = max(lo, s.vals[u]-d)
		}
		if d := s.graph.Bound(v, u); d != difference.Infinite {
			hi = min(hi, s.vals[u]+d)
		}
	}
	return lo, hi
}

// chooseDistance returns a value for n.
func (s *Solver) chooseDistance(n theory.Node, rank int) int64 {
	lo, hi := s.distances(n)
	x, step := int64(modelBase+modelStride*rank), int64(1)
	switch {
	case lo != math.MinInt64:
		x = lo
	case hi != math.MaxInt64:
		x, step = hi, -1
	}
	s.forbidEqual(n)
	best, found := x, false
	for range modelTries {
		if x < lo || x > hi {
			break
		}
		if !s.isForbidden(x) {
			if _, used := s.used[x-s.host.Offset(n)]; !used {
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
func (s *Solver) indexDiseqs() {
	for len(s.firstDiseq) < len(s.nodes) {
		s.firstDiseq = append(s.firstDiseq, 0)
	}
	clear(s.firstDiseq)
	s.diseqLinks = append(s.diseqLinks[:0], atomLink{})
	for _, i := range s.diseqs {
		for _, n := range [...]theory.Node{s.atoms[i].x, s.atoms[i].y} {
			first := &s.firstDiseq[s.host.Root(n)]
			s.diseqLinks = append(s.diseqLinks, atomLink{i, *first})
			*first = int32(len(s.diseqLinks) - 1)
		}
	}
}

// forbidEqual collects in s.forbidden the values that disequalities leave out for
// n, as far as the values of the other sides are chosen.
func (s *Solver) forbidEqual(n theory.Node) {
	s.forbidden = s.forbidden[:0]
	r, off := s.host.Root(n), s.host.Offset(n)
	for i := s.firstDiseq[r]; i != 0; i = s.diseqLinks[i].next {
		a := &s.atoms[s.diseqLinks[i].atom]
		// value(x) = value(y) + c is forbidden
		if s.host.Root(a.x) == r {
			if v, ok := s.distanceValue(a.y); ok {
				s.forbidden = append(s.forbidden, v+a.c-s.host.Offset(a.x)+off)
			}
		} else if v, ok := s.distanceValue(a.x); ok {
			s.forbidden = append(s.forbidden, v-a.c-s.host.Offset(a.y)+off)
		}
	}
}

// distanceValue returns the value of a node whose class is fixed or has one from
// the graph.
func (s *Solver) distanceValue(n theory.Node) (int64, bool) {
	r := s.host.Root(n)
	c, off := &s.class[r], s.host.Offset(n)
	switch {
	case s.isFixed(r) && s.nodes[n].real:
		return s.length(s.numeralOf(c))
	case s.isFixed(r):
		return c.loVal + off, true
	}
	if c.rep == 0 || s.nodes[c.rep].kind == sum {
		return 0, false
	}
	v := s.places[c.rep].x
	return s.vals[v] - s.host.Offset(c.rep) + off, s.known[v]
}

// distanceOf returns the value of an active node in the model of the graph.
func (s *Solver) distanceOf(n theory.Node) num.Rat {
	p := s.places[n]
	if s.nodes[n].real {
		return s.realDistance(n)
	}
	if s.nodes[n].kind != sum {
		return intOf(s.vals[p.x])
	}
	x, _ := s.distanceValue(s.ofVar[p.x])
	y, _ := s.distanceValue(s.ofVar[p.y])
	return intOf(x - y + p.base)
}
