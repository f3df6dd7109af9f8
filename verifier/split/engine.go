package split

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine has several searches of an engine look for an answer, each for a part of the executions.
type Engine struct {
	// Base is the engine of the first search.
	Base learn.Stepwise
	// Fork returns the engine of a search that goes on from a state, and the system in a store that is like that of the
	// first one before it began. It may be another engine than has made the tree. Calls follow each other.
	Fork func(s *State) (learn.Stepwise, *vc.System)
	// Places are where searches run.
	Places Places
	// Remote are places in other processes; nil: there are none.
	Remote Remote
	// Seed is that of the solver, which other searches have, too.
	Seed uint64
	// Effort is what a search spends, in polls and propagations, before it is divided, or again; 0: DefaultEffort.
	// Conflicts is how many it has in a check before it looks for an idle place; 0: DefaultConflicts.
	Effort, Conflicts int64
	// Share is of how many instances of a tree both halves must be rid of one; 0: DefaultShare; -1: any will do.
	Share int
}

// Places are where searches run.
type Places interface {
	// Idle reports whether a place has nothing to do that a search may use whose tree has so many instances.
	Idle(instances int) bool
	// Go has f run at another place, with a context that is derived from ctx.
	Go(ctx context.Context, f func(context.Context))
	// Away gives the place of the caller, the first search, to others while f waits.
	Away(f func())
}

// Remote are places in other processes. Methods may be called from any goroutine.
type Remote interface {
	// Idle reports whether such a place has nothing to do.
	Idle(instances int) bool
	// Search has a half searched that a state describes, until ctx ends. It is an error if there is no answer that can be
	// used: then the half is searched here.
	Search(ctx context.Context, state []byte) (*Answer, error)
}

// What a search spends before it is divided: some seconds, since the other half has to make its tree again, and its
// solver knows nothing.
const (
	DefaultEffort    = 5_000_000
	DefaultConflicts = 2000
	DefaultShare     = 10
)

// leafBudget limits the check whether the refutation of a part needs no blocked call site, in conflicts.
const leafBudget = 20000

// Name returns the name of the engine that searches.
func (e *Engine) Name() string { return e.Base.Name() }

// Verify is the search of the engine. With no idle place it is what that does alone.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	t := newTeam(ctx, e, sys, opt)
	defer t.end()
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	own, effort := limit.NewMeter(limit.Counted(own), 1)
	run, err := e.Base.NewRun(own, sys, t.first())
	if err != nil {
		return verifier.Result{}, err
	}
	t.root.run, t.root.cancel = run, cancel
	return run.Finish(t.lead(ctx, learn.NewDemand(run, effort)))
}

// lead is the first search, up to the answer.
func (t *team) lead(ctx context.Context, facts *learn.Demand) (verifier.Result, error) {
	defer facts.Close()
	root := t.root
	search := t.Base.Begin(root.run, facts)
	step, err := root.steps(search, facts)
	if len(root.cuts) > 0 {
		t.ends(root, root.verdict(step, err, facts))
		t.Places.Away(t.wait)
		t.count()
		return t.answer(ctx)
	}
	if step.Refuted && err == nil {
		return search.Conclude(step.Core)
	}
	return step.Result, err
}

// first returns the options of the first search. What it proves is proved of the program only while nothing is decided.
func (t *team) first() verifier.Options {
	opt := t.opt
	if t.opt.Proved != nil {
		opt.Proved = func() {
			if !t.divided || t.whole {
				t.opt.Proved()
			}
		}
	}
	if t.opt.Within != nil {
		opt.Within = func(bound int, p *verifier.Proof) {
			if !t.divided {
				t.opt.Within(bound, p)
			}
		}
	}
	return opt
}

// others returns the options of other searches.
func (t *team) others() verifier.Options {
	return verifier.Options{Bound: t.opt.Bound, Demand: t.opt.Demand, Exchange: t.opt.Exchange,
		KeepLoops: t.opt.KeepLoops}
}

// steps takes the steps of a search up to its end, or to a refutation. In between it may be divided.
func (p *part) steps(search learn.Search, facts *learn.Demand) (learn.Step, error) {
	p.run.Assume(facts.Assume)
	p.run.Between(p.Conflicts, func() { p.consider(facts) })
	defer p.run.Between(0, nil)
	for {
		if step, err := search.Step(); step.Decided || step.Refuted || err != nil {
			return step, err
		}
	}
}

