package driver

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// absentee notes when its process says that it waits for others.
type absentee struct {
	busy  atomic.Bool // somebody else of the process is at work
	early atomic.Bool // it has said so meanwhile
	times atomic.Int32
	said  chan struct{}
}

func (*absentee) Idle() bool { return true }

func (*absentee) Search(context.Context, []byte) ([]byte, error) { return nil, errNoAnswer }

func (e *absentee) Away(f func()) {
	if e.busy.Load() {
		e.early.Store(true)
	}
	e.times.Add(1)
	e.said <- struct{}{}
	f()
}

// says waits until it is said that the process waits.
func (e *absentee) says(t *testing.T) {
	t.Helper()
	select {
	case <-e.said:
	case <-time.After(time.Minute):
		t.Error("it does not say that it waits")
	}
}

// lent returns places of a process with one, and what it says to others.
func lent(t *testing.T, after time.Duration) (*places, *absentee) {
	e := &absentee{said: make(chan struct{}, 10)}
	l := &lending{turns: limit.NewTurns(t.Context(), 1), outer: t.Context(), absentAfter: after}
	r := &run{}
	r.opt.Elsewhere = e
	p := l.to(r, l.turns.Join(t.Context(), 1<<40))
	p.member.Begin(1 << 40)
	return p, e
}

// TestAbsent: a process takes parts of others when one of its engines waits and nobody else has anything to do.
func TestAbsent(t *testing.T) {
	p, e := lent(t, time.Hour)
	other := p.turns.Join(t.Context(), 1<<40)
	e.busy.Store(true)
	p.Away(func() {
		other.Begin(1 << 40)
		e.busy.Store(false)
		other.End()
		e.says(t)
		again := p.turns.Join(t.Context(), 1<<40)
		again.Begin(1 << 40)
		again.End()
		e.says(t)
	})
	if e.early.Load() || e.times.Load() != 2 {
		t.Errorf("it says %d times that it waits, while another one is at work: %v", e.times.Load(), e.early.Load())
	}
	p.member.End()
}

// TestAbsentLate: it does so after a while, too, if others of it go on for ever: nobody else may be there.
func TestAbsentLate(t *testing.T) {
	p, e := lent(t, time.Millisecond)
	other := p.turns.Join(t.Context(), 1<<40)
	p.Away(func() {
		other.Begin(1 << 40)
		e.says(t)
		other.End()
	})
	p.member.End()
}
