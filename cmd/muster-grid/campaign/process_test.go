package campaign

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// What a process of this test is: the child of a worker, a worker, or a server.
const (
	roleEnv  = "MUSTER_GRID_TEST"
	urlEnv   = "MUSTER_GRID_TEST_URL"   // of the server, for a worker
	keyEnv   = "MUSTER_GRID_TEST_KEY"   // file with the key of a worker
	faultEnv = "MUSTER_GRID_TEST_FAULT" // of a worker
	serveEnv = "MUSTER_GRID_TEST_SERVE" // options of a server, or of one of NATS
)

// ready is what a process prints that has begun, and the URL of the server.
const ready = "ready"

// lease is that of the tests.
const lease = time.Second

// fault says where a worker sends itself a signal, and how long its tasks are.
type fault struct {
	At     grid.Stage // of a task; empty: never
	Only   string     // the task; empty: the first one
	Signal syscall.Signal
	Hold   time.Duration // each task goes on at least for so long, so that what happens at a moment finds one
	Divide int64         // what a search spends before it is divided; 0: the default
}

// halfStage is the stage of a half, as a worker prints it.
func halfStage(s grid.Stage) grid.Stage { return "half-" + s }

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(roleEnv) {
	case "":
		flag.Parse()
		if f := flag.Lookup("test.parallel"); f.Value.String() == fmt.Sprint(runtime.GOMAXPROCS(0)) {
			err = f.Value.Set("8") // they wait for leases and processes, and compute little
		}
		if err == nil {
			os.Exit(m.Run())
		}
	case "child":
		err = grid.RunChild(os.Stdin, os.Stdout)
	case "worker":
		err = runWorker()
	case "server":
		err = runServer()
	case "member":
		err = runMember()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// childOf starts this test as a child.
func childOf() *grid.Child {
	return &grid.Child{Command: []string{"/usr/bin/env", roleEnv + "=child", os.Args[0]}}
}

// runWorker is a worker until it is killed. It prints each stage of each task.
func runWorker() error {
	var f fault
	if err := json.Unmarshal([]byte(os.Getenv(faultEnv)), &f); err != nil {
		return err
	}
	who, err := grid.Credentials(os.Getenv(keyEnv), "")
	if err != nil {
		return err
	}
	c, err := grid.Connect(context.Background(), grid.ConnectOptions{URL: os.Getenv(urlEnv), Version: "test", Options: who})
	if err != nil {
		return err
	}
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	fmt.Println(ready, os.Getenv(urlEnv))
	return grid.Work(context.Background(), c, grid.WorkerOptions{
		Slots: 1, Processors: 1, Version: "test", Child: childOf(), Evidence: f.Divide > 0, DivideAfter: f.Divide,
		After: func(s grid.Stage, j *grid.Job) {
			if j.Half() {
				s = halfStage(s)
			}
			fmt.Println(s, j.Name)
			if s == f.At && (f.Only == "" || f.Only == filepath.Base(j.Name)) {
				_ = syscall.Kill(os.Getpid(), f.Signal)
				<-goesOn // it may take a moment to stop
			}
			if s == grid.Begun || s == halfStage(grid.Begun) {
				time.Sleep(f.Hold)
			}
		},
	})
}

// process is a worker or a server.
type process struct {
	cmd  *exec.Cmd
	url  string                     // of the server
	at   map[grid.Stage]chan string // the tasks that come to a stage
	gone chan struct{}
}

// startProcess starts this test in a role, by what runs a command elsewhere if there is something.
func startProcess(t *testing.T, by []string, role string, env ...string) *process {
	t.Helper()
	command := append(slices.Clone(by), os.Args[0])
	p := &process{cmd: exec.Command(command[0], command[1:]...), gone: make(chan struct{}), at: map[grid.Stage]chan string{}}
	for _, s := range []grid.Stage{grid.Begun, grid.Answered, grid.Kept, grid.Ended} {
		p.at[s], p.at[halfStage(s)] = make(chan string, 1000), make(chan string, 1000)
	}
	p.cmd.Env = append(append(os.Environ(), roleEnv+"="+role), env...)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	begins := make(chan string, 1)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			first, rest, _ := strings.Cut(s.Text(), " ")
			if first == ready {
				begins <- rest
			} else if c := p.at[grid.Stage(first)]; c != nil {
				c <- rest
			}
		}
		_ = p.cmd.Wait()
		close(p.gone)
	}()
	select {
	case p.url = <-begins:
	case <-p.gone:
		t.Fatalf("the %s ends", role)
	case <-time.After(time.Minute):
		t.Fatalf("the %s does not start", role)
	}
	return p
}

// kill kills the process, and waits for its end.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.gone
}

// signal sends the process a signal.
func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// wait waits until a task of the worker comes to a stage, and returns it.
func (p *process) wait(t *testing.T, s grid.Stage) string {
	t.Helper()
	select {
	case name := <-p.at[s]:
		return name
	case <-time.After(time.Minute):
		t.Fatalf("no task is %s", s)
	}
	return ""
}

