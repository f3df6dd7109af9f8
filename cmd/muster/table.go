package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// table prints a line for each file.
type table struct{ file int }

// maxFile limits the width of the first column.
const maxFile = 60

func newTable(files []string) *table {
	t := &table{len("FILE")}
	for _, f := range files {
		t.file = max(t.file, min(len(displayName(f)), maxFile))
	}
	return t
}

func (t *table) line(w io.Writer, file, verdict, bound, time, where string) error {
	text := fmt.Sprintf("%-*s  %-16s  %5s  %9s  %s", t.file, file, verdict, bound, time, where)
	_, err := fmt.Fprintln(w, strings.TrimRight(text, " "))
	return err
}

func (t *table) header(w io.Writer) { _ = t.line(w, "FILE", "VERDICT", "BOUND", "TIME", "WHERE") }

func (t *table) row(w io.Writer, file string, o *outcome) error {
	err := t.line(w, displayName(file), o.verdict, o.bound, fmt.Sprintf("%.2f s", o.time.Seconds()), oneLine(o.where))
	if err == nil {
		_, err = io.WriteString(w, o.details)
	}
	return err
}

// oneLine joins lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// eachState is the progress of several tasks.
type eachState struct {
	total, done int
	running     []string
	verdicts    []string // in the order in which they came first
	count       []int
}

func (s *eachState) add(verdict string) {
	verdicts, count := slices.Clone(s.verdicts), slices.Clone(s.count) // the monitor has the old ones
	i := slices.Index(verdicts, verdict)
	if i < 0 {
		i = len(verdicts)
		verdicts, count = append(verdicts, verdict), append(count, 0)
	}
	count[i]++
	s.verdicts, s.count = verdicts, count
}

// counts says how often there was each verdict.
func (s *eachState) counts() string {
	var parts []string
	for i, v := range s.verdicts {
		parts = append(parts, fmt.Sprintf("%d %s", s.count[i], v))
	}
	return strings.Join(parts, ", ")
}

// eachLine describes the progress in a line.
func eachLine(s eachState, elapsed time.Duration) string {
	line := fmt.Sprintf("%d of %d files", s.done, s.total)
	if s.done > 0 {
		line += " (" + s.counts() + ")"
	}
	if n := len(s.running); n > 0 {
		line += ", now " + s.running[0]
		if n > 1 {
			line += fmt.Sprintf(" and %d more", n-1)
		}
	}
	return fmt.Sprintf("%s  %v", line, elapsed.Truncate(100*time.Millisecond))
}
