package horn

import (
	"errors"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/validate"
)

// confirm checks the evidence of a safe verdict, as a solution of the assertions where it can be made one.
func (r *run) confirm(res verifier.Result) error {
	p := res.Proof()
	r.phase = "check"
	r.progress(r.rep.Stats.Progress)
	if len(p.Opened) == 0 {
		return r.solution(p.Facts, nil)
	}
	if !r.passes.Empty() { // a proof says nothing about the clauses
		facts, err := r.interpolated(p)
		return r.solution(facts, err)
	}
	rep, err := validate.Proof(r.ctx, r.sys, res, r.config())
	switch {
	case err != nil:
		return err
	case rep.Refuted:
		return reason.Internalf("the proof of %s is wrong: %s", r.engine.name, rep.Wrong)
	case !rep.Confirmed:
		r.unknown(reason.Reason{Kind: reason.UnconfirmedProof, Detail: rep.Why.String()})
		return nil
	}
	if !r.opt.Model {
		r.rep.Status, r.rep.NoSolution = sat.Sat, reason.Reason{Kind: reason.GaveUp, Detail: "none was asked for"}
		return nil
	}
	facts, err := r.interpolated(p)
	if err := r.solution(facts, err); err != nil {
		return err
	}
	if r.rep.Status == sat.Unknown {
		r.rep.Status, r.rep.Reason, r.rep.NoSolution = sat.Sat, reason.Reason{}, r.rep.Reason
	}
	return nil
}

// interpolated returns the facts that a proof which opened call sites gives.
func (r *run) interpolated(p *verifier.Proof) ([]verifier.Fact, error) {
	r.phase = "model"
	r.progress(r.rep.Stats.Progress)
	return interpolated(r.ctx, r.sys, r.maker, p)
}

// solution makes a solution of facts about the procedures, if there is no error, and checks it on the assertions.
func (r *run) solution(facts []verifier.Fact, err error) error {
	if err == nil {
		facts, err = r.passes.Solution(r.ctx, facts)
	}
	if errors.Is(err, reason.Internal) {
		return err
	}
	if err != nil {
		r.unknown(unconfirmed(reasonOf(err)))
		return nil
	}
	defs := r.definitions(facts)
	rep := r.check(defs)
	switch {
	case rep.Refuted:
		return reason.Internalf("the solution of %s is wrong: %s", r.engine.name, rep.Wrong)
	case rep.Confirmed:
		r.rep.Status, r.rep.Solution = sat.Sat, defs
	default:
		r.unknown(unconfirmed(rep.Why))
	}
	return nil
}

func unconfirmed(why reason.Reason) reason.Reason {
	return reason.Reason{Kind: reason.UnconfirmedProof, Detail: why.String()}
}

// reasonOf returns the reason that an error is, or one with its text.
func reasonOf(err error) reason.Reason {
	var why reason.Reason
	if errors.As(err, &why) {
		return why
	}
	return reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
}

// definitions returns the definitions that facts about the procedures give: what holds of a predicate is its
// definition.
func (r *run) definitions(facts []verifier.Fact) []validate.Definition {
	byProc := make([][]term.Term, len(r.original.Procs))
	for _, f := range facts {
		byProc[f.Proc] = append(byProc[f.Proc], f.Formula)
	}
	defs := make([]validate.Definition, len(r.script.Preds))
	for i, f := range r.script.Preds {
		p := r.original.Procs[i+1]
		defs[i] = validate.Definition{Pred: f, Params: p.Out, Body: r.conjunction(byProc[p.ID])}
	}
	return defs
}

// conjunction returns the conjunction of formulas, simplified: definitions are for readers, too.
func (r *run) conjunction(fs []term.Term) term.Term {
	all := r.script.Store.And(fs...)
	if len(fs) < 2 {
		return all
	}
	return r.maker.Rebuild(all, fs)
}

// check validates a solution on the assertions as they were read.
func (r *run) check(defs []validate.Definition) validate.Report {
	assertions := make([]term.Term, len(r.script.Assertions))
	for i := range assertions {
		assertions[i] = r.script.Assertions[i].Formula
	}
	return validate.Solution(r.ctx, r.script.Store, assertions, defs)
}
