package driver

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/execute"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
	"github.com/muster-smt/muster/verifier/witness"
)

// Verify decides whether the program src can go wrong, which Question.Front reads. The file name is used in messages
// only.
func Verify(ctx context.Context, file string, src []byte, opt Options) (rep *Report, err error) {
	defer recovered(&rep, &err)
	q, err := newRequest(reach, file, src, opt)
	if err != nil {
		return nil, err
	}
	r, err := answerTo(ctx, q)
	if err != nil {
		return nil, err
	}
	return r.rep, nil
}

// answerTo answers a question about failing executions, and returns the run with the report.
func answerTo(ctx context.Context, q request) (*run, error) {
	q.prepareToKeep()
	return newAnswerTo(ctx, q)
}

// newAnswerTo answers a question, by an answer that was kept if there is one, and q.kept does not exclude that.
func newAnswerTo(ctx context.Context, q request) (*run, error) {
	if r := q.recallEarly(ctx); r != nil {
		return r, nil
	}
	r, err := decide(ctx, q)
	if err != nil {
		return nil, err
	}
	if r.was != nil {
		return r.given(ctx)
	}
	asked := r
	r = r.byFacts(ctx)
	r.ctx = ctx
	if hole, ok := r.inHole(); ok {
		return r.past(hole)
	}
	r = r.first()
	if err := r.check(); err != nil {
		return nil, err
	}
	r.rep.Remark = r.remark()
	r.cut()
	r.rep.Calls = r.callGraph()
	r.keep(asked)
	r.keepEarly(asked)
	if err := errors.Join(r.annotate(), r.invariants()); err != nil {
		return nil, err
	}
	if r.rep.Result.Verdict() != verifier.Unknown {
		r.rep.Proved = 0 // the answer says more
	}
	r.advise()
	r.rep.Result = r.rep.Result.UpToContexts(r.rep.Contexts)
	r.doubt()
	r.rep.Elapsed = time.Since(r.start)
	return r, nil
}

// within returns a context that ends after a time, if that is not 0.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

// fresh returns what repeats an answer, with a solver of its own.
func fresh(opt solver.Options) inline.Config {
	return inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, opt), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
	}
}

// request is a question about a program.
type request struct {
	question question
	file     string
	src      []byte
	opt      Options
	query    front.Query   // but for the entry, which the options have
	engines  []engine      // that look for the answer
	kept     *keeping      // of an answer; nil if none is kept
	timeout  time.Duration // that was asked for; of the options is what is left of it
}

// newRequest returns a question, if it can be asked.
func newRequest(asked question, file string, src []byte, opt Options) (q request, err error) {
	q = request{question: asked, file: file, src: src, opt: opt, query: front.Query{Question: asked.load()},
		timeout: opt.Timeout}
	if q.engines, err = enginesFor(asked, &opt); err != nil {
		return q, err
	}
	return q, q.opt.complete()
}

// decide runs the engines up to the verdict, and returns the run that has it.
func decide(ctx context.Context, q request) (*run, error) {
	start := time.Now()
	ctx, cancel := within(ctx, q.opt.Timeout)
	defer cancel()
	r := newRun(ctx, q, start)
	if err := r.prepareFrom(); err != nil {
		return r, err
	}
	if x := r.recall(); x != nil {
		return x, nil
	}
	switch {
	case r.ctx.Err() != nil:
	case r.plan.start && r.starts():
		return r, nil
	case r.plan.abstracting != nil && r.prep.Core != nil:
		return r.abstracted()
	}
	return r.engage()
}

// engage has engines look for the answer about the prepared program, and returns the run that has it.
func (r *run) engage() (*run, error) {
	if len(r.plan.rows) > 1 {
		return race(r)
	}
	if err := r.makeVC(); err != nil {
		return r, err
	}
	if r.plan.dividing && r.sys != nil {
		return r, r.divide()
	}
	return r, r.decide()
}

