package driver

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/witness"
)

// near returns on how many globals of the prepared program the property may depend by what is assigned and tested on
// the way.
func (r *run) near() int {
	order, near := abstract.Order(r.prep.Core, abstract.Property(r.prep.Core, r.prep.Flag))
	n := 0
	for _, g := range order[:near] {
		if slices.Contains(r.prep.Program.Globals, g) {
			n++
		}
	}
	return n
}

// abstracted is Corral's outer loop: it has engines look for the answer about abstractions, and refines them until
// there is one. If a round ends without an answer and without a spurious counterexample, the program itself is next.
func (r *run) abstracted() (*run, error) {
	core := r.prep.Core
	tracked := abstract.Property(core, r.prep.Flag)
	order, _ := abstract.Order(core, tracked)
	log := &Abstraction{Globals: len(r.prep.Program.Globals)}
	r.rep.Abstraction = log
	first := Round{}
	for _, g := range core.Globals {
		if tracked[g] {
			first.Tracked = append(first.Tracked, core.Var(g).Name)
		}
	}
	log.Rounds = append(log.Rounds, first)
	ctx, cancel := within(r.ctx, r.plan.abstracting.limit)
	defer cancel()
	for {
		begin := time.Now()
		w, err := r.round(ctx, tracked, order)
		now := &log.Rounds[len(log.Rounds)-1]
		now.Time = time.Since(begin)
		w.abs.record(now)
		if err != nil {
			return w, err
		}
		if r.ctx.Err() != nil {
			w.ctx = r.ctx
			w.conclude()
			return w, nil
		}
		if w.rep.Result.Verdict() != verifier.Unknown {
			return r.beyond(w)
		}
		r.rep.Phases = w.rep.Phases
		r.rep.Proved = max(r.rep.Proved, w.rep.Proved)
		if !w.abs.refined() {
			r.log.Info("the abstraction gives no answer", "why", w.rep.Result.Reason().String())
			return r.unabstracted()
		}
		next := Round{}
		tracked = slices.Clone(tracked)
		for _, v := range w.abs.found {
			tracked[v] = true
			next.Tracked = append(next.Tracked, core.Var(v).Name)
		}
		r.log.Info("spurious counterexamples", "round", len(log.Rounds), "spurious", now.Spurious,
			"checks", now.Checks, "tracked", next.Tracked, "time", now.Time,
			"abstracting", now.Make, "refining", now.Refine)
		log.Rounds = append(log.Rounds, next)
	}
}

// unabstracted asks about the program itself, after rounds about abstractions.
func (r *run) unabstracted() (*run, error) {
	log := r.rep.Abstraction
	log.Whole = true
	begin := time.Now()
	w, err := r.engage()
	log.Rounds = append(log.Rounds, Round{Tracked: r.untracked(), Time: time.Since(begin)})
	return w, err
}

// untracked returns the names of the globals that no round has tracked.
func (r *run) untracked() (names []string) {
	seen := map[string]bool{}
	for _, x := range r.rep.Abstraction.Rounds {
		for _, name := range x.Tracked {
			seen[name] = true
		}
	}
	for _, g := range r.prep.Program.Globals {
		if name := r.prep.Program.Var(g).Name; !seen[name] {
			names = append(names, name)
		}
	}
	return names
}

// beyond returns the run with the answer, w, but if that holds only for the bound, one about the program itself that
// says more, if there is one in time: a proof for all bounds may need facts about globals that the bound does not need,
// and what fails past the bound in the abstraction need not fail in the program.
func (r *run) beyond(w *run) (*run, error) {
	if w.rep.Result.Verdict() != verifier.SafeUpToBound || r.plan.abstracting.beyond == 0 {
		return w, nil
	}
	r.log.Info("the program itself is asked about all bounds")
	r.rep.Phases = w.rep.Phases
	ctx, cancel := limit.Within(r.ctx, r.plan.abstracting.beyond)
	defer cancel()
	r.ctx = ctx
	all, err := r.unabstracted()
	if err != nil || all.rep.Result.Verdict() == verifier.Safe {
		return all, err
	}
	if res := all.rep.Result; res.Verdict() == verifier.Unsafe {
		switch {
		case res.Trace().Bound > 0:
			return all, nil
		case res.Remark() == "":
			return all, reason.Internalf("an abstraction is safe up to bound %d, the program is not", r.rep.Bound)
		}
	}
	log := r.rep.Abstraction // the answer is about the abstraction
	log.Rounds, log.Whole = log.Rounds[:len(log.Rounds)-1], false
	w.rep.Phases = all.rep.Phases
	return w, nil
}

