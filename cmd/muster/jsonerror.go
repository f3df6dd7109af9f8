package main

import (
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/report"
)

// placed is a message that begins with a position.
var placed = regexp.MustCompile(`(?s)^(.*?):(\d+):(\d+): (.*)$`)

// wantsJSON reports whether a command line asks for JSON. It may be wrong in other ways.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// reportJSON prints an error as a report, and returns the exit code for it.
func (s streams) reportJSON(err error) int {
	var code exitCode
	if err == nil || errors.As(err, &code) {
		return int(code)
	}
	r := problem("", err)
	if err := report.Line(s.out, r); err != nil {
		return s.report(err)
	}
	return map[string]int{"usage": exitUsage, "input": exitInput, "internal": exitInternal}[r.Problem.Kind]
}

// problem returns the report of a run that ended with an error, in a file if that is known.
func problem(file string, err error) *report.Report {
	var (
		input    *inputError
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
		file = displayName(path.Path)
	}
	if m := placed.FindStringSubmatch(p.Message); m != nil && p.Kind == "input" {
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		p.Message, at = m[4], &report.Place{Line: line, Column: column}
		if file == "" {
			file = m[1]
		} else if file != m[1] {
			at.File = m[1]
		}
	}
	r := report.NewProblem(file, p, version())
	r.Place = at
	return r
}
