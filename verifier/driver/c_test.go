package driver_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestC verifies the programs in testdata/c, whose first line says what is expected; the files of a directory are one program. What
// is safe and leaves nothing open is also executed, as gcc compiles it.
func TestC(t *testing.T) {
	programs, err := filepath.Glob("testdata/c/*")
	if err != nil || len(programs) == 0 {
		t.Fatal(err, programs)
	}
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			if filepath.Base(program) == "container.c" {
				extent.NeedLong(t, "it takes as long as all others")
			}
			names := []string{program}
			if filepath.Ext(program) == "" {
				names, _ = filepath.Glob(program + "/*.c")
			}
			var files prog.Files
			for _, name := range names {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, prog.File{Name: filepath.Base(name), Text: text})
			}
			src := files[0].Text
			lines := strings.SplitN(string(src), "\n", 3)
			want, detail, _ := strings.Cut(strings.TrimPrefix(lines[0], "// "), " ")
			language := c.Front{Options: c.Options{Record: true}}
			switch lines[1] {
			case "// model=ILP32":
				language.Options.Model = syntax.ILP32
			case "// overflow=check":
				language.Options.Overflow = c.Check
			case "// malloc=may-fail":
				language.Options.MallocMayFail = true
			case "// overflow=assume":
				language.Options.Overflow = c.Assume
			}
			opt := driver.Options{
				Question: driver.Question{Front: language, Files: files[1:], Bound: 12},
				Limits:   driver.Limits{Unbounded: time.Hour, CheckTimeout: 2 * time.Second},
				Engines:  driver.Engines{Invariants: true},
				Output:   driver.Output{Check: true}, // of an execution: it is reenacted
			}
			rep, err := driver.Verify(context.Background(), files[0].Name, src, opt)
			if err != nil {
				t.Fatal(err)
			}
			got := rep.Result.Verdict().String()
			switch rep.Result.Verdict() {
			case verifier.Unsafe:
				at := rep.Result.Trace().Failed
				got += fmt.Sprintf(" %d:%d", at.Line, at.Col)
			case verifier.Unknown:
				got += " " + rep.Result.Reason().Detail
			}
			if got != strings.TrimSpace(want+" "+detail) {
				t.Errorf("%s, want %s", got, lines[0])
			}
			if extent.Long() {
				execute(t, names, string(src), lines[1], rep)
			}
		})
	}
}

