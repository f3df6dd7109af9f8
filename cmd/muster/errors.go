package main

import (
	"errors"
	"fmt"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/reason"
)

// exitCode is the error of a command that has already reported everything.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// report prints an error and returns the exit code for it.
func (s streams) report(err error) int {
	var (
		code     exitCode
		input    *task.InputError
		internal reason.Reason
	)
	switch {
	case err == nil:
		return exitSafe
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &input):
		fmt.Fprintln(s.err, input)
		return exitInput
	case errors.As(err, &internal) && internal.Kind == reason.Internal:
		fmt.Fprintf(s.err, "muster: %v\n%s", internal, internal.Stack)
		fmt.Fprintf(s.err, "This is a bug in muster, not in your input. Please report it at\n"+
			"https://github.com/muster-smt/muster/issues with the input, the command line and\n"+
			"this version: %s\n", version())
		return exitInternal
	}
	fmt.Fprintf(s.err, "muster: %v\nRun 'muster help' for usage.\n", err)
	return exitUsage
}
