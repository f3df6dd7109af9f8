package fuzz

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
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
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// goTargets are Go programs without input, one target for each generator of gen.GoSketches: what is mended in one does
// not make the others count anew.
func goTargets() (targets []Target) {
	for _, s := range gen.GoSketches() {
		t := batches[goPrograms](Target{
			Name: "go-" + s.Name, About: "Go programs about " + s.About + ", against what they do when they run",
			Slow: 2000, Lacks: lacksGo, Batch: goBatch,
		}, func(r *rand.Rand) string { return gen.GoSketched(s.Name, r) })
		t.Patience = 2 * goBatch * 2 * goTime // two verdicts about each program
		targets = append(targets, t)
	}
	return targets
}

// lacksGo is Target.Lacks for what needs the go command.
func lacksGo() string {
	if _, err := exec.LookPath("go"); err != nil {
		return "go"
	}
	return ""
}

// goPrograms are programs, which are put into one package.
type goPrograms []string

// Text implements Case.
func (x goPrograms) Text() []byte { return []byte(strings.Join(x, cSeparator)) }

// Shrink implements Case.
func (x goPrograms) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return goPrograms(leastProgram(x, b, func(p []string) bool { return fails(goPrograms(p)) }))
}

// goFeatures returns the features of a program, which its first line names.
func goFeatures(text string) []string {
	first, _, _ := strings.Cut(text, "\n")
	if list, ok := strings.CutPrefix(first, "// "); ok {
		return strings.Split(list, "; ")
	}
	return nil
}

// features implements featured.
func (x goPrograms) features() (out []string) {
	for _, text := range x {
		out = append(out, goFeatures(text)...)
	}
	return out
}

// goOutcome is what a program does: it returns a value, or panics.
type goOutcome struct {
	value   uint64
	message string // of the panic
	line    int    // of the program, where that is; 0 if there is none
	before  []int  // lines of panics that others have taken the place of, if they were not recovered
}

// Run implements Case.
func (x goPrograms) Run(lim *limit.Limit) error {
	var did []goOutcome
	var src *golang.Package
	var refused error // what go takes, the front end has to take
	return eachProgram(lim, len(x), func(ctx context.Context, dir string) (err error) {
		if did, err = x.execute(ctx, dir); err == nil {
			src, refused = claimed(dir, did)
		}
		return err
	}, func(ctx context.Context, i int) error {
		if refused != nil {
			return refused
		}
		t := tally{}
		if err := wrong(did[i].compare(ctx, src, i), t.add); err != nil {
			return err
		}
		what := decided
		for k := range t {
			if k != "safe" && k != "unsafe" {
				what = undecided
			}
		}
		for _, f := range goFeatures(x[i]) {
			t[what+f] = 1
		}
		return t
	})
}

// claimed reads the package of a directory with claims about what its programs do.
func claimed(dir string, did []goOutcome) (*golang.Package, error) {
	if err := writeClaims(dir, did); err != nil {
		return nil, err
	}
	return golang.Read(prog.Files{{Name: "."}}, golang.Options{Dir: dir}, false)
}

// goPrelude is what programs have in common, goMain what runs them: of each it prints the number, and the value, or the
// message of the panic, its line, and those of panics before it that it began in deferred calls of. With the number of one
// it calls that, and nothing recovers.
const (
	goPrelude = `package p

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

var h uint64

func put[T integer](v T) { h = h*31 + uint64(v) }

func putB(b bool) {
	h *= 3
	if b {
		h++
	}
}

func putS(s string) {
	for i := 0; i < len(s); i++ {
		put(s[i])
	}
	put(len(s))
}
`
	goMain = `package main

import (
	"fmt"
	"os"
	"p"
	"path"
	"runtime"
	"strconv"
)

func main() {
	if len(os.Args) > 1 {
		i, _ := strconv.Atoi(os.Args[1])
		p.Programs[i]()
	}
	for i, f := range p.Programs {
		run(i, f)
	}
}

func run(i int, f func() uint64) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		pcs := make([]uintptr, 100)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
		fmt.Printf("%d panic %q", i, fmt.Sprint(r))
		for panics, more := false, true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			if panics && path.Base(f.File) == fmt.Sprintf("case%d.go", i) {
				fmt.Print(" ", f.Line)
				panics = false
			}
			panics = panics || f.Function == "runtime.gopanic"
		}
		fmt.Println()
	}()
	v := f()
	fmt.Println(i, "value", v)
}
`
)

