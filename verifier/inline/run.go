package inline

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// Config is what an engine runs on.
type Config struct {
	// NewSolver returns a solver over the terms of st.
	NewSolver func(st *term.Store) (Solver, error)
	// NewMaker returns the maker of terms; nil means terms are not simplified.
	NewMaker func(st *term.Store) term.Maker
	// Wide is Tree.Wide.
	Wide bool
	// Replay confirms executions. Without it no answer is unsafe.
	Replay Replayer
	// Log receives each instance and each check of a run, if it takes the debug level.
	Log *slog.Logger
}

// Maker returns what makes terms of a store.
func (c *Config) Maker(st *term.Store) term.Maker {
	if c.NewMaker == nil {
		return st
	}
	return c.NewMaker(st)
}

// Run is one run of an engine: a tree of instances over a solver.
type Run struct {
	Tree   *Tree
	Solver Solver
	Config Config
	log    *slog.Logger // nil: nobody wants it
	Bound  int          // the full recursion bound

	ctx     context.Context // measures in effort
	effort  *limit.Meter
	shrunk  int64 // effort for small values, of the present question
	opt     verifier.Options
	replay  Replayer
	start   time.Time
	at      int // the present bound, for progress reports
	queries int
	repairs repairs
	assumed func(dst []term.Term) []term.Term // see Assume
	blocks  []term.Term                       // assumptions of the present query
	blocked []term.Term                       // by site: the assumption that blocks it; 0 until needed
	asked   []term.Term                       // see Ask
	between func()                            // see Between
	slice   int64                             // likewise
	limited bool                              // the present check has a limit on conflicts

	counters []stat.Counter // beside the solver's
	rejected []vc.Given     // see verifier.Stats
	refuted  []verifier.Refuted
	learned  []verifier.Learning
}

// NewRun starts a run: it stamps the entry procedure, and what is eager in it.
func NewRun(ctx context.Context, sys *vc.System, opt verifier.Options, c Config) (*Run, error) {
	s, err := c.NewSolver(sys.Store)
	if err != nil {
		return nil, err
	}
	mk := c.Maker(sys.Store)
	ctx, effort := limit.NewMeter(ctx, 1)
	r := &Run{Solver: s, Config: c, ctx: ctx, effort: effort, opt: opt, replay: c.Replay, start: time.Now(),
		Bound: opt.RecursionBound()}
	r.Tree = NewTree(sys, mk, s, r.Bound)
	r.log = stat.Debug(c.Log)
	r.Tree.Stop, r.Tree.Wide, r.Tree.Log = r.Stopped, c.Wide, r.log
	r.Tree.OpenEager()
	return r, nil
}

// AtBound records the present bound, for progress reports.
func (r *Run) AtBound(bound int) { r.at = bound }

// PresentBound returns the present bound.
func (r *Run) PresentBound() int { return r.at }

// Options returns the options of the run.
func (r *Run) Options() verifier.Options { return r.opt }

// Proved says to who asks that no execution within the bound reaches the exit (verifier.Options.Proved).
func (r *Run) Proved() {
	if r.opt.Proved != nil {
		r.opt.Proved()
	}
}

// Hold says to who asks that a short part of the search for a proof for all bounds begins, or ends
// (verifier.Options.Hold).
func (r *Run) Hold(yes bool) {
	if r.opt.Hold != nil {
		r.opt.Hold(yes)
	}
}

// Count adds counters to the statistics of the run.
func (r *Run) Count(c ...stat.Counter) { r.counters = append(r.counters, c...) }

// Context returns the context of the run.
func (r *Run) Context() context.Context { return r.ctx }

// Stopped reports whether the context is cancelled.
func (r *Run) Stopped() bool { return r.ctx.Err() != nil }

// Open inlines call sites until the run is stopped.
func (r *Run) Open(sites []SiteID) {
	for _, s := range sites {
		if r.Stopped() {
			return
		}
		r.Tree.Open(s)
	}
}

// Blocked returns the open call sites past the recursion bound.
func (r *Run) Blocked(bound int) []SiteID {
	var over []SiteID
	for _, s := range r.Tree.OpenSites() {
		if !r.Tree.Allowed(s, bound) {
			over = append(over, s)
		}
	}
	return over
}

// Check asks the solver for an execution that passes none of the given call
// sites, and takes no path that was set aside (see Confirm).
func (r *Run) Check(blocked []SiteID) Outcome {
	r.blocks = r.blocks[:0]
	for _, s := range blocked {
		r.blocks = append(r.blocks, r.block(s))
	}
	r.blocks = append(append(r.blocks, r.asked...), r.repairs.aside...)
	if r.assumed != nil {
		r.blocks = r.assumed(r.blocks)
	}
	r.queries++
	r.progress()
	out, ok := r.checkWithValues()
	if !ok {
		out = r.solve()
	}
	out = r.settled(out)
	if r.log != nil {
		r.log.Debug("checked", "n", r.queries, "instances", len(r.Tree.instances), "blocked", len(blocked),
			"status", out.Status)
	}
	return out
}

// Assume has f append more assumptions, Bool constants, to those of each later Check.
func (r *Run) Assume(f func(dst []term.Term) []term.Term) { r.assumed = f }

// block returns the assumption that no execution passes a call site.
func (r *Run) block(s SiteID) term.Term {
	if n := len(r.Tree.sites); len(r.blocked) < n {
		r.blocked = append(r.blocked, make([]term.Term, n-len(r.blocked))...)
	}
	if r.blocked[s] == 0 {
		r.blocked[s] = r.Tree.st.Not(r.Tree.Guard(s))
	}
	return r.blocked[s]
}

