package corral

import (
	"context"

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
	return learn.Verify(ctx, e, sys, opt)
}

// NewRun implements learn.Stepwise.
func (e *Engine) NewRun(ctx context.Context, sys *vc.System, opt verifier.Options) (*inline.Run, error) {
	return inline.NewRun(ctx, sys, opt, e.Config)
}

// Begin implements learn.Stepwise.
func (e *Engine) Begin(run *inline.Run, facts *learn.Demand) learn.Search {
	return NewSearch(run, facts)
}

// Search is a run that finds facts about the procedures at its open call sites.
type Search struct {
	run   *inline.Run
	facts *learn.Demand
	bound int
}

// NewSearch returns a search on the tree of a run.
func NewSearch(run *inline.Run, facts *learn.Demand) *Search {
	return &Search{run, facts, 1}
}

// Step is an iteration of the loop of Fig. 2. It skips bounds that can change
// nothing, since every call site that the refutation blocks lies past them, too.
func (s *Search) Step() (learn.Step, error) {
	run := s.run
	run.AtBound(s.bound)
	step, err := s.overRefStep()
	if err != nil || !step.Refuted {
		return step, err // at the same bound the tree grew, or a lemma was learned
	}
	if len(step.Core) == 0 {
		return learn.Final(verifier.SafeWith(s.facts.Proof(nil))), nil
	}
	next := run.Tree.Excess(step.Core[0])
	for _, x := range step.Core[1:] {
		next = min(next, run.Tree.Excess(x))
	}
	if next > run.Bound {
		return step, nil
	}
	if within := run.Options().Within; within != nil {
		within(next-1, s.facts.Proof(step.Core))
	}
	s.bound = next
	return learn.Step{}, nil
}

// Conclude looks for facts that take the place of the call sites past the bound.
func (s *Search) Conclude(core []inline.SiteID) (verifier.Result, error) {
	bounded := s.facts.Proof(core)
	s.run.Proved()
	return learn.Conclude(s.run, core, s.facts, bounded)
}

// overRefStep is Algorithm 2: one over-approximate query. Its model is an
// execution, or passes through the call sites to inline.
func (s *Search) overRefStep() (learn.Step, error) {
	run := s.run
	out := run.Check(run.Blocked(s.bound))
	switch {
	case out.Status == inline.StatusUnsat:
		return learn.Step{Refuted: true, Core: run.Core()}, nil
	case !out.HasModel():
		return learn.Final(run.GiveUp(out)), nil
	}
	path, res, err := run.Path(out)
	if path == nil {
		return learn.Final(res), err
	}
	if any, err := s.facts.Exclude(path); any || err != nil {
		return learn.Step{}, err
	}
	if len(path.Open) > 0 {
		run.Open(path.Open)
		return learn.Step{Decided: run.Stopped(), Result: run.GiveUp(inline.Outcome{})}, nil
	}
	res, again := run.Confirm(path)
	return learn.Step{Decided: !again, Result: res}, nil
}
