package lazyann

import (
	"context"
	"errors"
	"strings"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// growth is a tree that an engine that inlines calls grows beside the search, step by step, within one goroutine. It
// is given what the search learns for all bounds.
type growth struct {
	run    *inline.Run
	facts  *learn.Demand
	search learn.Search
	all    *limit.Meter // of the search and the tree together
	own    *limit.Meter

	conflicts int64 // that the next step may have
	steps     int
	ended     bool // no step is of use any more
	decided   bool // by result
	result    verifier.Result
	bounded   *verifier.Proof // that no execution within the bound reaches the exit; nil if that is not known
}

// What is decided before growAfter needs no tree. It is counted as the turns of engines are. Then the tree has
// growShare of the effort for one of the rest, which takes about as long.
const (
	growAfter     = 50_000
	growShare     = 2
	growConflicts = 1_000 // of the first step; twice as many after each step that needs more
)

// errGrown ends a search that its tree has made superfluous.
var errGrown = errors.New("the tree has the answer")

// newGrowth returns a tree for a search whose context all measures.
func newGrowth(ctx context.Context, e learn.Stepwise, sys *vc.System, opt verifier.Options, all *limit.Meter) (*growth,
	error) {
	ctx, own := limit.NewMeter(ctx, 1)
	run, err := e.NewRun(ctx, sys, opt)
	if err != nil {
		return nil, err
	}
	_, budgets := run.Solver.(inline.Budgeter)
	g := &growth{run: run, facts: learn.NewDemand(run, own), all: all, own: own, conflicts: growConflicts, ended: !budgets}
	g.search = e.Begin(run, g.facts)
	run.Assume(g.facts.Assume)
	return g, nil
}

// grow lets the tree have its share of the effort. It reports whether it has an answer now.
func (g *growth) grow() (bool, error) {
	if g == nil || g.ended {
		return false, nil
	}
	for !g.ended && g.own.Spent() < growShare*(g.all.Spent()-g.own.Spent()-growAfter) {
		if err := g.step(); err != nil {
			return false, err
		}
	}
	return g.decided || g.bounded != nil, nil
}

// step is a step with a limit on conflicts.
func (g *growth) step() error {
	g.steps++
	b := g.run.Solver.(inline.Budgeter)
	b.SetBudget(g.conflicts)
	step, err := g.search.Step()
	b.SetBudget(0)
	switch {
	case err != nil:
		return err
	case step.Refuted:
		g.ended, g.bounded = true, g.facts.Proof(step.Core)
	case step.Decided && step.Result.Verdict() != verifier.Unknown:
		g.ended, g.decided, g.result = true, true, step.Result
	case step.Decided && step.Result.Reason().Kind == reason.Conflicts:
		g.conflicts *= 2
	case step.Decided: // it has no answer, or the time is over
		g.ended = true
	}
	return nil
}

// end returns the answer of a search and its tree, which is closed. Where annotations cannot say why a conflict is
// one, the tree grows up to an answer.
func (g *growth) end(res verifier.Result, err error) (verifier.Result, error) {
	switch {
	case g.decided && err == nil:
		g.facts.Close()
		return g.close(g.result, nil, res.Stats())
	case err == nil && res.Verdict() == verifier.Unknown && res.Reason().Kind == reason.GaveUp:
		r, err := learn.Decide(g.search, g.facts)
		return g.close(r, err, res.Stats())
	}
	g.facts.Close()
	_, _ = g.run.Finish(verifier.Result{}, nil) // the answer is not the tree's
	return res, err
}

// close ends the run, and gives a result its statistics, with those of the search beside them.
func (g *growth) close(res verifier.Result, err error, search verifier.Stats) (verifier.Result, error) {
	res, err = g.run.Finish(res, err)
	all := res.Stats()
	all.Learned = search.Learned
	for _, c := range search.Counters {
		if strings.HasPrefix(c.Name, "lazyann") {
			all.Counters = append(all.Counters, c)
		}
	}
	return res.WithStats(all), err
}
