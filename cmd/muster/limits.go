package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/muster-smt/muster/sat/limit"
)

// limited returns a context that ends at an interrupt and, unless it is 0, at a
// memory limit. A second interrupt ends the process at once.
func limited(ctx context.Context, memory byteSize) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	release := context.AfterFunc(ctx, stop)
	if memory <= 0 {
		return ctx, func() { release(); stop() }
	}
	// The collector works harder before the limit is reached.
	before := debug.SetMemoryLimit(int64(memory) / 10 * 9)
	ctx, cancel := limit.WithMemory(ctx, int64(memory))
	return ctx, func() {
		cancel()
		debug.SetMemoryLimit(before)
		release()
		stop()
	}
}
