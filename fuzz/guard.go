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
	hangTime  = 10 * time.Second // of processor time, for a case
	stopDelay = 2 * time.Second  // for a case that its limit has stopped, likewise
)

var (
	errEnded = errors.New("interrupted")
	errHangs = errors.New("hangs")
)

// Replay runs a case of the target as a campaign does: a panic is an error, and so is a
// case that takes too long.
func (t *Target) Replay(ctx context.Context, c Case) error {
	return guarded(ctx, c.Run, max(hangTime, t.Patience))
}

// guarded runs a case: a panic is an error, and so is a case that takes too long.
func guarded(ctx context.Context, run func(*limit.Limit) error, hang time.Duration) error {
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
	err, ended := within(ctx, done, &p)
	if ended {
		return err
	}
	if ctx.Err() != nil {
		lim.Stop(limit.Interrupt)
		return errEnded
	}
	lim.Stop(limit.Timeout)
	last := allowance{hang: stopDelay}
	switch _, ended = within(ctx, done, &last); {
	case ctx.Err() != nil:
		return errEnded
	case !ended:
		return fmt.Errorf("%w: not done after %v, and not stopped after %v", errHangs, &p, &last)
	}
	return fmt.Errorf("%w: not done after %v", errHangs, &p)
}

// within waits for the end of a case. It returns false if the allowance or the context
// has ended before.
func within(ctx context.Context, done <-chan error, p *allowance) (err error, ended bool) {
	nap := p.nap()
	alarm := time.NewTimer(nap)
	defer alarm.Stop()
	for began := cpuTime(); p.left(); {
		select {
		case err := <-done:
			return err, true
		case <-ctx.Done():
			return nil, false
		case <-alarm.C:
		}
		now := cpuTime()
		p.pass(now - began)
		began = now
		alarm.Reset(nap)
	}
	return nil, false
}

// allowance is how long a case may take: so much processor time, of which it may get
// little; and, as one that waits uses none, a multiple of that in short naps. A process
// that is stopped or starved ages by a nap, however long that takes.
type allowance struct {
	hang       time.Duration
	used, naps time.Duration
}

// waiting is how many times as long a case may wait as it may compute.
const waiting = 30

func (p *allowance) nap() time.Duration { return max(p.hang/100, 5*time.Millisecond) }

// pass notes the end of a nap, in which so much processor time was used.
func (p *allowance) pass(cpu time.Duration) { p.used, p.naps = p.used+cpu, p.naps+p.nap() }

func (p *allowance) left() bool { return p.used < p.hang && p.naps < waiting*p.hang }

func (p *allowance) String() string {
	if p.used >= p.hang {
		return fmt.Sprintf("%v of processor time", p.hang)
	}
	return fmt.Sprintf("%v of waiting, with %v of processor time", waiting*p.hang, p.used.Round(time.Millisecond))
}
