package inline

import (
	"context"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Solver is an incremental SMT solver as the engines see it.
type Solver interface {
	// Assert adds t for good.
	Assert(t term.Term)
	// AssertFlow adds a constraint on the flow of control that the others
	// imply for some model whenever there is one. It must hold in every model
	// that the caller reads, but need not be justified in it.
	AssertFlow(t term.Term)
	// Hint proposes the first phase to try for a Bool constant.
	Hint(t term.Term, phase bool)
	// Check decides all that was asserted under assumptions: Bool constants or
	// their negations.
	Check(ctx context.Context, assumptions []term.Term) Outcome
	// Core returns, after Unsat, assumptions that suffice for it.
	Core() []term.Term
	// Reached reports, after a model, that a guard is true and relevant.
	Reached(guard term.Term) bool
	// Model returns the model after Sat or a Candidate.
	Model() (*model.Model, error)
	// Stats returns named counters, always in the same order.
	Stats() []stat.Counter
}

// Budgeter is a Solver whose checks can be given a deterministic budget.
type Budgeter interface {
	// SetBudget limits each later Check to so many conflicts; 0 is no limit. A
	// Check that exceeds it is Unknown with the reason "budget".
	SetBudget(conflicts int64)
}

// ProductBudgeter is a Solver whose effort on products can be given a deterministic
// budget.
type ProductBudgeter interface {
	// SetProductBudget limits the lemmas about products of all later checks
	// together. When they are spent, checks end in candidates.
	SetProductBudget(lemmas int64)
	// ProductBudget is what is left of it.
	ProductBudget() int64
}

// Coner is a Solver that can tell which assertions a refutation rests on.
type Coner interface {
	// Tag numbers the assertions that follow; 0 is for those that follow from
	// the others.
	Tag(n int32)
	// Cone returns the numbers of the assertions that the last Unsat rests on,
	// in order; nil if it was not asked to remember.
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

// Outcome is the answer of a check, with the reason of Unknown. Candidate says
// that there is a model all the same: it satisfies everything but quantifiers
// and nonlinear terms, which may not have been instantiated enough. An engine
// may inline by a candidate, and replay it, but must not conclude from it.
type Outcome struct {
	Status    Status
	Reason    reason.Reason
	Candidate bool
}

// HasModel reports whether Reached and Model may be asked.
func (o Outcome) HasModel() bool { return o.Status == StatusSat || o.Candidate }
