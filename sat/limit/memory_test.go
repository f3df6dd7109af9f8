package limit_test

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// Before a memory limit strikes, memory is given back, if there is some; what was said to be spare before is not asked
// about after stop.
func TestSparing(t *testing.T) {
	before := make([]byte, 100<<20)
	debug.FreeOSMemory()
	ctx, cancel := limit.WithMemory(t.Context(), limit.HeldBytes()*5/4)
	defer cancel()
	var asked, late atomic.Int32
	limit.Sparing(ctx, func() bool { late.Add(1); return true })()
	stop := limit.Sparing(ctx, func() bool { asked.Add(1); return false })
	defer stop()
	for end := time.Now().Add(20 * time.Second); asked.Load() == 0 && time.Now().Before(end); {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.KeepAlive(before)
	if ctx.Err() != nil || asked.Load() != 1 || late.Load() > 0 {
		t.Errorf("asked %d times, and %d times after stop: %v", asked.Load(), late.Load(), ctx.Err())
	}
}
