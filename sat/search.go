package sat

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/sat/limit"
)

// Solve decides whether the clauses hold together with the assumptions, the open
// groups and the constraint. It returns Unknown when lim stops it, the budget is
// spent, or the propagator gives up; WhyUnknown tells which. A nil lim never
// stops. The solver can be used again after every answer.
func (s *Solver) Solve(lim *limit.Limit, assumptions []Lit, budget Budget) Status {
	s.requireWhole("Solve")
	s.edit("Solve")
	s.requireLive(assumptions, "Solve")
	st := s.solve(lim, assumptions, budget)
	if st == Sat {
		s.saveModel()
	}
	s.state = answered(st)
	return st
}

// solve is Solve without a model. Afterwards the solver is at level 0 but for
// Sat and an incomplete propagator.
func (s *Solver) solve(lim *limit.Limit, assumptions []Lit, budget Budget) Status {
	s.stats.Solves++
	s.core = s.core[:0]
	s.why = limit.None
	s.demand.begin()
	if !s.ok {
		s.demand.inForce = false
		s.backToRoot()
		return Unsat
	}
	s.restoreAll(assumptions)
	if s.demand.inForce {
		s.restoreAll(s.demand.lits)
	}
	s.begin(lim, assumptions, budget)
	st := Unsat
	if s.resume() {
		st = s.search()
	}
	s.end()
	if st == Unsat || st == Unknown && s.why != limit.Incomplete {
		s.backToRoot()
	}
	return st
}

func (s *Solver) begin(lim *limit.Limit, assumptions []Lit, budget Budget) {
	s.lim, s.budget, s.start, s.stopSeen = lim, budget, s.stats, false
	s.wanted = s.wanted[:0]
	for i := range s.groups.open {
		s.wanted = append(s.wanted, s.groups.open[i].act)
	}
	s.wanted = append(s.wanted, assumptions...)
	s.state = stateSearch
}

func (s *Solver) end() {
	s.state = stateInput
	s.lim = nil
	s.hasConflict = s.hasConflict && !s.ok
	s.denied, s.met = NoLit, NoLit
	s.demand.inForce = false
	s.core = s.withoutGroups(s.core)
}

// resume keeps the trail of the call before if all its assumptions are wanted
// again, and extends the assumption level. It returns false if a new one is false.
func (s *Solver) resume() bool {
	if s.level == 0 {
		s.forgetAssumptions()
		return true
	}
	if s.opt.ForgetTrail || s.flipped || len(s.assumed) == 0 && len(s.wanted) > 0 || !s.wantedAgain() {
		s.backToRoot()
		return true
	}
	return s.assumeAll()
}

// wantedAgain reports whether the assumptions in force are among the wanted ones.
func (s *Solver) wantedAgain() bool {
	for _, a := range s.wanted {
		s.seen[a.Var()] |= 1 << (a & 1)
	}
	again := true
	for _, a := range s.assumed {
		if s.seen[a.Var()]&(1<<(a&1)) == 0 {
			again = false
			break
		}
	}
	for _, a := range s.wanted {
		s.seen[a.Var()] = 0
	}
	return again
}

// search is the CDCL loop: a ladder of predicates and actions.
func (s *Solver) search() Status {
	for {
		if !s.hasConflict && s.stopping() { // a conflict of inprocessing is not found again
			return Unknown
		}
		if !s.propagate() {
			if !s.resolveConflict() {
				return Unsat
			}
			continue
		}
		switch {
		case s.stopSeen:
		case s.assuming():
			if !s.assume() {
				return Unsat
			}
		case s.constraining():
			if !s.constrain() {
				return Unsat
			}
		case s.restarting():
			s.restart()
		case s.switching():
			s.switchMode()
		case s.rephasing():
			s.rephase()
		case s.simplifying():
			s.simplify()
		case s.reducing():
			s.reduce()
		default:
			if l := s.decide(); l != NoLit {
				s.stats.Decisions++
				s.openLevel()
				s.assign(l, crefNone, 0)
			} else if st, done := s.finish(); done {
				return st
			}
		}
	}
}

