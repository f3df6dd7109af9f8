package learn

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Stepwise is an engine whose searches go step by step, so that a tree can serve several of them.
type Stepwise interface {
	verifier.Engine
	// NewRun starts a run with a tree for searches.
	NewRun(ctx context.Context, sys *vc.System, opt verifier.Options) (*inline.Run, error)
	// Begin returns a search on the tree of such a run.
	Begin(run *inline.Run, facts *Demand) Search
}

// Verify is the method Verify of such an engine.
func Verify(ctx context.Context, e Stepwise, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	ctx, effort := limit.NewMeter(ctx, 1)
	run, err := e.NewRun(ctx, sys, opt)
	if err != nil {
		return verifier.Result{}, err
	}
	facts := NewDemand(run, effort)
	return run.Finish(Decide(e.Begin(run, facts), facts))
}

// Search is a search for an execution on the tree of a run, step by step. Several can work on one tree in turns: a
// step relies on nothing but the tree and the solver, and leaves there only what holds.
type Search interface {
	// Step makes one query, and grows the tree or excludes its model, if that is not the end.
	Step() (Step, error)
	// Conclude returns the answer after a step that refuted all executions within the bound. It is called at once.
	Conclude(core []inline.SiteID) (verifier.Result, error)
}

// Step is the outcome of a step.
type Step struct {
	Decided bool // Result is final
	Result  verifier.Result
	Refuted bool            // there is no execution within the bound
	Core    []inline.SiteID // the call sites past the bound that the refutation needs blocked
}

// Final returns the outcome of the last step of a search.
func Final(r verifier.Result) Step { return Step{Decided: true, Result: r} }

// Decide takes steps up to the answer. What facts finds is asserted at the call sites of the run. It is closed at the
// end.
func Decide(s Search, facts *Demand) (verifier.Result, error) {
	defer facts.Close()
	facts.run.Assume(facts.Assume)
	for {
		step, err := s.Step()
		switch {
		case step.Decided || err != nil:
			return step.Result, err
		case step.Refuted:
			return s.Conclude(step.Core)
		}
	}
}

// Conclude looks for facts that take the place of the call sites past the bound that the refutation needs blocked
// (Unbounded). If there are none, bounded is what remains.
func Conclude(run *inline.Run, core []inline.SiteID, demand *Demand, bounded *verifier.Proof) (verifier.Result, error) {
	proof, err := Unbounded(run, core, demand)
	if proof != nil || err != nil {
		if proof != nil {
			proof.Bounded = bounded
		}
		return verifier.SafeWith(proof), err
	}
	return verifier.SafeUpToBoundWith(run.Bound, bounded), nil
}
