package limit_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/muster-smt/muster/sat/limit"
)

// With one place, computations proceed turn by turn, in order, and the first turn may be longer.
func TestTurns(t *testing.T) {
	for range 20 {
		var log strings.Builder
		var all sync.WaitGroup
		turns := limit.NewTurns(context.Background(), 1)
		var members [3]*limit.Member
		for i := range members {
			members[i] = turns.Join(context.Background(), 3)
		}
		for i, first := range []int64{6, 3, 3} {
			all.Go(func() {
				defer members[i].End()
				var l limit.Limit
				defer l.Watch(members[i].Begin(first))()
				for range 8 - i {
					fmt.Fprint(&log, i)
					if l.Stopped() {
						t.Error("stopped")
					}
				}
			})
		}
		all.Wait()
		if want := "000000" + "111" + "222" + "00" + "111" + "222" + "1"; log.String() != want {
			t.Fatalf("%s, not %s", log.String(), want)
		}
	}
}

// A computation may change the length of its later turns, and end its turn, however long that is.
func TestChangedTurns(t *testing.T) {
	for _, c := range []struct {
		name   string
		first  int64 // polls of the first turns
		polls  int   // of each
		change func(m *limit.Member, poll int)
		want   string
	}{
		{"shorter", 3, 6, func(m *limit.Member, poll int) {
			if poll == 0 {
				m.SetTurn(1)
			}
		}, "000" + "111" + "0" + "111" + "00"},
		{"ended", 1 << 60, 4, func(m *limit.Member, poll int) {
			if poll == 2 {
				m.EndTurn()
			}
		}, "000" + "1111" + "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log strings.Builder
			var all sync.WaitGroup
			turns := limit.NewTurns(context.Background(), 1)
			for i, m := range []*limit.Member{turns.Join(context.Background(), 3), turns.Join(context.Background(), 3)} {
				all.Go(func() {
					defer m.End()
					var l limit.Limit
					defer l.Watch(m.Begin(c.first))()
					for k := range c.polls {
						if i == 0 {
							c.change(m, k)
						}
						fmt.Fprint(&log, i)
						l.Stopped()
					}
				})
			}
			all.Wait()
			if log.String() != c.want {
				t.Errorf("%s, not %s", log.String(), c.want)
			}
		})
	}
}

// What is spent between polls shortens a turn.
func TestSpend(t *testing.T) { synctest.Test(t, testSpend) }

