package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is muster-grid itself if the arguments are those of a command.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		main()
	}
	os.Exit(m.Run())
}

// command returns muster-grid as a process.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return commandFor(t.Context(), args...)
}

// commandFor is command as long as a context goes on.
func commandFor(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, os.Args[0], args...)
	c.Stderr = os.Stderr
	return c
}

// output runs a command line, and returns what it prints and its exit code.
func output(t *testing.T, args ...string) (string, int) {
	t.Helper()
	c := command(t, args...)
	out, err := c.Output()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// start starts a command that goes on, and returns what its first lines say behind a text.
func start(t *testing.T, before string, args ...string) string {
	t.Helper()
	c := command(t, args...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	for s := bufio.NewScanner(out); s.Scan(); {
		if _, x, ok := strings.Cut(s.Text(), before); ok {
			return x
		}
	}
	t.Fatal("it does not start")
	return ""
}

// seconds are what differs between two runs.
var seconds = regexp.MustCompile(`\d+\.\d+ s`)

// drivers writes programs in a directory, and returns it.
func drivers(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.bpl":     "procedure {:entrypoint} main() { var x: int; x := 1; assert x == 1; }\n",
		"b.bpl":     "procedure {:entrypoint} main() { var x: int; havoc x; assert x != 1; }\n",
		"c.bpl":     "procedure main( {\n",
		"d/e.c":     "#include \"e.h\"\n#include <assert.h>\nint main(void) { assert(E == 2); return 0; }\n",
		"d/e.h":     "#include \"f.h\"\n",
		"d/f.h":     "#define E 2\n",
		"d/g.c":     "extern void reach_error(void);\nint main(int argc, char **argv) { if (argc > 5) reach_error(); return 0; }\n",
		"d/none.c":  "#include \"none.h\"\nint main(void) { return 0; }\n",
		"d/loop.c":  "int main(void) { for (int i = 0; i < 10; i++) ; return 0; }\n",
		"d/late.c":  "#include <assert.h>\nint main(void) { unsigned x = 3; x *= 7; assert(x == 21); return 0; }\n",
		"d/h/i.bpl": "procedure {:entrypoint} main() { call p(3); }\nprocedure p(n: int) { if (n > 0) { call p(n - 1); } assert n != 0; }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestThreeCommands has a server, a worker and a client, each a process, and compares what they find with what one
// command finds alone.
func TestThreeCommands(t *testing.T) {
	dir := drivers(t)
	alone, code := output(t, "run", "--timeout", "20", "-j", "2", dir)
	for _, want := range []string{"a.bpl", "unsafe", "safe", "error", "9 tasks in"} {
		if !strings.Contains(alone, want) {
			t.Errorf("no %s in\n%s", want, alone)
		}
	}
	if code != 10 {
		t.Errorf("exit code %d", code)
	}
	url := start(t, "listening on ", "serve", "--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--page", "127.0.0.1:0")
	start(t, "tasks at a time", "work", "--join", url, "-j", "1")
	joined, code := output(t, "run", "--timeout", "20", "--join", url, dir)
	if got, want := seconds.ReplaceAllString(joined, ""), seconds.ReplaceAllString(alone, ""); got != want || code != 10 {
		t.Errorf("joined, exit code %d:\n%s\nalone:\n%s", code, got, want)
	}
	if out, code := output(t, "verify", "--join", url, filepath.Join(dir, "a.bpl")); out != "safe\n" || code != 0 {
		t.Errorf("%q, exit code %d", out, code)
	}
	out, code := output(t, "verify", "--json", filepath.Join(dir, "b.bpl"))
	var rep struct {
		Verdict string
		Steps   []any
	}
	if err := json.Unmarshal([]byte(out), &rep); err != nil || rep.Verdict != "unsafe" || len(rep.Steps) == 0 || code != 10 {
		t.Errorf("%v, exit code %d: %s", err, code, out)
	}
}

// TestResume kills a command at random moments until it comes to its end, and compares the table with that of one that
// was not killed.
func TestResume(t *testing.T) {
	dir := drivers(t)
	want, _ := output(t, "run", "--timeout", "20", "-j", "2", dir)
	r := rand.New(rand.NewPCG(1, 2))
	store := filepath.Join(t.TempDir(), "store")
	lines := filepath.Join(t.TempDir(), "lines.jsonl")
	for tries := 0; ; tries++ {
		c := command(t, "run", "--timeout", "20", "-j", "2", "--store", store, "--jsonl", lines, dir)
		var out bytes.Buffer
		c.Stdout = &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if tries < 6 {
			kill := syscall.SIGKILL
			if tries%2 == 1 {
				kill = syscall.SIGINT
			}
			time.AfterFunc(time.Duration(100+r.IntN(400))*time.Millisecond, func() { _ = c.Process.Signal(kill) })
		}
		_ = c.Wait()
		if c.ProcessState.ExitCode() == 10 {
			if got, want := seconds.ReplaceAllString(out.String(), ""), seconds.ReplaceAllString(want, ""); got != want {
				t.Errorf("after %d stops:\n%s\nwant\n%s", tries, got, want)
			}
			break
		}
		if tries > 8 {
			t.Fatal("it does not come to its end: ", out.String())
		}
	}
	text, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for l := range strings.Lines(string(text)) {
		var x struct{ File, Verdict string }
		if err := json.Unmarshal([]byte(l), &x); err != nil || x.Verdict == "" || seen[x.File] {
			t.Errorf("%v: %s", err, l)
		}
		seen[x.File] = true
	}
	if len(seen) != 9 {
		t.Errorf("%d lines", len(seen))
	}
}

// TestRounds tries again with more time what a limit ended.
func TestRounds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.bpl")
	const hard = "procedure {:entrypoint} main() { var x: int; var y: int; var z: int; havoc x; havoc y; havoc z;\n" +
		"assume x > 1 && y > 1 && z > 1; assert x*x*x + y*y*y != z*z*z; }\n"
	if err := os.WriteFile(file, []byte(hard), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := filepath.Join(t.TempDir(), "lines.jsonl")
	if out, code := output(t, "run", "--rounds", "200ms,700ms", "--jsonl", lines, file); code != 5 {
		t.Errorf("exit code %d: %s", code, out)
	}
	text, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		Round   int
		Reason  string `json:"reason_kind"`
		Seconds float64
	}
	if err := json.Unmarshal(text, &l); err != nil || l.Round != 1 || l.Reason != "timeout" || l.Seconds < 0.6 {
		t.Errorf("%v: %s", err, text)
	}
}

// TestUsage refuses what makes no sense.
func TestUsage(t *testing.T) {
	dir := drivers(t)
	for _, c := range []struct{ args, want string }{
		{"run", "requires at least 1 arg"},
		{"run --rounds 2s,1s " + dir, "longer than the one before"},
		{"run --check --no-check " + dir, "excludes"},
		{"run --priority urgent " + dir, `no priority "urgent"`},
		{"run --jobs 2 --join nats://127.0.0.1:1 " + dir, "--jobs is about workers of this process"},
		{"verify --bound 0 x.bpl", "at least 1"},
		{"work", "work needs --join URL"},
		{"key boss --out x", `no role "boss"`},
		{"serve --listen 0.0.0.0:0 --dir " + t.TempDir(), "--users"},
		{"serve --listen 127.0.0.1:0", "--dir"},
		{"serve --cluster nats://127.0.0.1:1", "--key FILE"},
		{"serve --cluster nats://127.0.0.1:1 --dir x", "--dir is not about --cluster"},
		{"serve --dir x --replicas 3", "--replicas needs --cluster"},
		{"accounts /dev/null", "nobody of them is a server"},
		{"serve --listen 127.0.0.1:0 --page 0.0.0.0:0 --dir " + t.TempDir(), "--public-page"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a command that is not refused may go on
		cmd := commandFor(ctx, strings.Fields(c.args)...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Run(); err == nil || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%s: %v, %s", c.args, err, fmt.Sprintf("%.300s", &errs))
		}
		cancel()
	}
}

// TestUnwritable: a server that can write no more ends, and says why, rather than answer nobody.
func TestUnwritable(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.bpl")
	text := "procedure {:entrypoint} main() { assert 1 < 2; }\n" + strings.Repeat("// more\n", 100_000)
	if err := os.WriteFile(large, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "/bin/sh", "-c", `ulimit -f 512; exec "$0" "$@"`, os.Args[0],
		"serve", "--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--page", "127.0.0.1:0")
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(out)
	if !s.Scan() {
		t.Fatal("it does not start: ", &errs)
	}
	client := command(t, "verify", "--join", strings.TrimPrefix(s.Text(), "listening on "), large)
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	for s.Scan() { // until it ends
	}
	_ = client.Process.Kill()
	_ = client.Wait()
	if err := c.Wait(); ctx.Err() != nil || c.ProcessState.ExitCode() != 1 ||
		!strings.Contains(errs.String(), "cannot keep what it is given") {
		t.Errorf("%v: %s", err, &errs)
	}
}
