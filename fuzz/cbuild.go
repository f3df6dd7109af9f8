package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// computed are the values of a program's checks, by their numbers.
type computed map[string]int64

// cCheck finds the checks of a program.
var cCheck = regexp.MustCompile(`CHECK\((\d+),`)

// execute returns what the programs compute: nil, if gcc does not understand a program, if not every check
// is reached once, or, with close, if clang gives the program another meaning. It counts these.
func (x cCase) execute(ctx context.Context, t tally) ([]computed, error) {
	values := make([]computed, len(x.programs))
	out, err := x.build(ctx, "gcc")
	switch {
	case ctx.Err() != nil:
		return values, nil
	case err != nil && len(x.programs) > 1: // one of them is no program
		for i := range x.programs {
			v, err := cCase{x.kind, x.programs[i : i+1], x.close}.execute(ctx, t)
			if err != nil {
				return values, err
			}
			values[i] = v[0]
		}
		return values, nil
	case err != nil: // it need not be a program after it was made smaller
		t["not compiled"]++
		return values, nil
	}
	if values, err = x.parse(out); err == nil && x.close {
		err = x.compare(ctx, values, t)
	}
	return values, err
}

// parse reads the lines that the checks print.
func (x cCase) parse(out string) ([]computed, error) {
	values := make([]computed, len(x.programs))
	twice := make([]bool, len(x.programs))
	for line := range strings.Lines(out) {
		var i int
		var k string
		var v int64
		if _, err := fmt.Sscan(line, &i, &k, &v); err != nil || i >= len(values) {
			return nil, fmt.Errorf("a program prints %q", line)
		}
		if values[i] == nil {
			values[i] = computed{}
		}
		_, again := values[i][k]
		values[i][k], twice[i] = v, twice[i] || again
	}
	for i, text := range x.programs {
		if twice[i] || len(values[i]) != len(cCheck.FindAllString(text, -1)) {
			values[i] = nil // a check is in a loop, or not reached
		}
	}
	return values, nil
}

// compare drops the values of programs that have other ones with clang, where it is installed, unless their first lines say that
// they are for gcc alone.
func (x cCase) compare(ctx context.Context, values []computed, t tally) error {
	if _, err := exec.LookPath("clang"); err != nil || modelOf(x.programs[0]) == syntax.ILP32 {
		return nil
	}
	y := cCase{kind: x.kind, close: x.close}
	var at []int
	for i, text := range x.programs {
		if first, _, _ := strings.Cut(text, "\n"); values[i] != nil && !strings.HasSuffix(first, " gcc") {
			y.programs, at = append(y.programs, text), append(at, i)
		}
	}
	if len(at) == 0 {
		return nil
	}
	out, err := y.build(ctx, "clang")
	if err != nil {
		t["not compiled by clang"] += uint64(len(at))
		return nil
	}
	others, err := y.parse(out)
	if err != nil {
		return err
	}
	for k, i := range at {
		if !maps.Equal(others[k], values[i]) {
			t["gcc and clang differ"]++
			values[i] = nil
		}
	}
	return nil
}

// build makes one binary of all programs, and returns what it prints. With close, gcc looks for what has no meaning.
func (x cCase) build(ctx context.Context, compiler string) (string, error) {
	dir, err := os.MkdirTemp("", "c")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "case")
	args := append([]string{compiler, "-std=gnu17", "-w", "-fwrapv", "-o", binary}, x.kind.flags...)
	for i, text := range x.kind.files(x.programs) {
		source := filepath.Join(dir, caseFile(i))
		if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
			return "", err
		}
		args = append(args, source)
	}
	run := []string{binary}
	closer := []string{"-Werror=uninitialized", "-Werror=maybe-uninitialized", "-Werror=return-type", "-fsanitize=address,bounds,null"}
	if modelOf(x.programs[0]) == syntax.ILP32 {
		args = append(args, "-m32")
		closer = closer[:3]
		if emulator, err := exec.LookPath("qemu-i386"); err == nil {
			run = []string{emulator, run[0]} // the kernel need not know such programs
		}
	}
	out, err := outputOf(ctx, run, append(args, "-O0"))
	if err != nil || !x.close || compiler != "gcc" {
		return out, err
	}
	args = append(args[:2:2], append(closer, args[3:]...)...)
	again, err := outputOf(ctx, run, append(args, "-O2"))
	if err == nil && again != out {
		err = errors.New("the program has no meaning")
	}
	return out, err
}

