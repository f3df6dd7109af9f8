package native

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// Solver is Muster's own solver as the engines see it.
type Solver struct {
	s    *solver.Solver
	tag  int32
	tags []int32 // by number of the assertion in s, from 1
}

var (
	_ inline.Solver          = (*Solver)(nil)
	_ inline.Budgeter        = (*Solver)(nil)
	_ inline.ProductBudgeter = (*Solver)(nil)
	_ inline.Coner           = (*Solver)(nil)
	_ inline.Constrainer     = (*Solver)(nil)
	_ inline.LazyModeler     = (*Solver)(nil)
	_ inline.Guarder         = (*Solver)(nil)
)

// New returns a new solver over the terms of st. It does not preprocess:
// templates are simplified once, and constants of the instances steer the search.
// Nor does it look for models of quantifiers, since engines replay candidates.
// Bit-vectors go to the combination of theories, which alone knows what is reached,
// unless relevancy is off.
func New(st *term.Store, opt solver.Options) *Solver {
	opt.NoPreprocess, opt.Candidates, opt.Combine = true, true, true
	return &Solver{s: solver.New(st, opt)}
}

// models is in how many models a solver that looks for those of quantifiers checks them, for each question.
const models = 200

// WithModels returns a new solver as New does, but one that looks for models of quantifiers: for engines whose replay
// offers no repair. It has a candidate where it finds none.
func WithModels(st *term.Store, opt solver.Options) *Solver {
	opt.NoPreprocess, opt.Combine = true, true
	n := &Solver{s: solver.New(st, opt)}
	n.s.SetModelBudget(models)
	return n
}

// Assert implements inline.Solver.
func (n *Solver) Assert(t term.Term) {
	n.tags = append(n.tags, n.tag)
	n.s.Assert(t)
}

// AssertGuarded implements inline.Guarder.
func (n *Solver) AssertGuarded(act, t term.Term) {
	n.tags = append(n.tags, n.tag)
	n.s.AssertGuarded(act, t)
}

// AssertFlow implements inline.Solver.
func (n *Solver) AssertFlow(t term.Term) {
	n.tags = append(n.tags, n.tag)
	n.s.AssertFlow(t)
}

// Tag implements inline.Coner.
func (n *Solver) Tag(tag int32) { n.tag = tag }

// Cone implements inline.Coner.
func (n *Solver) Cone() []int32 {
	var out []int32
	for _, i := range n.s.Cone() {
		if tag := n.tags[i-1]; tag != 0 {
			out = append(out, tag)
		}
	}
	return out
}

// Hint implements inline.Solver.
func (n *Solver) Hint(t term.Term, phase bool) { n.s.Prefer(t, phase) }

// Check implements inline.Solver.
func (n *Solver) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	r := n.s.Check(ctx, assumptions...)
	switch r.Status {
	case sat.Sat:
		return inline.Outcome{Status: inline.StatusSat}
	case sat.Unsat:
		return inline.Outcome{Status: inline.StatusUnsat}
	}
	return inline.Outcome{Reason: r.Reason, Candidate: r.Candidate}
}

// Constrain implements inline.Constrainer.
func (n *Solver) Constrain(clause []term.Term) { n.s.Constrain(clause...) }

// ConstraintFailed implements inline.Constrainer.
func (n *Solver) ConstraintFailed() bool { return n.s.ConstraintFailed() }

// Core implements inline.Solver.
func (n *Solver) Core() []term.Term { return n.s.Core() }

// Reached implements inline.Solver.
func (n *Solver) Reached(guard term.Term) bool { return n.s.Reached(guard) }

// Model implements inline.Solver.
func (n *Solver) Model() (*model.Model, error) { return n.s.Model() }

// LazyModel implements inline.LazyModeler.
func (n *Solver) LazyModel() (*model.Model, error) { return n.s.LazyModel() }

// SetBudget implements inline.Budgeter.
func (n *Solver) SetBudget(conflicts int64) { n.s.SetConflictBudget(conflicts) }

// SetProductBudget implements inline.ProductBudgeter.
func (n *Solver) SetProductBudget(lemmas int64) { n.s.SetProductBudget(lemmas) }

// ProductBudget implements inline.ProductBudgeter.
func (n *Solver) ProductBudget() int64 { return n.s.ProductBudget() }

// Stats implements inline.Solver.
func (n *Solver) Stats() []stat.Counter { return n.s.Stats() }
