package driver

import (
	"context"
	"errors"
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
	errRun     = errors.New("the proof needs no facts: all executions were run")
	errNoFacts = errors.New("the proof needs no facts: opening calls suffices")
)

// annotate says what the proof learned, as far as Options ask for it.
func (r *run) annotate() error {
	if !r.opt.Summaries && !r.opt.Annotate {
		return nil
	}
	res := r.rep.Result
	switch {
	case res.Verdict() != verifier.Safe:
		r.rep.NotAnnotated = errNotSafe
	case r.rep.Contexts > 0:
		r.rep.NotAnnotated = errThreads
	case res.Proof().Runs != nil:
		r.rep.NotAnnotated = errRun
	case len(res.Proof().Facts) == 0:
		r.rep.NotAnnotated = errNoFacts
	}
	if r.rep.NotAnnotated != nil {
		return nil
	}
	in := r.proved()
	return r.during("annotate", func() error {
		ctx, cancel := within(r.ctx, r.opt.left(r.start))
		defer cancel()
		var err error
		if r.opt.Summaries {
			if r.rep.Summaries, err = annotate.Summaries(in); err != nil {
				return err
			}
		}
		if r.opt.Annotate {
			if in.Invariants, err = validate.Invariants(ctx, r.sys, in.Proof, in.Config); err != nil {
				return err
			}
			r.rep.Annotated, r.rep.NotAnnotated = annotate.Program(ctx, in)
		}
		return nil
	})
}

// proved is the proof of the answer, for package annotate.
func (r *run) proved() annotate.Input {
	proof := r.rep.Result.Proof()
	again := fresh(solver.Options{Cone: true})
	return annotate.Input{Prepared: r.prep, System: r.sys, Back: r.back, Proof: proof, Config: again}
}

// invariants says what holds at the heads of loops, if that is asked for and the facts that it rests on are confirmed.
func (r *run) invariants() error {
	language, ok := r.rep.Loaded.Source.(front.Invariants)
	if !ok || !r.opt.LoopInvariants || r.rep.Result.Verdict() != verifier.Safe ||
		r.rep.Result.Proof().Runs != nil || r.rep.Check.State != CheckOK || r.rep.Contexts > 0 {
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
