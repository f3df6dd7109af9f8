package task

import (
	"context"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// Grace is how long after a limit a command waits for a partial answer. The loops
// of the solvers poll the context, but reading a large input does not.
const Grace = 700 * time.Millisecond

// Last returns the progress of a run, and how long it has taken so far.
type Last func() (driver.Progress, time.Duration)

// Watch has the driver note its progress, which the function that it returns gives.
func Watch(opt *driver.Options) Last {
	var (
		mu    sync.Mutex
		state driver.Progress
		start = time.Now()
	)
	opt.Progress = func(p driver.Progress) {
		mu.Lock()
		state = p
		mu.Unlock()
	}
	return func() (driver.Progress, time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		return state, time.Since(start)
	}
}

// Search runs the verifier (driver.All). If that does not stop soon after a limit, it returns what was found before.
func Search(
	ctx context.Context, files prog.Files, opt driver.Options, at Last,
) (found []*driver.Report, last *driver.Report, err error) {
	var (
		mu     sync.Mutex
		before []*driver.Report
	)
	type answers struct {
		found []*driver.Report
		last  *driver.Report
	}
	opt.Files = files[1:]
	opt.Found = func(rs []*driver.Report) {
		mu.Lock()
		defer mu.Unlock()
		before = rs
	}
	out, late, err := Awaited(ctx, opt.Timeout, at, func() (out answers, err error) {
		out.found, out.last, err = driver.All(ctx, files[0].Name, files[0].Text, opt)
		return out, err
	})
	if late != nil {
		mu.Lock()
		defer mu.Unlock()
		return before, late.Report(files, opt), nil
	}
	return out.found, out.last, err
}

// Overdue says that a run has not stopped after a limit, and what it was doing.
type Overdue struct {
	Why   limit.Reason
	State driver.Progress
}

// Report returns what is known of the run.
func (o *Overdue) Report(files prog.Files, opt driver.Options) *driver.Report {
	rep := &driver.Report{
		File: files[0].Name, Files: files, Engine: opt.Engine, Bound: opt.Bound, Stopped: true, Elapsed: o.State.Elapsed,
	}
	rep.Result = verifier.UnknownBecause(reason.Of(o.Why)).WithStats(verifier.Stats{Progress: o.State.Progress})
	return rep
}

// Awaited returns what run returns, or late if that does not stop soon after a limit.
func Awaited[R any](
	ctx context.Context, timeout time.Duration, at Last, run func() (R, error),
) (out R, late *Overdue, err error) {
	type outcome struct {
		out R
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		out, err := run()
		done <- outcome{out, err}
	}()
	var overtime <-chan time.Time
	if timeout > 0 {
		overtime = time.After(timeout + Grace)
	}
	ended := ctx.Done()
	for {
		why := limit.Timeout
		select {
		case o := <-done:
			return o.out, nil, o.err
		case <-ended:
			ended, overtime = nil, time.After(Grace)
			continue
		case <-overtime:
			if ctx.Err() != nil {
				why = limit.ContextReason(ctx)
			} else if s, _ := at(); s.Phase == "check" || s.Phase == "annotate" {
				overtime = time.After(Grace) // the verdict was in time, and what follows has limits of its own
				continue
			}
		}
		state, elapsed := at()
		state.Elapsed = elapsed
		return out, &Overdue{why, state}, nil
	}
}
