package sat

// Level 0 holds what follows from the clauses without assumptions.

// root is the state of level 0.
type root struct {
	settled int // trail position up to which reasons are dropped
}

// settleRoot drops the reasons of new level-0 literals: analysis does not need them,
// and their clauses become removable. A Tracer gets each as a unit clause.
func (s *Solver) settleRoot() {
	for ; s.root.settled < len(s.trail); s.root.settled++ {
		l := s.trail[s.root.settled]
		vd := &s.vars[l.Var()]
		if s.tracer != nil && s.proof.unitID[l.Var()] == 0 {
			s.traceUnit(l)
		}
		if vd.ref == crefExplained {
			s.forgetExplanation(vd.other)
		}
		vd.ref, vd.other = crefNone, 0
	}
}

// rootSize is the number of literals at level 0.
func (s *Solver) rootSize() int {
	if s.level > 0 {
		return int(s.levels[0])
	}
	return len(s.trail)
}

// FixedValue is the value of l at level 0, Undef if it has none there.
func (s *Solver) FixedValue(l Lit) Value {
	if s.vars[l.Var()].level != 0 {
		return Undef
	}
	return s.vals[l]
}

// fixedTrue reports whether a literal of c is true at level 0.
func (s *Solver) fixedTrue(c []Lit) bool {
	for _, l := range c {
		if s.vals[l] == True && s.vars[l.Var()].level == 0 {
			return true
		}
	}
	return false
}

// propagateRoot propagates at level 0. If it returns false there is a conflict, which
// is left to the search.
func (s *Solver) propagateRoot() bool {
	if s.conflict.found || !s.propagateUnits() {
		return false
	}
	s.settleRoot()
	return true
}

// falseUnit makes a conflict of a unit clause that is false at level 0. It returns false.
func (s *Solver) falseUnit(l Lit, id ClauseID) bool {
	s.conflict.buf = append(s.conflict.buf[:0], l)
	s.setConflict(s.conflict.buf, crefNone, id)
	return false
}

// rootUnit makes l true at level 0 and propagates. Id is the unit clause.
func (s *Solver) rootUnit(l Lit, id ClauseID) bool {
	if s.vals[l] == Undef {
		s.rootAssign(l, id)
	}
	return s.propagateRoot()
}

// rootAssign makes l true at level 0. Id is the unit clause.
func (s *Solver) rootAssign(l Lit, id ClauseID) {
	if s.tracer != nil {
		s.proof.unitID[l.Var()] = id
	}
	s.assign(l, crefNone, 0)
}

// backToRoot goes back to level 0 and ends the assumptions.
func (s *Solver) backToRoot() {
	s.backtrack(0)
	s.model.lucky = false
	s.forgetAssumptions()
	s.assumptions.outOfOrder = s.assumptions.outOfOrder[:0]
}
