package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/ulikunitz/xz"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
	"github.com/muster-smt/muster/verifier/report/jsonschema"
)

func TestMain(m *testing.M) {
	programs := map[string]func(){"muster": main}
	for _, name := range imitated() {
		programs[name] = main
	}
	testscript.Main(m, programs)
}

// TestScripts runs the scripts in testdata. With MUSTER_UPDATE set it rewrites the
// expected outputs.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("MUSTER_UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			e.Setenv("GOCACHE", goCache())
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return extent.Long(), nil
		},
	})
}

// goCache returns the directory in which the go command keeps what it builds: scripts have no home.
func goCache() string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "off"
	}
	return filepath.Join(dir, "go-build")
}

// exits is the script command "exits CODE PROGRAM ARGUMENT...".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program argument...")
	}
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
	if !slices.Contains(args, "verify") {
		return
	}
	if slices.Contains(args, "--json") {
		validateReports(ts, "stdout")
	}
	if i := slices.Index(args, "--report"); i > 0 {
		validateReports(ts, args[i+1])
	}
}

// validateReports checks that a file has reports, and that they are as their schema says.
func validateReports(ts *testscript.TestScript, file string) {
	schema, err := os.ReadFile(reportSchema)
	ts.Check(err)
	if n, err := jsonschema.Documents(schema, ts.ReadFile(file)); n == 0 || err != nil {
		ts.Fatalf("%s: %d reports, then %v", file, n, err)
	}
}

// reportSchema is the schema of reports.
const reportSchema = "../../verifier/report/report.schema.json"

// expectation is a line "// EXPECT [FLAG...]: FIRST LINE" of an example.
type expectation struct {
	flags []string
	line  string
}

var expectLine = regexp.MustCompile(`(?m)^// EXPECT([^:\n]*): (.*)$`)

func expectations(src []byte) []expectation {
	var all []expectation
	for _, m := range expectLine.FindAllSubmatch(src, -1) {
		all = append(all, expectation{strings.Fields(string(m[1])), string(m[2])})
	}
	return all
}

// instances is the part of a first line that depends on the model.
var instances = regexp.MustCompile(`at \d+ instances`)

// normal returns a first line without the parts that may change: the number of
// instances, and the reason for unknown.
func normal(line string) string {
	if strings.HasPrefix(line, "unknown (") {
		return "unknown"
	}
	return instances.ReplaceAllString(line, "at N instances")
}

// TestExamples compares the answers to all examples, by the engines that ask about bounds, with those expected. In a quick run
// each example has one of the engines.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for i, file := range files {
		if filepath.Base(file) == "cubes.bpl" && !extent.Long() {
			continue // it takes a quarter of a minute
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := expectations(src)
		if len(want) == 0 {
			t.Errorf("%s expects nothing", file)
		}
		engines := driver.BoundedEngines()
		if k := i % len(engines); !extent.Long() {
			engines = engines[k : k+1]
		}
		for _, w := range want {
			for _, engine := range engines {
				name := strings.Join(append([]string{filepath.Base(file), engine}, w.flags...), " ")
				t.Run(name, func(t *testing.T) { checkExample(t, file, engine, w) })
			}
		}
	}
}

func checkExample(t *testing.T, file, engine string, w expectation) {
	args := append([]string{"verify", file, "--engine", engine, "--check"}, w.flags...)
	out, stderr, code := runMuster(args...)
	first, _, _ := strings.Cut(out, "\n")
	if got := normal(first); got != w.line {
		t.Fatalf("got %q, want %q\n%s", first, w.line, stderr)
	}
	want := exitUnknown
	switch {
	case strings.HasPrefix(w.line, "safe"):
		want = exitSafe
	case strings.HasPrefix(w.line, "unsafe"):
		want = exitUnsafe
	}
	if code != want {
		t.Errorf("exit code %d, want %d", code, want)
	}
	checkJSON(t, args, w)
}

// checkJSON checks that the object agrees with the first line, and has a trace if the
// program is unsafe.
func checkJSON(t *testing.T, args []string, w expectation) {
	out, stderr, _ := runMuster(append(args, "--json", "--trace=full")...)
	var a report.Report
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr)
	}
	line := a.Verdict
	switch line {
	case "safe up to bound":
		line = fmt.Sprintf("%s %d", line, a.Bound)
	case "safe up to contexts":
		line = strings.TrimSuffix(fmt.Sprintf("safe up to %d contexts", a.Contexts), map[bool]string{true: "s"}[a.Contexts == 1])
	}
	if a.Remark != "" {
		line = fmt.Sprintf("%s (%s)", line, a.Remark)
	}
	if normal(line) != w.line {
		t.Errorf("--json says %q, want %q", line, w.line)
	}
	if safe := strings.HasPrefix(a.Verdict, "safe"); safe && a.Check != "confirmed" {
		t.Errorf("check: %s", a.Check)
	}
	if a.Verdict == "unsafe" {
		checkTrace(t, a.Trace)
	}
}

// checkTrace checks that calls and returns nest.
func checkTrace(t *testing.T, steps []report.Step) {
	if len(steps) == 0 {
		t.Fatal("no trace")
	}
	var calls []string
	for i, s := range steps {
		if s.Kind == report.Return {
			if len(calls) == 0 || calls[len(calls)-1] != s.Procedure {
				t.Fatalf("step %d returns from %s; calls: %v", i, s.Procedure, calls)
			}
			calls = calls[:len(calls)-1]
		}
		if s.Depth != len(calls) {
			t.Fatalf("step %d (%s) has depth %d in calls %v", i, s.Kind, s.Depth, calls)
		}
		if s.Kind == report.Call {
			calls = append(calls, s.Procedure)
		}
	}
	if len(calls) > 0 {
		t.Errorf("no return from %v", calls)
	}
}