// starts executes the program for a moment before others begin. It reports whether there is an answer.
func (r *run) starts() (answered bool) {
	r.executor = r.newExecutor()
	_ = r.during("search", func() error {
		res, ok := r.executor.Start(r.ctx, verifier.Options{Bound: r.opt.first()})
		if answered = ok && res.Verdict() != verifier.Unknown; answered {
			r.answer(res)
		}
		return nil
	})
	return answered
}

// run is the way of one engine from the text to a verdict.
type run struct {
	request
	ctx      context.Context
	explain  bool // passes.Options.Explain
	plan     *plan
	row      *row // of the engine
	log      *slog.Logger
	start    time.Time
	rep      *Report
	phase    string
	solver   inline.Solver
	entrant  *entrant        // nil if there are no others
	lent     *places         // where searches run into which that of the engine is divided; nil if it is not
	seed     uint64          // of the solver
	abs      *abstraction    // nil if all globals are tracked
	executor *execute.Engine // that has started; else nil

	conflicts int64 // of the solver, as progress has last said

	store  *term.Store
	maker  *rewrite.Rewriter
	prep   *passes.Result
	source *prog.Program // as it was read, if traces are checked
	sys    *vc.System
	back   *vcgen.Back

	was   *entry // the answer that was kept; nil if there is none
	asker *run   // that has found the entry

	axioms *sat.Status // whether those that the passes left out can hold; nil until asked
}

func newRun(ctx context.Context, q request, start time.Time) *run {
	r := &run{ctx: ctx, request: q, start: start, log: q.opt.Log}
	r.rep = &Report{File: q.file, Bound: q.opt.first(), front: q.opt.Front}
	r.take(newPlan(q.question, &q.opt, q.engines, facts{processors: runtime.GOMAXPROCS(0)}))
	return r
}

// take has the run follow a plan, by the engine that prepares the program.
func (r *run) take(p *plan) {
	r.plan, r.row = p, &p.rows[p.preparing()]
	r.rep.Engine = r.row.engine.name
}

// facts returns what a plan depends on.
func (r *run) facts() facts {
	f := facts{processors: runtime.GOMAXPROCS(0), elapsed: time.Since(r.start), abstraction: r.abs != nil}
	if x := r.rep.Loaded; x != nil {
		f.ordinary = x.Ordinary
		_, f.selective = x.Source.(front.Selective)
		_, f.loops = x.Source.(front.Loops)
	}
	if r.ctx.Err() != nil || r.prep == nil || r.prep.Core == nil {
		return f
	}
	f.executable = r.prep.Flat != nil
	f.globals = len(r.prep.Program.Globals)
	if f.globals >= autoGlobals && r.opt.Abstract == AbstractAuto && r.question.asksFailures() && r.abs == nil {
		f.near = r.near()
	}
	return f
}

// phase is a part of a run.
type phase struct {
	name string
	do   func() error
}

// prepareFrom runs the phases from the text to the prepared program.
func (r *run) prepareFrom() error {
	return r.phases(phase{"load", r.load}, phase{"passes", r.prepare})
}

// makeVC makes the verification condition of the prepared program.
func (r *run) makeVC() error {
	if r.ctx.Err() != nil {
		return nil // there may be no program
	}
	return r.phases(phase{"vcgen", r.generate})
}

// phases runs phases that are the same for all engines. If a limit ends them there is no verification condition.
func (r *run) phases(ps ...phase) error {
	for _, p := range ps {
		if err := r.during(p.name, p.do); err != nil && !r.ended(err) {
			return err
		}
		if r.ctx.Err() != nil {
			break
		}
	}
	return nil
}

// ended reports whether an error says that a limit ended the run: phases poll between their steps.
func (r *run) ended(err error) bool { return r.ctx.Err() != nil && errors.Is(err, r.ctx.Err()) }

