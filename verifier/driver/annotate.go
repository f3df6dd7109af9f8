package driver

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/annotate"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/validate"
)

// Why there is no annotated program.
var (
	errNotSafe = errors.New("the program is not proved safe for all bounds")
	errThreads = errors.New("the proof is about a program that runs the threads one after the other")
	errRun     = errors.New("all executions were run, and that is the only proof")
	errParts   = errors.New("the proof is composed of those of several searches")
)

// annotate says what the proof learned, as far as Options ask for it.
func (r *run) annotate() error {
	if !r.opt.Summaries && !r.opt.Annotate {
		return nil
	}
	switch res := r.rep.Result; {
	case res.Verdict() != verifier.Safe:
		r.rep.notLearned(&r.opt, errNotSafe)
		return nil
	case r.rep.Contexts > 0:
		r.rep.notLearned(&r.opt, errThreads)
		return nil
	case res.Proof().Runs != nil:
		r.rep.notLearned(&r.opt, errRun)
		return nil
	case res.Proof().Split != nil:
		r.rep.notLearned(&r.opt, errParts)
		return nil
	}
	in := r.proved()
	return r.during("annotate", func() error {
		ctx, cancel := within(r.ctx, r.opt.left(r.start))
		defer cancel()
		in, claims := annotate.Restate(ctx, in)
		var err error
		if r.opt.Summaries && claims != nil {
			r.rep.NotSummarized = claims
		} else if r.opt.Summaries {
			if r.rep.Summaries, err = annotate.Summaries(ctx, in); err != nil {
				return err
			}
			if len(r.rep.Summaries) == 0 {
				r.rep.NotSummarized = annotate.ErrNoFacts
			}
		}
		if r.opt.Annotate {
			if in.Invariants, err = validate.Invariants(ctx, r.sys, in.Proof, fresh(solver.Options{})); err != nil {
				return err
			}
			r.rep.Annotated, r.rep.NotAnnotated = annotate.Program(ctx, in)
		}
		return nil
	})
}

// notLearned says why there is nothing of what Options ask for.
func (r *Report) notLearned(o *Options, why error) {
	if o.Summaries {
		r.NotSummarized = why
	}
	if o.Annotate {
		r.NotAnnotated = why
	}
}

// byFacts returns a run whose proof rests on facts or on opened calls, if what it learned is asked for and r has only
// run all executions; r, if there is none. The other engines look for one; at last, tables say what the executions did.
func (r *run) byFacts(ctx context.Context) *run {
	if !r.opt.Summaries && !r.opt.Annotate || r.rep.Result.Verdict() != verifier.Safe || r.rep.Result.Proof().Runs == nil {
		return r
	}
	q := r.request
	q.engines = slices.DeleteFunc(slices.Clone(q.engines), func(e engine) bool { return e.executes })
	for _, engines := range [][]engine{q.engines, {tabulating()}} {
		if len(engines) == 0 {
			continue
		}
		q.engines = engines
		if x, ok := r.instead(ctx, q); ok {
			return x
		}
	}
	return r
}

// instead returns a run whose answer is as good as that of r, if there is one in time.
func (r *run) instead(ctx context.Context, q request) (*run, bool) {
	ctx, cancel := within(ctx, min(max(r.plan.proof, checkLeast), cmp.Or(r.opt.left(r.start), math.MaxInt64)))
	defer cancel()
	x, err := decide(ctx, q)
	if err != nil || x.rep.Result.Verdict() != verifier.Safe {
		return r, false
	}
	x.start = r.start
	return x, true
}

// proved is the proof of the answer, for package annotate.
func (r *run) proved() annotate.Input {
	proof := r.rep.Result.Proof()
	again := validate.Instantiating(fresh(solver.Options{Cone: true}))
	return annotate.Input{Prepared: r.prep, System: r.sys, Back: r.back, Proof: proof, Config: again}
}

// invariants says what holds at the heads of loops, if that is asked for and the facts that it rests on are confirmed.
func (r *run) invariants() error {
	language, ok := r.rep.Loaded.Source.(front.Invariants)
	if !ok || !r.opt.LoopInvariants || r.rep.Result.Verdict() != verifier.Safe ||
		r.rep.Result.Proof().Runs != nil || r.rep.Check.State != CheckOK || r.rep.Contexts > 0 {
		return nil
	}
	if r.rep.Result.Proof().Split != nil {
		r.log.Info("no invariants", "why", errParts)
		return nil
	}
	limit := max(time.Since(r.start), checkLeast, r.plan.proof)
	if r.opt.Timeout > 0 {
		limit = min(limit, r.opt.Timeout-time.Since(r.start))
	}
	return r.during("annotate", func() error {
		ctx, cancel := context.WithTimeout(r.ctx, limit)
		defer cancel()
		list, err := annotate.Invariants(ctx, r.proved(), func(q *prog.Proc, head *prog.Block, t term.Term) string {
			return language.Expression(r.prep.Core, q, head.Node, t)
		})
		if err != nil {
			r.log.Info("no invariants", "why", err)
		}
		r.rep.Loops = len(r.prep.Loops)
		for _, x := range list {
			at, loop := language.Head(x.Head.Node)
			r.rep.LoopInvariants = append(r.rep.LoopInvariants, LoopInvariant{x.Proc.Name, at, loop, x.Text})
		}
		return nil
	})
}
