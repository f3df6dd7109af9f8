package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// liar answers each job of a grid with the report that the name of its task has.
func liar(t *testing.T, url string, lies map[string]string) {
	t.Helper()
	nc, err := nats.Connect(url)
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
	queue, err := js.Consumer(t.Context(), "MUSTER_TASKS", "normal")
	if err != nil {
		t.Fatal(err)
	}
	c, err := queue.Consume(func(m jetstream.Msg) {
		var j grid.Job
		if err := json.Unmarshal(m.Data(), &j); err != nil {
			t.Error(err)
		}
		text := fmt.Appendf(nil, `{"job":%q,"worker":"liar","report":%s}`, j.Key(), lies[filepath.Base(j.Name)])
		if _, err := kv.Create(t.Context(), j.Key(), text); err != nil {
			t.Error(err)
		}
		_ = m.Ack()
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
}

// TestLyingWorker: with --check no answer of a worker is believed that is wrong, whatever it says.
func TestLyingWorker(t *testing.T) {
	s, err := grid.Start(t.Context(), grid.ServerOptions{
		Dir: t.TempDir(), Memory: true, Listen: "127.0.0.1:0", Lease: 10 * time.Second, Deliveries: 3, Version: version(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	const (
		safe    = "procedure {:entrypoint} main() { assert 1 < 2; }\n"
		unsafe  = "procedure {:entrypoint} main() { var x: int; assert x != 7; }\n"
		failure = `{"verdict":"unsafe","kind":"assertion","message":"made up","at":{"line":1,"column":1}}`
	)
	dir := t.TempDir()
	lies, want := map[string]string{}, map[string]string{}
	for name, c := range map[string]struct{ program, lie, want string }{
		"hidden":    {unsafe, `{"verdict":"safe"}`, "unsafe"},
		"absent":    {unsafe, `{"verdict":"safe"},"evidence":"` + grid.Hash([]byte("none")) + `"`, "unsafe"},
		"nonsense":  {unsafe, `{"verdict":"safe"},"evidence":"> *"`, "unsafe"},
		"invented":  {safe, failure, "unknown"},
		"elsewhere": {unsafe, failure, "unsafe"},
		"torn":      {safe, `{"verdict":"safe","failures":[` + failure + `]}`, "unknown"},
		"parts":     {safe, `{"verdict":"unsafe","failures":[` + failure + `]}`, "unknown"},
		"nothing":   {safe, "null", "unknown"},
		"true":      {safe, `{"verdict":"safe"}`, "safe"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".bpl"), []byte(c.program), 0o666); err != nil {
			t.Fatal(err)
		}
		lies[name+".bpl"], want[name+".bpl"] = c.lie, c.want
	}
	liar(t, s.URL(), lies)
	lines := filepath.Join(t.TempDir(), "x.jsonl")
	out, code := output(t, "run", "--check", "--timeout", "20", "--join", s.URL(), "--jsonl", lines, dir)
	if code != 10 || strings.Contains(out, "made up,") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	text, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(text)) {
		var x struct{ File, Verdict, Where string }
		if err := json.Unmarshal([]byte(l), &x); err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(x.File)
		if x.Verdict != want[name] || x.Verdict == "unsafe" && strings.Contains(x.Where, "made up") {
			t.Errorf("%s is %s (%s), want %s", name, x.Verdict, x.Where, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("no lines: %v", want)
	}
}

// TestChanged: what has changed is verified again by the same command, and so is what lacks a report that is wanted.
func TestChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(want int, args string) {
		t.Helper()
		if out, code := output(t, append([]string{"run", "--timeout", "20"}, strings.Fields(args)...)...); code != want {
			t.Errorf("%s: exit code %d, want %d:\n%s", args, code, want, out)
		}
	}
	write("a.bpl", "procedure {:entrypoint} main() { assert 1 < 2; }\n")
	run(0, "--store s a.bpl")
	write("a.bpl", "procedure {:entrypoint} main() { assert 1 > 2; }\n")
	run(10, "--store s a.bpl")
	write("ov.c", "int main(int argc, char **argv) { int x = 2147483647; return x + argc > 0; }\n")
	run(0, "--jsonl ov.jsonl ov.c")
	run(10, "--check=overflow --jsonl ov.jsonl ov.c")
	run(10, "--jsonl r.jsonl a.bpl")
	run(10, "--jsonl r.jsonl --junit r.xml a.bpl")
	text, err := os.ReadFile("r.xml")
	if err != nil || !bytes.Contains(text, []byte(`failures="1"`)) {
		t.Errorf("%v: %s", err, text)
	}
}

// TestStandardInput: verify reads the standard input, and run refuses it.
func TestStandardInput(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
	}{{"verify -", 10}, {"verify --json -", 10}, {"run -", 1}, {"verify --json --entry nowhere -", 1}} {
		cmd := command(t, strings.Fields(c.args)...)
		cmd.Stdin = strings.NewReader("procedure {:entrypoint} main() { assert false; }\n")
		cmd.Stderr = nil
		out, _ := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != c.code {
			t.Errorf("%s: exit code %d, want %d: %s", c.args, code, c.code, out)
		}
	}
}
