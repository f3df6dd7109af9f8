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
	return learn.Verify(ctx, e, sys, opt)
}

// NewRun implements learn.Stepwise.
func (e *Engine) NewRun(ctx context.Context, sys *vc.System, opt verifier.Options) (*inline.Run, error) {
	c := e.Config
	c.Wide = true
	return inline.NewRun(ctx, sys, opt, c)
}

// Begin implements learn.Stepwise.
func (e *Engine) Begin(run *inline.Run, facts *learn.Demand) learn.Search {
	return NewSearch(run, facts)
}

// Search is a run that gets facts from other engines.
type Search struct {
	run   *inline.Run
	facts *learn.Demand
}

// NewSearch returns a search on the tree of a run.
func NewSearch(run *inline.Run, facts *learn.Demand) *Search {
	run.AtBound(run.Bound)
	return &Search{run, facts}
}

// lastBudget limits the last query, in conflicts, newsBudget the same query where other engines have news.
const (
	lastBudget = 20000
	newsBudget = 2000
)

// Step is UnderWidenStep, Algorithm 3: all open call sites are blocked; a model is
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
func (s *Search) Step() (learn.Step, error) {
	run := s.run
	if s.facts.News() {
		if safe, err := s.facts.Refutes(newsBudget); safe || err != nil {
			return learn.Final(verifier.SafeWith(s.facts.Proof(nil))), err
		}
	}
	out := run.Check(run.Tree.OpenSites())
	if out.HasModel() {
		return confirm(run, out)
	}
	if out.Status != inline.StatusUnsat {
		return learn.Final(run.GiveUp(out)), nil
	}
	core := run.Core()
	if len(core) == 0 {
		return learn.Final(verifier.SafeWith(s.facts.Proof(nil))), nil
	}
	var within []inline.SiteID
	for _, x := range core {
		if run.Tree.Allowed(x, run.Bound) {
			within = append(within, x)
		}
	}
	if len(within) == 0 {
		return learn.Step{Refuted: true, Core: core}, nil
	}
	run.Open(within)
	return learn.Step{Decided: run.Stopped(), Result: run.GiveUp(inline.Outcome{})}, nil
}

// confirm replays the execution that the model describes.
func confirm(run *inline.Run, out inline.Outcome) (learn.Step, error) {
	path, res, err := run.Path(out)
	if path == nil {
		return learn.Final(res), err
	}
	if len(path.Open) > 0 {
		// Only a candidate can pass a blocked site.
		return learn.Final(verifier.UnknownBecause(reason.Reason{Kind: reason.UnconfirmedTrace,
			Detail: "it passes a blocked call site"})), nil
	}
	res, again := run.Confirm(path)
	return learn.Step{Decided: !again, Result: res}, nil
}

// Conclude makes the last, over-approximate query: with no call site blocked, is
// there a refutation for all bounds? If not, facts may take the place of the blocks.
func (s *Search) Conclude(core []inline.SiteID) (verifier.Result, error) {
	bounded := s.facts.Proof(core)
	s.run.Proved()
	if safe, err := s.facts.Refutes(lastBudget); safe || err != nil {
		return verifier.SafeWith(s.facts.Proof(nil)), err
	}
	return learn.Conclude(s.run, core, s.facts, bounded)
}
