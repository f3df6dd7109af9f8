package sat

import "github.com/muster-smt/muster/sat/invariant"

// Some assumptions only forbid: nothing has to be true because of them
// (Decider.MayWait). Of thousands of these a Solve meets a few. The others wait
// until the search makes them false, so that what a Solve costs goes by what it
// meets and not by all that there is. One that is met is true as of level 1 from
// then on, like any other.
//
// Waiting has a price: what an assumption implies is not seen ahead. So new ones
// do not wait, nor do those that were met, or took part in a conflict or a core, lately.

// waitAfter is for how many calls of Solve an assumption is made true at once
// after it was of use.
const waitAfter = 2

// mayWait reports whether the open assumption a may wait.
func (s *Solver) mayWait(a Lit) bool {
	if s.decider == nil || s.noWait {
		return false
	}
	use := &s.lastUse[a.Var()]
	if *use == 0 {
		*use = s.stats.Solves
	}
	if s.stats.Solves-*use <= s.waitAfter {
		return false
	}
	s.state = stateDecide
	may := s.decider.MayWait(a)
	s.state = stateSearch
	return may
}

// used notes that the assumption of v, if it has one, was of use.
func (s *Solver) used(v Var) {
	if s.lastUse[v] > 0 {
		s.lastUse[v] = s.stats.Solves
	}
}

// forgetAssumptions ends the waiting of those that were wanted before.
func (s *Solver) forgetAssumptions() {
	for _, a := range s.assumed {
		s.avoided[a.Not()] = false
	}
	s.assumed = s.assumed[:0]
}

// giveWay makes the assumption true whose negation the search has come upon: one
// level down, which backtracking will correct. It returns false if the negation
// holds without a decision.
func (s *Solver) giveWay() bool {
	a := s.met.Not()
	s.met = NoLit
	s.stats.Met++
	s.used(a.Var())
	level := s.vars[a.Var()].level
	if level <= 1 {
		s.refuteAssumption(a)
		return false
	}
	s.backtrack(level - 1)
	s.avoided[a.Not()] = false
	invariant.Check(s.vals[a] == Undef, "giveWay: the assumption is still false")
	s.assume1(a)
	return true
}

// assumeRest makes the assumptions true that still wait. It reports whether there
// were any: a model must have them all.
func (s *Solver) assumeRest() bool {
	some := false
	for _, a := range s.wanted {
		if s.vals[a] == Undef {
			s.avoided[a.Not()] = false
			s.assume1(a)
			some = true
		}
	}
	return some
}