// startWorker starts a worker.
func startWorker(t *testing.T, url string, f fault) *process {
	t.Helper()
	return startProcess(t, nil, "worker", urlEnv+"="+url, faultEnv+"="+text(t, f))
}

// text is a value as JSON.
func text(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// serveOptions are those of a server process.
type serveOptions struct {
	Dir, Listen, Users string
	MaxStore           int64
}

// runServer is a server until it is told to end.
func runServer() error {
	var o serveOptions
	if err := json.Unmarshal([]byte(os.Getenv(serveEnv)), &o); err != nil {
		return err
	}
	opt := grid.ServerOptions{
		MaxStore: o.MaxStore, Dir: o.Dir, Listen: o.Listen, Lease: lease, Deliveries: 3, Version: "test",
		Log: slog.New(slog.DiscardHandler),
	}
	var err error
	if o.Users != "" {
		if opt.Access, err = grid.ReadAccess(o.Users, "", ""); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s, err := grid.Start(ctx, opt)
	if err != nil {
		return err
	}
	defer s.Stop()
	fmt.Println(ready, s.URL())
	select {
	case err := <-s.Failed():
		return err
	case <-ctx.Done():
		return nil
	}
}

// serve starts a server in a process of its own.
func serve(t *testing.T, o serveOptions) *process {
	t.Helper()
	return startProcess(t, nil, "server", serveEnv+"="+text(t, o))
}

// programs are those of a campaign, by the verdict that each has.
var programs = map[string]string{
	"safe":   "procedure {:entrypoint} main() { var x: int; x := %d; assert x == %[1]d; }\n",
	"unsafe": "procedure {:entrypoint} main() { var x: int; havoc x; assert x != %d; }\n",
}

// endless takes more time than a test has.
const endless = `procedure {:entrypoint} main() {
  var x: int; var y: int; var z: int;
  havoc x; havoc y; havoc z;
  assume x > 1 && y > 1 && z > 1;
  assert x*x*x + y*y*y != z*z*z;
}
`

// makeTasks writes programs, and returns tasks and the verdicts that they have.
func makeTasks(t *testing.T, n int) (tasks []Task, want []string) {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		verdict := "safe"
		if i%3 == 1 {
			verdict = "unsafe"
		}
		name := filepath.Join(dir, fmt.Sprintf("p%d.bpl", i))
		if err := os.WriteFile(name, fmt.Appendf(nil, programs[verdict], i), 0o666); err != nil {
			t.Fatal(err)
		}
		tasks, want = append(tasks, Task{File: name, Names: []string{name}}), append(want, verdict)
	}
	return tasks, want
}

// startServer starts a server of this process that workers of other processes reach.
func startServer(t *testing.T, dir, listen string) *grid.Server {
	t.Helper()
	s, err := grid.Start(t.Context(), grid.ServerOptions{
		Dir: dir, Listen: listen, Lease: lease, Deliveries: 3, Version: "test", Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// connect connects a client.
func connect(t *testing.T, url string, who ...nats.Option) *grid.Conn {
	t.Helper()
	c, err := grid.Connect(t.Context(), grid.ConnectOptions{URL: url, Version: "test", Options: who})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// options returns those of a campaign that keeps its lines.
func options(t *testing.T, tasks []Task) Options {
	t.Helper()
	flags, err := grid.ParseFlags(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, before, err := OpenLines(filepath.Join(t.TempDir(), "lines.jsonl"))
	if err != nil || len(before) > 0 {
		t.Fatal(before, err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return Options{
		Name: t.Name(), Tasks: tasks, Verify: &flags, Rounds: []Limits{{Timeout: 20 * time.Second}},
		Priority: grid.Normal, Version: "test", Lines: l, Log: slog.New(slog.DiscardHandler),
		Ended: func(int, *Line) error { return nil },
	}
}

// finished checks that a campaign has one line for each task, with the verdict that it has without faults.
func finished(t *testing.T, opt Options, want []string) map[string]Line {
	t.Helper()
	text, err := os.ReadFile(opt.Lines.f.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines, good, err := parseLines("lines", text)
	if err != nil || good != len(text) {
		t.Fatal(err, good)
	}
	if len(lines) != len(opt.Tasks) {
		t.Errorf("%d lines of %d tasks", len(lines), len(opt.Tasks))
	}
	got := map[string]Line{}
	for _, l := range lines {
		if _, twice := got[l.File]; twice {
			t.Errorf("two lines of %s", l.File)
		}
		got[l.File] = l
	}
	for i := range opt.Tasks {
		if v := got[opt.Tasks[i].File]; v.Verdict != want[i] {
			t.Errorf("%s: %s (%s), want %s", opt.Tasks[i].File, v.Verdict, v.Where, want[i])
		}
	}
	return got
}
