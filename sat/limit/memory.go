package limit

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// ErrMemory is the cause of a context that ended because too much memory was in use.
var ErrMemory = errors.New("memory limit")

// memoryEvery is how often the memory is looked at.
const memoryEvery = 20 * time.Millisecond

// WithMemory returns a context that is cancelled, with the cause ErrMemory, soon after
// the process holds more than most bytes. What is garbage does not count: who is
// above most with it has it collected and given back to the system, which costs time
// but for those that call debug.SetMemoryLimit with somewhat less than most, so that
// there is none. The caller must call cancel in the end.
func WithMemory(ctx context.Context, most int64) (_ context.Context, cancel func()) {
	ctx, stop := context.WithCancelCause(ctx)
	go watchMemory(ctx, most, stop)
	return ctx, func() { stop(context.Canceled) }
}

func watchMemory(ctx context.Context, most int64, stop context.CancelCauseFunc) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		if HeldBytes() > most && full(most) {
			stop(ErrMemory)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// full reports whether what lives is nearly more than most. There is room for an
// eighth of it between two collections, so that these can't take all of the time.
func full(most int64) bool {
	room := most - most/8
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // when it was collected last
	metrics.Read(live)
	if int64(live[0].Value.Uint64()) > room {
		return true
	}
	debug.FreeOSMemory()
	return HeldBytes() > room
}

// HeldBytes returns how many bytes of the system's memory the Go runtime holds, with
// garbage. Reading it does not stop the world.
func HeldBytes() int64 {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
