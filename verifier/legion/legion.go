package legion

import (
	"context"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine implements verifier.Engine.
type Engine struct {
	Config inline.Config
}

// Name returns "legion".
func (e *Engine) Name() string { return "legion" }

// Verify runs under-approximation widening at the full recursion bound.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	c := e.Config
	c.Wide = true
	run, err := inline.NewRun(ctx, sys, opt, c)
	if err != nil {
		return verifier.Result{}, err
	}
	run.AtBound(run.Bound)
	s := &search{run, learn.NewDemand(run, nil)}
	run.Assume(s.facts.Assume)
	for {
		res, done, err := s.underWidenStep()
		if done || err != nil {
			s.facts.Close()
			return run.Finish(res, err)
		}
	}
}

// search is a run that gets facts from other engines.
type search struct {
	run   *inline.Run
	facts *learn.Demand
}

// lastBudget limits the last query, in conflicts, newsBudget the same query where other engines have news.
const (
	lastBudget = 20000
	newsBudget = 2000
)

// underWidenStep is Algorithm 3: all open call sites are blocked; a model is
// an execution, and a core names the call sites to inline.
//
// Call sites past the recursion bound are blocked, too, but never inlined. If the
// core contains no others, it refutes all executions within the bound, since it
// does not need the other sites blocked.
//
// The core is not minimized. The Legion paper found that the choice of the core
// hardly matters, but its size does, since all of it is inlined. Solving again on
// the core alone nearly always returned the same core, and a check for each site
// that might be left out costs more than the instances that it saves.
func (s *search) underWidenStep() (res verifier.Result, done bool, err error) {
	run := s.run
	if s.facts.News() {
		if safe, err := s.facts.Refutes(newsBudget); safe || err != nil {
			return verifier.SafeWith(s.facts.Proof(nil)), true, err
		}
	}
	out := run.Check(run.Tree.OpenSites())
	if out.HasModel() {
		return confirm(run, out)
	}
	if out.Status != inline.StatusUnsat {
		return run.GiveUp(out), true, nil
	}
	core := run.Core()
	if len(core) == 0 {
		return verifier.SafeWith(s.facts.Proof(nil)), true, nil
	}
	var within []inline.SiteID
	for _, x := range core {
		if run.Tree.Allowed(x, run.Bound) {
			within = append(within, x)
		}
	}
	if len(within) == 0 {
		res, err := s.conclude(core)
		return res, true, err
	}
	run.Open(within)
	return run.GiveUp(inline.Outcome{}), run.Stopped(), nil
}

// confirm replays the execution that the model describes.
func confirm(run *inline.Run, out inline.Outcome) (verifier.Result, bool, error) {
	path, res, err := run.Path(out)
	if path == nil {
		return res, true, err
	}
	if len(path.Open) > 0 {
		// Only a candidate can pass a blocked site.
		return verifier.UnknownBecause(reason.Reason{Kind: reason.UnconfirmedTrace, Detail: "it passes a blocked call site"}), true, nil
	}
	res, again := run.Confirm(path)
	return res, !again, nil
}

// conclude makes the last, over-approximate query: with no call site blocked, is
// there a refutation for all bounds? If not, facts may take the place of the blocks.
func (s *search) conclude(core []inline.SiteID) (verifier.Result, error) {
	run, bounded := s.run, s.facts.Proof(core)
	run.Proved()
	if safe, err := s.facts.Refutes(lastBudget); safe || err != nil {
		return verifier.SafeWith(s.facts.Proof(nil)), err
	}
	if proof, err := learn.Unbounded(run, core, s.facts); proof != nil || err != nil {
		if proof != nil {
			proof.Bounded = bounded
		}
		return verifier.SafeWith(proof), err
	}
	return verifier.SafeUpToBoundWith(run.Bound, bounded), nil
}
