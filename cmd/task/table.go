package task

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Table prints a line for each task.
type Table struct {
	what string // tasks are
	file int
}

// maxFile limits the width of the first column.
const maxFile = 60

// NewTable returns a table of tasks with these names, of files or whatever else the first column says.
func NewTable(what string, files []string) *Table {
	t := &Table{strings.ToUpper(what), len(what)}
	for _, f := range files {
		t.file = max(t.file, min(len(DisplayName(f)), maxFile))
	}
	return t
}

func (t *Table) line(w io.Writer, file, verdict, bound, time, where string) error {
	text := fmt.Sprintf("%-*s  %-16s  %5s  %9s  %s", t.file, file, verdict, bound, time, where)
	_, err := fmt.Fprintln(w, strings.TrimRight(text, " "))
	return err
}

// Header prints the names of the columns.
func (t *Table) Header(w io.Writer) { _ = t.line(w, t.what, "VERDICT", "BOUND", "TIME", "WHERE") }

// Row prints the line of a task, which took so long.
func (t *Table) Row(w io.Writer, file string, r Row, took time.Duration) error {
	return t.line(w, DisplayName(file), r.Verdict, r.Bound, fmt.Sprintf("%.2f s", took.Seconds()), oneLine(r.Where))
}

// oneLine joins lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Tally counts verdicts, in the order in which they came first.
type Tally struct {
	verdicts []string
	count    []int
}

// With returns the tally with one more verdict; the old one stays as it is.
func (t Tally) With(verdict string) Tally {
	out := Tally{append([]string{}, t.verdicts...), append([]int{}, t.count...)}
	for i, v := range out.verdicts {
		if v == verdict {
			out.count[i]++
			return out
		}
	}
	return Tally{append(out.verdicts, verdict), append(out.count, 1)}
}

// String says how often there was each verdict.
func (t Tally) String() string {
	var parts []string
	for i, v := range t.verdicts {
		parts = append(parts, fmt.Sprintf("%d %s", t.count[i], v))
	}
	return strings.Join(parts, ", ")
}
