package fuzz

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

const (
	hangTime  = 10 * time.Second // CPU time for a case
	stopDelay = 2 * time.Second  // CPU time for a case to return after its limit stopped it
)

var (
	errEnded = errors.New("interrupted")
	errHangs = errors.New("hangs")
	errPeer  = errors.New("another solver is wrong")
)

// Replay runs a case of the target as a campaign does: a panic is an error, and so is
// taking too long.
func (t *Target) Replay(ctx context.Context, c Case) error {
	return wrong(guarded(ctx, c.Run, max(hangTime, t.Patience), cpuTime), func(tally) {})
}

// guarded runs a case: a panic is an error, and so is taking too long by the clock, which
// tells CPU time.
func guarded(ctx context.Context, run func(*limit.Limit) error, hang time.Duration, clock func() time.Duration) error {
	lim := new(limit.Limit)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			}
		}()
		done <- run(lim)
	}()
	p := allowance{hang: hang}
	err, ended := within(ctx, done, &p, clock)
	if ended {
		return err
	}
	if ctx.Err() != nil {
		lim.Stop(limit.Interrupt)
		return errEnded
	}
	lim.Stop(limit.Timeout)
	last := allowance{hang: stopDelay}
	switch _, ended = within(ctx, done, &last, clock); {
	case ctx.Err() != nil:
		return errEnded
	case !ended:
		return fmt.Errorf("%w: not done after %v, and not stopped after %v", errHangs, &p, &last)
	}
	return fmt.Errorf("%w: not done after %v", errHangs, &p)
}

// within waits for the end of a case. It returns false if the allowance or the context
// ends first.
func within(ctx context.Context, done <-chan error, p *allowance, clock func() time.Duration) (err error, ended bool) {
	nap := p.nap()
	alarm := time.NewTimer(nap)
	defer alarm.Stop()
	for began := clock(); p.left(); {
		select {
		case err := <-done:
			return err, true
		case <-ctx.Done():
			return nil, false
		case <-alarm.C:
		}
		now := clock()
		p.pass(now - began)
		began = now
		alarm.Reset(nap)
	}
	return nil, false
}

// allowance bounds how long a case may take: by CPU time, of which it may get little on a
// busy machine; and, for a case that waits and uses none, by a multiple of that in short
// naps. If the process is suspended or starved, that counts as one nap, however long.
type allowance struct {
	hang       time.Duration
	used, naps time.Duration
}

// waiting is the ratio of the time that a case may wait to the CPU time that it may use.
const waiting = 30

func (p *allowance) nap() time.Duration { return max(p.hang/100, 5*time.Millisecond) }

// pass notes the end of a nap and the CPU time used in it.
func (p *allowance) pass(cpu time.Duration) { p.used, p.naps = p.used+cpu, p.naps+p.nap() }

func (p *allowance) left() bool { return p.used < p.hang && p.naps < waiting*p.hang }

func (p *allowance) String() string {
	if p.used >= p.hang {
		return fmt.Sprintf("%v of CPU time", p.hang)
	}
	return fmt.Sprintf("%v of waiting, with %v of CPU time", waiting*p.hang, p.used.Round(time.Millisecond))
}
