package sat

// All assumptions together are level 1. A Solve goes on from the trail of the call
// before if that one's assumptions are wanted again, decisions and all. Then a new
// assumption on an unassigned variable is assigned at the end of the trail: it is out of
// order, true as of level 1 but late on the trail, and backtracking that unassigns it
// assigns it again.

// assumptions are what a call assumes.
type assumptions struct {
	wanted     []Lit  // activation literals of the open groups, then the owner's assumptions
	inForce    []Lit  // those that level 1 was opened with, and those assumed since
	outOfOrder []Lit  // those that were assigned above level 1, in the order of the trail
	scopes     scopes // among them; see scope.go
}

// wantedAgain goes back to where the assumptions in force are among the wanted ones. It
// returns false if that is level 0.
func (s *Solver) wantedAgain() bool {
	q := &s.assumptions
	for _, a := range q.wanted {
		s.analysis.seen[a.Var()] |= 1 << (a & 1)
	}
	unwanted := 0
	for _, a := range q.inForce {
		if !s.isMarked(a) {
			unwanted++
		}
	}
	again := unwanted == 0 || unwanted < len(q.inForce) && s.closeScopes(unwanted)
	for _, a := range q.wanted {
		s.analysis.seen[a.Var()] = 0
	}
	return again
}

// isMarked reports whether wantedAgain has marked a as wanted.
func (s *Solver) isMarked(a Lit) bool { return s.analysis.seen[a.Var()]&(1<<(a&1)) != 0 }

// assuming holds at level 0 if there are assumptions: all of them go to level 1.
func (s *Solver) assuming() bool { return s.level == 0 && len(s.assumptions.wanted) > 0 }

// assume opens the assumption level. It returns false if an assumption is false.
func (s *Solver) assume() bool {
	s.openLevel()
	s.forgetAssumptions()
	return s.assumeAll(s.deferScopes(0))
}

// assumeAll makes assumptions true at the assumption level, below whatever decisions
// there are; those that assign an assumed variable are undone. Those on unassigned
// variables may wait. Units are propagated after each assumption, so that one that the
// others imply is not assumed, and hence not in the core.
func (s *Solver) assumeAll(as []Lit) bool {
	s.assumptions.inForce = append(s.assumptions.inForce, as...)
	for _, a := range as {
		if s.vals[a] != Undef && s.vars[a.Var()].level > 1 {
			s.backtrack(1)
		}
		switch {
		case s.vals[a] == True:
		case s.vals[a] == False:
			s.refuteAssumption(a)
			return false
		case s.mayWait(a):
			s.wait.forbidden[a.Not()] = true
		default:
			s.assumeOne(a)
			if s.level == 1 && !s.propagateUnits() {
				return true // propagate finds the conflict recorded
			}
		}
	}
	return true
}

// assumeOne makes an assumption true. Above the assumption level it is true as of
// that level all the same: backtracking assigns it again.
func (s *Solver) assumeOne(a Lit) {
	if s.level > 1 {
		s.assumptions.outOfOrder = append(s.assumptions.outOfOrder, a)
	}
	s.assign(a, crefNone, 0)
	s.vars[a.Var()].level = 1
}

// reassume makes the out-of-order assumptions true that backtracking has unassigned.
func (s *Solver) reassume() {
	if s.level > 0 {
		for _, a := range s.assumptions.outOfOrder {
			if s.vals[a] == Undef {
				s.assign(a, crefNone, 0)
				s.vars[a.Var()].level = 1
			}
		}
	}
	if s.level <= 1 {
		s.assumptions.outOfOrder = s.assumptions.outOfOrder[:0]
	}
}

// forgetAssumptions ends level 1, and the waiting of its assumptions.
func (s *Solver) forgetAssumptions() {
	for _, a := range s.assumptions.inForce {
		s.wait.forbidden[a.Not()] = false
	}
	s.assumptions.inForce = s.assumptions.inForce[:0]
}

// assumptionLevel is 1 while assumptions are in force, else 0.
func (s *Solver) assumptionLevel() int32 {
	if len(s.assumptions.inForce) > 0 {
		return 1
	}
	return 0
}
