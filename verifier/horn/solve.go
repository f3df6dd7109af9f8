package horn

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/chcpass"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
)

// Report is an answer with its evidence, which was checked.
type Report struct {
	Status sat.Status
	Reason reason.Reason // of Unknown
	// Depth is a recursion depth up to which there is no derivation, where an engine goes by depths.
	Depth  int
	Engine string
	// GaveUp are the engines that ended without an answer before a limit, where several ran, with the reasons.
	GaveUp []GaveUp
	// Script is the one to whose store the evidence belongs: a copy, if several engines ran.
	Script *chc.Script
	// Solution defines each predicate. If it is nil after Sat, an engine's proof was checked in its place, and
	// NoSolution says why there is no solution.
	Solution   []validate.Definition
	NoSolution reason.Reason
	Derivation *verifier.Derivation // after Unsat
	Stats      verifier.Stats
	Elapsed    time.Duration
}

// GaveUp says why an engine has no answer.
type GaveUp struct {
	Engine string
	Reason reason.Reason
}

// SolveScript decides whether the predicates of a script can be defined so that its assertions hold. Limits come
// through the context. An error is a *OptionError or a fault, a reason.Reason of the kind Internal.
func SolveScript(ctx context.Context, s *chc.Script, opt Options) (*Report, error) {
	start := time.Now()
	rows, err := findEngines(opt.Engine)
	if err != nil {
		return nil, err
	}
	for _, name := range opt.Without {
		if !slices.Contains(chcpass.Rows(), name) {
			return nil, &OptionError{fmt.Sprintf("no pass %q; there are %s", name, strings.Join(chcpass.Rows(), ", "))}
		}
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	var rep *Report
	err = guarded(func() (err error) {
		if len(rows) > 1 {
			rep, err = race(ctx, s, opt, rows)
			return err
		}
		r := newRun(ctx, s, opt, rows[0])
		rep = r.rep
		r.prepare()
		return r.solve()
	})
	if err != nil {
		return nil, reason.AsInternal(err)
	}
	rep.Elapsed = time.Since(start)
	return rep, nil
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = reason.Recovered(x)
		}
	}()
	return f()
}

// run is the way of one engine to an answer, in a store of its own.
type run struct {
	ctx    context.Context
	opt    Options
	engine engine
	script *chc.Script
	log    *slog.Logger
	rep    *Report
	phase  string
	start  time.Time

	maker    *rewrite.Rewriter
	original *vc.System // that of the clauses
	back     *chc.Back
	sys      *vc.System // what the engine is asked about
	passes   *chcpass.Back
}

func newRun(ctx context.Context, s *chc.Script, opt Options, e engine) *run {
	return &run{ctx: ctx, opt: opt, engine: e, log: opt.Log.With("engine", e.name), script: s, start: time.Now(),
		rep: &Report{Engine: e.name, Script: s}}
}

// with returns a run of an engine on what this one has prepared, in a clone of its store.
func (r *run) with(e engine) *run {
	st := r.script.Store.Clone()
	out := newRun(r.ctx, r.script.In(st), r.opt, e)
	out.maker = rewrite.New(st)
	out.original, out.back, out.sys, out.passes = r.original.In(st), r.back.In(out.script), r.sys.In(st), r.passes
	return out
}

// begin has the run poll a context from now on.
func (r *run) begin(ctx context.Context) {
	r.ctx = ctx
	r.passes = r.passes.In(ctx, r.maker)
}

// solve has the engine answer, and the answer checked.
func (r *run) solve() error {
	if r.opt.Invariants {
		for _, sys := range []*vc.System{r.original, r.sys} {
			if err := vc.Check(sys); err != nil {
				return reason.Internalf("system: %v", err)
			}
		}
	}
	back, err := r.answer()
	if err != nil || back {
		return err
	}
	r.log.Info("the answer has no way back", "reason", r.rep.Reason)
	r.sys, r.passes = r.original, &chcpass.Back{}
	r.rep.Reason, r.rep.NoSolution = reason.Reason{}, reason.Reason{}
	_, err = r.answer()
	return err
}

// prepare makes the system, and another one by the passes.
func (r *run) prepare() {
	r.maker = rewrite.New(r.script.Store)
	r.original, r.back = chc.Generate(r.script, r.maker)
	r.log.Info("generated", "predicates", len(r.script.Preds), "rules", len(r.script.Rules),
		"terms", r.script.Store.Len())
	r.sys, r.passes = r.original, &chcpass.Back{}
	if !r.opt.NoPasses {
		r.sys, r.passes = chcpass.Run(r.ctx, r.original, r.maker,
			chcpass.Options{Without: r.opt.Without, Observe: r.opt.Observe})
		r.log.Info("passes", "predicates", len(vc.Closure(r.sys, []vc.ProcID{r.sys.Entry}))-1,
			"changes", r.passes.Counts, "terms", r.script.Store.Len())
	}
}

