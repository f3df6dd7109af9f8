package main

import (
	"fmt"
	"time"

	"github.com/muster-smt/muster/cmd/task"
)

// eachState is the progress of several tasks.
type eachState struct {
	what        string // tasks are
	total, done int
	running     []string
	tally       task.Tally
}

// eachLine describes the progress in a line.
func eachLine(s eachState, elapsed time.Duration) string {
	line := fmt.Sprintf("%d of %s", s.done, plural(s.total, s.what))
	if s.done > 0 {
		line += " (" + s.tally.String() + ")"
	}
	if n := len(s.running); n > 0 {
		line += ", now " + s.running[0]
		if n > 1 {
			line += fmt.Sprintf(" and %d more", n-1)
		}
	}
	return fmt.Sprintf("%s  %v", line, elapsed.Truncate(100*time.Millisecond))
}