// fork returns the run of another engine on the same verification condition, in a copy of the store.
func (r *run) fork(ctx context.Context, row *row) *run {
	f := &run{ctx: ctx, request: r.request, plan: r.plan, row: row, start: r.start, log: r.opt.Log}
	rep := *r.rep
	rep.Engine, rep.Phases = row.engine.name, slices.Clone(rep.Phases)
	f.rep = &rep
	if r.sys == nil || ctx.Err() != nil {
		return f
	}
	f.store = r.store.Clone()
	f.maker = rewrite.New(f.store)
	f.prep, f.source = r.prep.In(f.store), r.source
	sys := *r.sys
	sys.Store = f.store
	f.sys, f.back = &sys, r.back
	if r.abs != nil {
		f.abs = r.abs.in(f)
	}
	return f
}

// decide searches, if there is a verification condition, up to the verdict.
func (r *run) decide() error {
	if r.sys != nil && r.ctx.Err() == nil {
		err := r.during("search", r.search)
		r.solver = nil // others may go on, and need the memory
		if err != nil && !r.ended(err) {
			return err
		}
	}
	r.conclude()
	return nil
}

// during runs a phase and records its time.
func (r *run) during(name string, do func() error) error {
	r.phase = name
	r.progress(verifier.Progress{})
	begin := time.Now()
	err := do()
	t := time.Since(begin)
	r.spent(name, t)
	if err != nil {
		r.log.Info(name, "time", t, "error", err)
	} else {
		r.log.Info(name, "time", t)
	}
	return err
}

// spent records time of a phase.
func (r *run) spent(name string, t time.Duration) {
	if i := slices.IndexFunc(r.rep.Phases, func(p Phase) bool { return p.Name == name }); i >= 0 {
		r.rep.Phases[i].Time += t // of another round
	} else {
		r.rep.Phases = append(r.rep.Phases, Phase{name, t})
	}
}

func (r *run) progress(p verifier.Progress) {
	if r.opt.Progress == nil {
		return
	}
	p.Elapsed = time.Since(r.start)
	if r.solver != nil {
		for _, c := range r.solver.Stats() {
			if c.Name == "conflicts" {
				r.conflicts = c.Value
			}
		}
	}
	r.opt.Progress(Progress{Engine: r.row.engine.name, Phase: r.phase, Progress: p, Conflicts: r.conflicts})
}

func (r *run) load() error {
	r.store = term.NewStore()
	r.maker = rewrite.New(r.store)
	r.rep.Files = r.units()
	p, err := r.read()
	if option := (*OptionError)(nil); errors.As(err, &option) {
		return err
	}
	if err != nil {
		return &InputError{err}
	}
	if len(p.Files) == 0 {
		p.Files = r.rep.Files
	}
	r.rep.Files = p.Files
	r.rep.Procs, r.rep.Globals = len(p.Procs), len(p.Globals)
	r.log.Info("loaded", "procedures", len(p.Procs), "globals", len(p.Globals), "axioms", len(p.Axioms))
	r.prep = &passes.Result{Program: p}
	return nil
}

func (r *run) prepare() error {
	r.remember()
	prep, err := passes.Run(r.ctx, r.prep.Program, passes.Options{
		Entry: r.entry(), Contexts: r.opt.Contexts, Cooperative: r.opt.Cooperative,
		Rewriter: r.maker, Check: r.opt.Invariants,
		Properties: r.opt.Properties, Always: r.isHole, Passed: r.opt.Passed,
		AssertionsOnly: r.opt.AssertionsOnly || r.rep.Loaded.Ordinary,
		Targets:        r.question == targets, Modular: r.question == contracts, Explain: r.explain, Trips: r.opt.Trips,
		Observe: r.opt.Observe,
	})
	if err != nil {
		return r.inputOrInternal(err)
	}
	r.prep = prep
	r.take(newPlan(r.question, &r.opt, r.engines, r.facts()))
	if r.rep.Entry == "" {
		r.rep.Entry = prep.Program.Proc(prep.Program.Entry).Name
	}
	r.rep.Asserts = prep.Asserts
	if t := prep.Threads; t != nil {
		r.rep.Entry, r.rep.Contexts = prep.Core.Proc(t.Main).Name, t.Contexts
	}
	for _, s := range prep.Passes {
		args := []any{"time", s.Time}
		for _, c := range s.Counters {
			args = append(args, c.Name, c.Value)
		}
		r.log.Info("pass "+s.Name, args...)
	}
	return nil
}

