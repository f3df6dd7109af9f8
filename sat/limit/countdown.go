package limit

import (
	"context"
	"errors"
	"sync/atomic"
)

// A Countdown stops a computation at its n-th poll, which is deterministic if the
// computation runs on one goroutine. So polls are a measure of effort that is the same on
// every machine, and tests can stop a computation at every point where it can be stopped:
// with a countdown that does not reach zero they count the polls of an undisturbed run, and
// then they stop at any of them.
type Countdown struct {
	left   atomic.Int64
	reason Reason
	cancel context.CancelCauseFunc // of Context
	spends bool                    // see NewBudget
}

// NewCountdown returns a countdown of n polls. The last one stops, with the reason r.
func NewCountdown(n int64, r Reason) *Countdown {
	c := &Countdown{reason: r}
	c.left.Store(n)
	return c
}

// NewBudget returns a countdown of polls and what is spent between them (Limit.Spend). It stops at the first poll
// after n of these, with the reason r.
func NewBudget(n int64, r Reason) *Countdown {
	c := NewCountdown(n, r)
	c.spends = true
	return c
}

// Left is the number of polls that are left. After the stop it is zero or negative.
func (c *Countdown) Left() int64 { return c.left.Load() }

// poll counts a poll, and reports whether it stops.
func (c *Countdown) poll() bool {
	left := c.left.Add(-1)
	if (left == 0 || left < 0 && c.spends) && c.cancel != nil {
		c.cancel(causes[c.reason])
	}
	return left <= 0
}

// ErrSteps is the cause of a context that a Countdown with the reason Steps canceled.
var ErrSteps = errors.New("step limit")

// causes are those of contexts that a Countdown cancels, if they have one of their own.
var causes = map[Reason]error{Memory: ErrMemory, Steps: ErrSteps}

// spend counts for a budget only: another Countdown stops at every single poll.
func (c *Countdown) spend(n int64) {
	if c.spends {
		c.left.Add(-n)
	}
}

// why returns the reason of the stop.
func (c *Countdown) why() Reason { return c.reason }

// Count makes polls of l count down c, and stops l when c reaches zero, unless it is
// stopped already.
func (l *Limit) Count(c *Countdown) { l.countBy(c) }

func (l *Limit) countBy(c counter) {
	l.count = c
	l.reason.CompareAndSwap(uint32(None), counting)
}

// A Meter measures the effort of a computation, in polls and what is spent between them (Limit.Spend).
type Meter struct {
	counter // of the context that it measures in
	scale   int64
	rest    int64 // spent, and not yet counted, less than scale
	spent   int64
}

// NewMeter returns a context like parent, and the effort of what runs in it. It may be measured in another one, whose
// effort includes it. What is spent between polls counts for so much less as scale says, inside and outside: small
// questions spend more in a second than large ones. All must run on one goroutine.
func NewMeter(parent context.Context, scale int64) (context.Context, *Meter) {
	m := &Meter{counter: counterOf(parent), scale: scale}
	if c, ok := parent.(counted); ok {
		parent = c.Context // whose method Err would count once more
	}
	return counted{parent, m}, m
}

// Spent returns the effort until now.
func (m *Meter) Spent() int64 { return m.spent }

func (m *Meter) poll() bool {
	m.spent++
	return m.counter.poll()
}

func (m *Meter) spend(n int64) {
	m.rest += n
	n, m.rest = m.rest/m.scale, m.rest%m.scale
	m.spent += n
	if n > 0 {
		m.counter.spend(n)
	}
}

// counter counts polls.
type counter interface {
	poll() bool  // counts one, and reports whether it stops
	spend(int64) // counts effort between polls, if that matters
	why() Reason // of the stop
}

// counterKey is the key of the counter of a context.
type counterKey struct{}

// counterOf returns the counter of a context, or one that stops nothing.
func counterOf(ctx context.Context) counter {
	if c, ok := ctx.Value(counterKey{}).(counter); ok {
		return c
	}
	return free{}
}

// free is the counter of a context without one.
type free struct{}

func (free) poll() bool  { return false }
func (free) spend(int64) {}
func (free) why() Reason { return None }

// counted is a context whose calls of Err count, too.
type counted struct {
	context.Context
	count counter
}

// Context returns a context that is canceled when c reaches zero; its cause is ErrMemory
// or ErrSteps if that is the reason of c. Calls of its method Err count, and so do polls of all
// limits that watch it or a context derived from it. It may be called once.
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
	if key == (counterKey{}) {
		return c.count
	}
	return c.Context.Value(key)
}

// CountedAs returns ctx, but polls count as those of another context do. It is for a part of a computation that takes
// turns of its own.
func CountedAs(ctx, other context.Context) context.Context { return counted{ctx, counterOf(other)} }

// Counted returns ctx with a method Err that counts, if a context that it was derived from counts.
func Counted(ctx context.Context) context.Context {
	if c, ok := ctx.Value(counterKey{}).(counter); ok {
		return counted{ctx, c}
	}
	return ctx
}
