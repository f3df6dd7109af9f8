package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// branches calls one of two procedures, each of which adds up one of two numbers at each of some levels, and asks whether
// the sum can be one. In the first it begins with a shift. So each half of the executions has calls of its own: whoever
// divides the search hands on the first one, and goes on with the second.
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
		if (c) { g := %d; call left(); } else { call right(); } assert g != %d; }
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

// halfAnswers are what halves have as answers by now, by what those begin with: r for a refutation, x for an execution.
func halfAnswers(t *testing.T, url string) map[byte]int {
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
	bucket := func(name string) jetstream.KeyValue {
		b, err := js.KeyValue(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	results, texts := bucket("muster_halves"), bucket("muster_handed")
	keys, err := results.Keys(t.Context())
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		t.Fatal(err)
	}
	out := map[byte]int{}
	for _, key := range keys {
		var r grid.Result
		e, err := results.Get(t.Context(), key)
		if err == nil {
			err = json.Unmarshal(e.Value(), &r)
		}
		if err == nil && r.Evidence == "" {
			continue // it was given up
		}
		if err == nil {
			e, err = texts.Get(t.Context(), r.Evidence+".0")
		}
		if err != nil {
			t.Fatal(err)
		}
		out[e.Value()[0]]++
	}
	return out
}

// backing is evidence, as the driver looks for it.
type backing map[string][]byte

func (b backing) Get(key cache.Key) ([]byte, error) { return b[key.String()], nil }

func (backing) Put(cache.Key, []byte) error { return nil }

// backed returns what the driver says of an answer that comes with evidence.
func backed(t *testing.T, d *Doubt) *driver.Report {
	t.Helper()
	flags, err := grid.ParseFlags(d.Job.Flags, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b backing
	if err := json.Unmarshal(d.Evidence, &b); err != nil {
		t.Fatal(err)
	}
	opt := flags.Opt
	if opt.Front, err = flags.Front(d.Files); err != nil {
		t.Fatal(err)
	}
	opt.Failures, opt.Check = 1, true
	opt.Answers = &driver.Answers{Store: b, Build: d.Job.Version, AnyLimits: true}
	found, last, err := driver.All(t.Context(), d.Files[0].Name, d.Files[0].Text, opt)
	if err != nil {
		t.Fatal(err)
	}
	return append(found, last)[0]
}

// TestDivided: a search is divided among two workers, and the client confirms the answer by its evidence: a proof that is
// composed of theirs, or an execution that is in the half which was handed on.
func TestDivided(t *testing.T) {
	for _, c := range []struct {
		text, want string
		kind       byte // of an answer of a half
	}{{dividedSafe, "safe", 'r'}, {dividedUnsafe, "unsafe", 'x'}} {
		// A half that nobody begins in time is searched where it comes from, so there may be more than one try.
		for end := time.Now().Add(time.Minute); ; {
			if s := divided(t, c.text, c.want); halfAnswers(t, s)[c.kind] > 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s: no half has been searched elsewhere", c.want)
			}
		}
	}
}

// divided verifies a program by two workers that divide searches, and confirms the answer by its evidence. It returns
// the address of their server.
func divided(t *testing.T, text, want string) (url string) {
	t.Helper()
	url = serve(t, serveOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0"}).url
	startWorker(t, url, fault{Divide: 1})
	startWorker(t, url, fault{Divide: 1})
	rest(t, url, 2)
	opt := dividing(t, text)
	confirmed := Confirmation("")
	opt.Confirm = func(_ context.Context, d *Doubt) (*report.Report, Confirmation) {
		rep := backed(t, d)
		p := rep.Result.Proof()
		if !rep.Kept || p != nil && (p.Split == nil || rep.Check.State != driver.CheckOK) {
			t.Errorf("%s: kept %v, %v, %+v", rep.Result, rep.Kept, rep.Check, p)
		}
		confirmed = ByEvidence
		return d.Report, ByEvidence
	}
	if err := Run(t.Context(), grid.NewClient(connect(t, url), "c"+want, 0), opt); err != nil {
		t.Fatal(err)
	}
	finished(t, opt, []string{want})
	if confirmed != ByEvidence {
		t.Errorf("%s is not confirmed", want)
	}
	return url
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
