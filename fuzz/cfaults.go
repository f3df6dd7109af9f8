package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// cFaultsTarget are programs without input, so that one execution tells whether they have a fault, and where. The generator leaves out what
// only one side calls a fault: sanitizers do not see values that nothing was written to, scans of freed strings and comparisons of sums, which gcc
// folds before, nor a memcpy of a constant size between places that overlap.
func cFaultsTarget() Target {
	return batches[cFaults](Target{
		Name: "c-faults", About: "C programs that use memory and the library, half with a fault, against gcc's sanitizers, where they are installed",
		Slow: 500, Lacks: lacksSanitizers,
	}, gen.Faulty)
}

// lacksSanitizers is Target.Lacks for what needs gcc and its sanitizers. gcc gives the path of a library if it has it.
func lacksSanitizers() string {
	for _, library := range []string{"libasan.so", "libubsan.so"} {
		out, err := exec.Command("gcc", "-print-file-name="+library).Output()
		if err != nil || !strings.Contains(string(out), "/") {
			return "gcc with " + library
		}
	}
	return ""
}

// cFaults are programs that may have a fault.
type cFaults []string

// Text implements Case.
func (x cFaults) Text() []byte { return []byte(strings.Join(x, cSeparator)) }

// Run implements Case.
func (x cFaults) Run(lim *limit.Limit) error {
	return x.each(lim, func(ctx context.Context, binary string, i int) error {
		report, err := sanitized(ctx, binary, i, 0)
		if err != nil {
			return err
		}
		return compareFaults(ctx, x[i], report)
	})
}

// each asks about each of the programs, of which a binary is made.
func (x cFaults) each(lim *limit.Limit, ask func(ctx context.Context, binary string, i int) error) error {
	var binary string
	return eachProgram(lim, len(x), func(ctx context.Context, dir string) (err error) {
		binary, err = x.build(ctx, dir)
		return err
	}, func(ctx context.Context, i int) error { return ask(ctx, binary, i) })
}

// eachProgram asks about each of n programs, which are built together in a directory.
func eachProgram(lim *limit.Limit, n int, build func(ctx context.Context, dir string) error, ask func(context.Context, int) error) error {
	ctx, cancel := until(lim)
	defer cancel()
	dir, err := os.MkdirTemp("", "programs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t := tally{}
	err = build(ctx, dir)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil && n == 1: // it need not be a program after it was made smaller
		t["not compiled"]++
		return t
	case err != nil:
		return err
	}
	for i := range n {
		err := wrong(ask(ctx, i), t.add)
		if lim.Stopped() {
			return nil
		}
		if err != nil {
			return fmt.Errorf("program %d of %d: %w", i+1, n, err)
		}
	}
	return t
}

// cFaultsMain is what executes the program whose number is the first argument. Its input depends on the second one: a number of 1 to 32 bits, or one that is negative.
const cFaultsMain = `# 1 "main.c"
#include <stdlib.h>
static unsigned long state;
int input(void) { state = state * 6364136223846793005 + 1442695040888963407; return (int)(state >> 32) >> (state >> 27) %% 32; }
int main(int argc, char **argv) { int (*list[])(void) = { %s}; state = atoi(argv[2]); list[atoi(argv[1])](); return 0; }
`

// build makes one binary of all programs. Each has a file of its own in what sanitizers report.
func (x cFaults) build(ctx context.Context, dir string) (binary string, err error) {
	var text, list string
	for i, p := range x {
		text += fmt.Sprintf("#define main main_%d\n#define cmp cmp_%d\n# 1 %q\n%s#undef main\n#undef cmp\n", i, i, caseFile(i), p)
		list += fmt.Sprintf("main_%d, ", i)
	}
	text += fmt.Sprintf(cFaultsMain, list)
	source := filepath.Join(dir, "faults.c")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "faults")
	cmd := exec.CommandContext(ctx, "gcc", "-std=gnu17", "-w", "-g", "-O0", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover", "-o", binary, source)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %s", out)
	}
	return binary, nil
}

// sanitized executes a program with some input, and returns what sanitizers report; empty if they see no fault.
func sanitized(ctx context.Context, binary string, i, seed int) (report string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, strconv.Itoa(i), strconv.Itoa(seed))
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && cFaultReport.Match(out) {
		report, _, _ = strings.Cut(string(out), "\n\n") // the rest is about where memory was allocated
		return report, nil
	}
	return "", err
}

var (
	// cFaultReport finds what sanitizers begin their reports with.
	cFaultReport = regexp.MustCompile(`runtime error:|ERROR: AddressSanitizer`)
	// cFaultPlace finds the places in them.
	cFaultPlace = regexp.MustCompile(`\bcase\d+\.c:(\d+)`)
)

// compareFaults compares the verdict on a program with a report.
func compareFaults(ctx context.Context, text, report string) error {
	checks, err := c.ParseChecks("all")
	if err != nil {
		return err
	}
	rep, err := driver.Verify(ctx, caseFile(0), []byte(text), driver.Options{
		Question: driver.Question{Front: c.Front{Options: c.Options{Checks: checks}}},
		Limits:   driver.Limits{Timeout: cFaultsTime, Unbounded: cFaultsTime},
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	v, want := rep.Result.Verdict(), verifier.Safe
	if report != "" {
		want = verifier.Unsafe
	}
	switch {
	case v != verifier.Safe && v != verifier.Unsafe:
		return tally{want.String() + ", undecided": 1}
	case v != want:
		return fmt.Errorf("%v; the sanitizers: %q", rep.Result, report)
	case v == verifier.Safe:
		return tally{"safe": 1}
	}
	var lines []int
	for _, m := range cFaultPlace.FindAllStringSubmatch(report, -1) {
		if line, err := strconv.Atoi(m[1]); err == nil {
			lines = append(lines, line)
		}
	}
	if at := failedLine(rep.Result.Trace()); len(lines) > 0 && !slices.Contains(lines, at) {
		return fmt.Errorf("it fails in line %d; the sanitizers: %q", at, report)
	}
	return tally{"unsafe": 1}
}

// cFaultsTime is for one verdict.
const cFaultsTime = 5 * time.Second

// failedLine returns the line of a program where an execution fails: of a fault in the library, where that is called.
func failedLine(t *verifier.Trace) int {
	at := t.Failed
	for i := slices.IndexFunc(t.Steps, func(s verifier.Step) bool { return s.Kind == prog.StepFail }); at.Line == 0 && i > 0; i-- {
		if t.Steps[i-1].Pos.Line > 0 {
			at = t.Steps[i-1].Pos
		}
	}
	return int(at.Line)
}

// Shrink implements Case.
func (x cFaults) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return cFaults(leastProgram(x, b, func(p []string) bool { return fails(cFaults(p)) }))
}
