package driver

import (
	"context"
	"runtime/metrics"
	"time"
)

// memoryInterval is how often the memory is looked at.
const memoryInterval = 50 * time.Millisecond

// WithMemoryLimit returns a context that is cancelled, with the cause
// ErrMemory, soon after the process holds more than limit bytes of memory. It
// does not influence the garbage collector: whoever owns the process may want
// to call debug.SetMemoryLimit with somewhat less. The caller must call cancel
// in the end.
func WithMemoryLimit(ctx context.Context, limit int64) (_ context.Context, cancel func()) {
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		tick := time.NewTicker(memoryInterval)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if MemoryInUse() > limit {
					stop(ErrMemory)
					return
				}
			}
		}
	}()
	return ctx, func() { stop(context.Canceled) }
}

// MemoryInUse returns how many bytes the Go runtime holds of the system's
// memory. Reading it does not stop the world.
func MemoryInUse() int64 {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
