package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/validate"
)

const (
	checkShare = 10              // a check takes one part in so many of the time that the answer took or may take,
	checkLeast = 2 * time.Second // or this
	rerunShare = 3               // to run all executions once more may take so many times as long
)

// check has a safe answer refuted again by a fresh solver (see validated). An answer that turns
// out wrong is never given. One for all bounds that rests on learned facts is given only if it is
// confirmed: else the answer for the bound takes its place, which says whether it is checked.
func (r *run) check() error {
	if !isSafe(r.rep.Result) {
		return r.checkTrace()
	}
	if r.abs != nil {
		if err := validate.Abstraction(r.abs.whole.Core, r.prep.Core); err != nil {
			return reason.Internalf("not an abstraction of the program: %v", err)
		}
	}
	if r.opt.NoCheck {
		return nil
	}
	return r.during("check", func() error {
		answered := time.Since(r.start)
		least := checkLeast
		p := r.rep.Result.Proof()
		switch {
		case p.Learned() || p.Levels != nil:
			least = max(least, r.plan.proof)
		case p.Runs != nil:
			least = max(least, rerunShare*answered)
		}
		err := r.confirm(r.checkLimit(answered, least))
		confirmed := r.rep.Check.State == CheckOK || !p.Learned()
		if err != nil || confirmed || r.rep.Result.Verdict() == verifier.SafeUpToBound {
			return err
		}
		if r.log.Info("a proof for all bounds is not confirmed", "why", r.rep.Check.Why); r.opt.AllBounds {
			why := reason.Reason{Kind: reason.UnconfirmedProof, Detail: r.rep.Check.Why.String()}
			r.rep.Result = verifier.UnknownBecause(why).WithStats(r.rep.Result.Stats())
			r.rep.Check = Check{}
			return nil
		}
		stats := r.rep.Result.Stats()
		if p.Bounded == nil { // the search for the bound itself found the facts
			r.rep.Result = verifier.SafeUpToBoundWith(r.rep.Bound, p).WithStats(stats)
			return nil
		}
		r.rep.Result = verifier.SafeUpToBoundWith(r.rep.Bound, p.Bounded).WithStats(stats)
		return r.confirm(r.checkLimit(answered, checkLeast))
	})
}

func isSafe(r verifier.Result) bool {
	return r.Verdict() == verifier.Safe || r.Verdict() == verifier.SafeUpToBound
}

// untilCheck returns how long it is until an answer for a bound has to be checked, so that there is time for that; 0 if
// there is no time limit, or no check.
func (r *run) untilCheck() time.Duration {
	if r.opt.Timeout == 0 || r.opt.NoCheck {
		return 0
	}
	return max(r.opt.left(r.start)-r.opt.Timeout/checkShare, 1)
}

// checkLimit returns how long a check may take of an answer that took so long; 0 means any time.
func (r *run) checkLimit(answered, least time.Duration) time.Duration {
	if r.opt.Check {
		if r.opt.CheckTimeout > 0 {
			return r.opt.CheckTimeout
		}
		return r.opt.Timeout
	}
	limit := max(answered/checkShare, least)
	if r.opt.Timeout > 0 {
		limit = min(limit, r.opt.left(r.start))
	}
	return limit
}

// confirm checks the answer, for at most the given time if that is not 0.
func (r *run) confirm(limited time.Duration) error {
	ctx, cancel := within(r.ctx, limited)
	defer cancel()
	out, err := r.validated(ctx)
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
}

// validated has the answer checked by other code than found it.
func (r *run) validated(ctx context.Context) (validate.Report, error) {
	if r.rep.Result.Proof().Runs != nil {
		return validate.Runs(ctx, r.prep.Flat, r.prep.Defs, r.rep.Result), nil
	}
	if r.question != contracts {
		return r.repeated(ctx, solver.Options{NoRelevancy: true}, nil)
	}
	certs := &certifier{}
	opt := solver.Options{Quantifiers: r.quantifiers(), Matching: r.matching(), Certify: certs.take}
	rep, err := r.repeated(ctx, opt, certs)
	switch {
	case err != nil:
	case certs.rejected != "":
		rep.Confirmed, rep.Refuted, rep.Wrong = false, true, certs.rejected
	case certs.open:
		opt.NoRelevancy, opt.Certify = true, nil
		return r.repeated(ctx, opt, nil)
	}
	return rep, err
}

// repeated has a proof repeated by a solver with the given options; certs, if not nil, gets its certificates.
func (r *run) repeated(ctx context.Context, opt solver.Options, certs *certifier) (validate.Report, error) {
	config := fresh(opt)
	if certs != nil {
		config.NewSolver = func(st *term.Store) (inline.Solver, error) {
			certs.checker = cert.NewChecker(st)
			return native.New(st, opt), nil
		}
	}
	return validate.Proof(ctx, r.sys, r.rep.Result, config)
}

// certifier checks certificates.
type certifier struct {
	checker  *cert.Checker
	rejected string // the first that is wrong
	open     bool   // the checker does not decide some
}

func (c *certifier) take(x *cert.Certificate) {
	switch v, err := c.checker.Check(x); {
	case v == cert.Unsupported:
		c.open = true
	case v == cert.Rejected && c.rejected == "":
		c.rejected = fmt.Sprintf("the certificate of %s: %v", x.Name, err)
	}
}
