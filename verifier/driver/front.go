package driver

import (
	"errors"
	"slices"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// read reads the program by its front end.
func (r *run) read() (*prog.Program, error) {
	if r.opt.Front == nil {
		return nil, &OptionError{"there is no front end to read the program"}
	}
	q := r.query
	q.Entry = r.opt.Entry
	x, err := r.opt.Front.Load(r.rep.Files, r.store, q)
	if refused := (*front.QuestionError)(nil); errors.As(err, &refused) {
		return nil, &OptionError{refused.Msg}
	}
	if err != nil {
		return nil, err
	}
	r.rep.Loaded, r.rep.Entry = x, x.Entry
	r.rep.Language, r.rep.Model, r.rep.Warnings = x.Language, x.Model, x.Warnings
	_, r.rep.Compiled = x.Source.(front.Compiled)
	return x.Program, nil
}

// entry returns the name of the entry procedure. One that the front end has made is marked.
func (r *run) entry() string {
	if r.rep.Loaded.Entry != "" {
		return ""
	}
	return r.opt.Entry
}

// hole says what is not supported, if an assertion stands for that.
func (r *run) hole(assertion prog.NodeID) (what string, ok bool) {
	if x, incomplete := r.rep.Loaded.Source.(front.Incomplete); incomplete {
		return x.Hole(assertion)
	}
	return "", false
}

func (r *run) isHole(assertion prog.NodeID) bool {
	_, ok := r.hole(assertion)
	return ok
}

// inHole says what is not supported, if the execution that was found ends there: that says nothing about the program.
func (r *run) inHole() (what string, ok bool) {
	if t := r.rep.Result.Trace(); t != nil {
		return r.hole(t.Assertion.At)
	}
	return "", false
}

// doubt makes an unsafe answer unknown that rests on an execution that the program may not have, unless whoever asks
// runs the program.
func (r *run) doubt() {
	x, ok := r.rep.Loaded.Source.(front.Approximate)
	if !ok || x.ToBeRun() || r.rep.Result.Verdict() != verifier.Unsafe {
		return
	}
	if what := x.Inexact(r.rep.Result.Trace()); what != "" {
		r.rep.Remark = ""
		r.rep.Result = r.rep.Result.Unconfirmed(reason.Reason{Kind: reason.NoTest, Detail: what})
	}
}

// past asks again about the executions that do not get to what is not supported. If none of these fails, nothing is
// known: what a proof learns is none of the program's, and is not asked for.
func (r *run) past(hole string) (*run, error) {
	q := r.request
	q.opt.Passed = append(slices.Clip(q.opt.Passed), r.rep.Result.Trace().Assertion)
	if x, ok := r.rep.Loaded.Source.(front.Approximate); ok {
		for _, at := range x.Loose() {
			if a := (prog.Assertion{At: at, Clause: at}); !slices.Contains(q.opt.Passed, a) {
				q.opt.Passed = append(q.opt.Passed, a)
			}
		}
	}
	q.opt.Timeout, q.opt.Elsewhere = r.opt.left(r.start), nil // nobody there knows what is assumed
	q.opt.Summaries, q.opt.Annotate, q.opt.LoopInvariants = false, false, false
	x, err := answerTo(r.ctx, q)
	if err != nil {
		return nil, err
	}
	rep := x.rep
	rep.Elapsed = time.Since(r.start)
	if rep.Result.Verdict() != verifier.Unsafe {
		why := reason.Reason{Kind: reason.Unsupported, Detail: hole}
		rep.Result = verifier.UnknownBecause(why).WithStats(rep.Result.Stats())
		rep.Check, rep.Proved, rep.Remark = Check{}, 0, ""
	}
	rep.notLearned(&r.opt, errNotSafe)
	return x, nil
}
