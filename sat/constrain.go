package sat

// constraint is a disjunction that holds for one Solve (Froleyks, Biere, "Single
// clause assumption without activation literals", FMCAD 2021). It is no clause:
// while none of its literals is true one of them is the next decision. So what is
// learned follows from the clauses alone.
type constraint struct {
	lits    []Lit
	given   bool // for the next Solve
	inForce bool // in this Solve
	holds   Lit  // a literal of it that was true when looked at last
	failed  bool // the last core needs it
}

// Constrain makes the next Solve, and only that, find a model of one of the
// literals more: of none, if there are none. The last call before a Solve counts.
// Imply takes no account of it. It is IPASIR's extension "constrain", as in CaDiCaL.
func (s *Solver) Constrain(lits ...Lit) {
	s.edit("Constrain")
	s.requireLive(lits, "Constrain")
	s.constraint.lits = append(s.constraint.lits[:0], lits...)
	s.constraint.given = true
}

// begin is for the begin of a Solve.
func (c *constraint) begin() {
	c.inForce, c.given, c.holds, c.failed = c.given, false, NoLit, false
}

// ConstraintFailed reports, after Unsat, whether the constraint has part in it:
// then Core and the constraint cannot hold together. If not, Core alone cannot.
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

// constrain decides a literal of the constraint right above the assumptions. It
// returns false if they refute all.
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

// refuteConstraint makes a core for the constraint, all of whose literals are
// false. In a proof it is a clause of a variable of its own, without which it
// would hold for good.
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
