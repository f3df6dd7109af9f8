package main

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/prog"
)

// wrong is a program that is not safe.
var wrong = prog.Files{{Name: "b.bpl", Text: []byte("procedure {:entrypoint} main() { var x: int; havoc x; assert x != 1; }\n")}}

// TestSignals: the process of a task goes on when a terminal or a service manager tells all processes to end: its worker
// decides.
func TestSignals(t *testing.T) {
	c := command(t, childName)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(out)
	ask := func(after string) {
		t.Helper()
		var reply grid.Reply
		if err := json.NewEncoder(in).Encode(grid.Request{Files: wrong, Units: 1, Timeout: 20 * time.Second}); err != nil {
			t.Fatal(after, err)
		}
		if err := d.Decode(&reply); err != nil || reply.Report.Verdict != "unsafe" {
			t.Fatal(after, reply.Report, err)
		}
	}
	ask("the start") // before which a process has no say
	// Twice each: a command that does not ignore a signal is asked to end by the first one, and ended by the second.
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGINT, syscall.SIGTERM, syscall.SIGTERM} {
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		ask(s.String())
	}
	_ = in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// TestVersion: builds differ that have no version.
func TestVersion(t *testing.T) {
	build, err := cache.Build()
	if err != nil || !strings.Contains(version(), build) {
		t.Errorf("%s lacks %s, %v", version(), build, err)
	}
}
