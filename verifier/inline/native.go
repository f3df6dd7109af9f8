package inline

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
)

// Native is Muster's own solver as the engines see it.
type Native struct {
	s    *smt.Solver
	tag  int32
	tags []int32 // by number of the assertion in s, from 1
}

var (
	_ Solver   = (*Native)(nil)
	_ Budgeter = (*Native)(nil)
	_ Coner    = (*Native)(nil)

	_ ProductBudgeter = (*Native)(nil)
)

// NewNative returns a new solver over the terms of st. It preprocesses nothing:
// templates are, once, and the search is steered by constants of the instances.
// Engines replay candidates, so it looks for no models that satisfy quantifiers.
func NewNative(st *term.Store, opt smt.Options) *Native {
	opt.NoPreprocess, opt.Candidates = true, true
	return &Native{s: smt.New(st, opt)}
}

// Assert implements Solver.
func (n *Native) Assert(t term.Term) {
	n.tags = append(n.tags, n.tag)
	n.s.Assert(t)
}

// AssertFlow implements Solver.
func (n *Native) AssertFlow(t term.Term) {
	n.tags = append(n.tags, n.tag)
	n.s.AssertFlow(t)
}

// Tag implements Coner.
func (n *Native) Tag(tag int32) { n.tag = tag }

// Cone implements Coner.
func (n *Native) Cone() []int32 {
	var out []int32
	for _, i := range n.s.Cone() {
		if tag := n.tags[i-1]; tag != 0 {
			out = append(out, tag)
		}
	}
	return out
}

// Hint implements Solver.
func (n *Native) Hint(t term.Term, phase bool) { n.s.Prefer(t, phase) }

// Check implements Solver.
func (n *Native) Check(ctx context.Context, assumptions []term.Term) Outcome {
	r := n.s.Check(ctx, assumptions...)
	switch r.Status {
	case sat.Sat:
		return Outcome{Status: StatusSat}
	case sat.Unsat:
		return Outcome{Status: StatusUnsat}
	}
	return Outcome{Reason: r.Reason, Candidate: r.Candidate}
}

// Core implements Solver.
func (n *Native) Core() []term.Term { return n.s.Core() }

// Reached implements Solver.
func (n *Native) Reached(guard term.Term) bool { return n.s.Reached(guard) }

// Model implements Solver.
func (n *Native) Model() (*model.Model, error) { return n.s.Model() }

// SetBudget implements Budgeter.
func (n *Native) SetBudget(conflicts int64) { n.s.SetConflictBudget(conflicts) }

// SetProductBudget implements ProductBudgeter.
func (n *Native) SetProductBudget(lemmas int64) { n.s.SetProductBudget(lemmas) }

// ProductBudget implements ProductBudgeter.
func (n *Native) ProductBudget() int64 { return n.s.ProductBudget() }

// Stats implements Solver.
func (n *Native) Stats() []verifier.Counter {
	var out []verifier.Counter
	for _, c := range n.s.Stats() {
		out = append(out, verifier.Counter{Name: c.Name, Value: c.Value})
	}
	return out
}
