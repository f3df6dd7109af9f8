package witness

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/validate"
)

// settle decides whether a path can be taken at all, by a fresh solver that checks its models, where the replay
// cannot decide some quantified assumptions. If it can, the trace is of the execution with the values of the model;
// if it cannot, the lemma excludes the path. Neither is there if the budget is too small. It took so many polls.
func (w *writer) settle(ctx context.Context, p *inline.Path) (trace *interp.Trace, lemma term.Term, polls int64) {
	facts := w.facts(p)
	answer := validate.Path(ctx, w.System.Store, terms(facts))
	switch answer.Status {
	case sat.Unsat:
		return nil, w.excluding(facts, answer.Core), answer.Polls
	case sat.Sat:
		v := &writer{Replayer: w.Replayer, tree: w.tree, model: answer.Model}
		return v.replayWithin(ctx, p), 0, answer.Polls
	}
	return nil, 0, answer.Polls
}

// replayWithin executes the path with the values of a model in which all that is assumed on it holds, for all values
// that quantifiers range over. It returns nil if that is no execution.
func (w *writer) replayWithin(ctx context.Context, p *inline.Path) *interp.Trace {
	script, err := w.script(p)
	if err != nil {
		return nil
	}
	t, _, err := interp.Replay(ctx, script, interp.ReplayOptions{Values: true, Confirmed: true})
	if err != nil {
		return nil
	}
	return t
}

// excluded returns the repair by a lemma, which excludes a path, and why that is none; there may be no lemma. If it
// excludes all paths, the axioms contradict each other: then everything is safe, which nobody wants to hear.
func (w *writer) excluded(lemma term.Term) (inline.Repair, reason.Reason) {
	switch lemma {
	case 0:
		return inline.Repair{}, reason.Reason{}
	case w.System.Store.False():
		return inline.Repair{}, reason.Reason{Kind: reason.ContradictoryAxioms}
	}
	return inline.Repair{Lemmas: []term.Term{lemma}},
		reason.Reason{Kind: reason.UnconfirmedQuantifier, Detail: "the assumptions on its path contradict each other"}
}

// excluding returns the clause that some of the facts that contradict each other does not hold: core are their
// indices. Where a guard makes a fact one, the clause has the guard.
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
