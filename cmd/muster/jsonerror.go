package main

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/report"
)

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
	r := task.Problem("", err, version())
	if err := report.Line(s.out, r); err != nil {
		return s.report(err)
	}
	return map[string]int{"usage": exitUsage, "input": exitInput, "internal": exitInternal}[r.Problem.Kind]
}
