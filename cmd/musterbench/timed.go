package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"time"
)

// timed is a run of a program with a limit of processor time.
type timed struct {
	out, errs string
	cpu       float64
	mb        int64
	timeout   bool
	err       error
}

// runTimed runs a command on one processor, if pin is one, and ends it when it
// has used up its processor time.
func runTimed(ctx context.Context, pin int, limit time.Duration, args []string) timed {
	ctx, cancel := context.WithTimeout(ctx, 10*limit+10*time.Second) // for solvers that sleep
	defer cancel()
	cmd := pinned(ctx, options{pin: pin}, args[0], slices.Clone(args[1:])...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.WaitDelay = 2 * time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	ownGroup(cmd)
	var t timed
	seen := int64(0)
	forgetPeak()
	if t.err = cmd.Start(); t.err == nil {
		done, over := make(chan struct{}), make(chan int64)
		go func() { over <- watchProcess(cmd.Process.Pid, limit, cancel, done) }()
		t.err = cmd.Wait()
		close(done)
		seen = <-over
	}
	t.out, t.errs = out.String(), errs.String()
	t.cpu, t.mb = cpuSeconds(cmd.ProcessState), peakMB(cmd.ProcessState)
	if seen > 0 && t.mb <= selfPeakMB() {
		t.mb = seen // the system counts in what this process had when it started the other one
	}
	t.timeout = ctx.Err() != nil
	return t
}

// watchProcess cancels a process that has used up its processor time. It returns
// the greatest resident size that it saw.
func watchProcess(pid int, limit time.Duration, cancel func(), done <-chan struct{}) (mb int64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	for {
		select {
		case <-done:
			return mb
		case <-tick.C:
		}
		used, ok := groupCPU(pid)
		if !ok {
			used = time.Since(start)
		}
		mb = max(mb, processPeakMB(pid))
		if used > limit {
			cancel()
			return mb
		}
	}
}

// onPath returns those of the programs that are on PATH.
func onPath(names ...string) []string {
	var found []string
	for _, n := range names {
		if _, err := exec.LookPath(n); err == nil {
			found = append(found, n)
		}
	}
	return found
}