// goOwn finds the names that programs declare.
var goOwn = regexp.MustCompile(`\b([A-Za-z]+_)(\d+)\b|\bPROGRAM\b`)

// goLibrary are the packages of the library that programs use.
var goLibrary = []string{
	"bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "encoding/base64", "encoding/binary",
	"encoding/hex", "errors", "hash/adler32", "hash/fnv", "html", "io", "maps", "math/bits", "net/url", "path", "slices",
	"sort", "strconv", "strings", "sync", "sync/atomic", "unicode", "unicode/utf16", "unicode/utf8",
}

// goPackage finds what may be a name of a package before one that is exported.
var goPackage = regexp.MustCompile(`\b([a-z0-9]+)\.[A-Z]`)

// goImports returns the first line of a program's file.
func goImports(text string) string {
	used := map[string]bool{}
	for _, m := range goPackage.FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
	}
	line := "package p"
	for _, p := range goLibrary {
		if used[path.Base(p)] {
			line += fmt.Sprintf("; import %q", p)
		}
	}
	return line
}

// execute builds the programs in a directory, as a package with a main package below it, and runs them.
func (x goPrograms) execute(ctx context.Context, dir string) ([]goOutcome, error) {
	files := map[string]string{"go.mod": "module p\n\ngo 1.26\n", "prelude.go": goPrelude, "main/main.go": goMain}
	list := "package p\n\nvar Programs = []func() uint64{"
	for i, text := range x {
		files[fmt.Sprintf("case%d.go", i)] = goImports(text) + "\n" + goOwn.ReplaceAllStringFunc(text, func(w string) string {
			return fmt.Sprintf("%s_%d", w, i)
		})
		list += fmt.Sprintf("PROGRAM_%d, ", i)
	}
	files["list.go"] = list + "}\n"
	if err := os.Mkdir(filepath.Join(dir, "main"), 0o777); err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", "programs", "./main")
	build.Dir, build.Env = dir, append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "programs")).Output()
	if err != nil {
		return nil, fmt.Errorf("the programs: %w", err)
	}
	did, err := parseOutcomes(string(out), len(x))
	for i := range did {
		if len(did[i].before) > 0 {
			did[i].unrecovered(ctx, dir, i)
		}
	}
	return did, err
}

// goPanics finds the panics in what the runtime prints, the first one first, and which of them were recovered.
var goPanics = regexp.MustCompile(`(?m)^\t?panic: .*?( \[recovered.*\])?$`)

// unrecovered drops panics before the last one that were recovered, as the runtime says when the program crashes.
func (x *goOutcome) unrecovered(ctx context.Context, dir string, i int) {
	out, _ := exec.CommandContext(ctx, filepath.Join(dir, "programs"), strconv.Itoa(i)).CombinedOutput()
	if !strings.Contains(string(out), " [recovered") { // what is said twice in turn is said once
		return
	}
	said := goPanics.FindAllSubmatch(out, -1)
	var before []int
	for k, line := range x.before {
		if len(said) == len(x.before)+1 && len(said[len(said)-2-k][1]) == 0 {
			before = append(before, line)
		}
	}
	x.before = before
}

func parseOutcomes(out string, n int) ([]goOutcome, error) {
	did := make([]goOutcome, n)
	k := 0
	for line := range strings.Lines(out) {
		var i int
		var what, rest string
		if _, err := fmt.Sscan(line, &i, &what, &rest); err != nil || i != k || k >= n {
			return nil, fmt.Errorf("a program prints %q", line)
		}
		var err error
		if what == "value" {
			did[i].value, err = strconv.ParseUint(rest, 10, 64)
		} else {
			err = did[i].panics(strings.TrimPrefix(line, fmt.Sprintf("%d panic ", i)))
		}
		if err != nil {
			return nil, fmt.Errorf("a program prints %q", line)
		}
		k++
	}
	if k < n {
		return nil, errors.New("not all programs end")
	}
	return did, nil
}

