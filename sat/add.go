package sat

import "github.com/muster-smt/muster/sat/invariant"

// AddClause adds a clause that is kept for good. See Add.
func (s *Solver) AddClause(lits ...Lit) bool { return s.Add(lits, Irredundant) }

// Add adds a clause: at any time between solves, to the innermost open group if
// there is one, and during a search from the propagator's Propagate and Final,
// for good. It returns false once the clauses are unsatisfiable without
// assumptions.
//
// The present level is kept, between solves too. A clause that is a unit under
// the assignment propagates at the present level, even if its other literals are
// false at a lower one, and is looked at again whenever backtracking unassigns
// its literal; a clause that is false is a conflict after the callback returns,
// or in the next Solve.
func (s *Solver) Add(lits []Lit, kind ClauseKind) bool { return s.AddFrom(lits, kind, 0) }

// AddFrom is Add of a clause with an origin, for the Tracer.
func (s *Solver) AddFrom(lits []Lit, kind ClauseKind, from Origin) bool {
	s.require(stateIdle|statePropagate|stateFinal, "Add")
	if s.idle() {
		s.state = stateInput
		if s.opt.ForgetTrail || s.flipped {
			s.backToRoot()
		}
		s.requireLive(lits, "Add")
		lits = s.inGroup(lits)
	}
	return s.add(lits, kind, from)
}

// add adds a clause to no group.
func (s *Solver) add(lits []Lit, kind ClauseKind, from Origin) bool {
	if !s.ok {
		return false
	}
	s.stats.Added++
	s.restoreAll(lits)
	return s.addNormal(lits, kind, from)
}

// addNormal adds the normal form of a clause whose variables are in the formula.
func (s *Solver) addNormal(lits []Lit, kind ClauseKind, from Origin) bool {
	c, redundant := s.normalize(lits)
	var id ClauseID
	if s.tracer != nil {
		id = s.traceAdded(lits, c, kind, from, redundant)
	}
	if redundant {
		return true
	}
	switch {
	case len(c) == 0:
		s.ok = false
		s.setConflict(nil, crefNone, id)
		return false
	case len(c) == 1 && s.level == 0 && s.vals[c[0]] == Undef:
		if s.tracer != nil {
			s.unitID[c[0].Var()] = id
		}
		s.assign(c[0], crefNone, 0)
		return true
	}
	ref := s.newClause(c, kind, len(c), id)
	s.enlist(ref)
	return true
}

// normalize removes duplicates and literals false at level 0. The second
// result is true if the clause is a tautology or true at level 0.
func (s *Solver) normalize(lits []Lit) ([]Lit, bool) {
	const pos, neg = 1, 2
	c := s.addBuf[:0]
	redundant := false
	for _, l := range lits {
		invariant.Check(l.Var() > 0 && int(l.Var()) < len(s.vars), "Add: unknown variable")
		v := l.Var()
		bit := uint8(pos)
		if l.Sign() {
			bit = neg
		}
		if s.seen[v] == bit {
			continue
		}
		if s.seen[v] != 0 {
			redundant = true
			break
		}
		value := s.FixedValue(l)
		if value != Undef && s.tracer != nil && int(s.vars[v].pos) >= s.settled {
			value = Undef // there is no unit clause yet that a proof could use
		}
		switch value {
		case True:
			redundant = true
		case Undef:
			s.seen[v] = bit
			c = append(c, l)
		}
	}
	s.addBuf = c
	for _, l := range c {
		s.seen[l.Var()] = 0
	}
	return c, redundant
}

// lateClause is a clause whose best second watch is false at a level below the
// one at which its first literal is true. It is kept here, unattached, so that
// its literal is implied again as soon as backtracking unassigns it.
type lateClause struct {
	ref   cref
	lit   Lit   // its only literal that is not false
	level int32 // the level at which the others are all false
}

// enlist attaches a clause, or makes it late.
func (s *Solver) enlist(ref cref) {
	c := s.lits(ref)
	s.orderWatches(c)
	if s.watchable(c) {
		s.attach(ref)
		return
	}
	*s.meta(ref) |= metaLate
	s.late = append(s.late, lateClause{ref, c[0], -1})
	s.lateDirty = true
}

// watchable reports whether watching the first two literals misses nothing.
func (s *Solver) watchable(c []Lit) bool {
	if len(c) < 2 {
		return false
	}
	if s.vals[c[1]] != False {
		return true
	}
	return s.vals[c[0]] == True && s.vars[c[0].Var()].level <= s.vars[c[1].Var()].level
}

// reimply looks at the late clauses. It returns false if one of them is false.
func (s *Solver) reimply() bool {
	s.lateDirty = false
	kept := s.late[:0]
	for i, e := range s.late {
		if e.level >= 0 && s.vals[e.lit] == True && s.vars[e.lit.Var()].level > e.level {
			kept = append(kept, e)
			continue
		}
		if s.relocateLate(&e) {
			continue
		}
		kept = append(kept, e)
		if s.vals[e.lit] == False {
			s.late = append(kept, s.late[i+1:]...)
			s.lateDirty = true
			s.setConflict(s.lits(e.ref), e.ref, 0)
			return false
		}
	}
	s.late = kept
	return true
}

// relocateLate finds the new place of a late clause: it implies its literal if
// it is a unit, and is attached if watches can carry it from now on.
func (s *Solver) relocateLate(e *lateClause) (attached bool) {
	c := s.lits(e.ref)
	s.orderWatches(c)
	e.lit, e.level = c[0], 0
	if len(c) > 1 && s.vals[c[1]] == False {
		e.level = s.vars[c[1].Var()].level
	}
	if s.vals[c[0]] == Undef && !(len(c) > 1 && s.vals[c[1]] != False) {
		var other Lit
		if len(c) == 2 {
			other = c[1]
		}
		s.assign(c[0], e.ref, other)
	}
	if len(c) == 1 {
		if s.vals[c[0]] != True || s.vars[c[0].Var()].level > 0 {
			return false
		}
		if s.tracer != nil && s.unitID[c[0].Var()] == 0 {
			// The clause lives on as the unit of a level-0 literal.
			s.unitID[c[0].Var()] = s.clauseID(e.ref)
			s.bury(e.ref)
		} else {
			s.kill(e.ref)
		}
		return true
	}
	if s.watchable(c) {
		*s.meta(e.ref) &^= metaLate
		s.attach(e.ref)
		return true
	}
	return false
}
