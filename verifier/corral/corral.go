package corral

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine implements verifier.Engine.
type Engine struct {
	Config inline.Config
}

// Name returns "corral".
func (e *Engine) Name() string { return "corral" }

// Verify runs stratified inlining with recursion bounds from 1 to the full one.
//
// Corral's Fig. 2 makes two queries in each round. The first one, with all open
// call sites blocked, is omitted, as in the Legion paper: a model of the second
// one that passes no open call site is a model of the first.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	ctx, effort := limit.NewMeter(ctx, 1)
	run, err := inline.NewRun(ctx, sys, opt, e.Config)
	if err != nil {
		return verifier.Result{}, err
	}
	s := &search{run, learn.NewDemand(run, effort)}
	run.Assume(s.facts.Assume)
	res, err := s.stratified()
	s.facts.Close()
	return run.Finish(res, err)
}

// search is a run that finds facts about the procedures at its open call sites.
type search struct {
	run   *inline.Run
	facts *learn.Demand
}

// stratified is the loop over bounds of Fig. 2. It skips bounds that can change
// nothing, since every call site that the refutation blocks lies past them, too.
func (s *search) stratified() (verifier.Result, error) {
	run := s.run
	for bound := 1; ; {
		run.AtBound(bound)
		step, err := s.overRefStep(bound)
		if err != nil || step.decided {
			return step.result, err
		}
		if !step.refuted {
			continue // the tree grew, or a lemma was learned
		}
		if len(step.core) == 0 {
			return verifier.SafeWith(s.facts.Proof(nil)), nil
		}
		next := run.Tree.Excess(step.core[0])
		for _, x := range step.core[1:] {
			next = min(next, run.Tree.Excess(x))
		}
		if next > run.Bound {
			return s.conclude(step.core)
		}
		bound = next
	}
}

// conclude looks for facts that take the place of the call sites past the bound.
func (s *search) conclude(core []inline.SiteID) (verifier.Result, error) {
	run, bounded := s.run, s.facts.Proof(core)
	run.Proved()
	if proof, err := learn.Unbounded(run, core, s.facts); proof != nil || err != nil {
		if proof != nil {
			proof.Bounded = bounded
		}
		return verifier.SafeWith(proof), err
	}
	return verifier.SafeUpToBoundWith(run.Bound, bounded), nil
}

// step is the outcome of one overRefStep.
type step struct {
	decided bool // the result is final
	result  verifier.Result
	refuted bool            // there is no execution within the bound
	core    []inline.SiteID // the call sites past the bound that the refutation needs blocked
}

// overRefStep is Algorithm 2: one over-approximate query. Its model is an
// execution, or passes through the call sites to inline.
func (s *search) overRefStep(bound int) (step, error) {
	run := s.run
	out := run.Check(run.Blocked(bound))
	switch {
	case out.Status == inline.StatusUnsat:
		return step{refuted: true, core: run.Core()}, nil
	case !out.HasModel():
		return step{decided: true, result: run.GiveUp(out)}, nil
	}
	path, res, err := run.Path(out)
	if path == nil {
		return step{decided: true, result: res}, err
	}
	if any, err := s.facts.Exclude(path); any || err != nil {
		return step{}, err
	}
	if len(path.Open) > 0 {
		run.Open(path.Open)
		return step{decided: run.Stopped(), result: run.GiveUp(inline.Outcome{})}, nil
	}
	res, again := run.Confirm(path)
	return step{decided: !again, result: res}, nil
}
