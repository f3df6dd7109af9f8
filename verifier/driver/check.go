package driver

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/validate"
)

// check has a safe answer refuted again by a fresh solver without relevancy. If
// that runs out of time, the check is open. An answer that turns out wrong is
// never given. It is done if Options.Check is set, and where an answer rests on what was learned.
func (r *run) check() error {
	switch r.rep.Result.Verdict() {
	case verifier.Safe, verifier.SafeUpToBound:
	default:
		return nil
	}
	if !r.opt.Check && len(r.rep.Result.Proof().Facts) == 0 {
		return nil
	}
	return r.during("check", func() error {
		ctx := r.ctx
		timeout := r.opt.CheckTimeout
		if timeout == 0 {
			timeout = r.opt.Timeout
		}
		if timeout == 0 && !r.opt.Check {
			timeout = r.opt.Unbounded
		}
		if timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, timeout)
			defer cancel()
		}
		out, err := validate.Proof(ctx, r.sys, r.rep.Result, inline.Config{
			NewSolver: func(st *term.Store) (inline.Solver, error) {
				return native.New(st, solver.Options{NoRelevancy: true}), nil
			},
			NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
		})
		switch {
		case err != nil:
			return reason.AsInternal(err)
		case out.Confirmed:
			r.rep.Check = Check{State: CheckOK}
		case out.Refuted:
			return reason.Internalf("a fresh solver finds the answer %v wrong: %s", r.rep.Result, out.Wrong)
		default:
			why := out.Why
			if s := limit.ContextReason(ctx); s != limit.None {
				why = reason.Of(s)
			}
			r.rep.Check = Check{State: CheckOpen, Why: why}
		}
		return nil
	})
}
