package lia

import (
	"math"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/reason"
)

// Check looks for conflicts and lemmas at one effort.
func (s *Solver) Check(e theory.Effort) theory.Status {
	s.grow(theory.Zero)
	switch e {
	case theory.Full:
		return s.checkFull()
	case theory.Refine:
		return s.refine()
	}
	return theory.Consistent
}

// checkFull looks for an integer model of what is asserted.
func (s *Solver) checkFull() theory.Status {
	for {
		s.ready = false
		s.dirty = true
		s.feed(math.MaxInt64) // it ends by Bland's rule
		switch {
		case s.conflicting:
			return theory.Progress
		case s.dirty:
			return s.giveUp()
		case s.pigeonhole():
			return theory.Progress
		}
		switch st := s.proc.integrate(); {
		case s.stale:
			continue
		case st != theory.Consistent:
			return st
		}
		s.buildModel()
		if s.separate() {
			return theory.Progress
		}
		s.evalMultiples()
		s.newCandidate()
		if s.activateWrong() {
			continue
		}
		if len(s.multiples) > 0 && s.splitViolated(func(*atom) bool { return false }) {
			return theory.Progress
		}
		break
	}
	if !s.verify() {
		if s.proc != procedure(&s.thin) {
			return s.giveUp()
		}
		s.thin.decline()
		return s.checkFull()
	}
	for _, l := range s.asserted {
		if s.atomOfLit(l).kind == atomOther {
			s.host.Incomplete(reason.Reason{Kind: reason.Unsupported})
			return theory.GaveUp
		}
	}
	if s.activateFixed() {
		return s.checkFull() // no multiple is activated twice
	}
	s.stats.models++
	s.rows.branching.reset()
	return theory.Consistent
}

// activateWrong activates the relevant multiples that have a wrong value in the
// candidate, or one outside the bounds of their class; it reports whether there were any.
func (s *Solver) activateWrong() bool {
	found := false
	for _, n := range s.rel {
		if x := &s.nodes[n]; x.kind == multiple && !x.active && !(s.stillHolds(n) && s.inBounds(n)) {
			if s.host.Stopped() {
				break
			}
			s.activate(n)
			found = true
		}
	}
	return found
}

// activateFixed activates the multiples of which the value follows, but is not known to others to whom it
// matters; it reports whether there were any.
func (s *Solver) activateFixed() bool {
	found := false
	for _, n := range s.rel {
		if x := &s.nodes[n]; x.kind != multiple || x.active || x.real || !s.host.Shared(n) || s.isFixed(s.host.Root(n)) {
			continue
		}
		if ms := s.sumOf(n); len(ms) == 1 && s.isFixed(s.host.Root(ms[0].node)) && !s.host.Stopped() {
			s.activate(n)
			found = true
		}
	}
	if found {
		s.deriveBounds()
	}
	return found
}

// inBounds reports whether the candidate keeps the bounds of n's class.
func (s *Solver) inBounds(n theory.Node) bool {
	r := s.host.Root(n)
	c, v := &s.class[r], s.cand[r]
	if s.nodes[n].real {
		return c.lo == 0 || v.Equal(s.numeralOf(c))
	}
	return (c.lo == 0 || !v.Less(intOf(c.loVal))) && (c.hi == 0 || !intOf(c.hiVal).Less(v))
}

// giveUp leaves a candidate that may be wrong.
func (s *Solver) giveUp() theory.Status {
	s.stats.gaveUp++
	if !s.ready {
		s.buildModel()
	}
	s.host.Incomplete(reason.Reason{Kind: reason.Branching})
	return theory.GaveUp
}

// verify checks the candidate against what is asserted. It is the last guard
// against a wrong answer, for instance from numbers outside the range of class bounds.
func (s *Solver) verify() bool {
	for _, l := range s.asserted {
		a := s.atomOfLit(l)
		if a.kind == atomOther || a.kind >= atomEq && l != a.lit && len(s.multiples) == 0 {
			continue // separate has checked it, and no value changed since
		}
		x, ok := s.Candidate(a.x)
		if !ok {
			return false
		}
		holds := false
		switch a.kind {
		case atomLe:
			holds = !intOf(a.c).Less(x)
		case atomLeBig, atomUpper:
			holds = !s.consts[a.c].Less(x)
		case atomLower:
			holds = !x.Less(s.consts[a.c])
		default:
			y, ok := s.Candidate(a.y)
			if !ok {
				return false
			}
			holds = x.Equal(y.Add(intOf(a.c)))
		}
		if holds != (l == a.lit) {
			return false
		}
	}
	for _, n := range s.rel {
		if k := s.nodes[n].kind; (k == sum || k == multiple) && (s.host.Stopped() || !s.stillHolds(n)) {
			return false
		}
		if s.isLong(n) {
			if v, _ := s.Candidate(n); !v.Equal(ratOf(s.terms.Num(s.nodes[n].term))) {
				return false
			}
		}
	}
	return true
}
