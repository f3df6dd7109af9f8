package grid

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/report"
)

// patient answers when it is let go.
type patient chan struct{}

func (h patient) Run(ctx context.Context, _ *Request, _ Helper) (Reply, time.Duration, error) {
	select {
	case <-h:
		return Reply{Report: &report.Report{Verdict: "safe", Answer: "safe"}}, 0, nil
	case <-ctx.Done():
		return Reply{}, 0, ctx.Err()
	}
}

func (patient) Close() {}

// TestWoken: each job wakes somebody who has time, also where those who are at work hear of it first.
func TestWoken(t *testing.T) {
	s, c := served(t)
	const workers = 5
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	child := make(patient)
	begun := make(chan string)
	for i := range workers {
		w, err := Connect(ctx, ConnectOptions{Server: s, Version: "v"})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		w.settings.Lease = time.Hour // nobody asks unless he is woken
		name := fmt.Sprint("w", i)
		all.Go(func() {
			err := Work(ctx, w, WorkerOptions{Name: name, Slots: 2, Version: "v", Child: child, After: func(s Stage, _ *Job) {
				if s == Begun {
					select {
					case begun <- name:
					case <-ctx.Done():
					}
				}
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	s.resting(t, workers)
	client := NewClient(c, "c", 0)
	slots := map[string]int{}
	for i := range 2 * workers {
		if err := client.Submit(ctx, &Job{Number: i, Priority: Normal, Version: "v"}, nil); err != nil {
			t.Fatal(err)
		}
		select {
		case w := <-begun:
			slots[w]++
		case <-time.After(patience):
			t.Fatalf("nobody takes job %d: %v", i, slots)
		}
	}
	if len(slots) != workers {
		t.Errorf("they are at work: %v", slots)
	}
}

// TestReminded: a job whose worker has ended is done by one that only the client wakes, which waits for the job.
func TestReminded(t *testing.T) {
	s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Version: "v", Lease: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	connect := func() *Conn {
		c, err := Connect(t.Context(), ConnectOptions{Server: s, Version: "v"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	client := NewClient(connect(), "c", 0)
	if err := client.Submit(t.Context(), &Job{Priority: Normal, Version: "v"}, nil); err != nil {
		t.Fatal(err)
	}
	queued(t, client.Conn, 1)
	ended, _ := newMate(t, connect())
	m, err := ended.next(t.Context(), ended.queues)
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	c, child := connect(), make(patient)
	close(child)
	c.settings.Lease = time.Hour // it asks for nothing unless it is woken
	all.Go(func() {
		if err := Work(ctx, c, WorkerOptions{Name: "w", Slots: 1, Version: "v", Child: child}); err != nil {
			t.Error(err)
		}
	})
	s.resting(t, 1)
	if err := m.InProgress(); err != nil { // the last sign of life
		t.Fatal(err)
	}
	on, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	got := false
	err = client.Results(on, func() {}, func(*Received) error {
		got = true
		cancel()
		return nil
	})
	if !got {
		t.Error("nobody does the job: ", err)
	}
}

// TestOlder starts a server on what older versions have left: signs of life on disk, and streams that nobody uses.
func TestOlder(t *testing.T) {
	dir := t.TempDir()
	start := func(log *slog.Logger) *Server {
		t.Helper()
		s, err := Start(t.Context(), ServerOptions{Dir: dir, Version: "v", Log: log})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := start(nil)
	name := "KV_" + workerBucket
	if err := s.js.DeleteStream(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	_, err := s.js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: name, Subjects: []string{"$KV." + workerBucket + ".>"}, MaxMsgsPerSubject: 1, AllowDirect: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Stop()
	dead := filepath.Join(dir, "jetstream", "$G")
	if err := os.MkdirAll(filepath.Join(dead, "streams", name), 0o700); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s = start(slog.New(slog.NewTextHandler(&log, nil)))
	defer s.Stop()
	if x, err := s.js.Stream(t.Context(), name); err != nil || x.CachedInfo().Config.Storage != jetstream.MemoryStorage {
		t.Error("signs of life are on disk still", err)
	}
	if !strings.Contains(log.String(), dead) || !exist(dead) {
		t.Errorf("it says %q", &log)
	}
}
