package fuzz

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

// cRefusedTarget are programs that gcc refuses: so must the front end.
func cRefusedTarget() Target {
	return batches[cRefused](Target{
		Name: "c-refused", About: "C programs with one mistake, which the front end must refuse if gcc does, where it is installed",
		Slow: 150, Lacks: lacksGCC,
	}, gen.Refused)
}

// batches completes a target whose cases are programs that are compiled at once, each of which is made by a function.
func batches[C interface {
	~[]string
	Case
}](t Target, program func(*rand.Rand) string) Target {
	t.Comment, t.Patience = "//", 2*time.Minute
	n := max(t.Batch, cBatch)
	t.Make = func(r *rand.Rand) Case {
		var x C
		for range n {
			x = append(x, program(r))
		}
		return x
	}
	t.Read = func(text []byte, _ string) (Case, error) { return C(strings.Split(string(text), cSeparator)), nil }
	return t
}

// cRefused are programs with mistakes.
type cRefused []string

// Text implements Case.
func (x cRefused) Text() []byte { return []byte(strings.Join(x, cSeparator)) }

// Run implements Case.
func (x cRefused) Run(lim *limit.Limit) error {
	ctx, cancel := until(lim)
	defer cancel()
	errors, err := x.errors(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	t := tally{}
	for i, text := range x {
		if errors[i] == "" {
			t["gcc takes it"]++
			continue
		}
		_, err := c.Load(prog.Files{{Name: caseFile(i), Text: []byte(cUnchecked + text)}}, term.NewStore(), c.Options{})
		if err == nil {
			return fmt.Errorf("program %d of %d is read; gcc says: %s", i+1, len(x), errors[i])
		}
		t["refused"]++
	}
	return t
}

// cUnchecked begins programs whose checks nobody looks at.
const cUnchecked = "#define CHECK(k, ...) (void)(__VA_ARGS__)\n"

// cMistake finds the errors that gcc reports, each with the number of its file.
var cMistake = regexp.MustCompile(`(?m)^\S*?case(\d+)\.c:.*error: (.*)$`)

// errors returns the first error of gcc about each program.
func (x cRefused) errors(ctx context.Context) ([]string, error) {
	dir, err := os.MkdirTemp("", "c")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"-std=gnu17", "-w", "-fsyntax-only"}
	for i, text := range x {
		source := filepath.Join(dir, caseFile(i))
		if err := os.WriteFile(source, []byte(cUnchecked+text), 0o666); err != nil {
			return nil, err
		}
		args = append(args, source)
	}
	out, _ := exec.CommandContext(ctx, "gcc", args...).CombinedOutput() // it says by its text what is wrong
	errors := make([]string, len(x))
	for _, m := range cMistake.FindAllStringSubmatch(string(out), -1) {
		var i int
		if _, err := fmt.Sscan(m[1], &i); err == nil && i < len(x) && errors[i] == "" {
			errors[i] = m[2]
		}
	}
	return errors, nil
}

// Shrink implements Case.
func (x cRefused) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return cRefused(leastProgram(x, b, func(p []string) bool { return fails(cRefused(p)) }))
}

// leastProgram returns the first one of the programs that fails, with few lines; or all of them, if none fails alone. A
// comment in the first line stays.
func leastProgram(programs []string, b *shrink.Budget, fails func([]string) bool) []string {
	alone := slices.IndexFunc(programs, func(p string) bool { return len(programs) == 1 || fails([]string{p}) })
	if alone < 0 {
		return programs
	}
	lines := strings.Split(strings.TrimSuffix(programs[alone], "\n"), "\n")
	head := ""
	if strings.HasPrefix(lines[0], "// ") {
		head, lines = lines[0]+"\n", lines[1:]
	}
	whole := func(lines []string) []string { return []string{head + strings.Join(lines, "\n") + "\n"} }
	return whole(shrink.List(lines, b, func(l []string) bool { return fails(whole(l)) }))
}
