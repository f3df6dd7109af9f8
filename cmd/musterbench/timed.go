package main

import (
	"bytes"
	"context"
	"os"
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
	if t.err = cmd.Start(); t.err == nil {
		done := make(chan struct{})
		go watchCPU(cmd.Process.Pid, limit, cancel, done)
		t.err = cmd.Wait()
		close(done)
	}
	t.out, t.errs = out.String(), errs.String()
	t.cpu, t.mb = cpuSeconds(cmd.ProcessState), peakMB(cmd.ProcessState)
	t.timeout = ctx.Err() != nil
	return t
}

// watchCPU cancels a process that has used up its processor time.
func watchCPU(pid int, limit time.Duration, cancel func(), done <-chan struct{}) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		used, ok := groupCPU(pid)
		if !ok {
			used = time.Since(start)
		}
		if used > limit {
			cancel()
			return
		}
	}
}