// round asks about an abstraction.
func (r *run) round(ctx context.Context, tracked []bool, order []prog.VarID) (*run, error) {
	begin := time.Now()
	f, err := r.abstraction(ctx, tracked, order)
	rounds := r.rep.Abstraction.Rounds
	rounds[len(rounds)-1].Make = time.Since(begin)
	if err != nil {
		return f, err
	}
	if f.prep == nil { // a limit
		f.conclude()
		return f, nil
	}
	f.plan = newPlan(r.question, &r.opt, r.engines, f.facts())
	f.row = &f.plan.rows[0]
	return f.engage()
}

// abstraction returns the run about an abstraction. It has no program if a limit struck.
func (r *run) abstraction(ctx context.Context, tracked []bool, order []prog.VarID) (*run, error) {
	f := r.fork(ctx, &r.plan.rows[0])
	f.store, f.maker, f.source = r.store, r.maker, r.source
	f.abs = &abstraction{whole: r.prep, tracked: tracked, order: order}
	err := f.phases(phase{"abstract", func() error {
		var err error
		made := abstract.Program(r.prep.Core, tracked)
		f.prep, err = r.prep.Abstracted(ctx, made.Program, passes.Options{
			Rewriter: r.maker, Check: r.opt.Invariants,
		})
		if err == nil {
			f.abs.shadows = []*abstract.Shadow{made.Shadow(f.prep, false), made.Shadow(f.prep, true)}
		}
		return err
	}})
	if err != nil {
		err = reason.AsInternal(err)
	}
	return f, err
}

// abstraction is what the run of an engine on an abstraction knows of the program, and the counterexample that ended
// it.
type abstraction struct {
	whole   *passes.Result
	shadows []*abstract.Shadow // to replay on, the first that can
	tracked []bool
	order   []prog.VarID

	found                  []prog.VarID // what to track, too
	spurious, checks, open int
	void                   bool // the search leaves out executions of the abstraction
	took                   time.Duration
}

// in returns the same for a run in a copy of the store.
func (a *abstraction) in(f *run) *abstraction {
	out := &abstraction{whole: a.whole.In(f.store), tracked: a.tracked, order: a.order}
	for _, p := range a.shadows {
		out.shadows = append(out.shadows, p.In(f.store))
	}
	return out
}

// record records what a round did.
func (a *abstraction) record(r *Round) {
	if a != nil {
		r.Spurious, r.Checks, r.Open, r.Refine = a.spurious, a.checks, a.open, a.took
	}
}

// refined reports whether a spurious counterexample shows what to track.
func (a *abstraction) refined() bool { return a != nil && len(a.found) > 0 }

// whole returns the program as it was prepared without an abstraction.
func (r *run) whole() *passes.Result {
	if r.abs != nil {
		return r.abs.whole
	}
	return r.prep
}

func (r *run) replayer() inline.Replayer {
	w := &witness.Replayer{
		Prepared: r.prep, System: r.sys, Back: r.back, Small: r.opt.Small, Unseen: r.question == contracts,
		Keep: r.opt.Check || r.opt.Answers != nil,
	}
	if r.abs == nil {
		return w
	}
	return &concretizer{Replayer: w, run: r}
}

// exploring is an engine that searches an abstraction, perhaps without all its executions: then it ends when it finds
// no others.
type exploring struct {
	verifier.Engine
	abs *abstraction
}

// Verify implements verifier.Engine.
func (e *exploring) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	proved := opt.Proved
	opt.Proved = func() {
		switch {
		case e.abs.void:
			cancel()
		case proved != nil:
			proved()
		}
	}
	res, err := e.Engine.Verify(limit.Counted(ctx), sys, opt)
	if e.abs.void && res.Verdict() != verifier.Unsafe {
		stats := res.Stats()
		stats.Bound = 0 // not proved
		res = verifier.UnknownBecause(reason.Unconfirmed(errSpurious)).WithStats(stats)
	}
	return res, err
}

