package limit_test

import (
	"context"
	"testing"
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

func TestWatch(t *testing.T) {
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
		for !l.Stopped() {
			time.Sleep(100 * time.Microsecond)
		}
		release()
		if l.Reason() != c.want {
			t.Errorf("%s: %v, want %v", c.name, l.Reason(), c.want)
		}
	}
}

// A released limit can be reused although its old context ends later.
func TestRelease(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var l limit.Limit
	release := l.Watch(ctx)
	release()
	cancel()
	time.Sleep(2 * time.Millisecond)
	if l.Stopped() {
		t.Fatal("a released context stopped the limit")
	}
}
