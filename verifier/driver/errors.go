package driver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/muster-smt/muster/sat/limit"
)

// InputError is what is wrong with the program. Its message begins with the
// position: file:line:col.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns what the front end or a pass said.
func (e *InputError) Unwrap() error { return e.Err }

// OptionError is what is wrong with the options.
type OptionError struct{ Msg string }

func (e *OptionError) Error() string { return e.Msg }

// InternalError is a fault of this module: please report it.
type InternalError struct {
	Msg   string
	Stack []byte // if it was a panic
}

func (e *InternalError) Error() string { return "internal error: " + e.Msg }

// recovered turns a panic into an InternalError.
func recovered(r any) *InternalError {
	return &InternalError{Msg: fmt.Sprint(r), Stack: debug.Stack()}
}

// ErrMemory is the cause of a context that was cancelled because the memory
// limit is reached; see WithMemoryLimit.
var ErrMemory = limit.ErrMemory

// StopReason says why a context is done: timeout, memory limit or interrupted.
// It is empty for one that is not.
func StopReason(ctx context.Context) string {
	if ctx.Err() == nil {
		return ""
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(cause, ErrMemory):
		return ErrMemory.Error()
	}
	return "interrupted"
}
