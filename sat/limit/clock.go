package limit

import (
	"context"
	"time"
)

// A Clock measures the time that this process has had for its work: what has passed, or its processor time if that is
// less, but at least a quarter of what has passed. So what may take some seconds gets as much done on a machine that is
// busy otherwise. Where processor time is not known, it is what has passed. In a context of Simulate it measures the
// time there.
type Clock struct {
	began  time.Time
	cpu    time.Duration
	latest time.Time // from when on it is what has passed; zero: never

	sim *Simulation   // its time counts; nil: none
	at  time.Duration // when it began there
}

const (
	slowest   = 4  // the least share of the time that passes
	lastShare = 10 // of the time before a deadline, the share that is left for what follows
)

// StartClock returns a clock that starts now. If the context has a deadline, the clock is what has passed from shortly
// before it on: there must be time for what follows.
func StartClock(ctx context.Context) Clock {
	c := Clock{began: time.Now(), cpu: CPU()}
	if c.sim = simulation(ctx); c.sim != nil {
		c.at = c.sim.Elapsed()
	}
	if end, ok := ctx.Deadline(); ok {
		c.latest = end.Add(-time.Until(end) / lastShare)
	}
	return c
}

// Elapsed returns the time since the clock was started.
func (c Clock) Elapsed() time.Duration {
	if c.sim != nil {
		return c.sim.Elapsed() - c.at
	}
	passed := time.Since(c.began)
	if !c.latest.IsZero() && !time.Now().Before(c.latest) {
		return passed
	}
	if cpu := CPU(); cpu > 0 {
		return min(passed, max(cpu-c.cpu, passed/slowest))
	}
	return passed
}

// Wait returns when the clock is at t, or the context is done.
func (c Clock) Wait(ctx context.Context, t time.Duration) {
	for left := t - c.Elapsed(); left > 0; left = t - c.Elapsed() {
		if last := time.Until(c.latest); last > 0 {
			left = min(left, last)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(left, time.Millisecond)):
		}
	}
}

// Until returns a context that is done when the clock is at t: ContextReason says Timeout then.
func (c Clock) Until(ctx context.Context, t time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	if c.Elapsed() >= t {
		stop(context.DeadlineExceeded)
	} else {
		go func() {
			c.Wait(ctx, t)
			stop(context.DeadlineExceeded)
		}()
	}
	return ctx, func() { stop(context.Canceled) }
}

// Within returns a context that is done when this process has had so much time from now on, as Until says.
func Within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return StartClock(ctx).Until(ctx, d)
}