// outputOf returns what a program prints, once it is built.
func outputOf(ctx context.Context, run, build []string) (string, error) {
	if out, err := exec.CommandContext(ctx, build[0], build[1:]...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %s", build[0], bytes.TrimSpace(out))
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", "ulimit -t 1; exec \"$@\"", "sh"}, run...)...) // csmith makes programs that do not end
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.Output()
	return string(out), err
}

// cPrinting is the beginning of what a compiler gets: checks print their program, their number and their value.
const cPrinting = "int printf(const char *, ...);\n#define CHECK(k, ...) printf(\"%d %d %lld\\n\", PROGRAM, k, (long long)(__VA_ARGS__))\n"

// announced says which program comes next.
func announced(i int) string { return fmt.Sprintf("#undef PROGRAM\n#define PROGRAM %d\n", i) }

// calling returns a main that calls those of n programs.
func calling(n int) string {
	var decls, calls string
	for i := range n {
		decls += fmt.Sprintf("int main_%d();\n", i)
		calls += fmt.Sprintf("  main_%d();\n", i)
	}
	return decls + "int main(void) {\n" + calls + "}\n"
}

// cWord finds what is renamed in a program, and what is not: text in quotes, and lines for the preprocessor.
var cWord = regexp.MustCompile(`"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|(?m:^#.*$)|//.*|\b[A-Za-z_]\w*`)

// renamed returns a program of gen.C whose names no other one has.
func renamed(text string, k int) string {
	return cWord.ReplaceAllStringFunc(text, func(w string) string {
		if !letter(w[0]) || strings.HasPrefix(w, "__") || strings.HasSuffix(w, "_t") || strings.HasSuffix(w, "_MAX") || strings.HasSuffix(w, "_MIN") ||
			gen.CWord(w) {
			return w
		}
		return fmt.Sprintf("%s_%d", w, k)
	})
}

func letter(b byte) bool { return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// cutFiles are the files of programs of gen.C: the first files of all programs in one, and so on.
func cutFiles(programs []string) []string {
	texts := make([]string, cMost)
	for i := range texts {
		texts[i] = cPrinting
	}
	for i := range programs {
		for k, part := range cut(programs[i]) {
			texts[k] += announced(i) + renamed(part, i) + "\n"
		}
	}
	texts[0] += calling(len(programs))
	return texts
}

// asserting returns the program with claims about what it computes: each check sees its value, and in a program of one file all are reached.
func (x cProgram) asserting(values computed) (files prog.Files) {
	text := "void reach_error(void);\nstatic int reached;\n#define CHECK(k, ...) if (reached++, (long long)(__VA_ARGS__) != V##k) reach_error()\n"
	for k, v := range values {
		if v == math.MinInt64 {
			text += "#define V" + k + " (" + strconv.FormatInt(v+1, 10) + "LL-1)\n"
		} else {
			text += "#define V" + k + " " + strconv.FormatInt(v, 10) + "LL\n"
		}
	}
	parts := cut(x.text)
	if len(parts) == 1 {
		text += fmt.Sprintf("__attribute__((destructor(101))) static void all(void) { if (reached != %d) reach_error(); }\n", len(values))
	}
	for i, part := range parts {
		files = append(files, prog.File{Name: caseFile(i), Text: []byte(text + part)})
	}
	return files
}

// caseFile is the name of a file of a program.
func caseFile(i int) string { return fmt.Sprintf("case%d.c", i) }
