package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
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
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

var cTarget = Target{
	Name: "c", About: "C programs that terminate, against what gcc makes of them, where it is installed",
	Comment: "//", Slow: 200, Patience: 2 * time.Minute,
	Make: func(r *rand.Rand) Case {
		x := make(cCase, cBatch)
		model := syntax.Models[r.IntN(10)/8] // one in five is ILP32
		for i := range x {
			x[i] = heading(model, r) + gen.C(r)
		}
		return x
	},
	Read: func(text []byte, _ string) (Case, error) { return cCase(strings.Split(string(text), cSeparator)), nil },
}

// cCase are programs of one data model that call CHECK(k, v) with what they have computed. They are compiled together.
type cCase []string

// cBatch programs cost gcc not much more than one.
const (
	cBatch     = 20
	cSeparator = "//----\n"
)

// Text implements Case.
func (x cCase) Text() []byte { return []byte(strings.Join(x, cSeparator)) }

// Run implements Case.
func (x cCase) Run(lim *limit.Limit) error {
	ctx, cancel := until(lim)
	defer cancel()
	values, err := x.execute(ctx)
	if err != nil {
		return err
	}
	t := tally{}
	for i, text := range x {
		if lim.Stopped() {
			return nil
		}
		if len(values[i]) == 0 {
			t["not compiled"]++
			continue
		}
		if err := (cProgram{text, values[i]}).run(ctx, lim, t); err != nil {
			return fmt.Errorf("program %d of %d: %w", i+1, len(x), err)
		}
	}
	return t
}

// cProgram is a program with what it computes.
type cProgram struct {
	text   string
	values []int64
}

// run compares the front end with gcc.
func (x cProgram) run(ctx context.Context, lim *limit.Limit, t tally) error {
	seed := crc32.ChecksumIEEE([]byte(x.text))
	for _, want := range []verifier.Verdict{verifier.Safe, verifier.Unsafe} {
		claimed := slices.Clone(x.values)
		if want == verifier.Unsafe {
			if seed%cDenied != 0 {
				return nil
			}
			claimed[int(seed/cVerified)%len(claimed)]++
		}
		files := x.asserting(claimed)
		for m, name := range [...]string{c.Regions: "regions", c.Flat: "flat memory"} {
			out, hole, err := interpret(files, modelOf(x.text), c.Layout(m), lim)
			switch {
			case lim.Stopped():
				return nil
			case err != nil:
				return fmt.Errorf("%s: %w", name, err)
			case hole != "":
				t["unsupported: "+hole]++
				return nil
			case out == interp.Exhausted:
				t["too long"]++
				return nil
			case (out == interp.Violated) != (want == verifier.Unsafe):
				return fmt.Errorf("gcc computes %d; interpreted with %s, that it is %d is not %v", x.values, name, claimed, want)
			}
		}
		t["interpreted "+want.String()]++
		if len(files) > 1 {
			t[fmt.Sprintf("in %d files", len(files))]++
		}
		if seed%cVerified != 0 {
			continue
		}
		rep, err := driver.Verify(ctx, files[0].Name, files[0].Text, driver.Options{
			Files: files[1:], Bound: cBound, Invariants: true, Timeout: cTime, C: c.Options{Options: syntax.Options{Model: modelOf(x.text)}},
		})
		if err != nil && !lim.Stopped() {
			return err
		}
		v := rep.Result.Verdict()
		if v != want && v != verifier.Unknown && v != verifier.SafeUpToBound {
			return fmt.Errorf("gcc computes %d; that it is %d is %v", x.values, claimed, rep.Result)
		}
		t["verified "+v.String()]++
	}
	return nil
}

// Of one in cDenied programs another value is claimed, too: an execution that returns has seen that all values are the ones
// claimed. One in cVerified is also verified, in cTime: for solvers they are hard. cBound is more than their loops need.
const (
	cDenied   = 8
	cVerified = 200
	cTime     = 2 * time.Second
	cBound    = 12
	cFuel     = 200_000
)

// modelOf returns the data model of a program, which its first line tells.
func modelOf(text string) syntax.Model {
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first+" ", "// ILP32 ") {
		return syntax.ILP32
	}
	return syntax.LP64
}

