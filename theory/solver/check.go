package solver

import (
	"context"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Result is the answer of a check.
type Result struct {
	Status sat.Status
	// Reason of Unknown: a limit, what the theories cannot decide, or a fault of this
	// module (reason.Internal).
	Reason reason.Reason
	// Candidate says that Unknown has a candidate model, which satisfies everything
	// asserted except for what Reason names.
	Candidate bool
}

// HasModel reports whether Model and Reached may be called.
func (r Result) HasModel() bool { return r.Status == sat.Sat || r.Candidate }

// String returns the status, with the reason if it is unknown.
func (r Result) String() string {
	if r.Reason.Kind == reason.None {
		return r.Status.String()
	}
	return r.Status.String() + " (" + r.Reason.String() + ")"
}

// Check decides the assertions under assumptions, which may be any formulas.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) Result {
	s.checks++
	s.change()
	s.guarded(func() { s.last = s.check(ctx, assumptions) })
	if s.isDead() {
		s.last = Result{Reason: s.fault}
	}
	return s.last
}

func (s *Solver) check(ctx context.Context, assumptions []term.Term) Result {
	s.verified, s.ctx, s.candidates = nil, ctx, 0
	s.assumed, s.core = s.assumed[:0], nil
	switch way := s.choose(s.constraint.begin(assumptions)); {
	case s.take(way):
	case s.renewing() || s.way == direct && s.bits.Spoiled():
		s.renew()
	}
	if s.retiring() {
		s.retire()
	}
	assumptions = s.constrained(assumptions)
	s.matcher.Start()
	s.tag(0)
	var lim limit.Limit
	release := lim.Watch(ctx)
	defer release()
	if s.way == direct {
		s.bits.Within(&lim)
		defer s.bits.Within(nil)
	} else if s.pre != nil {
		s.e.Within(&lim) // after the check, too: what is asserted after a stop waits for the next one
	}
	if s.scouts(ctx, assumptions) {
		return s.scouted(assumptions)
	}
	if !s.assume(&lim, assumptions) {
		s.proof.Query(assumptions, s.forms(assumptions))
		s.proof.Answer(sat.Unknown, 0)
		return Result{Reason: s.stopped(&lim)}
	}
	st := sat.Unknown
	if s.way == direct {
		if s.proof != nil {
			s.refuteSystems(&lim)
		}
		var why reason.Reason
		if st, why = s.checkBits(); why.Kind != reason.None {
			st = sat.Unknown
		}
		s.bits.LogAnswer(st)
		if why.Kind != reason.None && lim.Reason() == limit.None {
			return Result{Reason: why}
		}
	} else {
		st = s.e.Check(&lim, s.lits, s.budget)
	}
	switch st {
	case sat.Sat:
		s.sat = len(s.scopes)
	case sat.Unsat:
		s.settle()
	}
	if st != sat.Unknown {
		return s.answer(st, assumptions)
	}
	if why := s.e.Incomplete(); s.way.combines() && why.Kind != reason.None {
		return Result{Reason: why, Candidate: true}
	}
	return Result{Reason: s.stopped(&lim)}
}

// answer returns a decided answer, after its model is checked.
func (s *Solver) answer(st sat.Status, assumptions []term.Term) Result {
	if st == sat.Sat && s.opt.CheckModels {
		if err := s.checkModel(assumptions); err != nil {
			return Result{Reason: reason.Internalf("wrong model: %v", err)}
		}
	}
	return Result{Status: st}
}

// stopped says why a check has stopped.
func (s *Solver) stopped(lim *limit.Limit) reason.Reason {
	if why := lim.Reason(); why != limit.None {
		return reason.Of(why)
	}
	if s.way == direct && s.bits.Exhausted {
		return reason.Reason{Kind: reason.Unsupported, Detail: blast.WhyTooLarge}
	}
	if s.way == direct && s.bits.TooLarge != 0 {
		why := blast.WhyTooLarge
		if s.st.SortKind(s.st.Sort(s.bits.TooLarge)) == term.KindUninterpreted {
			why = "more than a million terms of uninterpreted sorts beside bit-vectors"
		}
		return reason.Reason{Kind: reason.Unsupported, Detail: why}
	}
	if s.way == direct && s.bits.Small != term.NoSort {
		return reason.Reason{Kind: reason.Unsupported, Detail: "constant arrays that stores make equal where " + s.st.SortString(s.bits.Small) + " has few elements"}
	}
	return reason.Of(s.satCore().WhyUnknown())
}

// checkModel evaluates all assertions and assumptions in the model.
func (s *Solver) checkModel(assumptions []term.Term) error {
	m, err := s.model()
	if err != nil {
		return err
	}
	all := append([]term.Term(nil), assumptions...)
	if s.constraint.inForce {
		all = append(all, s.disjunction())
	}
	for _, a := range s.live {
		all = append(all, a.t)
	}
	for i := range s.facts.guards {
		for _, a := range s.facts.guards[i].facts {
			all = append(all, s.st.Or(s.st.Not(s.facts.guards[i].act), a.t))
		}
	}
	for _, t := range all {
		ok, err := m.EvalDeciding(t)
		if errors.Is(err, model.ErrQuantifier) {
			continue // evaluation cannot decide it
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.st.String(t), err)
		}
		if !ok {
			return fmt.Errorf("%s is false", s.st.String(t))
		}
	}
	return nil
}

// SetConflictBudget limits each later check to n conflicts; 0 means no limit.
func (s *Solver) SetConflictBudget(n int64) { s.budget.Conflicts = n }

// SetProductBudget limits the lemmas about products, and about division by terms,
// of all later checks together. Once they are spent, checks end with candidates.
func (s *Solver) SetProductBudget(n int64) { s.arith.SetProductBudget(n) }

// ProductBudget returns what is left of that budget.
func (s *Solver) ProductBudget() int64 { return s.arith.ProductBudget() }

// SetModelBudget limits each later check to n candidate models in which quantifiers
// are checked; 0 means no limit, except that of AutoQuantifiers on what is done in vain,
// which a greater n lifts. Without a limit, a check with quantifiers may not terminate.
func (s *Solver) SetModelBudget(n int64) {
	s.modelBudget = n
	s.guarded(func() { s.matcher.SetIdleModels(n) })
}

// guarded runs f unless the solver is dead. A panic leaves the solver dead.
func (s *Solver) guarded(f func()) {
	if s.isDead() {
		return
	}
	defer func() {
		if x := recover(); x != nil {
			s.fault = reason.Recovered(x)
			s.fault.Detail += " (please report it with the input)"
		}
	}()
	f()
}

// isDead reports whether an internal fault has left the solver in a state that must
// not be used.
func (s *Solver) isDead() bool { return s.fault.Kind != reason.None }
