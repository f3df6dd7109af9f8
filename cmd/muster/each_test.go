package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
)

// TestEachInterrupt interrupts several tasks, one of which runs.
func TestEachInterrupt(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.bpl", "b.bpl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(endless), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := limit.NewCountdown(5_000, limit.Interrupt).Context(t.Context())
	defer cancel()
	var out, errs bytes.Buffer
	v := verifyOptions{modular: modularOptions{jobs: 1}}
	v.Opt.Bound = 40
	files, tasks, err := task.Gather([]string{dir}, false)
	if err != nil || !tasks || len(files) != 2 {
		t.Fatal(files, tasks, err)
	}
	err = verifyEach(ctx, streams{nil, &out, &errs}, "file", fileTasks(files), &v)
	if code := exitCode(0); !errors.As(err, &code) || code != exitUnknown || strings.Count(out.String(), "interrupted") != 2 || errs.Len() > 0 {
		t.Errorf("%v: %s%s", err, &out, &errs)
	}
}

// TestEachLine has the progress of several tasks in a line.
func TestEachLine(t *testing.T) {
	s := eachState{what: "file", total: 9, done: 3, running: []string{"a.bpl", "b.bpl"}}
	for _, v := range []string{"safe", "unsafe", "safe"} {
		s.tally = s.tally.With(v)
	}
	if got := eachLine(s, 1234*time.Millisecond); got != "3 of 9 files (2 safe, 1 unsafe), now a.bpl and 1 more  1.2s" {
		t.Error(got)
	}
}