// answer has the engine answer and the answer checked. It reports whether that is the end: not so if the answer is
// one for what passes made of the clauses and was not confirmed on these.
func (r *run) answer() (end bool, err error) {
	r.phase = "search"
	res, err := r.ask(r.engine.make(r.config()))
	if err != nil {
		return true, err
	}
	why := res.Reason()
	if why.Kind == reason.Internal {
		return true, why
	}
	r.rep.Stats = res.Stats()
	for _, name := range chcpass.Rows() {
		if n := r.passes.Counts[name]; n > 0 {
			r.rep.Stats.Counters = append(r.rep.Stats.Counters, stat.Counter{Name: "pass: " + name, Value: int64(n)})
		}
	}
	switch res.Verdict() {
	case verifier.Unsafe:
		r.rep.Status, r.rep.Derivation = sat.Unsat, res.Trace().Derivation
	case verifier.Safe:
		if err := r.confirm(res); err != nil {
			return true, err
		}
		why = r.rep.Reason
	default:
		r.unknown(why)
	}
	return r.passes.Empty() || r.ctx.Err() != nil || why.Kind != reason.UnconfirmedTrace &&
		why.Kind != reason.UnconfirmedProof, nil
}

// unknown sets the answer. A limit of the run takes precedence as its reason.
func (r *run) unknown(why reason.Reason) {
	if l := limit.ContextReason(r.ctx); l != limit.None {
		why = reason.Of(l)
	}
	r.rep.Status, r.rep.Reason = sat.Unknown, why
}

func (r *run) config() inline.Config {
	make := native.New
	if quantified(r.sys) {
		make = native.WithModels
	}
	newSolver := func(st *term.Store) (inline.Solver, error) { return make(st, solver.Options{Log: r.log}), nil }
	if r.opt.NewSolver != nil {
		newSolver = r.opt.NewSolver
	}
	return inline.Config{
		NewSolver: newSolver,
		NewMaker: func(st *term.Store) term.Maker {
			if st == r.script.Store {
				return r.maker
			}
			return rewrite.New(st)
		},
		Log:    r.log,
		Replay: &Replayer{Ctx: r.ctx, Back: r.back, Passes: r.passes},
	}
}

// quantified reports whether there is a quantifier in a condition of the system.
func quantified(sys *vc.System) bool {
	return slices.ContainsFunc(sys.Procs, func(p *vc.Proc) bool {
		return slices.ContainsFunc(p.Blocks, func(b vc.Block) bool {
			return slices.ContainsFunc(b.Conds, sys.Store.HasQuantifier)
		})
	})
}

func (r *run) progress(p verifier.Progress) {
	if r.opt.Progress == nil {
		return
	}
	p.Elapsed = time.Since(r.start)
	r.opt.Progress(Progress{Engine: r.engine.name, Phase: r.phase, Progress: p})
}

// The first bound that a bounded engine is asked for, the time for its first search for a proof for all bounds, both
// of which double, and the last bound.
const (
	firstBound     = 4
	firstUnbounded = time.Second
	lastBound      = 1 << 30
)

// ask runs the engine: once, or for bound after bound.
func (r *run) ask(e verifier.Engine) (verifier.Result, error) {
	opt := verifier.Options{Bound: lastBound, Progress: r.progress}
	if !r.engine.bounded {
		opt.AllBounds = true
		return e.Verify(r.ctx, r.sys, opt)
	}
	last := lastBound
	if r.opt.Depth > 0 {
		last = r.opt.Depth
	} else {
		opt.Unbounded = firstUnbounded
	}
	for opt.Bound = min(firstBound, last); ; opt.Bound, opt.Unbounded = min(opt.Bound*2, last), opt.Unbounded*2 {
		res, err := e.Verify(r.ctx, r.sys, opt)
		if err != nil || res.Verdict() != verifier.SafeUpToBound {
			return res, err
		}
		r.rep.Depth = opt.Bound
		r.log.Info("no derivation", "depth", opt.Bound)
		if opt.Bound >= last || r.ctx.Err() != nil {
			return verifier.UnknownBecause(reason.Reason{Kind: reason.GaveUp}).WithStats(res.Stats()), nil
		}
	}
}