// CheckWithin is Check with a limit on conflicts. If the solver is not a Budgeter,
// the outcome is unknown without a check, which might take too long.
func (r *Run) CheckWithin(blocked []SiteID, conflicts int64) Outcome {
	b, ok := r.Solver.(Budgeter)
	if !ok || r.Stopped() {
		return Outcome{Reason: reason.Reason{Kind: reason.Conflicts}}
	}
	b.SetBudget(conflicts)
	r.limited = true
	defer func() {
		b.SetBudget(0)
		r.limited = false
	}()
	return r.Check(blocked)
}

// CheckAssuming asks for an execution under assumptions, with no call site blocked, and with a limit on
// conflicts, which a Solver that is no Budgeter ignores.
func (r *Run) CheckAssuming(ctx context.Context, assumptions []term.Term, conflicts int64) Outcome {
	Limit(r.Solver, conflicts)
	defer Limit(r.Solver, 0)
	r.queries++
	r.progress()
	return r.Solver.Check(ctx, r.Tree.assume(append(slices.Clip(assumptions), r.asked...)))
}

// Ask begins another question on the tree: about executions on which literals hold, which are over Bool constants
// that all instances share. They are axioms of Tree.System from now on, so facts and proofs are about these
// executions only. What was learned by the solver, and what was opened, remains. unbounded is the new
// Options.Unbounded.
func (r *Run) Ask(ctx context.Context, literals []term.Term, unbounded time.Duration) {
	r.ctx, r.effort = limit.NewMeter(ctx, 1)
	r.shrunk, r.asked, r.opt.Unbounded = 0, literals, unbounded
	r.assumed, r.repairs = nil, repairs{products: r.repairs.products}
	r.Tree.ask(literals)
}

// Core returns the blocked call sites in the core of the last check, which was
// unsatisfiable.
func (r *Run) Core() []SiteID {
	var sites []SiteID
	for _, c := range r.Solver.Core() {
		if r.Tree.st.Op(c) != term.OpNot {
			continue // see Assume
		}
		if s, ok := r.Tree.siteOf[r.Tree.st.Arg(c, 0)]; ok {
			sites = append(sites, s)
		}
	}
	slices.Sort(sites)
	return sites
}

// Path returns the path of the model of the last check, whose outcome is out.
// It is an internal error if a model has no path. If a candidate has none,
// nothing can be done with it: path is nil, and res is unknown.
func (r *Run) Path(out Outcome) (path *Path, res verifier.Result, err error) {
	path, err = r.Tree.Path(r.Solver.Reached)
	if err != nil && out.Status != StatusSat {
		return nil, verifier.UnknownBecause(reason.Unconfirmed(fmt.Errorf("a candidate model without a path (%v)",
			out.Reason))), nil
	}
	return path, res, err
}

// Execute asks for an execution that passes no open call site, and replays it.
func (r *Run) Execute() (verifier.Result, error) {
	for {
		out := r.Check(r.Tree.OpenSites())
		if !out.HasModel() {
			if out.Status != StatusUnsat {
				return r.GiveUp(out), nil
			}
			if len(r.Core()) == 0 { // a candidate led here
				return verifier.SafeWith(r.Tree.Proof(nil)), nil
			}
			if len(r.repairs.aside) > 0 {
				return verifier.UnknownBecause(r.repairs.open), nil
			}
			return Spurious("the calls on the way contradict each other"), nil
		}
		path, res, err := r.Path(out)
		if path == nil {
			return res, err
		}
		if res, again := r.Confirm(path); !again {
			return res, nil
		}
	}
}

// Spurious returns the result after an execution that is none.
func Spurious(why string) verifier.Result {
	return verifier.UnknownBecause(reason.Reason{Kind: reason.UnconfirmedTrace, Detail: why})
}

// GiveUp returns the result after a check without an answer.
func (r *Run) GiveUp(o Outcome) verifier.Result {
	switch why := limit.ContextReason(r.ctx); {
	case why != limit.None:
		return verifier.UnknownBecause(reason.Of(why))
	case o.Reason.Kind == reason.None:
		return verifier.UnknownBecause(reason.Reason{Kind: reason.GaveUp})
	}
	return verifier.UnknownBecause(o.Reason)
}

// Reject adds to the invariants that are not shown to be inductive (verifier.Stats.Rejected).
func (r *Run) Reject(g ...vc.Given) { r.rejected = append(r.rejected, g...) }

// Refute adds to the candidates that are not shown to be inductive (verifier.Stats.Refuted).
func (r *Run) Refute(c ...verifier.Refuted) { r.refuted = append(r.refuted, c...) }

// Learned says what was learned about procedures (verifier.Stats.Learned).
func (r *Run) Learned(l []verifier.Learning) { r.learned = l }

// Finish closes the solver and adds the statistics to a result.
func (r *Run) Finish(res verifier.Result, err error) (verifier.Result, error) {
	s := verifier.Stats{Progress: r.state(), Repairs: r.repairs.made, Rejected: r.rejected, Refuted: r.refuted,
		Learned: r.learned, Inlined: r.Tree.inlined()}
	s.Counters = append(r.Solver.Stats(), r.counters...)
	if cerr := Close(r.Solver); cerr != nil && err == nil && !r.Stopped() {
		err = fmt.Errorf("closing the solver: %w", cerr)
	}
	return res.WithStats(s), err
}

func (r *Run) state() verifier.Progress {
	return verifier.Progress{
		Bound: r.at, Instances: r.Tree.NumInstances(), Open: r.Tree.NumOpen(),
		Queries: r.queries, Elapsed: time.Since(r.start),
	}
}

func (r *Run) progress() {
	if r.opt.Progress != nil {
		r.opt.Progress(r.state())
	}
}
