package driver_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestLoopInvariants finds invariants of loops, and asks whether they hold: they are put into the program as assertions, where
// another run finds it safe and, if it is in C, executions with arbitrary input do not fail.
func TestLoopInvariants(t *testing.T) {
	files, _ := filepath.Glob("testdata/invariants/*")
	boogie, _ := filepath.Glob("../learn/testdata/[a-g]*_[a-f]*.bpl")
	if len(files) == 0 || len(boogie) == 0 {
		t.Fatal("no programs")
	}
	files = append(files, boogie...)
	for i := extent.Of(1, 0); i < len(files); i += extent.Of(5, 1) { // the first one is the hardest
		file := files[i]
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(src)
			rep := verified(t, file, text)
			if rep.Result.Verdict() != verifier.Safe {
				return // of the learner's programs
			}
			var got []string
			for _, x := range rep.LoopInvariants {
				got = append(got, fmt.Sprintf("%s %d:%d %s", map[bool]string{true: "loop", false: "statement"}[x.Loop], x.At.Line, x.At.Col, x.Text))
			}
			for want := range strings.SplitSeq(text, "\n") {
				if want, ok := strings.CutPrefix(want, "// want "); ok && !slices.Contains(got, want) {
					t.Errorf("%s is not among\n%s", want, strings.Join(got, "\n"))
				}
			}
			if len(got) == 0 {
				return
			}
			checked := withInvariants(t, text, rep)
			if again := verified(t, file, checked); again.Result.Verdict() != verifier.Safe && again.Result.Verdict() != verifier.SafeUpToBound {
				t.Errorf("%v with the invariants as assertions:\n%s", again.Result, checked)
			}
			if filepath.Ext(file) == ".c" {
				executions(t, checked)
			}
		})
	}
}

// TestHoleProvesNothing asks what a proof learned of a program that has something that is not supported: that is no proof
// of the program.
func TestHoleProvesNothing(t *testing.T) {
	const src = "int input(void); void reach_error(void);\n" +
		"int main(void) { int i = 0, n = input(); while (i < n) i++; if (i < n) reach_error(); double d = n; return d > 1; }"
	rep, err := driver.Verify(t.Context(), "a.c", []byte(src), driver.Options{
		Question: driver.Question{Front: c.Front{}},
		Output:   driver.Output{Summaries: true, Annotate: true, LoopInvariants: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "the program is not proved safe for all bounds"
	if rep.Result.Verdict() != verifier.Unknown || rep.Annotated != nil || len(rep.Summaries)+len(rep.LoopInvariants) > 0 ||
		fmt.Sprint(rep.NotAnnotated) != want || fmt.Sprint(rep.NotSummarized) != want {
		t.Errorf("%v, annotated %v (%v), %d summaries (%v), %d invariants", rep.Result, rep.Annotated != nil, rep.NotAnnotated,
			len(rep.Summaries), rep.NotSummarized, len(rep.LoopInvariants))
	}
}

func verified(t *testing.T, file, src string) *driver.Report {
	t.Helper()
	ctx, cancel := limit.NewCountdown(200_000, limit.Steps).Context(t.Context())
	defer cancel()
	language, err := front.Choose(prog.Files{{Name: file}}, c.Front{}, boogie.Front{})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := driver.Verify(ctx, filepath.Base(file), []byte(src), driver.Options{
		Question: driver.Question{Front: language},
		Limits:   driver.Limits{Unbounded: time.Hour},
		Output:   driver.Output{LoopInvariants: true},
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return rep
}

// withInvariants returns a program with invariants as assertions.
func withInvariants(t *testing.T, src string, rep *driver.Report) string {
	t.Helper()
	lines := []int{0}
	for i := range src {
		if src[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	type insertion struct {
		at   int
		text string
	}
	var all []insertion
	heads := map[int]bool{}
	for _, x := range rep.LoopInvariants {
		at := lines[x.At.Line-1] + int(x.At.Col) - 1
		switch rest := src[at:]; {
		case !x.Loop:
			all = append(all, insertion{at, "holds(" + x.Text + "); "})
		case rep.Loaded.Language != "C" && strings.HasPrefix(rest, "while"):
			all = append(all, insertion{at + closing(rest, strings.IndexByte(rest, '(')) + 1, " invariant " + x.Text + ";"})
		case rep.Loaded.Language != "C": // a label
			all = append(all, insertion{at + strings.IndexByte(rest, ':') + 1, " assert " + x.Text + ";"})
		default:
			begin, end := condition(rest)
			all = append(all, insertion{at + begin, "holds(" + x.Text + "), "})
			if empty := strings.TrimSpace(rest[begin:end]) == ""; empty && !heads[at] {
				all = append(all, insertion{at + end, "1"})
			}
			heads[at] = true
		}
	}
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(b.at, a.at) })
	for _, x := range all {
		src = src[:x.at] + x.text + src[x.at:]
	}
	if rep.Loaded.Language == "C" {
		src = "void reach_error(void); static void holds(int c) { if (!c) reach_error(); } " + src
	}
	return src
}

// condition returns where the condition of while or for is.
func condition(loop string) (begin, end int) {
	open := strings.IndexByte(loop, '(')
	if strings.HasPrefix(loop, "while") {
		return open + 1, closing(loop, open)
	}
	first := strings.IndexByte(loop, ';') + 1
	return first, first + strings.IndexByte(loop[first:], ';')
}

// closing returns where the parenthesis closes that opens at a place.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// executions compiles a program by gcc, and executes it with random input.
func executions(t *testing.T, src string) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return
	}
	dir := t.TempDir()
	input := `#include <stdlib.h>
		#include <stdio.h>
		void reach_error(void) { puts("fails"); exit(1); }
		__attribute__((constructor)) static void seed(void) { srand(atoi(getenv("SEED"))); }
		int __VERIFIER_nondet_int(void) { return rand() % 3 ? rand() % 20 - 5 : rand() * 2 + rand(); }
		unsigned __VERIFIER_nondet_uint(void) { return __VERIFIER_nondet_int(); }`
	binary, program, world := filepath.Join(dir, "a.out"), filepath.Join(dir, "a.c"), filepath.Join(dir, "world.c")
	for file, text := range map[string]string{program: src, world: input} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(gcc, "-w", "-O1", "-fwrapv", "-o", binary, program, world).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for seed := range 30 {
		cmd := exec.CommandContext(t.Context(), "timeout", "1", binary)
		cmd.Env = []string{fmt.Sprint("SEED=", seed)}
		if out, _ := cmd.Output(); string(out) == "fails\n" {
			t.Fatalf("with seed %d an assertion fails:\n%s", seed, src)
		}
	}
}
