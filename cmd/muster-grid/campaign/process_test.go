package campaign

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// What a process of this test is: the child of a worker, or a worker that ends itself by SIGKILL at a stage of a job.
const (
	roleEnv  = "MUSTER_GRID_TEST"
	urlEnv   = "MUSTER_GRID_TEST_URL"
	stageEnv = "MUSTER_GRID_TEST_KILL" // at which stage
	taskEnv  = "MUSTER_GRID_TEST_TASK" // of which task; empty: of the first one
)

// lease is that of the tests.
const lease = time.Second

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "":
		os.Exit(m.Run())
	case "child":
		if err := grid.RunChild(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "worker":
		if err := runWorker(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// childOf starts this test as a child.
func childOf() *grid.Child {
	return &grid.Child{Command: []string{"/usr/bin/env", roleEnv + "=child", os.Args[0]}}
}

// runWorker is a worker until it is killed. It says when it has begun a job.
func runWorker() error {
	c, err := grid.Connect(context.Background(), grid.ConnectOptions{URL: os.Getenv(urlEnv), Version: "test"})
	if err != nil {
		return err
	}
	return grid.Work(context.Background(), c, grid.WorkerOptions{
		Slots: 1, Processors: 1, Version: "test", Child: childOf(),
		After: func(s grid.Stage, j *grid.Job) {
			if s == grid.Begun {
				fmt.Println("begun", j.Name)
			}
			if only := os.Getenv(taskEnv); string(s) == os.Getenv(stageEnv) && (only == "" || only == filepath.Base(j.Name)) {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		},
	})
}

// worker is a worker in a process of its own.
type worker struct {
	cmd   *exec.Cmd
	begun chan string // tasks
	gone  chan struct{}
}

// startWorker starts a worker that kills itself at a stage, if there is one.
func startWorker(t *testing.T, url string, kill grid.Stage, only string) *worker {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"=worker", urlEnv+"="+url, stageEnv+"="+string(kill), taskEnv+"="+only)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w := &worker{cmd: cmd, begun: make(chan string, 1000), gone: make(chan struct{})}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			w.begun <- strings.TrimPrefix(s.Text(), "begun ")
		}
		_ = cmd.Wait()
		close(w.gone)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-w.gone
	})
	return w
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

// startServer starts a server that workers of other processes reach.
func startServer(t *testing.T, dir, listen string) *grid.Server {
	t.Helper()
	return startSmallServer(t, dir, listen, 0)
}

// startSmallServer starts one that keeps at most so many bytes; 0: as the disk has.
func startSmallServer(t *testing.T, dir, listen string, most int64) *grid.Server {
	t.Helper()
	s, err := grid.Start(t.Context(), grid.ServerOptions{
		MaxStore: most, Dir: dir, Listen: listen, Lease: lease, Deliveries: 3, Version: "test", Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// connect connects a client.
func connect(t *testing.T, s *grid.Server) *grid.Conn {
	t.Helper()
	c, err := grid.Connect(t.Context(), grid.ConnectOptions{URL: s.URL(), Version: "test"})
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
