// Package static is static inlining, with which Fig. 10 of Corral's paper compares stratified inlining: all calls
// within the recursion bound are inlined at first, and then there is one query. It is for measurements only, and so
// not in the driver's table of engines.
//
// The tree is corral's, with its summaries at the call sites past the bound, and calls of one instance that exclude
// each other share an instance (verifier/inline). So all that is measured is what it costs to inline what the answer
// does not need.
package static

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Name is the name of the engine.
const Name = "static"

// What an engine may use before it gives up.
const (
	MaxInstances = 200_000
	MaxMemory    = 3 << 30
)

// Engine implements verifier.Engine.
type Engine struct {
	Config    inline.Config
	Instances int // the most that it makes; 0 means MaxInstances
}

// Name returns "static".
func (e *Engine) Name() string { return Name }

// Verify inlines the tree within the recursion bound, and asks for an execution in it.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	ctx, cancel := limit.WithMemory(ctx, MaxMemory)
	defer cancel()
	run, err := inline.NewRun(ctx, sys, opt, e.Config)
	if err != nil {
		return verifier.Result{}, err
	}
	run.AtBound(run.Bound)
	most := e.Instances
	if most == 0 {
		most = MaxInstances
	}
	if why := grow(run, most); why.Kind != reason.None {
		return run.Finish(verifier.UnknownBecause(why), nil)
	}
	return run.Finish(ask(run))
}

// grow opens call sites within the bound until there are none. It returns why it ends before.
func grow(run *inline.Run, most int) reason.Reason {
	for {
		within := slices.DeleteFunc(slices.Clone(run.Tree.OpenSites()), func(s inline.SiteID) bool {
			return !run.Tree.Allowed(s, run.Bound)
		})
		if len(within) == 0 {
			return reason.Reason{}
		}
		for _, s := range within {
			if run.Stopped() {
				return reason.Of(limit.ContextReason(run.Context()))
			}
			if run.Tree.NumInstances() >= most {
				return reason.Reason{Kind: reason.GaveUp, Detail: fmt.Sprintf("more than %d instances within bound %d", most,
					run.Bound)}
			}
			if run.Tree.IsOpen(s) { // an eager one may have been opened
				run.Tree.Open(s)
			}
		}
	}
}

// ask asks the query, again only after a replay that failed.
func ask(run *inline.Run) (verifier.Result, error) {
	for {
		out := run.Check(run.Blocked(run.Bound))
		if out.Status == inline.StatusUnsat {
			core := run.Core()
			if len(core) == 0 {
				return verifier.SafeWith(run.Tree.Proof(nil)), nil
			}
			return verifier.SafeUpToBoundWith(run.Bound, run.Tree.Proof(core)), nil
		}
		if !out.HasModel() {
			return run.GiveUp(out), nil
		}
		path, res, err := run.Path(out)
		if path == nil {
			return res, err
		}
		if len(path.Open) > 0 {
			return inline.Spurious("it passes a blocked call site"), nil // only a candidate can
		}
		if res, again := run.Confirm(path); !again {
			return res, nil
		}
	}
}