// panics reads what is printed of a panic.
func (x *goOutcome) panics(text string) error {
	message, err := strconv.QuotedPrefix(text)
	if err != nil {
		return err
	}
	x.message, _ = strconv.Unquote(message)
	// of a map in which nothing is
	x.message = strings.Replace(x.message, "hash of unhashable type: ", "hash of unhashable type ", 1)
	for k, word := range strings.Fields(text[len(message):]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		if k == 0 {
			x.line = n
		} else {
			x.before = append(x.before, n)
		}
	}
	if x.line == 0 {
		return errors.New("a panic without a place")
	}
	return nil
}

// writeClaims declares, for each program that returns, two functions: one panics if the value is another one, the other
// if it is that.
func writeClaims(dir string, did []goOutcome) error {
	text := "package p\n"
	for i, x := range did {
		if x.line == 0 {
			text += fmt.Sprintf("\nfunc Same%d() {\n\tif PROGRAM_%[1]d() != %d {\n\t\tpanic(\"another value\")\n\t}\n}\n", i, x.value)
			text += fmt.Sprintf("\nfunc Other%d() {\n\tif PROGRAM_%[1]d() == %d {\n\t\tpanic(\"the value\")\n\t}\n}\n", i, x.value)
		}
	}
	return os.WriteFile(filepath.Join(dir, "claims.go"), []byte(text), 0o666)
}

// compare compares verdicts about a program with what it does.
func (x goOutcome) compare(ctx context.Context, src *golang.Package, i int) error {
	t := tally{}
	if x.line > 0 {
		return x.ask(ctx, src, fmt.Sprintf("PROGRAM_%d", i), verifier.Unsafe, x.message)
	}
	if err := wrong(x.ask(ctx, src, fmt.Sprint("Same", i), verifier.Safe, "the value"), t.add); err != nil {
		return err
	}
	if t["safe"] == 0 { // nor is the other question decided then, most of the time
		return t
	}
	if err := wrong(x.ask(ctx, src, fmt.Sprint("Other", i), verifier.Unsafe, "the value"), t.add); err != nil {
		return err
	}
	return t
}

// goSteps and goTime are for one verdict: what is decided at all takes some milliseconds. To link the programs takes as
// long as to ask about goBatch of them.
const (
	goSteps = 1 << 15
	goTime  = 20 * time.Second
	goBatch = 50
)

// ask asks about an entry. A failure has a message, and if that is of the program, a line.
func (x goOutcome) ask(ctx context.Context, src *golang.Package, entry string, want verifier.Verdict, message string) error {
	front := golang.Front{Package: src, Options: golang.Options{Checks: golang.AllChecks}}
	within, cancel := limit.NewCountdown(goSteps, limit.Steps).Context(ctx)
	defer cancel()
	rep, err := driver.Verify(within, ".", nil, driver.Options{
		Question: driver.Question{Front: front, Entry: entry},
		Limits:   driver.Limits{Timeout: goTime, Unbounded: goTime},
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	v := rep.Result.Verdict()
	switch {
	case v == verifier.Unknown:
		return tally{want.String() + ", undecided: " + cPlace.ReplaceAllString(rep.Result.Reason().String(), ""): 1}
	case v == verifier.SafeUpToBound: // the time ran out before executions were long enough
		return tally{want.String() + ", safe up to a bound": 1}
	case v != want:
		return fmt.Errorf("%s is %v; run, it %v", entry, rep.Result, x)
	case v == verifier.Safe:
		return tally{"safe": 1}
	}
	f := report.New(rep, "").Failure
	if f != nil && slices.Contains(x.before, f.Place.Line) {
		return tally{"unsafe": 1}
	}
	const check = "runtime error: "
	if f != nil && x.line > 0 && f.Place.Line == x.line && strings.HasPrefix(x.message, check) &&
		strings.HasPrefix(f.Message, check) && !strings.Contains(f.Message, message) { // Go leaves open which is first
		return tally{"unsafe, by another check of the line": 1}
	}
	if f == nil || !strings.Contains(f.Message, message) && f.Message != "panic" { // the value may not be known
		return fmt.Errorf("%s fails by %v; run, it %v", entry, f, x)
	}
	if x.line > 0 && f.Place.Line != x.line {
		return fmt.Errorf("%s fails at line %d; run, it %v", entry, f.Place.Line, x)
	}
	return tally{"unsafe": 1}
}

func (x goOutcome) String() string {
	if x.line > 0 {
		return fmt.Sprintf("panics at line %d: %s", x.line, x.message)
	}
	return fmt.Sprintf("returns %d", x.value)
}
