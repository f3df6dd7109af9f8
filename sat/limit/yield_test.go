package limit_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// TestYielding ends a loop by a timer, on one processor.
func TestYielding(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithTimeout(limit.Yielding(t.Context()), 10*time.Millisecond)
	defer cancel()
	var l limit.Limit
	defer l.Watch(ctx)()
	for !l.Stopped() {
	}
	if l.Reason() != limit.Timeout {
		t.Errorf("it stops for %v", l.Reason())
	}
}

// TestYieldingCounts has a countdown around it.
func TestYieldingCounts(t *testing.T) {
	inner, cancel := limit.NewCountdown(100, limit.Steps).Context(context.Background())
	defer cancel()
	var l limit.Limit
	defer l.Watch(limit.Yielding(inner))()
	polls := 1
	for ; !l.Stopped(); polls++ {
	}
	if polls > 100 || polls < 90 || l.Reason() != limit.Steps { // Watch polls, too
		t.Errorf("it stops at poll %d for %v", polls, l.Reason())
	}
}