// stopping polls the limit and the budget.
func (s *Solver) stopping() bool {
	switch {
	case s.lim.Stopped():
		s.why = s.lim.Reason()
	case s.budget.Conflicts > 0 && s.stats.Conflicts-s.start.Conflicts >= s.budget.Conflicts:
		s.why = limit.Conflicts
	case s.budget.Decisions > 0 && s.stats.Decisions-s.start.Decisions >= s.budget.Decisions:
		s.why = limit.Decisions
	case s.budget.Propagations > 0 && s.stats.Propagations-s.start.Propagations >= s.budget.Propagations:
		s.why = limit.Propagations
	case s.budget.Bytes > 0 && s.bytes() >= s.budget.Bytes:
		s.why = limit.Memory
	default:
		return false
	}
	return true
}

// assuming holds at level 0 if there are assumptions: all of them go to level 1.
func (s *Solver) assuming() bool { return s.level == 0 && len(s.wanted) > 0 }

// assume opens the assumption level. It returns false if an assumption is false.
func (s *Solver) assume() bool {
	s.openLevel()
	return s.assumeAll()
}

// assumeAll makes the wanted assumptions true at the assumption level, below
// whatever decisions there are; those go if they speak of an assumption. Open
// ones may wait. Units come between them: what the others imply already is not
// assumed, and so not blamed.
func (s *Solver) assumeAll() bool {
	s.forgetAssumptions()
	s.assumed = append(s.assumed, s.wanted...)
	for _, a := range s.wanted {
		if s.vals[a] != Undef && s.vars[a.Var()].level > 1 {
			s.backtrack(1)
		}
		switch s.vals[a] {
		case False:
			s.refuteAssumption(a)
			return false
		case Undef:
			if s.mayWait(a) {
				s.avoided[a.Not()] = true
			} else {
				s.assume1(a)
				if s.level == 1 && !s.propagateUnits() {
					return true // the conflict is waiting
				}
			}
		}
	}
	return true
}

// assume1 makes an assumption true. Above the assumption level it is true as of
// that level all the same: backtracking assigns it again.
func (s *Solver) assume1(a Lit) {
	if s.level > 1 {
		s.tardy = append(s.tardy, a)
	}
	s.assign(a, crefNone, 0)
	s.vars[a.Var()].level = 1
}

// reassume makes the tardy assumptions true that backtracking has unassigned.
func (s *Solver) reassume() {
	if s.level > 0 {
		for _, a := range s.tardy {
			if s.vals[a] == Undef {
				s.assign(a, crefNone, 0)
				s.vars[a.Var()].level = 1
			}
		}
	}
	if s.level <= 1 {
		s.tardy = s.tardy[:0]
	}
}

// finish is reached when nothing is left to decide.
func (s *Solver) finish() (Status, bool) {
	if s.prop == nil {
		return Sat, true
	}
	s.stats.FinalChecks++
	before, restored := s.offers+s.stats.Added, s.stats.Restored
	s.state = stateFinal
	f := s.prop.Final()
	s.state = stateSearch
	s.settleDenied()
	if s.hasConflict || s.head < len(s.trail) || s.lateDirty || len(s.missed) > 0 || s.stats.Restored > restored {
		return Unknown, false
	}
	// A propagator that was told to stop may have left something out.
	if f != FinalContinue && (s.lim.Stopped() || s.assumeRest()) {
		return Unknown, false
	}
	switch f {
	case FinalSat:
		return Sat, true
	case FinalUnknown:
		s.why = limit.Incomplete
		return Unknown, true
	}
	invariant.Check(before != s.offers+s.stats.Added || s.lim.Stopped(), "Final: nothing new to continue with")
	return Unknown, false
}

func (s *Solver) saveModel() {
	s.model = s.model[:0]
	for v := range s.vars {
		s.model = append(s.model, s.vals[Var(v).Pos()])
	}
	s.extend()
	s.showModel()
}

// showModel makes the trail, which Value reads, that of the model, where extending it
// has changed values of the search. Nothing follows from such a trail: it is undone
// before something is made of it.
func (s *Solver) showModel() {
	for i, l := range s.trail {
		if s.ModelValue(l) == False {
			s.trail[i] = l ^ 1
			s.vals[l], s.vals[l^1] = False, True
			s.flipped = true
		}
	}
}
