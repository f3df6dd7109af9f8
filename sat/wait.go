package sat

import "github.com/muster-smt/muster/sat/invariant"

// Some assumptions only forbid: nothing has to be true because of them
// (Decider.MayWait). Of thousands of these a Solve violates a few. The others wait:
// they are not assigned until the search makes them false. So the cost of a Solve
// depends on the assumptions that it violates, and not on how many there are, and so
// does its core. One that is violated is assigned one level below, and is true as of
// level 1 from then on, like any other; going back to level 1 instead saves a fifth to
// a third of the conflicts and costs three times the merges of the e-graph. All are
// assigned before a model.
//
// Waiting has a price: the consequences of an assumption do not prune the search
// ahead. So an assumption does not wait if it is new, or was violated or took part in
// a conflict or a core in one of the last two calls. The alternative, one level per
// assumption kept from call to call, would keep a tenth to a quarter of these levels,
// and concern all code that knows level 1.

// waiting is the state of assumptions that wait.
type waiting struct {
	forbidden []bool  // by literal: the negation of an assumption that waits
	violated  Lit     // the waiting assumption that propagation has found false, or NoLit
	lastUse   []int64 // by variable, as far as need be: the Solve that last used its assumption; 0: none has had it
	after     int64   // waitAfter, except in tests
	off       bool    // in Imply
}

// waitAfter is for how many more calls of Solve an assumption is assigned at once
// after it was used.
const waitAfter = 2

func (w *waiting) init() {
	w.after = waitAfter
	if invariant.Enabled {
		w.after = -1 // all tests see assumptions wait
	}
	w.grow()
}

func (w *waiting) grow() {
	w.forbidden = append(w.forbidden, false, false)
}

// mayWait reports whether the unassigned assumption a may wait.
func (s *Solver) mayWait(a Lit) bool {
	if s.theory.decider == nil || s.wait.off {
		return false
	}
	s.wait.lastUse = lengthen(s.wait.lastUse, int(a.Var())+1, 0)
	use := &s.wait.lastUse[a.Var()]
	if *use == 0 {
		*use = s.stats.Solves
	}
	if s.stats.Solves-*use <= s.wait.after {
		return false
	}
	s.state = stateDecide
	may := s.theory.decider.MayWait(a)
	s.state = stateSearch
	return may
}

// used notes that the assumption on v, if there is one, was used.
func (s *Solver) used(v Var) {
	if int(v) < len(s.wait.lastUse) && s.wait.lastUse[v] > 0 {
		s.wait.lastUse[v] = s.stats.Solves
	}
}

// assumeViolated assigns the waiting assumption that propagation has found false,
// one level below. It returns false if it is false without a decision.
func (s *Solver) assumeViolated() bool {
	a := s.wait.violated
	s.wait.violated = NoLit
	s.stats.Met++
	s.used(a.Var())
	level := s.vars[a.Var()].level
	if level <= 1 {
		s.refuteAssumption(a)
		return false
	}
	s.backtrack(level - 1)
	s.wait.forbidden[a.Not()] = false
	invariant.Check(s.vals[a] == Undef, "assumeViolated: the assumption is still false")
	s.assumeOne(a)
	return true
}

// assumeRest assigns the assumptions that still wait, since a model must have them
// all. It reports whether there were any.
func (s *Solver) assumeRest() bool {
	some := false
	for _, a := range s.assumptions.wanted {
		if s.vals[a] == Undef {
			s.wait.forbidden[a.Not()] = false
			s.assumeOne(a)
			some = true
		}
	}
	return some
}
