package driver

import (
	"context"
	"time"

	"github.com/muster-smt/muster/verifier"
)

// askWider asks about bound after bound, and the search for a proof for all takes twice as long after each. If only all
// bounds count, these are all. Else they grow by half, and the answer is the last one within the time for such a proof;
// or what is proved on the way to the first, if a limit ends that.
func (r *run) askWider(e verifier.Engine, opt verifier.Options) (verifier.Result, error) {
	all := r.row.bounds == each
	opt.AllBounds = all && r.row.engine.unbounded
	w := &widening{run: r, whole: r.ctx}
	r.ctx, w.stop = context.WithCancel(w.whole)
	defer w.end()
	if !all {
		opt.Within = w.below
	}
	for limit := firstProof; ; limit *= 2 {
		if opt.Unbounded = limit; r.row.proof > 0 {
			opt.Unbounded = min(limit, r.row.proof)
		}
		res, late, err := r.askBound(e, opt)
		safe := res.Verdict() == verifier.SafeUpToBound
		if !all && safe {
			w.best, w.bound = &res, opt.Bound
		}
		again := safe || res.Verdict() == verifier.Unknown && late
		if !again && err == nil && res.Verdict() == verifier.Unknown && w.stands() {
			r.rep.Bound = w.bound
			return w.best.WithStats(res.Stats()), nil
		}
		if err != nil || !again {
			return res, err
		}
		r.rep.Proved = opt.Bound
		r.log.Info("safe up to bound", "bound", opt.Bound)
		if all {
			opt.Bound++
			continue
		}
		opt.Bound += (opt.Bound + 1) / 2
		w.widen(safe)
	}
}

// widening is a search for bound after bound. Its questions have a context of their own.
type widening struct {
	*run
	whole context.Context // of the run
	stop  context.CancelFunc
	wider bool // the first bound is proved, by this engine or another one

	best  *verifier.Result // an answer for a bound; nil if there is none
	bound int
	alarm *time.Timer
}

// below takes a proof for a bound that is smaller than the one that is asked about. It has the search stop in time for
// the check.
func (w *widening) below(bound int, p *verifier.Proof) {
	if bound <= max(w.bound, w.rep.Proved) {
		return
	}
	res := verifier.SafeUpToBoundWith(bound, p)
	w.best, w.bound = &res, bound
	w.endInTime()
}

// stands reports whether there is an answer for a bound, now that there is no better one: before the first is proved,
// only if a limit ended that.
func (w *widening) stands() bool { return w.best != nil && (w.wider || w.ctx.Err() != nil) }

// widen goes on to a greater bound than one that this engine has proved, or another one.
func (w *widening) widen(own bool) {
	if w.wider {
		return
	}
	if w.wider = true; !own {
		w.best, w.bound = nil, 0 // the other's answer says more
	}
	w.stop()
	w.ctx, w.stop = w.entrant.proving(w.whole, w.plan.proof)
	w.endInTime()
	w.entrant.yield()
}

// endInTime has the search end early enough to check the answer that there is.
func (w *widening) endInTime() {
	if w.alarm != nil {
		w.alarm.Stop()
	}
	if d := w.untilCheck(); d > 0 {
		w.alarm = time.AfterFunc(d, w.stop)
	}
}

// end gives the run its context back.
func (w *widening) end() {
	w.stop()
	if w.alarm != nil {
		w.alarm.Stop()
	}
	w.ctx = w.whole
}
