package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// Reals have no bounds by class: machine words are too small for them. A Real in an
// asserted inequality is active at once, and the graph (realdiff.go) or the tableau
// keeps its bounds, the latter as delta-rationals; a class knows at most the numeral
// that is a member. Equal active Reals are tied, and shared ones (theory.Graph.Shared) with
// one value are merged with its numeral. Bounds derived from rows propagate atoms but are not
// asserted: over the rationals two rows push each other forever. (to_real x) is a multiple of
// x and gets a row only if the candidate has it wrong.

// bound is a bound of a Real.
type bound struct {
	val    num.Rat
	upper  bool
	strict bool
}

// excludes reports whether v violates b.
func (b *bound) excludes(v num.Rat) bool {
	c := b.val.Cmp(v)
	return c == 0 && b.strict || c != 0 && (c < 0) == b.upper
}

// numeralOf returns the value of a class of Reals with a numeral.
func (s *Solver) numeralOf(c *class) num.Rat {
	return s.terms.RatValue(s.nodes[s.rec(c.lo).node].term)
}

// boundOf returns the present bound of a Real n on one side and its record; 0 if
// there is none.
func (s *Solver) boundOf(n theory.Node, upper bool) (bound, recID) {
	if c := &s.class[s.host.Root(n)]; c.lo != 0 {
		id := c.lo
		if upper {
			id = c.hi
		}
		return bound{val: s.numeralOf(c), upper: upper}, id
	}
	if !s.nodes[n].active || s.stale {
		return bound{}, 0
	}
	return s.proc.bound(n, upper)
}

// boundBy returns the bound that the literal l of an atom with a constant states.
func (s *Solver) boundBy(a *atom, l sat.Lit) bound {
	holds := l == a.lit
	return bound{s.consts[a.c], (a.kind == atomUpper) == holds, !holds}
}

// decideAtoms propagates the atoms of n that its bound b, record id, decides.
func (s *Solver) decideAtoms(n theory.Node, b *bound, id recID) {
	for i := s.nodes[n].first; i >= 0 && !s.conflicting; i = s.links[i].next {
		a := &s.atoms[s.links[i].atom]
		if l, ok := s.decides(a, b); ok {
			s.propagate(l, id)
		}
	}
}

// decides returns the literal of an atom that follows from a bound of its node.
func (s *Solver) decides(a *atom, b *bound) (sat.Lit, bool) {
	switch a.kind {
	case atomUpper, atomLower:
		c := s.consts[a.c]
		if b.upper == (a.kind == atomUpper) {
			k := b.val.Cmp(c)
			return a.lit, k == 0 || (k < 0) == b.upper
		}
		return a.lit.Not(), b.excludes(c)
	case atomPair:
		if s.isRealNumeral(a.y) {
			return a.lit.Not(), b.excludes(s.terms.RatValue(s.nodes[a.y].term))
		}
	}
	return 0, false
}

// visitReal is visitAtom for Reals.
func (s *Solver) visitReal(a *atom) {
	lo, loID := s.boundOf(a.x, false)
	hi, hiID := s.boundOf(a.x, true)
	if a.kind == atomPair && !s.isRealNumeral(a.y) {
		s.visitRealPair(a, &lo, loID, &hi, hiID)
		return
	}
	if loID != 0 {
		if l, ok := s.decides(a, &lo); ok {
			s.propagate(l, loID)
			return
		}
	}
	if hiID != 0 {
		if l, ok := s.decides(a, &hi); ok {
			s.propagate(l, hiID)
		}
	}
}

// visitRealPair propagates x != y if the bounds of x, which are given, and those of y
// are apart.
func (s *Solver) visitRealPair(a *atom, xl *bound, xlID recID, xh *bound, xhID recID) {
	if s.host.Root(a.x) == s.host.Root(a.y) {
		return // the e-graph knows
	}
	yl, ylID := s.boundOf(a.y, false)
	yh, yhID := s.boundOf(a.y, true)
	r := rec{kind: recApart, node: a.x, other: a.y}
	switch {
	case xlID != 0 && yhID != 0 && crossed(xl, &yh):
		r.a, r.b = xlID, yhID
	case xhID != 0 && ylID != 0 && crossed(&yl, xh):
		r.a, r.b = xhID, ylID
	default:
		return
	}
	s.propagate(a.lit.Not(), s.record(r))
}

// crossed reports whether a lower bound is above an upper one.
func crossed(lo, hi *bound) bool {
	c := lo.val.Cmp(hi.val)
	return c > 0 || c == 0 && (lo.strict || hi.strict)
}

// derivedReal propagates the atoms of n that a bound from the tableau or the
// graph decides.
func (s *Solver) derivedReal(kind recKind, n theory.Node, b bound, tok simplex.Token) {
	id := recID(0)
	for k := s.nodes[n].first; k >= 0 && !s.conflicting; k = s.links[k].next {
		l, ok := s.decides(&s.atoms[s.links[k].atom], &b)
		if !ok || s.host.Value(l) == sat.True {
			continue
		}
		if id == 0 {
			s.stats.rowBounds++
			id = s.recordReal(rec{kind: kind, node: n, upper: b.upper, strict: b.strict, tok: tok}, b.val)
		}
		s.propagate(l, id)
	}
}

// recordReal makes a record with the value v of a Real.
func (s *Solver) recordReal(r rec, v num.Rat) recID {
	r.val = int64(len(s.reals))
	s.reals = append(s.reals, v)
	return s.record(r)
}

// valueOf returns the value of a record's bound.
func (s *Solver) valueOf(r *rec) num.Rat {
	if !s.nodes[r.node].real {
		return num.RatFromInt64(r.val)
	}
	switch r.kind {
	case recAlways:
		return s.terms.RatValue(s.nodes[r.node].term)
	case recAtom:
		return s.consts[s.atomOfLit(r.lit).c]
	}
	return s.reals[r.val]
}
