package measure

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// NoPin is the number of a processor that leaves the choice to the system.
const NoPin = -1

// Command returns a command that runs on one processor (taskset, GOMAXPROCS=1),
// or on any if pin is NoPin.
func Command(ctx context.Context, pin int, name string, args ...string) *exec.Cmd {
	if pin <= NoPin {
		return exec.CommandContext(ctx, name, args...)
	}
	cmd := exec.CommandContext(ctx, "taskset", append([]string{"-c", strconv.Itoa(pin), name}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	return cmd
}

// Process is what a process did under a limit of CPU time.
type Process struct {
	Out, Errs string  // its standard output and standard error
	CPU       float64 // seconds
	PeakMB    int64
	Timeout   bool  // the limit ended it
	Err       error // of starting it, or its exit status
}

// Run runs a command with GOMAXPROCS=1, on one processor if pin names one, and
// kills it when it has used up its CPU time.
func Run(ctx context.Context, pin int, limit time.Duration, args ...string) Process {
	ctx, cancel := context.WithTimeout(ctx, 10*limit+10*time.Second) // for solvers that sleep
	defer cancel()
	cmd := Command(ctx, pin, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.WaitDelay = 2 * time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	OwnGroup(cmd)
	var p Process
	var seen atomic.Int64 // its peak in MB, while it ran
	forgetPeak()
	if p.Err = cmd.Start(); p.Err == nil {
		watched, done := WithLimit(ctx, limit, func() (time.Duration, bool) {
			seen.Store(max(seen.Load(), processPeakMB(cmd.Process.Pid)))
			return processCPU(cmd.Process.Pid)
		})
		release := context.AfterFunc(watched, cancel)
		p.Err = cmd.Wait()
		release()
		done()
	}
	p.Out, p.Errs = out.String(), errs.String()
	p.CPU, p.PeakMB = CPUSeconds(cmd.ProcessState), PeakMB(cmd.ProcessState)
	if mb := seen.Load(); mb > 0 && p.PeakMB <= SelfPeakMB() {
		p.PeakMB = mb // the system includes the size of this process when it started the other one
	}
	p.Timeout = ctx.Err() != nil
	return p
}

// ExitInternal is the exit code of muster, and of a run of musterbench that takes its
// place, after an internal error. Neither z3 nor cvc5 has it.
const ExitInternal = 6

// Internal reports whether the process ended with ExitInternal.
func (p *Process) Internal() bool {
	var exit *exec.ExitError
	return errors.As(p.Err, &exit) && exit.ExitCode() == ExitInternal
}

// Why says why a process did not answer: a timeout, or the first line of its
// complaint.
func (p *Process) Why() string {
	switch line := FirstLine(p.Errs); {
	case p.Timeout:
		return "timeout"
	case line == "" && p.Err != nil:
		return p.Err.Error()
	default:
		return line
	}
}

// WithLimit returns a context that is cancelled when used, a CPU time, exceeds a
// limit. While used is not known, elapsed time counts instead.
func WithLimit(ctx context.Context, limit time.Duration, used func() (time.Duration, bool)) (context.Context,
	context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		begin := time.Now()
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				spent, ok := used()
				if !ok {
					spent = now.Sub(begin)
				}
				if spent > limit {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// CPUSeconds returns the CPU time of a process that has ended.
func CPUSeconds(s *os.ProcessState) float64 {
	if s == nil {
		return 0
	}
	return (s.UserTime() + s.SystemTime()).Seconds()
}

// OnPath returns the programs that are on PATH.
func OnPath(names ...string) []string {
	var found []string
	for _, n := range names {
		if _, err := exec.LookPath(n); err == nil {
			found = append(found, n)
		}
	}
	return found
}

// FirstLine returns the first line of a text.
func FirstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
