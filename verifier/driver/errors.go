package driver

// InputError is what is wrong with the program. Its message begins with the
// position: file:line:col.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns what the front end or a pass said.
func (e *InputError) Unwrap() error { return e.Err }

// OptionError is what is wrong with the options.
type OptionError struct{ Msg string }

func (e *OptionError) Error() string { return e.Msg }
