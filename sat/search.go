package sat

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/sat/limit"
)

// Solve decides whether the clauses are satisfiable together with the assumptions, the
// open groups and the constraint. It returns Unknown when lim stops it, the budget is
// spent, or the propagator gives up; WhyUnknown says which. A nil lim never stops. The
// solver can be used again after every answer.
func (s *Solver) Solve(lim *limit.Limit, assumptions []Lit, budget Budget) Status {
	s.requireWhole("Solve")
	s.edit("Solve")
	s.requireLive(assumptions, "Solve")
	if s.rec != nil {
		s.rec.solve(assumptions, budget)
	}
	s.takeModel()
	s.forgetModel()
	st := s.solve(lim, assumptions, budget)
	if st == Sat {
		outer := s.beginStage(stageModel)
		s.saveModel()
		s.endStage(outer)
	}
	s.state = answered(st)
	s.rec.answer(st)
	return st
}

// solve is Solve without saving the model. The trail stays in place if the answer is Sat
// or the propagator gave up; else the solver is at level 0 afterwards.
func (s *Solver) solve(lim *limit.Limit, assumptions []Lit, budget Budget) Status {
	s.stats.Solves++
	s.core = s.core[:0]
	s.stop.why = limit.None
	s.constraint.begin()
	if !s.ok {
		s.constraint.inForce = false
		s.backToRoot()
		return Unsat
	}
	s.restoreWanted(assumptions)
	defer s.endStage(s.beginStage(stageSearch))
	s.begin(lim, assumptions, budget)
	st := Unsat
	if s.resume() {
		st = s.search()
	}
	s.end()
	if s.log != nil {
		s.logAnswer(st, len(assumptions))
	}
	if st == Unsat || st == Unknown && s.stop.why != limit.Incomplete {
		s.backToRoot()
	}
	s.endRepair(st)
	return st
}

// restoreWanted brings back what the assumptions and the constraint need.
func (s *Solver) restoreWanted(assumptions []Lit) {
	if len(s.ext.records) == 0 {
		return
	}
	defer s.endStage(s.beginStage(stageRestore))
	s.restoreFor(assumptions)
	if s.constraint.inForce {
		s.restoreFor(s.constraint.lits)
	}
}

// begin begins a call that searches.
func (s *Solver) begin(lim *limit.Limit, assumptions []Lit, budget Budget) {
	s.lim, s.stop.budget, s.stop.start, s.stop.seen = lim, budget, s.stats, false
	s.assumptions.wanted = s.assumptions.wanted[:0]
	for i := range s.groups.open {
		s.assumptions.wanted = append(s.assumptions.wanted, s.groups.open[i].act)
	}
	s.assumptions.wanted = append(s.assumptions.wanted, assumptions...)
	s.beginScopes()
	s.beginRepair()
	s.trial.due = s.opt.Stress && s.trial.trier != nil
	s.state = stateSearch
}

// end clears what is valid during one call only.
func (s *Solver) end() {
	s.state = stateInput
	s.trial.due, s.trial.keeping = false, false
	s.lim = nil
	s.conflict.found = s.conflict.found && !s.ok
	s.theory.falsified, s.wait.violated = NoLit, NoLit
	s.constraint.inForce = false
	s.core = s.withoutGroups(s.core)
}

// resume keeps the trail of the call before if all its assumptions are wanted again, and
// assumes the new ones. It returns false if one of them is false.
func (s *Solver) resume() bool {
	if s.level == 0 {
		s.forgetAssumptions()
		return true
	}
	if s.opt.ForgetTrail || s.model.lucky || len(s.assumptions.inForce) == 0 && len(s.assumptions.wanted) > 0 ||
		!s.wantedAgain() {
		s.backToRoot()
		return true
	}
	s.forgetAssumptions()
	return s.assumeAll(s.deferScopes(s.scopesInForce()))
}

// search is the CDCL loop: a ladder of predicates and actions. The package documentation
// describes it.
func (s *Solver) search() Status {
	for {
		if !s.conflict.found && s.stopping() { // a conflict that inprocessing has found would not be found again
			return Unknown
		}
		if !s.propagate() {
			if !s.resolveConflict() {
				return Unsat
			}
			continue
		}
		switch {
		case s.stop.seen:
		case s.assuming():
			if !s.assume() {
				return Unsat
			}
		case s.opensScope():
			if !s.openScope() {
				return Unsat
			}
		case s.trying():
			s.try()
		case s.constraining():
			if !s.constrain() {
				return Unsat
			}
		case s.failing():
			s.giveUp()
		case s.luckDue():
			if s.tryLuck() {
				return Sat
			}
		case s.restarting():
			s.restart()
		case s.switching():
			s.switchMode()
		case s.rephasing():
			s.rephase()
		case s.inprocessing():
			s.inprocess()
		case s.reducing():
			s.reduce()
		default:
			if l := s.decide(); l != NoLit {
				s.stats.Decisions++
				s.openLevel()
				if s.log != nil {
					s.logDecision(l)
				}
				s.assign(l, crefNone, 0)
			} else if s.deferring() {
				if !s.openScope() {
					return Unsat
				}
			} else if st, done := s.finalCheck(); done {
				return st
			}
		}
	}
}

// finalCheck calls Final, since nothing is left to decide. It reports whether that ends
// the search.
func (s *Solver) finalCheck() (Status, bool) {
	if s.theory.prop == nil {
		return Sat, true
	}
	s.stats.FinalChecks++
	before, restored := s.theory.offers+s.stats.Added, s.stats.Restored
	s.state = stateFinal
	f := s.theory.prop.Final()
	s.state = stateSearch
	s.settleFalsified()
	if s.conflict.found || s.head < len(s.trail) || s.late.dirty || len(s.theory.unreported) > 0 ||
		s.stats.Restored > restored {
		return Unknown, false
	}
	// After a stop the propagator may have left something out.
	if f != FinalContinue && (s.lim.Stopped() || s.assumeRest()) {
		return Unknown, false
	}
	switch f {
	case FinalSat:
		return Sat, true
	case FinalUnknown:
		s.stop.why = limit.Incomplete
		return Unknown, true
	}
	invariant.Check(before != s.theory.offers+s.stats.Added || s.lim.Stopped(), "Final: nothing new to continue with")
	return Unknown, false
}