// inputOrInternal classifies an error of the passes.
func (r *run) inputOrInternal(err error) error {
	var (
		entry    *passes.EntryError
		property *passes.PropertyError
	)
	switch {
	case errors.As(err, &entry), errors.As(err, &property), r.ctx.Err() != nil && errors.Is(err, r.ctx.Err()):
		return err
	case errors.Is(err, reason.Internal):
		return reason.AsInternal(err)
	}
	return &InputError{err}
}

func (r *run) generate() error {
	sys, back, err := vcgen.Generate(r.prep.Program, vcgen.Options{Interfaces: r.prep.Interfaces, Maker: r.maker})
	if err != nil {
		return r.inputOrInternal(err)
	}
	facts := 0
	if !r.opt.NoFacts {
		facts = summary.Derive(r.ctx, sys, r.maker)
	}
	if r.opt.Invariants {
		if err := vc.Check(sys); err != nil {
			return reason.Internalf("verification condition: %v", err)
		}
	}
	r.sys, r.back = sys, back
	sites := 0
	for _, p := range sys.Procs {
		sites += len(p.Sites)
		p.Eager = p.Eager || r.opt.Inline
	}
	r.log.Info("generated", "procedures", len(sys.Procs), "sites", sites, "facts", facts, "terms", r.store.Len())
	return nil
}

func (r *run) newSolver(st *term.Store) (inline.Solver, error) {
	var s inline.Solver = native.New(st, solver.Options{
		Cone:        r.opt.Check && r.question.asksFailures(), // answered targets are no assertions of the tree
		Quantifiers: r.quantifiers(), Matching: r.matching(), Log: r.log, Seed: r.seed,
	})
	if r.opt.NewSolver != nil {
		var err error
		if s, err = r.opt.NewSolver(st); err != nil {
			return nil, err
		}
	}
	if st == r.store { // not one for questions about a single procedure
		r.solver = s
	}
	return s, nil
}

// quantifiers says how the solver treats them. Contracts are written for matching to its end, as Boogie has Z3 do it.
func (r *run) quantifiers() solver.QuantifierMode {
	if r.question == contracts {
		return solver.MatchQuantifiers
	}
	return solver.AutoQuantifiers
}

// matching says how far instances go: those of a low cost first, which mostly suffice. Z3 makes one at a time; here a
// round makes hundreds, and a generation more is often a flood, so the limit of the eager ones is lower.
func (r *run) matching() *quant.Limits {
	limits := quant.DefaultLimits()
	limits.Eager = 4
	return &limits
}

func (r *run) search() error {
	e := r.makeEngine()
	opt := verifier.Options{
		Bound: r.opt.first(), Unbounded: r.row.proof, Demand: r.opt.Demand,
		Exchange: r.exchange(), Progress: r.progress,
	}
	if r.abs != nil {
		e = &exploring{e, r.abs}
	}
	res, err := r.ask(e, opt)
	if err != nil {
		return reason.AsInternal(err)
	}
	for _, g := range res.Stats().Rejected {
		at := r.rep.At(r.prep.Program.Pos(prog.NodeID(g.Origin)))
		r.log.Info("invariant is not shown to be inductive", "at", at)
	}
	for _, c := range res.Stats().Refuted {
		at := r.rep.At(r.prep.Program.Pos(prog.NodeID(c.Origin)))
		r.log.Info("candidate is not shown to be inductive", "at", at, "procedure", c.Proc)
	}
	if why := res.Reason(); why.Kind == reason.Internal {
		return why
	}
	r.answer(res)
	return nil
}

