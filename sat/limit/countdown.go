package limit

import (
	"context"
	"sync/atomic"
)

// A Countdown stops a computation at its n-th poll. So tests can stop it wherever it
// can be stopped: with one that never ends they count the polls of an undisturbed
// run, and then they stop at any of them. Where all runs on one goroutine that is
// deterministic.
type Countdown struct {
	left   atomic.Int64
	reason Reason
	cancel context.CancelCauseFunc // of Context
}

// NewCountdown returns a countdown of n polls, of which the last one stops with the
// reason r.
func NewCountdown(n int64, r Reason) *Countdown {
	c := &Countdown{reason: r}
	c.left.Store(n)
	return c
}

// Left is the number of polls that are left. It is not positive after the stop.
func (c *Countdown) Left() int64 { return c.left.Load() }

// poll counts, and reports whether it is time to stop.
func (c *Countdown) poll() bool {
	left := c.left.Add(-1)
	if left == 0 && c.cancel != nil {
		if c.reason == Memory {
			c.cancel(ErrMemory)
		} else {
			c.cancel(nil)
		}
	}
	return left <= 0
}

// Count makes l stop when c ends, unless it is stopped already.
func (l *Limit) Count(c *Countdown) {
	l.count = c
	l.reason.CompareAndSwap(uint32(None), counting)
}

type countdownKey struct{}

// counted is a context that counts its polls, too.
type counted struct {
	context.Context
	count *Countdown
}

// Context returns a context that ends with c: calls of its method Err count, and so
// do polls of all limits that watch it or a context derived from it. It ends as
// cancelled, with ErrMemory as its cause if the reason of c is Memory. There is one
// context of a countdown.
func (c *Countdown) Context(parent context.Context) (ctx context.Context, cancel context.CancelFunc) {
	inner, end := context.WithCancelCause(parent)
	c.cancel = end
	return counted{inner, c}, func() { end(nil) }
}

func (c counted) Err() error {
	if c.Context.Err() == nil {
		c.count.poll()
	}
	return c.Context.Err()
}

func (c counted) Value(key any) any {
	if key == (countdownKey{}) {
		return c.count
	}
	return c.Context.Value(key)
}
