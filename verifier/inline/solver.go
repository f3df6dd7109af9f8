package inline

import (
	"context"
	"io"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Solver is an incremental SMT solver as the engines see it.
type Solver interface {
	// Assert asserts t permanently.
	Assert(t term.Term)
	// AssertFlow adds a constraint on the flow of control. It excludes only
	// superfluous models: if the assertions have a model, they have one that
	// satisfies it. So it must hold in every model that is returned, but need
	// not be justified in it.
	AssertFlow(t term.Term)
	// Hint proposes the initial phase of a Bool constant.
	Hint(t term.Term, phase bool)
	// Check decides the assertions under assumptions, which are Bool constants or
	// their negations.
	Check(ctx context.Context, assumptions []term.Term) Outcome
	// Core returns, after StatusUnsat, assumptions that suffice for it.
	Core() []term.Term
	// Reached reports whether a guard is true and relevant in the model of the
	// last check.
	Reached(guard term.Term) bool
	// Model returns the model after StatusSat, or the candidate.
	Model() (*model.Model, error)
	// Stats returns named counters, always in the same order.
	Stats() []stat.Counter
}

// Budgeter is a Solver whose checks can be given a deterministic budget.
type Budgeter interface {
	// SetBudget limits each later Check to the given number of conflicts; 0 means
	// no limit. A Check that exceeds it is unknown for the reason
	// reason.Conflicts.
	SetBudget(conflicts int64)
}

// ProductBudgeter is a Solver whose effort on products can be given a deterministic
// budget.
type ProductBudgeter interface {
	// SetProductBudget limits the lemmas about products in all later checks
	// together. When the budget is spent, checks end in candidates.
	SetProductBudget(lemmas int64)
	// ProductBudget returns what is left of it.
	ProductBudget() int64
}

// Constrainer is a Solver that can satisfy a clause in one check only.
type Constrainer interface {
	// Constrain makes the next Check, and only that one, satisfy the disjunction of
	// the terms, which is false if there are none. It costs nothing afterwards.
	Constrain(clause []term.Term)
	// ConstraintFailed reports, after StatusUnsat, whether Core alone is not enough
	// for it, but only together with the clause.
	ConstraintFailed() bool
}

// Guarder is a Solver in which facts sleep.
type Guarder interface {
	// AssertGuarded asserts permanently that t holds if act does, a Bool constant. It
	// costs nothing while no check assumes act and only such facts mention it. To
	// assert the negation of act drops its facts.
	AssertGuarded(act, t term.Term)
}

// LazyModeler is a Solver whose models need not be made as a whole.
type LazyModeler interface {
	// LazyModel returns the same as Model, but values cost what they depend on. It
	// ends with the next call that changes anything (an assertion, a hint, a check):
	// evaluation fails then.
	LazyModel() (*model.Model, error)
}

// Coner is a Solver that knows which assertions a refutation rests on.
type Coner interface {
	// Tag gives the assertions that follow the number n; 0 is for those that are
	// implied by others.
	Tag(n int32)
	// Cone returns, in order, the numbers of the assertions on which the last
	// StatusUnsat rests; nil if the solver does not record them.
	Cone() []int32
}

// Status is the answer of a check.
type Status uint8

// The answers.
const (
	StatusUnknown Status = iota
	StatusSat
	StatusUnsat
)

// String returns the answer as SMT-LIB prints it.
func (s Status) String() string {
	switch s {
	case StatusSat:
		return "sat"
	case StatusUnsat:
		return "unsat"
	}
	return "unknown"
}

// Outcome is the answer of a check, with a reason if it is unknown. If Candidate
// is set there is a model all the same, which may be wrong about quantifiers and
// nonlinear terms only. An engine may inline by a candidate, and replay it, but
// must not conclude anything from it.
type Outcome struct {
	Status    Status
	Reason    reason.Reason
	Candidate bool
}

// Why returns the reason for which a check has no answer.
func (o Outcome) Why() error {
	if o.Reason.Kind == reason.None {
		return reason.Reason{Kind: reason.GaveUp}
	}
	return o.Reason
}

// HasModel reports whether Reached and Model may be called.
func (o Outcome) HasModel() bool { return o.Status == StatusSat || o.Candidate }

// AssertUnder asserts that t holds if a constant is assumed.
func AssertUnder(s Solver, st *term.Store, assumption, t term.Term) {
	if g, ok := s.(Guarder); ok {
		g.AssertGuarded(assumption, t)
		return
	}
	s.Assert(st.Or(st.Not(assumption), t))
}

// LastModel returns the model of the last check. It ends with the next assertion.
func LastModel(s Solver) (*model.Model, error) {
	if l, ok := s.(LazyModeler); ok {
		return l.LazyModel()
	}
	return s.Model()
}

// Limit limits each later check of a solver that can be given a budget, in conflicts.
func Limit(s Solver, conflicts int64) {
	if b, ok := s.(Budgeter); ok {
		b.SetBudget(conflicts)
	}
}

// Close ends a solver that has to be ended.
func Close(s Solver) error {
	if c, ok := s.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
