package campaign

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/report"
)

// TestKept: what the grid has kept of one campaign is the answer of another that asks the same, and nothing else is.
func TestKept(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	var mu sync.Mutex
	var begun []string
	c := connect(t, s.URL())
	work := func() (stop func()) {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() {
			ended <- grid.Work(ctx, c, grid.WorkerOptions{
				Slots: 1, Processors: 1, Version: "test", Child: childOf(), Evidence: true,
				After: func(s grid.Stage, j *grid.Job) {
					mu.Lock()
					defer mu.Unlock()
					if s == grid.Begun {
						begun = append(begun, j.Name)
					}
				},
			})
		}()
		return func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
	tasks, want := makeTasks(t, 5)
	one := func(i int) []string { return []string{tasks[i].Name()} }
	var all []string
	for i := range tasks {
		all = append(all, one(i)...)
	}
	confirmed := func(by Confirmation) func(*Options) {
		return func(o *Options) {
			o.Confirm = func(_ context.Context, d *Doubt) (*report.Report, Confirmation) {
				if !d.Kept {
					return d.Report, BySearch
				}
				return d.Report, by
			}
		}
	}
	for _, x := range []struct {
		name   string
		change func(*Options)
		begun  []string
		kept   bool // what workers do
	}{
		{"first", func(*Options) {}, all, false},
		{"same", func(*Options) {}, nil, true},
		{"other limit", func(o *Options) { o.Rounds[0].Timeout++ }, nil, true},
		{"comment", func(*Options) {
			text, err := os.ReadFile(tasks[1].Names[0])
			if err == nil {
				err = os.WriteFile(tasks[1].Names[0], append(text, "// it fails\n"...), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, one(1), true},
		{"rounds", func(o *Options) { o.Rounds = append([]Limits{{Timeout: time.Second}}, o.Rounds...) }, nil, true},
		{"anew", func(o *Options) { o.Anew = true }, all, false},
		{"confirmed", confirmed(ByEvidence), nil, true},
		{"not confirmed", confirmed(BySearch), slices.Concat(one(1), one(4)), false},
		{"edited", func(o *Options) {
			if err := os.WriteFile(tasks[2].Names[0], []byte("procedure {:entrypoint} main() { assert 1 < 2; }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}, one(2), false},
		{"flags", func(o *Options) { o.Flags = []string{"--no-facts"} }, all, false},
	} {
		opt := options(t, tasks)
		x.change(&opt)
		begun = nil
		stop := func() {}
		if x.begun != nil {
			stop = work()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		err := Run(ctx, grid.NewClient(connect(t, s.URL()), x.name[:2], 0), opt)
		cancel()
		stop()
		if err != nil {
			t.Fatal(x.name, err)
		}
		lines := finished(t, opt, want)
		slices.Sort(begun)
		if !slices.Equal(begun, x.begun) {
			t.Errorf("%s: workers do %v, want %v", x.name, begun, x.begun)
		}
		for i := range tasks {
			l := lines[tasks[i].File]
			if kept := x.kept || !slices.Contains(x.begun, tasks[i].Name()); l.Kept != kept || l.CPU <= 0 {
				t.Errorf("%s: %s is kept: %v, with %v s", x.name, l.File, l.Kept, l.CPU)
			}
		}
	}
}

// TestMeanwhile: a result that comes while an answer that was kept is being confirmed is that of the task, if the answer
// is not confirmed. No worker is there, so there is no other result.
func TestMeanwhile(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	kv, c := answers(t, s), connect(t, s.URL())
	tasks, want := makeTasks(t, 2)
	on, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- grid.Work(on, c, grid.WorkerOptions{
			Slots: 1, Processors: 1, Version: "test", Child: childOf(), Evidence: true})
	}()
	before := options(t, tasks[1:])
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := Run(ctx, grid.NewClient(connect(t, s.URL()), "before", 0), before); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	finished(t, before, want[1:])

	opt := options(t, tasks)
	first := make(chan struct{}) // the first task is done, and so the result before it has come
	opt.Ended = func(i int, _ *Line) error {
		if i == 0 {
			close(first)
		}
		return nil
	}
	result := func(i int, report any) {
		j, _, err := opt.job(i)
		if err != nil {
			t.Error(err)
			return
		}
		j = opt.inRound(j, 0)
		j.Campaign = "c"
		x := text(t, map[string]any{"job": j.Key(), "worker": "w", "cpu_seconds": 1, "report": report})
		if _, err := kv.Create(ctx, j.Key(), []byte(x)); err != nil {
			t.Error(err)
		}
	}
	opt.Confirm = func(ctx context.Context, d *Doubt) (*report.Report, Confirmation) {
		if d.Kept {
			result(1, d.Report)
			result(0, map[string]string{"verdict": "safe"})
			select {
			case <-first:
			case <-ctx.Done():
			}
		}
		return d.Report, BySearch
	}
	if err := Run(ctx, grid.NewClient(connect(t, s.URL()), "c", 0), opt); err != nil {
		t.Fatal(err)
	}
	if l := finished(t, opt, want)[tasks[1].File]; l.Worker != "w" {
		t.Errorf("the result is that of the worker %s", l.Worker)
	}
}