// consider divides the search if it has earned that, and there is a place for it.
func (p *part) consider(facts *learn.Demand) {
	if p.run.Effort()-p.divided < p.Effort || p.run.Stopped() {
		return
	}
	n := p.run.Tree.NumInstances()
	near := p.Places.Idle(n)
	if !near && (p.Remote == nil || !p.Remote.Idle(n)) {
		return
	}
	p.divided = p.run.Effort()
	site, ok := p.run.Tree.Divide(max(p.Share, 0))
	if !ok {
		return
	}
	if !p.begin(p.state(facts, verifier.Decision{Site: site, Must: true}), near) {
		return
	}
	if err := p.run.Tree.Decide(verifier.Decision{Site: site}); err != nil {
		panic(err)
	}
}

// verdict is what a search that was divided, or is of a half, has come to.
type verdict struct {
	*answer                  // a refutation; nil: none
	final   *verifier.Result // an execution
	why     reason.Reason    // neither
	refused error            // why it was not searched: the state is none of this search
	err     error
}

// verdict returns what the last step of a search says.
func (p *part) verdict(step learn.Step, err error, facts *learn.Demand) verdict {
	switch {
	case err != nil:
		return verdict{err: err}
	case step.Refuted:
		return p.refuted(step.Core, facts)
	case step.Result.Verdict() == verifier.Safe:
		return p.proved(step.Result.Proof(), true)
	case step.Result.Verdict() == verifier.Unsafe:
		return verdict{final: &step.Result}
	}
	return verdict{why: step.Result.Reason()}
}

// refuted returns the refutation up to the bound, or for all bounds if it needs no call site blocked.
func (p *part) refuted(core []inline.SiteID, facts *learn.Demand) verdict {
	bounded := facts.Proof(core)
	all, err := facts.Refutes(leafBudget)
	if err != nil {
		return verdict{err: err}
	}
	if all {
		return p.proved(facts.Proof(nil), true)
	}
	return p.proved(bounded, false)
}

func (p *part) proved(proof *verifier.Proof, safe bool) verdict {
	needs := proof.Decided
	data, err := p.evidence().AppendProof(nil, proof)
	if err != nil { // it mentions what only the source proposes
		return verdict{why: reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}}
	}
	return verdict{answer: &answer{proof: data, safe: safe, needs: needs}}
}

// answer returns the answer of all searches together.
func (t *team) answer(ctx context.Context) (verifier.Result, error) {
	run := t.root.run
	whole := t.resolve(t.root)
	switch {
	case t.final != nil:
		return *t.final, nil
	case whole == nil && t.err != nil:
		return verifier.Result{}, t.err
	case whole == nil:
		run.AtBound(t.bound)
		if ctx.Err() != nil {
			return verifier.UnknownBecause(reason.Of(limit.ContextReason(ctx))), nil
		}
		return verifier.UnknownBecause(t.why), nil
	}
	proof, err := whole.compose(t.root.evidence())
	if err != nil || whole.safe {
		return verifier.SafeWith(proof), err
	}
	return t.unbounded(ctx, proof)
}

// unbounded looks for a proof for all bounds, on the tree of the first search.
func (t *team) unbounded(ctx context.Context, proof *verifier.Proof) (verifier.Result, error) {
	t.whole = true
	run := t.root.run
	run.Tree.Undecide()
	run.Ask(ctx, nil, t.opt.Unbounded)
	core := slices.DeleteFunc(run.Blocked(run.Bound), func(s inline.SiteID) bool {
		return !slices.Contains(proof.Cut, run.Tree.Callee(s))
	})
	bounded := verifier.SafeUpToBoundWith(run.Bound, proof)
	if len(core) == 0 || t.opt.Unbounded <= 0 {
		run.Proved()
		return bounded, nil
	}
	facts := learn.NewDemand(run, nil)
	defer facts.Close()
	run.Assume(facts.Assume)
	res, err := t.Base.Begin(run, facts).Conclude(core)
	if err != nil || res.Verdict() != verifier.Safe {
		return bounded, err
	}
	res.Proof().Bounded = proof
	return res, nil
}

// count adds what other searches did to the counters of the first one.
func (t *team) count() {
	var sum verifier.Progress
	for _, p := range t.all[1:] {
		sum.Instances += p.stats.Instances
		sum.Queries += p.stats.Queries
	}
	t.root.run.Count(stat.Counter{Name: "split: halves", Value: int64(len(t.all) - 1)},
		stat.Counter{Name: "split: instances", Value: int64(sum.Instances)},
		stat.Counter{Name: "split: queries", Value: int64(sum.Queries)})
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wrong > 0 {
		t.root.run.Count(stat.Counter{Name: "split: wrong answers of other processes", Value: int64(t.wrong)})
	}
}
