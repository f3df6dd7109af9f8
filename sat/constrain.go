package sat

// constraint is a disjunction that holds for one Solve (Froleyks, Biere, "Single
// clause assumption without activation literals", FMCAD 2021). It is no clause:
// while none of its literals is true, one of them is the next decision. So learned
// clauses do not depend on it.
type constraint struct {
	lits    []Lit
	given   bool // for the next Solve
	inForce bool // in this Solve
	holds   Lit  // the literal that was last found true
	failed  bool // the last core needs it
}

// Constrain makes the next Solve, and only that one, satisfy the disjunction of the
// literals, which is false if there are none. Only the last call before a Solve counts.
// Imply ignores it. It is "constrain" of CaDiCaL.
func (s *Solver) Constrain(lits ...Lit) {
	s.edit("Constrain")
	s.requireLive(lits, "Constrain")
	s.rec.list("constrain", lits)
	s.constraint.lits = append(s.constraint.lits[:0], lits...)
	s.constraint.given = true
}

// begin begins a Solve.
func (c *constraint) begin() {
	c.inForce, c.given, c.holds, c.failed = c.given, false, NoLit, false
}

// ConstraintFailed reports, after Unsat, whether the refutation needs the constraint:
// then Core and the constraint cannot hold together. If not, the literals of Core
// cannot hold together without it.
func (s *Solver) ConstraintFailed() bool {
	s.require(stateUnsat, "ConstraintFailed")
	return s.constraint.failed
}

// constraining holds if no literal of the constraint is true.
func (s *Solver) constraining() bool {
	c := &s.constraint
	if !c.inForce || c.holds != NoLit && s.vals[c.holds] == True {
		return false
	}
	for _, l := range c.lits {
		if s.vals[l] == True {
			c.holds = l
			return false
		}
	}
	return true
}

// constrain decides a literal of the constraint directly above the assumption level. It
// returns false if all of them are false there.
func (s *Solver) constrain() bool {
	if s.level > s.assumptionLevel() {
		s.backtrack(s.assumptionLevel())
		return true
	}
	for _, l := range s.constraint.lits {
		if s.vals[l] == Undef {
			s.stats.Decisions++
			s.openLevel()
			s.assign(l, crefNone, 0)
			return true
		}
	}
	s.refuteConstraint()
	return false
}

// refuteConstraint makes a core for the constraint, all of whose literals are false.
// A proof gets a new variable c: the constraint with -c as an axiom, then the negated
// core with -c as derived; then the axiom is deleted. So the constraint does not hold
// in the rest of the proof.
func (s *Solver) refuteConstraint() {
	lits := s.constraint.lits
	s.constraint.failed = true
	if s.level == 0 {
		s.settleRoot()
	}
	s.markCore(lits)
	s.collectCore(NoLit)
	if s.tracer != nil {
		c := s.makeVar().Neg()
		s.outside(c.Var())
		id := s.nextID()
		clause := append([]Lit{c}, lits...)
		s.tracer.Axiom(id, clause, false, 0)
		s.traceCore(lits, id, c)
		s.tracer.Deleted(id, clause)
	}
	s.clearSeen()
}