func testSpend(t *testing.T) {
	turns := limit.NewTurns(context.Background(), 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, other := turns.Join(ctx, 100), turns.Join(ctx, 100)
	var l limit.Limit
	defer l.Watch(m.Begin(100))()
	for range 8 { // Watch polls, too
		l.Spend(10)
		l.Stopped()
	}
	passed := make(chan bool, 1)
	go func() {
		other.Begin(100)
		passed <- true
		other.End()
	}()
	synctest.Wait()
	if len(passed) > 0 {
		t.Fatal("the turn ends too early")
	}
	l.Spend(20)
	l.Stopped()
	<-passed
	m.End()
}

// As many run at a time as there are places.
func TestPlaces(t *testing.T) {
	turns := limit.NewTurns(context.Background(), 2)
	var both, all sync.WaitGroup
	both.Add(2)
	for i := range 3 {
		m := turns.Join(context.Background(), 1)
		all.Go(func() {
			defer m.End()
			m.Begin(1)
			if i < 2 {
				both.Done()
				both.Wait() // returns only if both have places
			}
		})
	}
	all.Wait()
}

// A computation that waits for another one leaves it the only place, and has it again afterwards.
func TestAway(t *testing.T) {
	turns := limit.NewTurns(context.Background(), 1)
	m, other := turns.Join(t.Context(), 1), turns.Join(t.Context(), 1)
	m.Begin(1)
	done := false
	m.Away(func() {
		other.Begin(1)
		other.End()
		done = turns.Idle()
	})
	if !done || turns.Idle() {
		t.Errorf("the place is idle: %v while it is left, %v afterwards", done, turns.Idle())
	}
	if m.End(); !turns.Idle() {
		t.Error("nobody has the place, and it is not idle")
	}
}

// It is quiet as long as nobody has or waits for a place; whoever asks hears of each change.
func TestQuiet(t *testing.T) {
	turns := limit.NewTurns(context.Background(), 2)
	is := func(want bool) (changes <-chan struct{}) {
		t.Helper()
		quiet, changes := turns.Quiet()
		if quiet != want {
			t.Errorf("it is quiet: %v", quiet)
		}
		select {
		case <-changes:
			t.Error("it changes already")
		default:
		}
		return changes
	}
	before := is(true)
	m := turns.Join(t.Context(), 1)
	<-before
	now := is(false)
	m.Begin(1)
	other := turns.Join(t.Context(), 1)
	other.Begin(1)
	other.End()
	select {
	case <-now:
		t.Error("it is said to be quiet while one has a place")
	default:
	}
	m.Away(func() {
		<-now
		now = is(true)
	})
	<-now
	now = is(false)
	m.End()
	<-now
	is(true)
}

// A computation whose context ends while it waits goes on at once, to its own end, and needs no place for that.
func TestWaitingEnds(t *testing.T) { synctest.Test(t, testWaitingEnds) }

func testWaitingEnds(t *testing.T) {
	turns := limit.NewTurns(context.Background(), 1)
	ctx, cancel := context.WithCancel(context.Background())
	first, second := turns.Join(context.Background(), 1), turns.Join(ctx, 1)
	first.Begin(1)
	ended := make(chan error)
	go func() {
		own := second.Begin(1)
		ended <- own.Err()
		second.End()
		close(ended)
	}()
	synctest.Wait()
	select {
	case <-ended:
		t.Fatal("it has a place that is taken")
	default:
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("no error")
	}
	<-ended
	first.End()
	third := turns.Join(context.Background(), 1)
	third.Begin(1)
	third.End()
}

// The poll in which a computation waits sees that its context has ended meanwhile: no other goroutine has to run before.
func TestEndIsSeen(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := limit.NewTurns(context.Background(), 1).Join(ctx, 100)
	defer m.End()
	var l limit.Limit
	defer l.Watch(m.Begin(100))()
	for range 10 {
		if l.Stopped() {
			t.Error("stopped too early")
		}
	}
	if cancel(); !l.Stopped() || l.Reason() != limit.Interrupt {
		t.Errorf("after the end: %v", l.Reason())
	}
}

// Polls of a turn count down, too, and so do those of contexts derived from its context.
func TestCountdownOfTurn(t *testing.T) {
	count := limit.NewCountdown(4, limit.Memory) // WithCancel counts one
	ctx, cancel := count.Context(context.Background())
	defer cancel()
	m := limit.NewTurns(context.Background(), 1).Join(ctx, 2)
	child, cancelChild := context.WithCancel(m.Begin(1))
	defer cancelChild()
	own := limit.Counted(child)
	var l limit.Limit
	defer l.Watch(own)()
	if own.Err() != nil || l.Stopped() {
		t.Error("stopped too early")
	}
	if !l.Stopped() || l.Reason() != limit.Memory || own.Err() == nil {
		t.Errorf("%v, %v", l.Reason(), own.Err())
	}
}

// TestMeter: a meter counts what runs in it, and so does the one that it is measured in; a turn ends as if there were none.
func TestMeter(t *testing.T) {
	c := limit.NewCountdown(10, limit.Steps)
	ctx, cancel := c.Context(context.Background())
	defer cancel()
	all, outer := limit.NewMeter(ctx, 1)
	part, inner := limit.NewMeter(all, 3)
	all.Err()
	part.Err()
	var l limit.Limit
	release := l.Watch(part)
	l.Spend(100)
	l.Spend(50)
	for !l.Stopped() {
	}
	release()
	if outer.Spent() != 60 || inner.Spent() != 59 || l.Reason() != limit.Steps || context.Cause(part) != limit.ErrSteps {
		t.Errorf("spent %d, of these %d; stopped for %v, %v", outer.Spent(), inner.Spent(), l.Reason(), context.Cause(part))
	}
}
