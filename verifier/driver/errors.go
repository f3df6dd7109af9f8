package driver

import (
	"fmt"
	"runtime/debug"
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
