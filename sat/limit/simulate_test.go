package limit

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// work is a processor whose time passes where somebody works.
type work struct{ time atomic.Int64 }

func (w *work) cpu() time.Duration { return time.Duration(w.time.Load()) }

// does has a computation work for some time, and poll each millisecond.
func (w *work) does(l *Limit, t time.Duration) {
	for range t / time.Millisecond {
		w.time.Add(int64(time.Millisecond))
		l.Stopped()
	}
}

// Places of a simulation work at the same time, as their clocks say; what is outside of turns comes before and after.
func TestSimulation(t *testing.T) {
	const second = time.Second
	for _, tc := range []struct {
		name          string
		places        int
		net           Network
		work          []time.Duration
		elapsed, path time.Duration
	}{
		{"one place", 1, Network{Latency: second}, []time.Duration{2 * second, 3 * second}, 7 * second, 5 * second},
		{"a place for each", 2, Network{}, []time.Duration{2 * second, 3 * second}, 5 * second, 5 * second},
		{"messages", 2, Network{Latency: second}, []time.Duration{3 * second, 3 * second}, 6 * second, 5 * second},
		{"a place for two", 2, Network{}, []time.Duration{2 * second, 2 * second, 2 * second, 2 * second}, 6 * second,
			4 * second},
		{"idle places", 50, Network{}, []time.Duration{2 * second, 3 * second}, 5 * second, 5 * second},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &work{}
			ctx, sim := simulate(context.Background(), tc.net, 1, w.cpu)
			w.time.Add(int64(second))
			turns := NewTurns(ctx, tc.places)
			var members []*Member
			for range tc.work {
				members = append(members, turns.Join(ctx, 1000))
			}
			var all sync.WaitGroup
			for i, m := range members {
				all.Go(func() {
					defer m.End()
					var l Limit
					defer l.Watch(m.Begin(1000))()
					w.does(&l, tc.work[i])
				})
			}
			all.Wait()
			w.time.Add(int64(second))
			if e, p := sim.Elapsed(), sim.Path(); !near(e, tc.elapsed) || !near(p, tc.path) {
				t.Errorf("elapsed %v, path %v; want %v, %v", e, p, tc.elapsed, tc.path)
			}
			if n, _ := sim.Counts(); n != len(tc.work) {
				t.Errorf("%d computations", n)
			}
		})
	}
}

// near allows for what places get ahead of each other.
func near(a, b time.Duration) bool { return (a - b).Abs() <= 100*time.Millisecond }

// One computation has others work for it, waits for them, and goes on.
func TestSimulatedParts(t *testing.T) {
	for places, want := range map[int]time.Duration{1: 8 * time.Second, 2: 6 * time.Second, 3: 4 * time.Second} {
		w := &work{}
		ctx, sim := simulate(context.Background(), Network{}, 1, w.cpu)
		clock := StartClock(ctx)
		turns := NewTurns(ctx, places)
		first := turns.Join(ctx, 1<<60)
		var l Limit
		release := l.Watch(first.Begin(1 << 60))
		w.does(&l, time.Second)
		if got := turns.Idle(); got != (places > 1) {
			t.Errorf("%d places: idle is %v", places, got)
		}
		var parts sync.WaitGroup
		for range 3 {
			m := turns.Join(ctx, 1<<60)
			parts.Go(func() {
				defer m.End()
				var l Limit
				defer l.Watch(m.Begin(1 << 60))()
				w.does(&l, 2*time.Second)
			})
		}
		first.Away(parts.Wait)
		w.does(&l, time.Second)
		release()
		first.End()
		if e, p := sim.Elapsed(), sim.Path(); !near(e, want) || !near(p, 4*time.Second) || clock.Elapsed() != e {
			t.Errorf("%d places: elapsed %v, want %v; path %v; clock %v", places, e, want, p, clock.Elapsed())
		}
	}
}

// What is lost is sent again.
func TestLostMessages(t *testing.T) {
	w := &work{}
	ctx, sim := simulate(context.Background(), Network{Latency: time.Second, Loss: 0.9, Resend: time.Minute}, 1, w.cpu)
	turns := NewTurns(ctx, 2)
	var all sync.WaitGroup
	for _, m := range []*Member{turns.Join(ctx, 1<<60), turns.Join(ctx, 1<<60)} {
		all.Go(func() {
			defer m.End()
			var l Limit
			defer l.Watch(m.Begin(1 << 60))()
			w.does(&l, time.Second)
		})
	}
	all.Wait()
	n, messages := sim.Counts()
	want := 2*time.Second + time.Duration(messages-1)*time.Minute
	if n != 2 || messages < 2 || !near(sim.Elapsed(), want) {
		t.Errorf("%d computations, %d messages, elapsed %v, want %v", n, messages, sim.Elapsed(), want)
	}
}
