package limit

import (
	"context"
	"time"
)

// A Clock measures the time that this process has had for its work: what has passed, or its processor time if that is
// less. So what may take some seconds gets as much done on a machine that is busy otherwise. Where processor time is
// not known, it is what has passed.
type Clock struct {
	began time.Time
	cpu   time.Duration
}

// slowest is how many times as slow as the time that passes a clock is at most.
const slowest = 4

// StartClock returns a clock that starts now.
func StartClock() Clock { return Clock{time.Now(), CPU()} }

// Elapsed returns the time since the clock was started.
func (c Clock) Elapsed() time.Duration {
	passed := time.Since(c.began)
	if cpu := CPU(); cpu > 0 {
		return min(passed, max(cpu-c.cpu, passed/slowest))
	}
	return passed
}

// Wait returns when the clock is at t, or the context is done.
func (c Clock) Wait(ctx context.Context, t time.Duration) {
	for left := t - c.Elapsed(); left > 0; left = t - c.Elapsed() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(left):
		}
	}
}

// Until returns a context that is done, as after a deadline, when the clock is at t.
func (c Clock) Until(ctx context.Context, t time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		c.Wait(ctx, t)
		stop(context.DeadlineExceeded)
	}()
	return ctx, func() { stop(context.Canceled) }
}

// Within returns a context that is done, as after a deadline, when this process has had so much time from now on.
func Within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return StartClock().Until(ctx, d)
}
