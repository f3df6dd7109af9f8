package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// answers opens the bucket of results, beside the grid's own connections.
func answers(t *testing.T, s *grid.Server) jetstream.KeyValue {
	t.Helper()
	nc, err := nats.Connect(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(t.Context(), "muster_results")
	if err != nil {
		t.Fatal(err)
	}
	return kv
}

// TestForget: a line is one of today's task as long as nothing has changed that its answer depends on.
func TestForget(t *testing.T) {
	for name, c := range map[string]struct {
		change func(o *Options) error
		kept   bool
	}{
		"nothing": {func(*Options) error { return nil }, true},
		"order":   {func(o *Options) error { o.Priority = grid.High; return nil }, true},
		"text": {func(o *Options) error {
			return os.WriteFile(o.Tasks[0].Names[0], []byte("procedure {:entrypoint} main() { assert false; }\n"), 0o666)
		}, false},
		"flags":   {func(o *Options) error { o.Flags = []string{"--check=overflow"}; return nil }, false},
		"limit":   {func(o *Options) error { o.Rounds[0].Timeout++; return nil }, false},
		"rounds":  {func(o *Options) error { o.Rounds = append(o.Rounds, Limits{Timeout: time.Hour}); return nil }, false},
		"version": {func(o *Options) error { o.Version = "other"; return nil }, false},
		"reports": {func(o *Options) error { o.Steps = true; return nil }, false},
		"gone":    {func(o *Options) error { return os.Remove(o.Tasks[0].Names[0]) }, false},
	} {
		tasks, _ := makeTasks(t, 1)
		o := options(t, tasks)
		j, _, err := o.job(0)
		if err != nil {
			t.Fatal(err)
		}
		o.Done = map[string]Line{tasks[0].Key(): {File: tasks[0].File, Verdict: "safe", Hash: o.identity(j, nil)}}
		if err := c.change(&o); err != nil {
			t.Fatal(err)
		}
		if o.Forget(); len(o.Done) == 1 != c.kept {
			t.Errorf("%s: the line is kept: %v", name, !c.kept)
		}
	}
	tasks, _ := makeTasks(t, 1)
	o := options(t, tasks)
	o.Steps = true
	j, _, err := o.job(0)
	if err != nil {
		t.Fatal(err)
	}
	o.Done = map[string]Line{tasks[0].Key(): {File: tasks[0].File, Verdict: "safe", Hash: o.identity(j, nil)}}
	if o.Forget(); len(o.Done) != 0 {
		t.Error("a line without a report is kept, though reports are wanted")
	}
}

// TestEdited: what the grid has kept of a program that is edited is no answer to the campaign that goes on.
func TestEdited(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	startWorker(t, s.URL(), fault{})
	tasks, want := makeTasks(t, 2)
	for _, edit := range []bool{false, true} {
		if edit {
			want[0] = "unsafe"
			text := []byte("procedure {:entrypoint} main() { assert false; }\n")
			if err := os.WriteFile(tasks[0].Names[0], text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		opt := options(t, tasks)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := Run(ctx, grid.NewClient(connect(t, s.URL()), "c", 0), opt); err != nil {
			t.Fatal(err)
		}
		cancel()
		finished(t, opt, want)
	}
}

// TestMalformed: results that are none, and tasks that cannot be sent, are rows with the reason, and end no campaign.
func TestMalformed(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	kv := answers(t, s)
	const report = `"report":`
	bad := []struct{ text, why string }{ // behind the key of the job
		{report + `null`, "no report"},
		{`"worker":"w"`, "its report"},
		{report + `7`, "its report"},
		{report + `{"verdict":"safe"},"seconds":1e999`, "1e999"},
		{report + `{"verdict":"safe"},"seconds":-1`, "-1 s"},
		{report + `{"verdict":"safe"},"cpu_seconds":1e308`, "1e+308 s"},
		{report + `{"verdict":"safe","seconds":1e308}`, "1e+308 s"},
		{report + `null,"cpu_seconds":1e308`, "no report"},
		{`"blob":"` + grid.Hash([]byte("x")) + `"`, "missing"},
		{report + `{"verdict":"great"}`, `the verdict "great"`},
		{report + `{"verdict":"unsafe"}`, "has not one failure"},
		{report + `{"verdict":"safe","kind":"assertion","message":"m","at":{"line":1}}`, "has not no failure"},
		{report + `{"verdict":"safe","failures":[{"verdict":"unsafe","message":"m","at":{"line":1}}]}`, "says safe, and has failures"},
		{report + `{"verdict":"unsafe","failures":[null]}`, "a failure that is none"},
		{report + `{"verdict":"unsafe","failures":[{"verdict":"safe"}]}`, "a failure that is none"},
	}
	tasks, want := makeTasks(t, len(bad))
	for i := range want {
		want[i] = "unknown"
	}
	large := filepath.Join(t.TempDir(), "large.bpl")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing.bpl")
	tasks = append(tasks, Task{File: large, Names: []string{large}}, Task{File: missing, Names: []string{missing}},
		Task{File: "model.yml", Names: tasks[0].Names, Flags: []string{"--data-model=P1"}}, Task{File: "-", Names: []string{"-"}})
	want = append(want, "error", "error", "error", "error")
	opt := options(t, tasks)
	for i, b := range bad {
		j, _, err := opt.job(i)
		if err != nil {
			t.Fatal(err)
		}
		j = opt.inRound(j, 0)
		j.Campaign = "c"
		if _, err := kv.Create(t.Context(), j.Key(), []byte(`{"job":"`+j.Key()+`",`+b.text+"}")); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"c.99.0.00", "c.-1.0.00", "c.0.7.00", "c.0.0.00", "c.x.0.00", "c.0", "c.0.99999999999999999999.00"} {
		if _, err := kv.Create(t.Context(), key, []byte(`{"job":"`+key+`","report":{"verdict":"safe"}}`)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := Run(ctx, grid.NewClient(connect(t, s.URL()), "c", 0), opt); err != nil {
		t.Fatal(err)
	}
	lines := finished(t, opt, want)
	for i, b := range bad {
		if l := lines[tasks[i].File]; !strings.Contains(l.Where, b.why) || l.Seconds != 0 || l.CPU != 0 {
			t.Errorf("%s: %q, want %q; %g s, %g s of CPU", b.text, l.Where, b.why, l.Seconds, l.CPU)
		}
	}
	if l := lines[large]; !strings.Contains(l.Where, "64 MiB") {
		t.Errorf("a large file: %q", l.Where)
	}
}

// TestGone: an interrupt ends a campaign within a second, also when the server is gone.
func TestGone(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	tasks, _ := makeTasks(t, 3)
	opt := options(t, tasks)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, err := grid.Connect(t.Context(), grid.ConnectOptions{URL: s.URL(), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		err := Run(ctx, grid.NewClient(c, "c", 0), opt)
		c.Close()
		ended <- err
	}()
	time.Sleep(300 * time.Millisecond) // nobody answers
	s.Stop()
	time.Sleep(300 * time.Millisecond)
	start := time.Now()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || time.Since(start) > 2*time.Second { // on a busy machine
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestHash: a job's hash is that of what is asked, not of who asks it.
func TestHash(t *testing.T) {
	tasks, _ := makeTasks(t, 1)
	o := options(t, tasks)
	j, _, err := o.job(0)
	if err != nil {
		t.Fatal(err)
	}
	other := *j
	other.Campaign, other.Number, other.Run, other.Name = "d", 3, 4, "name"
	if j.Hash() != other.Hash() || j.Key() == other.Key() {
		t.Error("the hash depends on who asks")
	}
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var read grid.Job
	if err := json.Unmarshal(text, &read); err != nil || read.Hash() != j.Hash() {
		t.Error("a worker makes another hash of the job:", err)
	}
}
