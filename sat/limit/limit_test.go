package limit_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

func TestFirstReasonIsKept(t *testing.T) {
	var l limit.Limit
	l.Stop(limit.None)
	if l.Stopped() {
		t.Fatal("None stopped the limit")
	}
	l.Stop(limit.Conflicts)
	l.Stop(limit.Timeout)
	if !l.Stopped() || l.Reason() != limit.Conflicts {
		t.Fatalf("reason %v, want %v", l.Reason(), limit.Conflicts)
	}
	l.Reset()
	if l.Stopped() {
		t.Fatal("stopped after Reset")
	}
	var none *limit.Limit
	if none.Stopped() || none.Reason() != limit.None {
		t.Fatal("a nil limit stopped")
	}
}

func TestWatch(t *testing.T) { synctest.Test(t, testWatch) }

func testWatch(t *testing.T) {
	over, cancelOver := context.WithCancel(context.Background())
	cancelOver()
	timed, cancelTimed := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancelTimed()
	later, cancelLater := context.WithCancel(context.Background())
	defer cancelLater()
	for _, c := range []struct {
		name string
		ctx  context.Context
		want limit.Reason
	}{
		{"over", over, limit.Interrupt},
		{"timed", timed, limit.Timeout},
		{"later", later, limit.Interrupt},
	} {
		var l limit.Limit
		release := l.Watch(c.ctx)
		if c.name == "later" {
			cancelLater()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		release()
		if l.Reason() != c.want {
			t.Errorf("%s: %v, want %v", c.name, l.Reason(), c.want)
		}
	}
}

// A limit that was released can be reused, even if its old context ends later.
func TestRelease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		var l limit.Limit
		release := l.Watch(ctx)
		release()
		cancel()
		synctest.Wait()
		if l.Stopped() {
			t.Fatal("a released context stopped the limit")
		}
	})
}

// A countdown stops at its n-th poll: of a limit, of a context, and of limits that watch
// it or a context derived from it.
func TestCountdown(t *testing.T) {
	var l limit.Limit
	count := limit.NewCountdown(3, limit.Pivots)
	l.Count(count)
	for i := 1; i <= 4; i++ {
		if got := l.Stopped(); got != (i >= 3) {
			t.Errorf("poll %d: %v", i, got)
		}
	}
	if l.Reason() != limit.Pivots || count.Left() > 0 {
		t.Errorf("%v, %d left", l.Reason(), count.Left())
	}
	for _, why := range []limit.Reason{limit.Interrupt, limit.Memory} {
		count := limit.NewCountdown(4, why)
		ctx, cancel := count.Context(context.Background())
		defer cancel()
		child, cancelChild := context.WithTimeout(ctx, time.Hour)
		defer cancelChild()
		var l limit.Limit
		release := l.Watch(child) // reads the child, whose Err does not count
		if ctx.Err() != nil || l.Stopped() || l.Reason() != limit.None || ctx.Err() != nil {
			t.Error("stopped too early")
		}
		if !l.Stopped() || l.Reason() != why || ctx.Err() == nil || child.Err() == nil {
			t.Errorf("%v, context %v, child %v, want %v", l.Reason(), ctx.Err(), child.Err(), why)
		}
		release()
	}
}
