package limit

import (
	"context"
	"testing"
	"time"
)

// TestClock has a process wait: its clock is slower than the time that passes, as far as processor time is known, but
// no more than slowest times. Work is counted as it passes.
func TestClock(t *testing.T) {
	c, begin := StartClock(t.Context()), CPU()
	time.Sleep(200 * time.Millisecond)
	idle, passed := c.Elapsed(), time.Since(c.began)
	if idle < passed/slowest-time.Millisecond || idle > passed {
		t.Errorf("idle for %v: %v", passed, idle)
	}
	if begin > 0 && idle > passed/2 {
		t.Errorf("idle for %v, and it counts %v", passed, idle)
	}
	if begin == 0 {
		t.Skip("processor time is not known")
	}
	for CPU()-begin < 300*time.Millisecond && time.Since(c.began) < 10*time.Second {
	}
	if busy := c.Elapsed(); busy <= idle || busy > time.Since(c.began) {
		t.Errorf("%v after %v", busy, idle)
	}
}

func TestWithin(t *testing.T) {
	begin := StartClock(t.Context())
	ctx, stop := Within(t.Context(), 50*time.Millisecond)
	defer stop()
	<-ctx.Done()
	if e := begin.Elapsed(); e < 50*time.Millisecond {
		t.Errorf("done at %v", e)
	}
	if r := ContextReason(ctx); r != Timeout {
		t.Errorf("because of %v", r)
	}
	ctx, stop = Within(t.Context(), time.Hour)
	stop()
	if r := ContextReason(ctx); r != Interrupt {
		t.Errorf("stopped, because of %v", r)
	}
	ctx, stop = context.WithCancel(t.Context())
	stop()
	begin.Wait(ctx, time.Hour)
}

// TestClockDeadline: shortly before the deadline of a context a clock is what has passed.
func TestClockDeadline(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	c := StartClock(ctx)
	inner, end := c.Until(ctx, 200*time.Millisecond)
	defer end()
	<-inner.Done() // waiting takes no processor time
	if e := c.Elapsed(); e < 200*time.Millisecond {
		t.Errorf("done at %v", e)
	}
}