func runMuster(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = run(args, streams{strings.NewReader(""), &out, &err})
	return out.String(), err.String(), code
}

// endless is a program that takes 2^bound instances.
const endless = `
procedure f() returns (r: int) {
  var a, b: int;
  if (*) { call a := f(); call b := f(); r := a + b + 1; } else { r := 1; }
}
procedure main() {
  var r: int;
  call r := f();
  assert r != 1000000;
}
`

// TestInterrupt cancels a run during its search.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := newMonitor(&bytes.Buffer{}, progressLine)
	opt := driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: 40},
		Limits:   driver.Limits{Unbounded: -1},
		Output: driver.Output{Progress: func(p driver.Progress) {
			m.update(p)
			if p.Queries == 3 {
				cancel()
			}
		}},
	}
	_, rep, err := task.Search(ctx, prog.Files{{Name: "endless.bpl", Text: []byte(endless)}}, opt, m.last)
	if err != nil {
		t.Fatal(err)
	}
	if got := rep.Result.String(); got != "unknown (interrupted)" || !rep.Stopped || rep.Result.Stats().Queries < 3 {
		t.Errorf("%s; stopped: %v, %d queries", got, rep.Stopped, rep.Result.Stats().Queries)
	}
}

// TestSATInterrupt cancels the SAT solver during its search.
func TestSATInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	pr, pw := io.Pipe()
	defer pw.Close()
	go func() { // an endless formula
		io.WriteString(pw, "p cnf 2 2\n1 2 0\n")
		cancel()
	}()
	var out, errs bytes.Buffer
	err := runSAT(ctx, streams{pr, &out, &errs}, "-", &satOptions{backend: "muster", workers: 1, format: "lrat"})
	if code := exitCode(-1); !errors.As(err, &code) || code != exitUndecided || !strings.Contains(out.String(), "\ns UNKNOWN\nc stopped: interrupted\n") {
		t.Errorf("%v: %s%s", err, &out, &errs)
	}
}

// TestLate abandons a run that does not stop.
func TestLate(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	defer close(release)
	m := newMonitor(&bytes.Buffer{}, progressLine)
	opt := driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Output: driver.Output{Progress: func(p driver.Progress) {
			m.update(p)
			cancel()
			<-release
		}},
	}
	_, rep, err := task.Search(ctx, prog.Files{{Name: "endless.bpl", Text: []byte(endless)}}, opt, m.last)
	if err != nil {
		t.Fatal(err)
	}
	if got := rep.Result.String(); got != "unknown (interrupted)" || !rep.Stopped {
		t.Errorf("%s; stopped: %v", got, rep.Stopped)
	}
}

func TestReadInput(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, endless)
	z.Close()
	var zstdText, xzText bytes.Buffer
	zstdWriter, _ := zstd.NewWriter(&zstdText)
	xzWriter, _ := xz.NewWriter(&xzText)
	for _, w := range []io.WriteCloser{zstdWriter, xzWriter} {
		io.WriteString(w, endless)
		w.Close()
	}
	for _, c := range []struct{ name, in, out, err string }{
		{"plain", endless, endless, ""},
		{"gzip", zipped.String(), endless, ""},
		{"zstd", zstdText.String(), endless, ""},
		{"xz", xzText.String(), endless, ""},
		{"empty", "", "", ""},
		{"truncated", zipped.String()[:zipped.Len()-9], "", "<stdin>:1:1: unexpected EOF"},
		{"truncated zstd", zstdText.String()[:zstdText.Len()-9], "", "<stdin>:1:1: unexpected EOF"},
		{"truncated xz", xzText.String()[:xzText.Len()-9], "", "<stdin>:1:1: unexpected EOF"},
		{"garbled", "\x1f\x8bnonsense", "", "<stdin>:1:1: gzip: invalid header"},
	} {
		_, src, err := task.Read(strings.NewReader(c.in), "-")
		if err != nil && err.Error() != c.err || err == nil && c.err != "" || string(src) != c.out {
			t.Errorf("%s: %d bytes, %v", c.name, len(src), err)
		}
		var input *task.InputError
		if err != nil && !errors.As(err, &input) {
			t.Errorf("%s: not an input error: %v", c.name, err)
		}
	}
}

func TestByteSize(t *testing.T) {
	for text, want := range map[string]int64{
		"2GiB": 2 << 30, "1.5 MB": 1500000, "700": 700, "64KiB": 64 << 10, "12B": 12,
		"": -1, "GiB": -1, "-1": -1, "0": -1, "1e30GB": -1, "NaN": -1, "5 apples": -1,
	} {
		var b task.ByteSize
		if err := b.Set(text); (err == nil) != (want > 0) || err == nil && int64(b) != want {
			t.Errorf("%q: %d, %v", text, b, err)
		}
	}
}

func TestProgressLine(t *testing.T) {
	p := driver.Progress{Phase: "search", Conflicts: 7}
	p.Bound, p.Instances, p.Open, p.Queries = 2, 30, 4, 5
	const want = "search  bound 2, 30 instances, 4 open, 5 queries, 7 conflicts  1.2s"
	if got := progressLine(p, 1234*time.Millisecond); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
