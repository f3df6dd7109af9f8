package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// derivations bounds the rounds of derived bounds in one Propagate.
const derivations = 40

// cheapPivots bounds the pivots of one Propagate.
const cheapPivots = 200

// Assert announces a true and relevant atom.
func (s *Solver) Assert(l sat.Lit) {
	a := s.atomOfLit(l)
	if a == nil || s.conflicting {
		return
	}
	s.stats.asserts++
	s.ready = false
	s.asserted = append(s.asserted, l)
	holds := l == a.lit
	switch a.kind {
	case atomLe:
		r := rec{kind: recAtom, node: a.x, lit: l, val: a.c, upper: holds}
		if !holds {
			r.val++
		}
		s.tighten(r)
	case atomLeBig:
		s.assertBig(a, l)
	case atomUpper, atomLower:
		s.assertReal(a, l)
	case atomEq, atomPair:
		if holds {
			break // the e-graph merges
		}
		s.diseqs = append(s.diseqs, s.atomOf[l.Var()]-1)
		s.proc.disequal(s.atomOf[l.Var()] - 1)
		switch {
		case a.kind == atomEq:
			s.exclude(a, a.x, a.c)
		case !s.nodes[a.x].real:
			s.visitPair(a)
		}
	}
	s.settle()
}

// settle visits the classes whose bounds changed, until no more change.
func (s *Solver) settle() {
	for len(s.pend) > 0 && !s.conflicting {
		was := s.pend[len(s.pend)-1]
		s.pend = s.pend[:len(s.pend)-1]
		s.pending[was.root] = false
		s.visitRing(was)
	}
	if s.conflicting {
		s.clearPending()
	}
}

func (s *Solver) clearPending() {
	for _, was := range s.pend {
		s.pending[was.root] = false
	}
	s.pend = s.pend[:0]
}

// visitRing propagates the atoms of the members of a ring, and queues those that are active, after a change of their
// class's bounds from what they were.
func (s *Solver) visitRing(was classRange) {
	n := was.root
	for m := n; !s.conflicting; {
		switch x := &s.nodes[m]; {
		case x.atoms > fewAtoms && !x.real:
			s.visitMoved(m, was)
		case x.first >= 0:
			s.visitAtoms(m)
		}
		if s.nodes[m].active {
			s.syncs.push(m)
		}
		if m = s.nodes[m].ring; m == n {
			return
		}
	}
}

// visitAtoms propagates the atoms of n that its bounds decide.
func (s *Solver) visitAtoms(n theory.Node) {
	for i := s.nodes[n].first; i >= 0 && !s.conflicting; i = s.links[i].next {
		s.visitAtom(s.linked(i))
	}
}

// visitAtom propagates an atom that the present bounds decide, or, of a false equality, the
// bound that follows.
func (s *Solver) visitAtom(a *atom) {
	switch {
	case s.nodes[a.x].real:
		s.visitReal(a)
		return
	case a.kind == atomPair:
		s.visitPair(a)
		return
	}
	lo, loID := s.lower(a.x)
	hi, hiID := s.upper(a.x)
	switch a.kind {
	case atomLe:
		switch {
		case hiID != 0 && hi <= a.c:
			s.propagate(a.lit, hiID)
		case loID != 0 && lo > a.c:
			s.propagate(a.lit.Not(), loID)
		}
	case atomLeBig:
		switch big := s.consts[a.c].Sign() > 0; {
		case big && hiID != 0:
			s.propagate(a.lit, hiID)
		case !big && loID != 0:
			s.propagate(a.lit.Not(), loID)
		}
	case atomEq:
		switch {
		case loID != 0 && a.c < lo:
			s.propagate(a.lit.Not(), loID)
		case hiID != 0 && a.c > hi:
			s.propagate(a.lit.Not(), hiID)
		default:
			s.exclude(a, a.x, a.c)
		}
	}
}

// visitPair is visitAtom for x = y + c.
func (s *Solver) visitPair(a *atom) {
	x, y := a.x, a.y
	if s.host.Root(x) == s.host.Root(y) ||
		a.split && s.host.Value(a.lit) == sat.False && s.isPrivate(x) && s.isPrivate(y) {
		return // the split says all
	}
	if v, ok := s.host.Const(theory.Point{Node: y, Off: a.c}); ok {
		s.exclude(a, x, v)
	} else if v, ok := s.host.Const(theory.Point{Node: x, Off: -a.c}); ok {
		s.exclude(a, y, v)
	}
	if s.host.Value(a.lit) != sat.Undef || s.conflicting {
		return
	}
	xl, xlID := s.lower(x)
	xh, xhID := s.upper(x)
	yl, ylID := s.lower(y)
	yh, yhID := s.upper(y)
	switch {
	case xlID != 0 && yhID != 0 && xl > yh+a.c:
		s.propagate(a.lit.Not(), s.record(rec{kind: recApart, node: x, other: y, a: xlID, b: yhID}))
	case xhID != 0 && ylID != 0 && xh < yl+a.c:
		s.propagate(a.lit.Not(), s.record(rec{kind: recApart, node: x, other: y, a: xhID, b: ylID}))
	}
}

// exclude moves a bound of n that equals v by one, if the equality atom a, which means
// n = v, is false.
func (s *Solver) exclude(a *atom, n theory.Node, v int64) {
	lo, loID := s.lower(n)
	hi, hiID := s.upper(n)
	if _, merged := s.host.Const(theory.Point{Node: n}); merged && loID != 0 && hiID != 0 && lo == hi {
		return // the e-graph sees the conflict
	}
	atLow, atHigh := loID != 0 && lo == v, hiID != 0 && hi == v
	if !atLow && !atHigh || s.host.Value(a.lit) != sat.False {
		return
	}
	r := rec{kind: recNotHere, other: n, lit: a.lit.Not()}
	id := loID
	if atHigh {
		r.upper, id = true, hiID
	}
	b := s.rec(id)
	r.node, r.a, r.depth, r.val = b.node, id, b.depth, b.val+1
	if atHigh {
		r.val = b.val - 1
	}
	s.tighten(r)
}

// propagate queues l unless it is true.
func (s *Solver) propagate(l sat.Lit, why recID) {
	if s.host.Value(l) != sat.True {
		s.stats.propagated++
		s.host.Propagate(l, theory.Reason(why))
	}
}

// Propagate derives what is cheap: bounds, equalities and literals, and conflicts within
// few pivots.
func (s *Solver) Propagate() {
	if s.terms == nil {
		return
	}
	s.visitFresh()
	s.doWork()
	s.proc.splitEarly()
	// Bounds first: they move most variables to where the check wants them.
	s.deriveBounds()
	s.feed(cheapPivots)
	if s.proc == procedure(&s.rows) && !s.stale {
		s.rows.cutEarly()
	}
}

// deriveBounds propagates bounds through sums, as far as is cheap.
func (s *Solver) deriveBounds() {
	for i := 0; i < derivations && s.update() && s.proc.derive(); i++ {
	}
	s.mergeWide()
}

// visitFresh visits the new atoms.
func (s *Solver) visitFresh() {
	for _, i := range s.fresh {
		if a := &s.atoms[i]; a.kind != atomOther && !s.conflicting {
			s.visitAtom(a)
		}
	}
	s.fresh = s.fresh[:0]
	s.settle()
}
