// Package limit stops long computations, and remembers why.
//
// A Limit is one atomic flag. To end the computation, a watched context, a memory
// monitor or a budget calls Stop with a reason; every loop that can be long polls
// Stopped. The first reason is kept until Reset, so that the report names the cause and
// not a consequence of it.
//
// WithMemory bounds the memory of the process by a context; Sparing has some given back before. Countdown stops a
// computation at its n-th poll, for tests. Turns share processors between computations, by counting polls. A Clock
// measures the time that the process has had, and Within limits that. Simulate has turns and clocks run as if each
// place were a machine.
package limit

import (
	"context"
	"errors"
	"sync/atomic"
)

// Reason says why a computation ended before its answer.
type Reason uint8

// The reasons. None means that there was no stop.
const (
	None         Reason = iota
	Timeout             // a deadline has passed
	Interrupt           // the context was canceled, or a signal came
	Memory              // the memory limit, or the byte budget, is exceeded
	Conflicts           // the conflict budget is spent
	Decisions           // the decision budget is spent
	Propagations        // the propagation budget is spent
	Pivots              // the pivot budget is spent
	Instances           // the budget of quantifier or procedure instances is spent
	Steps               // the budget of generic steps is spent
	Incomplete          // a theory could not decide its part
	numReasons
)

var reasonNames = [numReasons]string{
	"none", "timeout", "interrupted", "memory limit", "conflict limit", "decision limit",
	"propagation limit", "pivot limit", "instance limit", "step limit", "incomplete",
}

func (r Reason) String() string {
	if r < numReasons {
		return reasonNames[r]
	}
	return "invalid reason"
}

// Limit is a stop flag. The zero value is ready and not stopped; a nil *Limit
// never stops. All methods may be called from any goroutine.
type Limit struct {
	reason atomic.Uint32 // or counting
	count  counter
}

// counting takes the place of a reason while polls are counted.
const counting = uint32(numReasons)

// Stop stops the computation. The first reason is kept.
func (l *Limit) Stop(r Reason) {
	if r != None && !l.reason.CompareAndSwap(uint32(None), uint32(r)) {
		l.reason.CompareAndSwap(counting, uint32(r))
	}
}

// Stopped reports whether Stop was called. It costs one atomic load.
func (l *Limit) Stopped() bool { return l != nil && l.reason.Load() != uint32(None) && l.stopped() }

// stopped polls the counter, if there is one.
func (l *Limit) stopped() bool {
	if l.reason.Load() == counting && l.count.poll() {
		l.Stop(l.count.why())
	}
	return l.reason.Load() != counting
}

// Spend counts effort between polls, as if it were so many polls, for computations that take turns.
func (l *Limit) Spend(n int64) {
	if l != nil && l.reason.Load() == counting {
		l.count.spend(n)
	}
}

// Reason is the first reason given to Stop, or None.
func (l *Limit) Reason() Reason {
	if l == nil {
		return None
	}
	if r := l.reason.Load(); r != counting {
		return Reason(r)
	}
	return None
}

// Reset makes the Limit ready for the next computation.
func (l *Limit) Reset() { l.reason.Store(uint32(None)) }

// Watch calls Stop when ctx ends: with Timeout after its deadline, with Memory or Steps if
// its cause is ErrMemory or ErrSteps, else with Interrupt. If ctx has ended already, l is stopped when
// Watch returns. Where ctx counts polls the next one sees its end; else another goroutine stops l, some time later.
// The caller must call release once when the computation has ended; after that ctx does not affect l.
func (l *Limit) Watch(ctx context.Context) (release func()) {
	c, counts := ctx.Value(counterKey{}).(counter)
	if counts {
		l.countBy(c)
	}
	if ctx.Done() == nil {
		return func() {}
	}
	if counts {
		l.countBy(watched{c, ctx})
	}
	if ctx.Err() != nil {
		// A goroutine would stop it some time later.
		l.Stop(ContextReason(ctx))
		return func() {}
	}
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		l.Stop(ContextReason(ctx))
		close(done)
	})
	return func() {
		if !cancel() {
			<-done
		}
	}
}

// watched is the counter of a context that stops when the context ends. So a computation that takes turns and is
// stopped while it waits does nothing more, in every run.
type watched struct {
	counter
	ctx context.Context
}

func (w watched) poll() bool {
	stop := w.counter.poll()
	select {
	case <-w.ctx.Done():
		return true
	default:
		return stop
	}
}

func (w watched) why() Reason {
	if r := ContextReason(w.ctx); r != None {
		return r
	}
	return w.counter.why()
}

// ContextReason says why a context is done: Timeout, Memory if its cause is
// ErrMemory, Steps if it is ErrSteps, or Interrupt. It is None for a context that is not done.
func ContextReason(ctx context.Context) Reason {
	switch {
	case ctx.Err() == nil:
		return None
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return Timeout
	case errors.Is(context.Cause(ctx), ErrMemory):
		return Memory
	case errors.Is(context.Cause(ctx), ErrSteps):
		return Steps
	}
	return Interrupt
}
