package witness

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/validate"
)

// settle decides whether the path of an execution, some of whose quantified assumptions were checked at instances only, can be
// taken at all, by a fresh solver that checks its models. If it cannot, the lemma excludes the path. If it can, the execution with
// the values of the model takes the place of t, and nothing is left to check. If the budget is too small, t stays as it is.
func (w *writer) settle(ctx context.Context, p *inline.Path, t *interp.Trace) (*verifier.Trace, inline.Repair, reason.Reason) {
	facts := w.facts(p)
	terms := make([]term.Term, len(facts))
	for i, f := range facts {
		terms[i] = f.t
	}
	answer := validate.Path(ctx, w.System.Store, terms)
	switch answer.Status {
	case sat.Unsat:
		why := reason.Reason{Kind: reason.UnconfirmedQuantifier, Detail: "the assumptions on its path contradict each other"}
		return nil, inline.Repair{Lemmas: []term.Term{w.excluding(facts, answer.Core)}}, why
	case sat.Sat:
		v := &writer{Replayer: w.Replayer, tree: w.tree, model: answer.Model, frameOf: map[inline.InstID]*interp.Frame{}}
		if better := v.replay(ctx, p); better != nil {
			better.Instances, better.Quantifiers = 0, 0
			return v.trace(better), inline.Repair{}, reason.Reason{}
		}
	}
	return w.trace(t), inline.Repair{}, reason.Reason{}
}

// replay executes the path with the values of another model. It returns nil if that is no execution.
func (w *writer) replay(ctx context.Context, p *inline.Path) *interp.Trace {
	script, err := w.script(p)
	if err != nil {
		return nil
	}
	t, _, err := interp.Replay(ctx, script, interp.ReplayOptions{Values: true})
	if err != nil {
		return nil
	}
	return t
}

// excluding returns the clause that some of the facts that contradict each other does not hold: core are their indices. Where a
// guard makes a fact one, the clause has the guard.
func (w *writer) excluding(facts []fact, core []int) term.Term {
	st := w.System.Store
	var clause []term.Term
	seen := map[term.Term]bool{}
	for _, i := range core {
		if b := facts[i].because; b != 0 && !seen[b] {
			seen[b] = true
			clause = append(clause, st.Not(b))
		}
	}
	return st.Or(clause...)
}
