package limit

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// ErrMemory is the cause of a context that was canceled because too much memory was in use.
var ErrMemory = errors.New("memory limit")

// memoryEvery is how often memory use is read.
const memoryEvery = 20 * time.Millisecond

// WithMemory returns a context that is canceled, with the cause ErrMemory, soon after the
// Go runtime holds more than most bytes. Garbage does not count: if the runtime holds more
// than most bytes with it, WithMemory has it collected and returned to the system. That
// takes time, which a program saves if it calls debug.SetMemoryLimit with somewhat less
// than most. The caller must call cancel in the end.
func WithMemory(ctx context.Context, most int64) (_ context.Context, cancel func()) {
	ctx, stop := context.WithCancelCause(ctx)
	go watchMemory(ctx, most, stop)
	return ctx, func() { stop(context.Canceled) }
}

// watchMemory polls memory use until ctx ends.
func watchMemory(ctx context.Context, most int64, stop context.CancelCauseFunc) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	begin := gcCycles()
	for {
		if HeldBytes() > most && full(most, gcCycles() > begin) {
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

// full reports whether live memory is nearly above most. It leaves an eighth of most for
// what is allocated between two collections, so that these cannot take all of the time.
// What the last collection found counts only if it is recent: what an earlier one found
// alive may be garbage by now.
func full(most int64, recent bool) bool {
	room := most - most/8
	if recent && int64(metric("/gc/heap/live:bytes")) > room {
		return true
	}
	debug.FreeOSMemory()
	return HeldBytes() > room
}

// gcCycles returns the number of completed collections.
func gcCycles() uint64 { return metric("/gc/cycles/total:gc-cycles") }

// metric reads a number from runtime/metrics.
func metric(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// HeldBytes returns how many bytes of the system's memory the Go runtime holds, garbage
// included. Reading it does not stop the world.
func HeldBytes() int64 {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
