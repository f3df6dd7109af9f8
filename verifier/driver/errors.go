package driver

import "github.com/muster-smt/muster/theory/reason"

// InputError is an error in the program. Its message begins with the position,
// file:line:col.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the front end or of a pass.
func (e *InputError) Unwrap() error { return e.Err }

// OptionError is an error in the options.
type OptionError struct{ Msg string }

func (e *OptionError) Error() string { return e.Msg }

// recovered turns a panic into an error, in place of a report. It is called by defer.
func recovered[R any](rep **R, err *error) {
	if x := recover(); x != nil {
		*rep, *err = nil, reason.Recovered(x)
	}
}
