package sat

// A literal is assigned at the level that is current then, even if its clause is a unit
// at a lower level already (a missed lower implication: Nadel, SAT 2022; Coutelier et
// al., SAT 2024). When backtracking unassigns the literal, the clause must imply it
// again. Watches do that only if the second one is not false at a lower level than the
// first is true. A clause without such watches is late: it is kept here, not attached,
// until it has them.

// lateClauses are the clauses that are not attached.
type lateClauses struct {
	list  []lateClause
	dirty bool // reimply must run before the next propagation
}

// lateClause is a late clause.
type lateClause struct {
	ref   cref
	lit   Lit   // its only literal that is not false
	level int32 // the level at which the others are all false; -1: not known yet
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
	s.late.list = append(s.late.list, lateClause{ref, c[0], -1})
	s.late.dirty = true
}

// watchable reports whether no implication is missed if the first two literals watch
// the clause.
func (s *Solver) watchable(c []Lit) bool {
	if len(c) < 2 {
		return false
	}
	if s.vals[c[1]] != False {
		return true
	}
	return s.vals[c[0]] == True && s.vars[c[0].Var()].level <= s.vars[c[1].Var()].level
}

// reimply assigns the literals of late clauses that are units, and attaches those that
// can be watched. It returns false if one of them is false.
func (s *Solver) reimply() bool {
	s.late.dirty = false
	kept := s.late.list[:0]
	for i, e := range s.late.list {
		if e.level >= 0 && s.vals[e.lit] == True && s.vars[e.lit.Var()].level > e.level {
			kept = append(kept, e)
			continue
		}
		if s.reimplyClause(&e) {
			continue
		}
		kept = append(kept, e)
		if s.vals[e.lit] == False {
			s.late.list = append(kept, s.late.list[i+1:]...)
			s.late.dirty = true
			s.setConflict(s.lits(e.ref), e.ref, 0)
			return false
		}
	}
	s.late.list = kept
	return true
}

// reimplyClause assigns the literal of a late clause if the clause is a unit, and
// attaches the clause if its watches suffice from now on.
func (s *Solver) reimplyClause(e *lateClause) (attached bool) {
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
		if s.tracer != nil && s.proof.unitID[c[0].Var()] == 0 {
			// In the proof the clause stays, as the unit of a level-0 literal.
			s.proof.unitID[c[0].Var()] = s.clauseID(e.ref)
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

// restartLevel is the assumption level, or 0 if a late clause is a unit at level 0.
func (s *Solver) restartLevel() int32 {
	for i := range s.late.list {
		if s.late.list[i].level == 0 {
			return 0
		}
	}
	return s.assumptionLevel()
}