// concretizer replays executions of an abstraction in the program itself.
type concretizer struct {
	*witness.Replayer
	run *run
}

var errSpurious = errors.New("the program cannot take the path of the abstraction")

// Replay implements inline.Replayer. A spurious counterexample adds to what is to be tracked. Then the search goes on
// without the blocks that were a reason, for others, as long as they add something.
func (c *concretizer) Replay(
	ctx context.Context, t *inline.Tree, path *inline.Path, m *model.Model,
) (*verifier.Trace, inline.Repair, reason.Reason) {
	a, r := c.run.abs, c.run
	begin := time.Now()
	defer func() { a.took += time.Since(begin) }()
	steps, fix, why := c.Execute(ctx, t, path, m)
	if steps == nil {
		return nil, fix, why
	}
	var shadow *abstract.Shadow
	for _, p := range a.shadows {
		if better := c.on(ctx, p.Program, t, path, m); better != nil {
			steps, shadow = better, p
			break
		}
	}
	x, err := abstract.New(a.whole, a.tracked, a.order, steps, shadow, fresh(solver.Options{}))
	if err != nil {
		return nil, inline.Repair{}, reason.Unconfirmed(err)
	}
	checks := x.Checks(ctx, true)
	defer checks.Close()
	found, spurious, why := checks.Execution()
	switch {
	case found != nil:
		return c.Kept(a.whole, found), inline.Repair{}, reason.Reason{}
	case !spurious:
		return nil, inline.Repair{}, why
	}
	if r.opt.Counterexample != nil {
		r.opt.Counterexample(x)
	}
	return nil, inline.Repair{Lemmas: c.refine(checks, x, t, path)}, reason.Unconfirmed(errSpurious)
}

// refine finds what to track, and returns a lemma that has the search go on elsewhere, if it is to.
func (c *concretizer) refine(
	checks *abstract.Checks, x *abstract.Counterexample, t *inline.Tree, path *inline.Path,
) []term.Term {
	a := c.run.abs
	a.spurious++
	a.open = max(a.open, len(x.Vars()))
	before := checks.Number
	set := abstract.Hierarchical{}.Refine(checks, x.Vars())
	if len(set) == 0 {
		return nil
	}
	a.checks += checks.Number - before
	a.found = append(a.found, set...)
	a.tracked = slices.Clone(a.tracked)
	for _, v := range set {
		a.tracked[v] = true
	}
	lemma := c.elsewhere(t, path, checks.Places(set))
	if lemma == 0 {
		return nil
	}
	a.void = true
	return []term.Term{lemma}
}

// elsewhere returns that not all of these places are on the path; 0 if none is.
func (c *concretizer) elsewhere(t *inline.Tree, path *inline.Path, places []abstract.Place) term.Term {
	st := t.System().Store
	in := map[abstract.Place]bool{}
	for _, p := range places {
		in[p] = true
	}
	var away []term.Term
	for _, e := range path.Events {
		if e.Kind != inline.EnterBlock {
			continue
		}
		p := t.Proc(e.Inst)
		onPlace := func(b int32) bool { return in[abstract.Place{Proc: c.Back.Proc(p), Block: b}] }
		if slices.ContainsFunc(c.Origin(p, e.At), onPlace) {
			t.Bind(e.Inst)
			if g := t.Image(p.Blocks[e.At].Guard); g != st.True() {
				away = append(away, st.Not(g))
			}
		}
	}
	if len(away) == 0 {
		return 0
	}
	return st.Or(away...)
}

// on replays a path on another program than the abstraction.
func (c *concretizer) on(
	ctx context.Context, p *prog.Program, t *inline.Tree, path *inline.Path, m *model.Model,
) *interp.Trace {
	prepared := *c.Prepared
	prepared.Core = p
	w := witness.Replayer{Prepared: &prepared, System: c.System, Back: c.Back, Unseen: c.Unseen}
	steps, _, _ := w.Execute(ctx, t, path, m)
	return steps
}
