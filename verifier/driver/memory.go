package driver

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
)

// WithMemoryLimit returns a context that is cancelled, with the cause ErrMemory, soon
// after the process holds more than most bytes of memory; see limit.WithMemory. It
// does not influence the garbage collector: whoever owns the process may want to
// call debug.SetMemoryLimit with somewhat less. The caller must call cancel in the end.
func WithMemoryLimit(ctx context.Context, most int64) (_ context.Context, cancel func()) {
	return limit.WithMemory(ctx, most)
}

// MemoryInUse returns how many bytes the Go runtime holds of the system's memory.
func MemoryInUse() int64 { return limit.HeldBytes() }
