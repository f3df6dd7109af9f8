package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/smtlib"
)

// limited returns a context that ends at an interrupt, after a timeout, and at a
// memory limit; 0 means no limit. A second interrupt ends the process at once.
func limited(ctx context.Context, timeout time.Duration, memory byteSize) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	release := context.AfterFunc(ctx, stop)
	expire := context.CancelFunc(func() {})
	if timeout > 0 {
		ctx, expire = context.WithTimeout(ctx, timeout)
	}
	if memory <= 0 {
		return ctx, func() { expire(); release(); stop() }
	}
	// The collector works harder before the limit is reached.
	before := debug.SetMemoryLimit(int64(memory) / 10 * 9)
	ctx, cancel := limit.WithMemory(ctx, int64(memory))
	return ctx, func() {
		cancel()
		debug.SetMemoryLimit(before)
		expire()
		release()
		stop()
	}
}

// stopped reports an error that kept a script from being read to its end, if that
// was a limit or the script itself.
func (s streams) stopped(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(s.err, "muster: stopped: %v\n", limit.ContextReason(ctx))
		return exitCode(exitStopped)
	case errors.As(err, new(*smtlib.Error)):
		return &inputError{err}
	}
	return err
}