// interpret executes the program that the front end makes. If the execution gets to what is not supported, it returns what that is.
func interpret(files prog.Files, m syntax.Model, mem c.Layout, lim *limit.Limit) (out interp.Outcome, hole string, err error) {
	st := term.NewStore()
	res, err := c.Load(files, st, c.Options{Options: syntax.Options{Model: m}, Memory: mem})
	if err != nil {
		return 0, "", err
	}
	if err := prog.Check(res.Program); err != nil {
		return 0, "", err
	}
	res.Program.Entry = res.Program.Entries[0]
	way := &cWay{}
	for !lim.Stopped() {
		way.at, way.depth = 0, 0
		outcome, frame, err := interp.Run(res.Program, model.New(st, model.Options{}), way, cFuel)
		if err != nil || outcome != interp.Blocked {
			if outcome == interp.Violated {
				_, b := end(res.Program, frame, way.depth)
				hole = reached(res, b)
			}
			return outcome, hole, err
		}
		if !way.back() {
			f, b := end(res.Program, frame, way.depth)
			return outcome, "", fmt.Errorf("no execution: the last one ends in %s at %v", f.Name, b.Pos)
		}
	}
	return 0, "", nil
}

// end returns where an execution ended, so many calls deep.
func end(p *prog.Program, f *interp.Frame, depth int) (*prog.Proc, *prog.Block) {
	for range depth - 1 {
		f = f.Calls[len(f.Calls)-1].Frame
	}
	q := p.Procs[f.Proc]
	return q, &q.Blocks[f.Path[len(f.Path)-1]]
}

// reached returns what is not supported where an execution ended.
func reached(res *c.Result, b *prog.Block) string {
	for i := range b.Cmds {
		if cmd := &b.Cmds[i]; cmd.Kind == prog.Assert && cmd.Cond == res.Program.Store.False() {
			return res.Holes[cmd.Pos]
		}
	}
	return ""
}

// cWay chooses which way an execution goes. Only one is not blocked in the end.
type cWay struct {
	path, width []int
	at          int
	depth       int // of calls
}

// back takes the last choice back, and reports whether there is another one.
func (w *cWay) back() bool {
	for n := len(w.path) - 1; n >= 0; n-- {
		if w.path[n]++; w.path[n] < w.width[n] {
			return true
		}
		w.path, w.width = w.path[:n], w.width[:n]
	}
	return false
}

// Careful implements interp.Careful.
func (*cWay) Careful() {}

// Entered implements interp.Observer.
func (w *cWay) Entered(*prog.Proc, func(prog.VarID) (model.Value, error)) error {
	w.depth++
	return nil
}

// Returned implements interp.Observer.
func (w *cWay) Returned(*prog.Proc, func(prog.VarID) (model.Value, error)) error {
	w.depth--
	return nil
}

// Choose implements interp.Oracle.
func (w *cWay) Choose(n int) int {
	if w.at == len(w.path) {
		w.path, w.width = append(w.path, 0), append(w.width, n)
	}
	w.at++
	return w.path[w.at-1]
}

// Value implements interp.Oracle: 1, which is in the range of all types.
func (w *cWay) Value(p *prog.Program, v prog.VarID) model.Value {
	switch sort := p.Sort(v); sort {
	case term.Bool:
		return model.Bool(true)
	case term.Int:
		return model.Int64(1)
	default:
		return model.ConstArray(p.Store, sort, model.Int64(1))
	}
}

// asserting returns the program with claims about what it computes.
func (x cProgram) asserting(values []int64) (files prog.Files) {
	text := []byte("void reach_error(void);\n#define CHECK(k, v) if ((long long)(v) != V##k) reach_error()\n")
	for k, check := range strings.Split(x.text, "CHECK(")[1:] {
		number, _, _ := strings.Cut(check, ",")
		if v := values[k]; v == math.MinInt64 {
			text = fmt.Appendf(text, "#define V%s (%dLL-1)\n", number, v+1)
		} else {
			text = fmt.Appendf(text, "#define V%s %dLL\n", number, v)
		}
	}
	for i, part := range cut(x.text) {
		files = append(files, prog.File{Name: caseFile(i), Text: append(bytes.Clone(text), part...)})
	}
	return files
}

// caseFile is the name of a file of a program.
func caseFile(i int) string { return fmt.Sprintf("case%d.c", i) }

