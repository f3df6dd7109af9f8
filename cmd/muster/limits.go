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

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/smtlib"
)

// limited returns a context that ends at an interrupt, after a timeout, and at a
// memory limit: that of the command line or of the system, whichever is smaller. 0 means
// no limit. A second interrupt ends the process at once.
func limited(ctx context.Context, timeout time.Duration, memory task.ByteSize) (context.Context, func()) {
	return limitedBy(ctx, timeout, memory, os.Interrupt, syscall.SIGTERM)
}

// limitedBy is limited with the signals that end the context.
func limitedBy(
	ctx context.Context, timeout time.Duration, memory task.ByteSize, interrupts ...os.Signal,
) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := interruptible(ctx, interrupts)
	expire := context.CancelFunc(func() {})
	if timeout > 0 {
		ctx, expire = context.WithTimeout(ctx, timeout)
	}
	if memory = task.ByteSize(within(int64(memory), worldRoom().bytes)); memory <= 0 {
		return ctx, func() { expire(); stop() }
	}
	// The collector works harder before the limit is reached.
	before := debug.SetMemoryLimit(int64(memory) / 10 * 9)
	ctx, cancel := limit.WithMemory(ctx, int64(memory))
	return ctx, func() {
		cancel()
		debug.SetMemoryLimit(before)
		expire()
		stop()
	}
}

// sameSignal is how long after a signal another one is the same: a process may get it
// twice, on its own account and with its group.
const sameSignal = 300 * time.Millisecond

// interruptible returns a context that ends at an interrupt. After that, or after stop,
// another one ends the process.
func interruptible(ctx context.Context, interrupts []os.Signal) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, interrupts...)
	go func() {
		select {
		case <-signals:
			cancel()
			time.Sleep(sameSignal)
		case <-ctx.Done():
		}
		signal.Stop(signals)
	}()
	return ctx, cancel
}

// stopped reports an error that kept a script from being read to its end, if that
// was a limit or the script itself. The message at the end of the time is that of the
// program of this name.
func (s streams) stopped(ctx context.Context, name string, err error) error {
	switch why := limit.ContextReason(ctx); {
	case why == limit.Timeout && name != "muster":
		fmt.Fprintf(s.err, "%s interrupted by timeout.\n", name)
		return exitCode(exitStopped)
	case ctx.Err() != nil:
		fmt.Fprintf(s.err, "muster: stopped: %v\n", why)
		return exitCode(exitStopped)
	case errors.As(err, new(*smtlib.Error)):
		return &task.InputError{Err: err}
	}
	return err
}
