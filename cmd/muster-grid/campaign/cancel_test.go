package campaign

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// TestCancel: when the client is interrupted, its tasks end within a second, and those in the queue are not begun.
func TestCancel(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	var tasks []Task
	for i := range 3 {
		name := filepath.Join(t.TempDir(), fmt.Sprintf("endless%d.bpl", i))
		if err := os.WriteFile(name, []byte(endless), 0o666); err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, Task{File: name, Names: []string{name}})
	}
	opt := options(t, tasks)
	opt.Rounds = []Limits{{Timeout: time.Minute}}
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan string, 10), make(chan string, 10)
	go func() {
		_ = grid.Work(t.Context(), connect(t, s.URL()), grid.WorkerOptions{
			Slots: 1, Processors: 1, Version: "test", Child: childOf(),
			After: func(s grid.Stage, j *grid.Job) {
				switch s {
				case grid.Begun:
					begun <- j.Name
				case grid.Ended:
					ended <- j.Name
				}
			},
		})
	}()
	done := make(chan error, 1)
	c := connect(t, s.URL())
	go func() { done <- Run(ctx, grid.NewClient(c, "c", 0), opt) }()
	first := <-begun
	time.Sleep(100 * time.Millisecond)
	cancel()
	at := time.Now()
	if x := <-ended; x != first || time.Since(at) > time.Second {
		t.Errorf("%s ended after %v", x, time.Since(at))
	}
	if err := <-done; err == nil {
		t.Error("the campaign has ended without an error")
	}
	select {
	case x := <-begun:
		t.Errorf("%s is begun", x)
	case <-time.After(500 * time.Millisecond):
	}
}
