package limit

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"sync"
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
//
// Before that, whoever called Sparing gives memory back.
func WithMemory(ctx context.Context, most int64) (_ context.Context, cancel func()) {
	ctx, stop := context.WithCancelCause(ctx)
	s := &spared{most: most}
	go watchMemory(ctx, most, s, stop)
	return context.WithValue(ctx, sparedKey{}, s), func() { stop(context.Canceled) }
}

// spared is what Sparing tells the watch of a memory limit.
type spared struct {
	most     int64
	mu       sync.Mutex
	giveBack func() bool // nil if there is nothing to be given back
	cycle    uint64      // since then nothing was given back
}

type sparedKey struct{}

// Sparing has giveBack called, by another goroutine, when three quarters of the memory of ctx are in use, and again
// when they still are after a collection. It makes something garbage, and returns false if there is nothing left. After
// stop it is not called any more. Without a memory limit it never is. One at a time is called: the last of a context.
func Sparing(ctx context.Context, giveBack func() bool) (stop func()) {
	s, ok := ctx.Value(sparedKey{}).(*spared)
	if !ok {
		return func() {}
	}
	s.set(giveBack)
	return func() { s.set(nil) }
}

// Room reports whether less than half of the memory of ctx is in use, or there is no limit.
func Room(ctx context.Context) bool {
	s, ok := ctx.Value(sparedKey{}).(*spared)
	return !ok || int64(metric("/gc/heap/live:bytes")) < s.most/2
}

func (s *spared) set(giveBack func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.giveBack, s.cycle = giveBack, gcCycles()
}

// poll has memory given back if that much is in use: what the last collection found, if it is recent.
func (s *spared) poll(most int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.giveBack == nil || int64(metric("/gc/heap/live:bytes")) <= most-most/4 || gcCycles() <= s.cycle {
		return
	}
	if !s.giveBack() {
		s.giveBack = nil
	}
	// A collection that is under way may have marked it.
	s.cycle = gcCycles() + 1
}

// watchMemory polls memory use until ctx ends.
func watchMemory(ctx context.Context, most int64, s *spared, stop context.CancelCauseFunc) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	begin := gcCycles()
	for {
		s.poll(most)
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
