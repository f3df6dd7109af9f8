package solver

import (
	"context"
	"errors"
	"fmt"

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
	s.ctx, s.candidates, s.verified = ctx, 0, nil
	s.assumed, s.core = s.assumed[:0], nil
	switch way := s.choose(s.constraint.begin(assumptions)); {
	case s.take(way):
	case s.renewing() || s.backend.Spoiled():
		s.renew()
	}
	if s.retiring() {
		s.retire()
	}
	assumptions = s.constrained(assumptions)
	s.backend.Tag(0)
	var lim limit.Limit
	release := lim.Watch(ctx)
	defer release()
	defer s.backend.begin(&lim)()
	if s.findsModel(ctx, assumptions) {
		return s.found(assumptions)
	}
	s.expect(&lim, assumptions)
	var r Result
	if s.assume(&lim, assumptions) {
		r = s.backend.check(&lim, s.lits, s.budget)
	} else {
		s.proof.Query(assumptions, s.forms(assumptions))
		s.proof.Answer(sat.Unknown, 0)
	}
	switch {
	case r.Status == sat.Sat:
		s.sat = len(s.scopes)
	case r.Status == sat.Unsat:
		s.settle()
	case r.Reason.Kind == reason.None && lim.Reason() != limit.None:
		r.Reason = reason.Of(lim.Reason())
	case r.Reason.Kind == reason.None:
		r.Reason = s.backend.why()
	}
	return s.answer(r, assumptions)
}

// answer returns an answer, after its model is checked.
func (s *Solver) answer(r Result, assumptions []term.Term) Result {
	if r.Status == sat.Sat && s.opt.CheckModels {
		if err := s.checkModel(assumptions); err != nil {
			return Result{Reason: reason.Internalf("wrong model: %v", err)}
		}
	}
	return r
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
func (s *Solver) SetProductBudget(n int64) { s.products = n }

// ProductBudget returns what is left of that budget.
func (s *Solver) ProductBudget() int64 { return s.products }

// SetModelBudget limits each later check to n candidate models in which quantifiers
// are checked; 0 means no limit, except that of AutoQuantifiers on what leads to nothing,
// which a greater n lifts. Without a limit, a check with quantifiers may not terminate.
func (s *Solver) SetModelBudget(n int64) { s.modelBudget = n }

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