// cWord finds what is renamed in a program, and what is not: text in quotes, and lines for the preprocessor.
var cWord = regexp.MustCompile(`"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|(?m:^#.*$)|//.*|\b[A-Za-z_]\w*`)

// renamed returns a program whose names no other one has.
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

// execute returns what the programs made by gcc print: nothing, if there is no gcc, or it does not understand one.
func (x cCase) execute(ctx context.Context) ([][]int64, error) {
	values := make([][]int64, len(x))
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return values, nil
	}
	out, err := x.build(ctx, gcc)
	switch {
	case ctx.Err() != nil:
		return values, nil
	case err != nil && len(x) > 1: // one of them is no program
		for i := range x {
			v, err := x[i : i+1].execute(ctx)
			if err != nil {
				return values, err
			}
			values[i] = v[0]
		}
		return values, nil
	case err != nil:
		return values, nil // it need not be a program after it was made smaller
	}
	for i, part := range strings.Split(out, "=\n")[1:] {
		if len(strings.Fields(part)) != strings.Count(x[i], "CHECK(") {
			continue // a check is in a loop, or not reached
		}
		for _, field := range strings.Fields(part) {
			v, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				return nil, err
			}
			values[i] = append(values[i], v)
		}
	}
	return values, nil
}

// build makes one binary of all programs, and returns what it prints. A program that is alone may have lost its meaning when it
// was made smaller, so gcc looks at it more closely.
func (x cCase) build(ctx context.Context, gcc string) (string, error) {
	dir, err := os.MkdirTemp("", "c")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "case")
	args := []string{gcc, "-std=gnu17", "-w", "-fwrapv", "-o", binary}
	for i, text := range x.files() {
		source := filepath.Join(dir, caseFile(i))
		if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
			return "", err
		}
		args = append(args, source)
	}
	run := []string{binary}
	closer := []string{"-Werror=uninitialized", "-Werror=maybe-uninitialized", "-Werror=return-type", "-fsanitize=address,bounds,null"}
	if modelOf(x[0]) == syntax.ILP32 {
		args = append(args, "-m32")
		closer = closer[:3]
		if emulator, err := exec.LookPath("qemu-i386"); err == nil {
			run = []string{emulator, run[0]} // the kernel need not know such programs
		}
	}
	out, err := outputOf(ctx, run, append(args, "-O0"))
	if err != nil || len(x) > 1 {
		return out, err
	}
	args = append(args[:2:2], append(closer, args[3:]...)...)
	again, err := outputOf(ctx, run, append(args, "-O2"))
	if err == nil && again != out {
		err = errors.New("the program has no meaning")
	}
	return out, err
}

// files returns what gcc makes one binary of: the first files of all programs in one, and so on.
func (x cCase) files() []string {
	texts := make([]string, cMost)
	for i := range texts {
		texts[i] = "#include <stdio.h>\n#define CHECK(k, v) printf(\"%lld\\n\", (long long)(v))\n"
	}
	calls := ""
	for i := range x {
		for k, part := range cut(x[i]) {
			texts[k] += renamed(part, i) + "\n"
		}
		texts[0] += fmt.Sprintf("int main_%d(void);\n", i)
		calls += fmt.Sprintf("puts(\"=\"); main_%d();\n", i)
	}
	texts[0] += "int main(void) {\n" + calls + "}\n"
	return texts
}

// outputOf returns what a program prints, once it is built.
func outputOf(ctx context.Context, run, build []string) (string, error) {
	if out, err := exec.CommandContext(ctx, build[0], build[1:]...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %s", bytes.TrimSpace(out))
	}
	ctx, cancel := context.WithTimeout(ctx, 5*cTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, run[0], run[1:]...)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.Output()
	return string(out), err
}

// Shrink implements Case.
func (x cCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	if len(x) > 1 {
		for i := range x {
			if y := x[i : i+1]; fails(y) {
				return y.Shrink(b, fails)
			}
		}
		return x
	}
	lines := strings.Split(strings.TrimSuffix(x[0], "\n"), "\n")
	whole := func(lines []string) cCase { return cCase{strings.Join(lines, "\n") + "\n"} }
	return whole(shrink.List(lines, b, func(l []string) bool { return fails(whole(l)) }))
}
