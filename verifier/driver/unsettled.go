package driver

import (
	"context"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// unsettled returns the places of what may be the reason that an answer is unknown, in the order of the source:
// products and divisions of variables, or quantifiers, in what was asked. A term that occurs at several places has the
// first of them.
func (r *run) unsettled(why reason.Kind) (out []prog.Pos) {
	var hard func(*term.Store, term.Term) bool
	switch why {
	case reason.Nonlinear, reason.Timeout, reason.UnconfirmedTrace: // of which they often are the reason
		hard = nonlinear
	case reason.Instantiation, reason.Quantifiers, reason.UnconfirmedQuantifier, reason.OpenQuantifier:
		hard = isQuantifier
	default:
		return nil
	}
	if r.prep == nil || r.prep.Core == nil {
		return nil
	}
	core := r.prep.Core
	st := core.Store
	seen := map[term.Term]bool{}
	look := func(node prog.NodeID, ts ...term.Term) {
		found := false
		st.Visit(func(t term.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			found = found || hard(st, t)
			return true
		}, ts...)
		if at := core.Pos(node); found && at != (prog.Pos{}) {
			out = append(out, at)
		}
	}
	for _, q := range core.Procs {
		for i := range q.Blocks {
			for _, c := range q.Blocks[i].Cmds {
				if c.Cond != 0 {
					look(c.Node, c.Cond)
				}
				look(c.Node, c.Values...)
			}
		}
	}
	for _, a := range core.Axioms {
		look(a.Node, a.Cond)
	}
	slices.SortFunc(out, prog.Pos.Compare)
	return slices.Compact(out)
}

// axiomTime is what the check for a contradiction of axioms gets even where the timeout leaves less: most take a few
// milliseconds, and an execution that none permits is none.
const axiomTime = 300 * time.Millisecond

// despiteTimeout returns the context of the run, which ends for its own reasons, but with at least so much time.
func (r *run) despiteTimeout(least time.Duration) (context.Context, context.CancelFunc) {
	end, limited := r.ctx.Deadline()
	near := limited && time.Until(end) <= least
	if why := limit.ContextReason(r.ctx); why != limit.Timeout && (why != limit.None || !near) {
		return r.ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), least)
	stop := context.AfterFunc(r.ctx, func() {
		if limit.ContextReason(r.ctx) != limit.Timeout {
			cancel()
		}
	})
	return ctx, func() { stop(); cancel() }
}

// leftOut names the axioms that the passes left out.
func leftOut(prep *passes.Result) (names []string) {
	for _, i := range prep.Dropped {
		a := &prep.Core.Axioms[i]
		name := "at " + prep.Core.Pos(a.Node).String()
		switch {
		case a.Function != "":
			name = "the body of function " + a.Function
		case a.Defines != term.NoSort:
			name = "what a construct means"
		}
		names = append(names, name)
	}
	return names
}

// nonlinear reports whether a term is a product or a division of what is no numeral.
func nonlinear(st *term.Store, t term.Term) bool {
	numeral := func(t term.Term) bool { return st.Op(t) == term.OpNum || st.Op(t) == term.OpRat }
	switch st.Op(t) {
	case term.OpMul:
		return !slices.ContainsFunc(st.Args(t), numeral)
	case term.OpDiv, term.OpMod, term.OpQuo:
		return !numeral(st.Args(t)[1])
	}
	return false
}

func isQuantifier(st *term.Store, t term.Term) bool {
	return st.Op(t) == term.OpForall || st.Op(t) == term.OpExists
}

// advise completes an unknown answer.
func (r *run) advise() {
	if r.rep.Result.Verdict() == verifier.Unknown {
		r.rep.Unsettled = r.unsettled(r.rep.Result.Reason().Kind)
	}
}
