package task

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"sync"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/report"
)

// InputError says that the input cannot be read or is malformed. Its message
// names the file and, where there is one, the position.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }

func (e *InputError) Unwrap() error { return e.Err }

// AsInput makes an error of reading an input error.
func AsInput(err error) error {
	if errors.As(err, new(*InputError)) {
		return err
	}
	return &InputError{err}
}

// Explained turns an error of the verifier into one that names the flags of a command.
func Explained(err error) error {
	var (
		input    *driver.InputError
		entry    *passes.EntryError
		property *passes.PropertyError
	)
	switch {
	case errors.As(err, &input):
		return &InputError{input}
	case errors.As(err, &entry):
		return fmt.Errorf("%w (--entry NAME)", entry)
	case errors.As(err, &property):
		return fmt.Errorf("%w (--property)", property)
	}
	return err
}

// placed is a message that begins with a position.
var placed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(.*?):(\d+):(\d+): (.*)$`)
})

// Problem returns the report of a run that ended with an error, in a file if that is known.
func Problem(file string, err error, version string) *report.Report {
	var (
		input    *InputError
		path     *fs.PathError
		internal reason.Reason
		p        = &report.Problem{Kind: "usage", Message: err.Error()}
		at       *report.Place
	)
	switch {
	case errors.As(err, &input):
		p.Kind = "input"
	case errors.As(err, &internal) && internal.Kind == reason.Internal:
		p.Kind, p.Stack = "internal", internal.Stack
	}
	if errors.As(err, &path) && file == "" {
		file = DisplayName(path.Path)
	}
	if m := placed().FindStringSubmatch(p.Message); m != nil && p.Kind == "input" {
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		p.Message, at = m[4], &report.Place{Line: line, Column: column}
		if file == "" {
			file = m[1]
		} else if file != m[1] {
			at.File = m[1]
		}
	}
	r := report.NewProblem(file, p, version)
	r.Place = at
	return r
}
