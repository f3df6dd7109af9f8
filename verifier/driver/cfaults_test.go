package driver_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestCFaults verifies the programs in testdata/faults, whose first line names the kinds that are asked about. With CASE being N, what fails is
// in the line that is marked `fault N`; with 0 nothing does. In a long run gcc's
// sanitizers say the same, or clang's of memory, but where `unseen` is behind that. They do not run what says `alone`: what reads inputs, and pointers to
// nested functions, which need code on the stack, and the one that the sanitizers make has none. A quick run takes every third fault.
func TestCFaults(t *testing.T) {
	programs, err := filepath.Glob("testdata/faults/*.c")
	if err != nil || len(programs) == 0 {
		t.Fatal(err, programs)
	}
	mark := regexp.MustCompile(`// fault (\d+)( unseen)?`)
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			kinds, alone := strings.CutSuffix(strings.TrimPrefix(lines[0], "// check="), " alone")
			checks, err := c.ParseChecks(kinds)
			if err != nil {
				t.Fatal(err)
			}
			binary := ""
			if !alone {
				binary = sanitized(t, program, checks)
			}
			try := func(n string, want string, seen bool) {
				language := c.Options{Checks: checks}
				language.Define = []string{"CASE=" + n}
				opt := driver.Options{
					Question: driver.Question{Front: c.Front{Options: language}, Bound: 12},
					Limits:   driver.Limits{Unbounded: time.Hour},
				}
				rep, err := driver.Verify(context.Background(), program, text, opt)
				if err != nil {
					t.Fatal(err)
				}
				got := rep.Result.Verdict().String()
				if rep.Result.Verdict() == verifier.Unsafe {
					got += fmt.Sprintf(" %d", lineOf(rep))
				}
				if got != want {
					t.Errorf("case %s: %s, want %s", n, got, want)
				}
				if binary == "" {
					return
				}
				cmd := exec.Command(binary)
				cmd.Env = append(os.Environ(), "CASE="+n, "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0")
				if out, err := cmd.CombinedOutput(); seen != (err != nil) {
					t.Errorf("case %s, executed: %v\n%s", n, err, out)
				}
			}
			try("0", "safe", false)
			faults := 0
			for i, line := range lines {
				for _, m := range mark.FindAllStringSubmatch(line, -1) {
					if faults++; faults%extent.Of(3, 1) != 0 {
						continue
					}
					try(m[1], fmt.Sprintf("unsafe %d", i+1), m[2] == "")
				}
			}
		})
	}
}

// TestHandlers has the engines that ask about all bounds prove a loop that reads tables and strings, by itself each: no fact needs to say that the
// loop leaves these as they are.
func TestHandlers(t *testing.T) {
	const program = "testdata/faults/handlers.c"
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	checks, _ := c.ParseChecks("all")
	for _, engine := range []string{"spacer", "lazyann"} {
		language := c.Options{Checks: checks}
		language.Define = []string{"CASE=0"}
		opt := driver.Options{
			Question: driver.Question{Front: c.Front{Options: language}},
			Limits:   driver.Limits{Unbounded: time.Hour},
			Engines:  driver.Engines{Engine: engine},
			Output:   driver.Output{Check: true},
		}
		rep, err := driver.Verify(t.Context(), program, text, opt)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
			t.Errorf("%s: %v, check %s", engine, rep.Result, rep.Check)
		}
	}
}

// lineOf returns where an execution fails: of a fault in the library, where that is called.
func lineOf(rep *driver.Report) int32 {
	t := rep.Result.Trace()
	if t.Failed.Line > 0 {
		return t.Failed.Line
	}
	failed := slices.IndexFunc(t.Steps, func(s verifier.Step) bool { return s.Kind == prog.StepFail })
	for _, s := range slices.Backward(t.Steps[:failed]) {
		if s.Pos.Line > 0 {
			return s.Pos.Line
		}
	}
	return 0
}

// sanitized compiles a program with the sanitizers of gcc, or that of clang for memory, if the compiler is there. The case then is that of the environment.
func sanitized(t *testing.T, program string, checks c.Checks) string {
	name, flags := "gcc", []string{"-fsanitize=address,undefined", "-fsanitize-address-use-after-scope"}
	if checks&c.Uninit != 0 {
		name, flags = "clang", []string{"-fsanitize=memory"}
	}
	compiler, err := exec.LookPath(name)
	if err != nil || !extent.Long() {
		return ""
	}
	binary := filepath.Join(t.TempDir(), "a.out")
	args := append(flags, "-w", "-o", binary, "-D", `CASE=atoi(getenv("CASE"))`, "-include", "stdlib.h", "-fno-sanitize-recover", program)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// TestFirstFault has each engine look for faults where an execution that watches one object goes past those of others. Whatever it watches, the answer is an
// execution that ends in the marked line.
func TestFirstFault(t *testing.T) {
	const head = "int nondet(void);\nvoid *malloc(unsigned long), *calloc(unsigned long, unsigned long), free(void *);\n"
	for name, body := range map[string]string{
		"heap and static": `
			static char a[4] = "abc";
			int main(void) {
				char *p = calloc(8, 1), *q = calloc(8, 1), *r = malloc(4);
				int n = nondet();
				if (n > 3 && n < 9) {
					r[n] = 1; // first
					q[8] = 1; p[9] = 2; a[n] = 1;
				}
			}`,
		"static": `
			static char a[4] = "abc", b[4];
			int main(void) {
				char *p = calloc(8, 1);
				for (int i = 0; i < 2; i++)
					b[i] = a[4 + i]; // first
				p[9] = 2;
			}`,
		"calls": `
			static void set(char *p, int i) {
				p[i] = 1; // first
			}
			int main(void) {
				char a[2] = "", b[3] = "", *p = malloc(2);
				for (int i = 0; i < 3; i++) { set(b, i); set(a, i); }
				p[2] = 1;
				b[3] = 1;
			}`,
		"ends of lives": `
			int main(void) {
				char *p = malloc(2), *q = malloc(2), *r;
				{ char a[2] = ""; r = a; }
				free(p);
				free(q);
				*r = 1; // first
				free(q);
				*p = 1;
			}`,
	} {
		text := head + strings.ReplaceAll(body, "\n\t\t\t", "\n")
		checks, _ := c.ParseChecks("all")
		want, _, _ := strings.Cut(text, "// first")
		for _, engine := range driver.Choices() {
			rep, err := driver.Verify(t.Context(), "p.c", []byte(text), driver.Options{
				Question: driver.Question{Bound: 4, Front: c.Front{Options: c.Options{Checks: checks}}},
				Limits:   driver.Limits{Timeout: time.Minute, Unbounded: -1},
				Engines:  driver.Engines{Engine: engine},
			})
			if err != nil {
				t.Fatal(err)
			}
			if tr := rep.Result.Trace(); tr == nil || tr.Unwatched || int(lineOf(rep)) != 1+strings.Count(want, "\n") {
				t.Errorf("%s, %s: %v, wanted in line %d", name, engine, rep, 1+strings.Count(want, "\n"))
			}
		}
	}
}
