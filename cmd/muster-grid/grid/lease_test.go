package grid

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestLease orders leases of a job, and counts tries without an answer.
func TestLease(t *testing.T) {
	for _, c := range []struct {
		before, now lease
		failed      int
		ok          bool
	}{
		{lease{Message: 1, Delivery: 1}, lease{Message: 1, Delivery: 2}, 1, true},
		{lease{Message: 1, Delivery: 1, Returned: true}, lease{Message: 1, Delivery: 2}, 0, true},
		{lease{Message: 1, Delivery: 1, Failed: 2, Server: "s"}, lease{Message: 1, Delivery: 2, Server: "t"}, 2, true},
		{lease{Message: 1, Delivery: 4, Failed: 2}, lease{Message: 1, Delivery: 5}, 3, true},
		{lease{Message: 1, Delivery: 2}, lease{Message: 1, Delivery: 1}, 0, false},
		{lease{Message: 1, Delivery: 5, Failed: 3}, lease{Message: 2, Delivery: 1}, 0, true},
		{lease{Message: 2, Delivery: 1}, lease{Message: 1, Delivery: 5}, 0, false},
	} {
		got, ok := c.now.after(c.before)
		if ok != c.ok || got.Failed != c.failed {
			t.Errorf("%+v after %+v: %v, %d tries failed", c.now, c.before, ok, got.Failed)
		}
	}
}

// local starts a grid of this process, and connects to it.
func local(t *testing.T) *Conn {
	t.Helper()
	_, c := served(t)
	return c
}

// served is local with the server.
func served(t *testing.T) (*Server, *Conn) {
	t.Helper()
	s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	c, err := Connect(t.Context(), ConnectOptions{Server: s, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return s, c
}

// queued waits until so many jobs are there to be taken: the queues see them a little after they are submitted.
func queued(t *testing.T, c *Conn, want uint64) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		n := uint64(0)
		for _, p := range priorities {
			q, err := c.queue(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			n += q.CachedInfo().NumPending
		}
		if n == want {
			return
		}
	}
	t.Fatal("the jobs do not come")
}

// TestPriorities takes what is high first, and in each queue what was submitted first.
func TestPriorities(t *testing.T) {
	c := local(t)
	client := NewClient(c, "c", 0)
	for i, p := range []Priority{Low, Normal, High, Low, High} {
		if err := client.Submit(t.Context(), &Job{Number: i, Priority: p}, nil); err != nil {
			t.Fatal(err)
		}
	}
	queued(t, c, 5)
	w := &worker{Conn: c}
	for _, p := range priorities {
		q, err := c.queue(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		w.queues = append(w.queues, q)
	}
	var order strings.Builder
	for {
		m, err := w.next(t.Context(), w.queues)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			break
		}
		var j Job
		if err := json.Unmarshal(m.Data(), &j); err != nil {
			t.Fatal(err)
		}
		order.WriteByte(byte('0' + j.Number))
	}
	if order.String() != "24103" {
		t.Errorf("the order is %s", &order)
	}
}

// TestRuns: a job that was submitted in a run that is canceled is dropped, and the next run submits it again; in the
// same run it is not added twice.
func TestRuns(t *testing.T) {
	c := local(t)
	ctx := t.Context()
	first := NewClient(c, "c", 0)
	for range 2 {
		if err := first.Submit(ctx, &Job{Priority: Normal}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Cancel(ctx, Campaign{}); err != nil {
		t.Fatal(err)
	}
	second := NewClient(c, "c", 1)
	if err := second.Announce(ctx, Campaign{State: Running}); err != nil {
		t.Fatal(err)
	}
	if err := second.Submit(ctx, &Job{Priority: Normal}, nil); err != nil {
		t.Fatal(err)
	}
	queued(t, c, 2)
	q, err := c.queue(ctx, Normal)
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{Conn: c, queues: []jetstream.Consumer{q}, canceled: map[string]int{}}
	for _, want := range []bool{true, false} {
		m, err := w.next(t.Context(), w.queues)
		if err != nil || m == nil {
			t.Fatal(m, err)
		}
		var j Job
		if err := json.Unmarshal(m.Data(), &j); err != nil {
			t.Fatal(err)
		}
		if got := w.unwanted(context.Background(), &j); got != want {
			t.Errorf("the job of run %d is dropped: %v", j.Run, got)
		}
	}
	if m, err := w.next(t.Context(), w.queues); m != nil || err != nil {
		t.Error("one more job", err)
	}
}