// answer takes the result of an engine.
func (r *run) answer(res verifier.Result) {
	if t := res.Trace(); t != nil && (r.opt.AllBounds || r.rep.Loaded.Ordinary && r.opt.anyBound()) && t.Bound > 0 {
		r.rep.Bound, t.Bound = t.Bound, 0 // no bound was asked about
	}
	r.rep.Result = r.judged(res)
}

// makeEngine returns the engine of the run.
func (r *run) makeEngine() verifier.Engine {
	if !r.row.engine.executes {
		return r.divided(r.row.engine.make(r.config()))
	}
	e := r.executor
	if e == nil {
		e = r.newExecutor()
	}
	e.Confirming = r.entrant.confirming
	e.Single, e.Stale = r.entrant.executing, r.entrant.stale
	return e
}

func (r *run) newExecutor() *execute.Engine {
	return &execute.Engine{Prepared: r.prep, Trace: witness.Trace}
}

// config returns what an engine runs on.
func (r *run) config() inline.Config {
	return inline.Config{
		NewSolver: r.newSolver,
		NewMaker:  func(*term.Store) term.Maker { return r.maker },
		Replay:    r.replayer(),
		Log:       r.log,
	}
}

// judged returns a result with what the passes left out, axioms.
func (r *run) judged(res verifier.Result) verifier.Result {
	switch {
	case res.Verdict() == verifier.Unsafe:
		whole := r.whole()
		if r.axioms == nil {
			ctx, cancel := r.despiteTimeout(axiomTime)
			answer := validate.Axioms(ctx, whole.Core, whole.Defs, whole.Dropped)
			cancel()
			r.axioms = &answer
		}
		switch *r.axioms {
		case sat.Unsat:
			return verifier.UnknownBecause(reason.Reason{Kind: reason.ContradictoryAxioms}).WithStats(res.Stats())
		case sat.Unknown:
			res.Trace().Unsettled = leftOut(whole)
		}
	}
	return res
}

// ask runs the engine: once, or for bound after bound.
func (r *run) ask(e verifier.Engine, opt verifier.Options) (verifier.Result, error) {
	if r.row.bounds == wider || r.row.bounds == each {
		return r.askWider(e, opt)
	}
	res, late, err := r.askBound(e, opt)
	if v := res.Verdict(); late && err == nil && (v == verifier.SafeUpToBound || v == verifier.Unknown) {
		r.rep.Proved = opt.Bound // the other engine looks for more
		return verifier.UnknownBecause(reason.Reason{Kind: reason.GaveUp}).WithStats(res.Stats()), nil
	}
	return res, err
}

// askBound asks about a bound; late reports whether another engine had the answer before.
func (r *run) askBound(e verifier.Engine, opt verifier.Options) (res verifier.Result, late bool, err error) {
	r.rep.Bound = opt.Bound
	ctx, proved, end := r.entrant.begin(r, opt.Bound)
	opt.Proved, opt.Hold = proved, r.entrant.hold
	res, err = e.Verify(ctx, r.sys, opt)
	return res, end(), err
}

// conclude completes an unknown result: the limit that ended the run, and what
// was proved until then.
func (r *run) conclude() {
	res := r.rep.Result
	if res.Verdict() != verifier.Unknown {
		return
	}
	if why := limit.ContextReason(r.ctx); why != limit.None {
		r.rep.Stopped = true
		r.rep.Result = verifier.UnknownBecause(reason.Of(why)).WithStats(res.Stats())
	}
	if at := res.Stats().Bound; r.row.engine.stepwise {
		r.rep.Proved = max(r.rep.Proved, at-1)
	}
}
