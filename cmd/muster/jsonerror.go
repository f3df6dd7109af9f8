package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/theory/reason"
)

// jsonError is the object that --json prints for an error.
type jsonError struct {
	Error  string `json:"error"`
	Kind   string `json:"error_kind"` // input, usage, internal
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"` // from 1
	Column int    `json:"column,omitempty"`
	Stack  string `json:"stack,omitempty"` // of an internal error
}

// placed is a message that begins with a position.
var placed = regexp.MustCompile(`(?s)^(.*?):(\d+):(\d+): (.*)$`)

// wantsJSON reports whether a command line asks for JSON. It may be wrong in other ways.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// reportJSON prints an error as an object, and returns the exit code for it.
func (s streams) reportJSON(err error) int {
	var code exitCode
	if err == nil || errors.As(err, &code) {
		return int(code)
	}
	out := describeError(err)
	e := json.NewEncoder(s.out)
	e.SetEscapeHTML(false)
	if err := e.Encode(&out); err != nil {
		return s.report(err)
	}
	return map[string]int{"usage": exitUsage, "input": exitInput, "internal": exitInternal}[out.Kind]
}

// describeError returns the object for an error.
func describeError(err error) jsonError {
	var (
		input    *inputError
		file     *fs.PathError
		internal reason.Reason
		out      = jsonError{Kind: "usage", Error: err.Error()}
	)
	switch {
	case errors.As(err, &input):
		out.Kind = "input"
	case errors.As(err, &internal) && internal.Kind == reason.Internal:
		out.Kind, out.Stack = "internal", internal.Stack
	}
	if errors.As(err, &file) {
		out.File = displayName(file.Path)
	}
	if m := placed.FindStringSubmatch(out.Error); m != nil && out.Kind == "input" {
		out.File, out.Error = m[1], m[4]
		out.Line, _ = strconv.Atoi(m[2])
		out.Column, _ = strconv.Atoi(m[3])
	}
	return out
}