// execute compiles a program with gcc, and with its harness if it is unsafe, and runs it.
func execute(t *testing.T, files []string, src, how string, rep *driver.Report) {
	gcc, err := exec.LookPath("gcc")
	safe := rep.Result.Verdict() == verifier.Safe && !strings.Contains(src, "nondet") && !strings.Contains(src, "reach_error")
	harness := rep.Loaded.Source.(*c.Result).Harness(rep.Result.Trace())
	if err != nil || how == "// model=ILP32" || !safe && !strings.Contains(src, "reach_error()") || !safe && harness == nil {
		return
	}
	binary := filepath.Join(t.TempDir(), "a.out")
	args := append([]string{"-w", "-fwrapv", "-fcommon", "-o", binary}, files...)
	if !safe {
		file := filepath.Join(t.TempDir(), "harness.c")
		if err := os.WriteFile(file, []byte(harness.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
		for _, name := range harness.Wrapped {
			args = append(args, "-Wl,--wrap="+name)
		}
	}
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(binary).CombinedOutput()
	if safe != (err == nil) {
		t.Errorf("executed: %v\n%s", err, out)
	}
}

// TestCErrors reads what is no C.
func TestCErrors(t *testing.T) {
	deep := strings.Repeat("(", 100_000)
	for _, x := range []struct{ src, want string }{
		{"int main(void) { return 0 }", "a.c:1:27: "},
		{"int main(void) {", "a.c:1:17: "},
		{"int f(void) { return 0; }", "a.c:1:1: no function main with a body; --entry names another one"},
		{"#include \"a.c\"\nint main(void) { return 0; }", "a.c:"},
		{"#define A A B\n#define B B A A\nint main(void) { return A; }", "a.c:3:"},
		{"int main(void) { return " + deep, "a.c:1:2024: brackets are nested too deeply"},
		{"int main(void) { return x; }", "a.c:1:25: 'x' undeclared (first use in this function)"},
		{"int main(void) { int x; x.y = 3; return 0; }", "a.c:1:"},
		{"\x00\xff\x01", "a.c:1:2: "},
		{"int main(int n) { switch (n) { case 1 ... 5: case 6: case 5 ... 9: ; } }", "a.c:1:54: duplicate case value, previously used at a.c:1:32"},
		{"int main(int n) { switch (n) { case 3: switch (n) { case 3: ; } case 0x100000003: ; } }", "a.c:1:65: duplicate case value"},
		{"int main(int n) { switch ((unsigned)n) { case -1: case 4294967295: ; } }", "a.c:1:51: duplicate case value"},
		{"int main(int n) { switch (n) { default: default: ; } }", "a.c:1:41: multiple default labels"},
		{"int main(int n) { switch (&n) { case 3: ; } }", "a.c:1:27: switch quantity not an integer"},
		{"#define A(n) __attribute__((aligned(n)))\nstruct s { int x A(3); };\nint main(void) { return 0; }", "a.c:2:18: requested alignment 3 is not"},
		{"", "a.c:1:1: no function main with a body; --entry names another one"},
	} {
		_, err := driver.Verify(context.Background(), "a.c", []byte(x.src), driver.Options{
			Question: driver.Question{Front: c.Front{}},
			Limits:   driver.Limits{Unbounded: -1},
		})
		if err == nil || !strings.HasPrefix(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %.300v, want %s", x.src, err, x.want)
		}
	}
}

// TestCBounds: a C program whose bound is not given is asked about with greater ones, and loops that count do not need any.
func TestCBounds(t *testing.T) {
	const (
		nondet = "int __VERIFIER_nondet_int(void); void reach_error(void); int a[20];\n"
		halves = nondet + "int main(void) { int n = 0, x = __VERIFIER_nondet_int(); while (x > 1) { x = x / 2; n++; } if (n == 6) reach_error(); }"
		counts = nondet + `int main(void) { int s = 0;
			for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++) a[i] = __VERIFIER_nondet_int();
			for (int i = 19; 0 <= i; i -= 1) s += a[i] == 7;
			if (s == 20) reach_error(); }`
		both = nondet + "int main(void) { int s = 0, n = __VERIFIER_nondet_int(); for (int i = 0; i < n && 20 > i; i++) s++; if (s == 20) reach_error(); }"
	)
	for _, x := range []struct {
		src  string
		opt  driver.Options
		want string
	}{
		{halves, driver.Options{Question: driver.Question{Bound: 3}, Limits: driver.Limits{Unbounded: -1}}, "safe up to bound 3"},
		{halves, driver.Options{Limits: driver.Limits{Unbounded: time.Minute}}, "unsafe"},
		{counts, driver.Options{Question: driver.Question{Bound: 3}, Limits: driver.Limits{Unbounded: -1}}, "unsafe"},
		{both, driver.Options{Question: driver.Question{Bound: 3}, Limits: driver.Limits{Unbounded: -1}}, "unsafe"},
	} {
		x.opt.Front, x.opt.Engine = c.Front{}, "legion"
		rep, err := driver.Verify(context.Background(), "a.c", []byte(x.src), x.opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); !strings.HasPrefix(got, x.want) {
			t.Errorf("%s: %s, not %s", x.src, got, x.want)
		}
	}
}

// TestCSource writes the programs in testdata/c as Boogie text, and reads that.
func TestCSource(t *testing.T) {
	files, err := filepath.Glob("testdata/c/*.c")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		st := term.NewStore()
		res, err := c.Load(prog.Files{{Name: file, Text: src}}, st, c.Options{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var text bytes.Buffer
		if err := prog.WriteSource(&text, res.Program, prog.Source{}); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if _, err := boogie.Load(file, text.Bytes(), term.NewStore()); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		written++
	}
	if written < 30 {
		t.Errorf("only %d programs", written)
	}
}
