package task

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/verifier/report"
)

// The exit codes of an answer, and of its absence.
const (
	ExitSafe     = 0 // safe, or safe up to the bound
	ExitUsage    = 1
	ExitInput    = 2
	ExitUnknown  = 5
	ExitInternal = 6
	ExitUnsafe   = 10
)

// Worst has the exit codes in the order in which one of them is that of all tasks: the first one that a task has.
var Worst = []int{ExitInternal, ExitUnsafe, ExitInput, ExitUnknown, ExitSafe}

// Row is what a table says of a task.
type Row struct {
	Verdict string
	Bound   string // that the verdict is about
	Where   string // it fails, or why there is no answer
	Exit    int
}

// RowOf returns the row of an answer to the question whether an execution fails, or of an error.
func RowOf(r *report.Report) Row {
	first := report.Answers(r)[0]
	row := Row{Verdict: first.Verdict, Bound: BoundOf(first)}
	switch f := first.Failure; {
	case first.Problem != nil:
		row.Bound, row.Exit = "-", ExitInput
		row.Where = strings.TrimPrefix(first.Problem.Message, r.File+":")
		if at := first.Place; at != nil {
			row.Where = strings.TrimPrefix(fmt.Sprintf("%s:%d:%d: %s", at.File, at.Line, at.Column, row.Where), ":")
		}
		if first.Problem.Kind == "internal" {
			row.Exit = ExitInternal
		}
	case first.Verdict == "skipped":
		row.Bound, row.Where = "-", first.Reason
	case f != nil && first.Doubted():
		row.Exit, row.Where = ExitUnknown, fmt.Sprintf("%d,%d: %s, %s", f.Place.Line, f.Place.Column, f.Message, first.Run)
	case f != nil:
		row.Exit, row.Where = ExitUnsafe, f.Message
		if f.Kind != "return" {
			row.Where = fmt.Sprintf("%d,%d: %s", f.Place.Line, f.Place.Column, f.Message)
		}
		if first.Run != "" {
			row.Where += ", " + first.Run
		}
		if first.Apart {
			row.Exit = ExitUnknown
			row.Where += ", " + first.Remark
		}
		if n := len(r.Failures); n > 1 {
			row.Where += fmt.Sprintf(" (and %d more)", n-1)
		}
	case first.Verdict == "unknown":
		row.Exit, row.Where = ExitUnknown, first.Reason
	default:
		_, remarks, _ := strings.Cut(first.Answer, " (")
		row.Where = strings.ReplaceAll(strings.TrimSuffix(remarks, ")"), ") (", ", ")
	}
	return row
}

// BoundOf says which bound an answer is about.
func BoundOf(r *report.Report) string {
	switch {
	case r.Verdict == "safe":
		return "all"
	case r.Verdict != "unknown":
		return fmt.Sprint(r.Bound)
	case r.Proved == 0:
		return "-"
	}
	return fmt.Sprint(r.Proved)
}
