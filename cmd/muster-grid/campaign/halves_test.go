package campaign

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/report"
)

// branches calls one of two procedures, each of which adds up one of two numbers at each of some levels, and asks whether
// the sum can be one. In the second it begins with a shift. So each half of the executions has calls of its own.
func branches(levels, shift, sum int) string {
	var b strings.Builder
	b.WriteString("var g: int;\n")
	for _, side := range []string{"left", "right"} {
		body := ""
		for i := range levels {
			name := fmt.Sprint(side, i)
			fmt.Fprintf(&b, "procedure add_%s() modifies g; { g := g + %d; }\n", name, 3*i+3)
			fmt.Fprintf(&b, "procedure skip_%s() modifies g; { g := g - %d; }\n", name, 3*i)
			fmt.Fprintf(&b, "procedure %s() modifies g; { var c: bool; if (c) { call add_%[1]s(); } else { call skip_%[1]s(); } }\n",
				name)
			body += "call " + name + "(); "
		}
		fmt.Fprintf(&b, "procedure %s() modifies g; { %s}\n", side, body)
	}
	fmt.Fprintf(&b, `procedure {:entrypoint} main() modifies g; { var c: bool; g := 0;
		if (c) { call left(); } else { g := %d; call right(); } assert g != %d; }
`, shift, sum)
	return b.String()
}

// The programs that are divided, by the verdicts that they have.
var (
	dividedSafe   = branches(11, 0, 61)
	dividedUnsafe = branches(11, 1, 61)
	// What both halves ask takes more time than a test has, or one half, and the other has an execution.
	dividedEndless = `procedure cubes() returns (ok: bool) {
  var x: int; var y: int; var z: int;
  assume x > 1 && y > 1 && z > 1;
  ok := x*x*x + y*y*y != z*z*z;
}
procedure one() returns (ok: bool) { call ok := cubes(); }
procedure two() returns (ok: bool) { call ok := cubes(); }
procedure {:entrypoint} main() { var c: bool; var ok: bool;
  if (c) { call ok := one(); } else { call ok := two(); }
  assert ok; }
`
	dividedLate = strings.Replace(dividedEndless, "procedure one() returns (ok: bool) { call ok := cubes(); }",
		"procedure bad() returns (ok: bool) { ok := false; }\nprocedure one() returns (ok: bool) { call ok := bad(); }", 1)
)

// dividing returns a campaign of programs whose searches are divided.
func dividing(t *testing.T, texts ...string) Options {
	t.Helper()
	var tasks []Task
	for i, text := range texts {
		name := filepath.Join(t.TempDir(), fmt.Sprintf("d%d.bpl", i))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, Task{File: name, Names: []string{name}})
	}
	opt := options(t, tasks)
	opt.Flags = []string{"--engine=legion", "--no-facts", "--check"}
	flags, err := grid.ParseFlags(opt.Flags, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt.Verify = &flags
	opt.Rounds = []Limits{{Timeout: time.Minute}}
	return opt
}

// rest waits until so many workers rest.
func rest(t *testing.T, url string, n int) {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	streamed(t, js, "MUSTER_RESTING", n)
}

// halfAt waits until a half comes to a stage at one of some workers, and returns that.
func halfAt(t *testing.T, s grid.Stage, ws ...*process) *process {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		for _, w := range ws {
			select {
			case <-w.at[halfStage(s)]:
				return w
			default:
			}
		}
	}
	t.Fatal("no half is ", s)
	return nil
}

// forget has what came to a stage before not count.
func forget(s grid.Stage, ws ...*process) {
	for _, w := range ws {
		for len(w.at[halfStage(s)]) > 0 {
			<-w.at[halfStage(s)]
		}
	}
}

// TestDivided: a search is divided among two workers, and the client confirms the answer by its evidence: a proof that is
// composed of theirs, or an execution of either.
func TestDivided(t *testing.T) {
	s := serve(t, serveOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	a, b := startWorker(t, s.url, fault{Divide: 1}), startWorker(t, s.url, fault{Divide: 1})
	rest(t, s.url, 2)
	for text, want := range map[string]string{dividedSafe: "safe", dividedUnsafe: "unsafe"} {
		forget(grid.Kept, a, b)
		opt := dividing(t, text)
		confirmed := Confirmation("")
		child := childOf()
		opt.Confirm = func(ctx context.Context, d *Doubt) (*report.Report, Confirmation) {
			reply, _, err := child.Run(ctx, &grid.Request{Files: d.Files, Units: d.Job.Units, Flags: d.Job.Flags,
				Processors: 1, Version: "test", Evidence: d.Evidence}, nil)
			if err != nil || reply.Refused != "" {
				t.Errorf("%s: %v, %s", want, err, reply.Refused)
				return d.Report, BySearch
			}
			if want == "safe" && reply.Report.Check != "confirmed" {
				t.Errorf("the proof is %s", reply.Report.Check)
			}
			confirmed = ByEvidence
			return reply.Report, ByEvidence
		}
		if err := Run(t.Context(), grid.NewClient(connect(t, s.url), "c"+want, 0), opt); err != nil {
			t.Fatal(err)
		}
		child.Close()
		finished(t, opt, []string{want})
		if confirmed != ByEvidence {
			t.Errorf("%s is not confirmed", want)
		}
		if want == "safe" { // else an execution may be found before anybody begins a half
			halfAt(t, grid.Kept, a, b)
		}
	}
}

// TestDividedEnds: an execution in one half ends the other, wherever that is searched; and so does a client that is
// interrupted, within a second.
func TestDividedEnds(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	type event struct {
		half bool
		at   grid.Stage
	}
	events := make(chan event, 100)
	for range 2 {
		go func() {
			_ = grid.Work(t.Context(), connect(t, s.URL()), grid.WorkerOptions{
				Slots: 1, Processors: 1, Version: "test", Child: childOf(), DivideAfter: 1,
				After: func(s grid.Stage, j *grid.Job) { events <- event{j.Half(), s} },
			})
		}()
	}
	rest(t, s.URL(), 2)
	await := func(want event) {
		t.Helper()
		for end := time.After(time.Minute); ; {
			select {
			case e := <-events:
				if e == want {
					return
				}
			case <-end:
				t.Fatalf("%v does not come", want)
			}
		}
	}
	opt := dividing(t, dividedLate)
	if err := Run(t.Context(), grid.NewClient(connect(t, s.URL()), "late", 0), opt); err != nil {
		t.Fatal(err)
	}
	finished(t, opt, []string{"unsafe"})
	await(event{true, grid.Ended})

	opt = dividing(t, dividedEndless)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, grid.NewClient(connect(t, s.URL()), "endless", 0), opt) }()
	await(event{true, grid.Begun})
	cancel()
	at := time.Now()
	await(event{true, grid.Ended})
	if d := time.Since(at); d > time.Second {
		t.Errorf("a half ends after %v", d)
	}
	if err := <-done; err == nil {
		t.Error("the campaign has ended without an error")
	}
}
