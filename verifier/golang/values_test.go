package golang

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// preloaded is a front end for a package that has been read already, so that many entries cost little.
type preloaded struct {
	Front
	src *source
}

func (p preloaded) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	src, entry, err := p.src.entry(q.Entry)
	if err != nil {
		return nil, err
	}
	r := load(src, entry, files, st, Options{Checks: cmp.Or(p.Options.Checks, AllChecks)}, q)
	return &front.Loaded{Program: r.Program, Source: front.Compiled(r), Language: "Go", Entry: q.Entry, Ordinary: true}, nil
}

// read reads the package in a directory once; tests are skipped where there is no go command.
func read(t *testing.T, dir string) preloaded { return readWith(t, dir, false) }

// readWith reads it with its tests, if that is asked for.
func readWith(t *testing.T, dir string, tests bool) preloaded {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command, which reads packages: ", err)
	}
	opt := Options{Dir: dir}
	src, err := opt.read(prog.Files{{Name: "."}}, tests)
	if err != nil {
		t.Fatal(err)
	}
	return preloaded{src: src}
}

// verify asks about an entry.
func (p preloaded) verify(t *testing.T, entry string) *driver.Report {
	t.Helper()
	rep, err := driver.Verify(t.Context(), ".", nil, driver.Options{
		Question: driver.Question{Front: p, Entry: entry, Bound: 8},
		Limits:   driver.Limits{Timeout: time.Minute, Processors: 1, Unbounded: -1},
		Engines:  driver.Engines{Engine: "legion", Invariants: true},
		Output:   driver.Output{NoCheck: true},
	})
	if err != nil {
		t.Fatalf("%s: %v", entry, err)
	}
	return rep
}

// answer is what a report says: the verdict, and the message of a failure.
func answer(rep *driver.Report) string {
	r := report.New(rep, "")
	if r.Failure != nil {
		return r.Verdict + ": " + r.Failure.Message
	}
	if rep.Result.Verdict() == verifier.Unknown {
		return rep.String()
	}
	return r.Verdict
}

// functionsOf returns the functions of the files in a directory.
func functionsOf(t *testing.T, dir string) (out []*ast.FuncDecl) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

// functions returns the names of those that are exported, and have a result and no parameters.
func functions(t *testing.T, dir string) (names []string) {
	for _, d := range functionsOf(t, dir) {
		if d.Recv == nil && d.Name.IsExported() && d.Type.Params.NumFields() == 0 && d.Type.Results.NumFields() == 1 {
			names = append(names, d.Name.Name)
		}
	}
	return names
}

// unpacked returns a directory with the files of an archive in testdata.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs the package in a directory.
func run(t *testing.T, dir, main string) string {
	t.Helper()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(main), 0o666); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file) // what is read next has no main but that of the checks
	c := exec.Command("go", "run", ".")
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	return string(out)
}

// claimed returns the package of an archive, with a function for each of its functions that panics in any case, at the
// end only if the value is the one that the compiler's program returns, and one that returns then.
func claimed(t *testing.T, archive string) (p preloaded, names []string) {
	dir := unpacked(t, archive)
	names = functions(t, dir)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command: ", err)
	}
	var main strings.Builder
	main.WriteString("package main\n\nimport \"fmt\"\n\nfunc main() {\n")
	for _, name := range names {
		fmt.Fprintf(&main, "\tfmt.Printf(\"%%s %%#v\\n\", %q, %s())\n", name, name)
	}
	main.WriteString("}\n")
	checks := "package main\n\nfunc main() {}\n"
	for line := range strings.Lines(run(t, dir, main.String())) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		checks += fmt.Sprintf("\nfunc same%[1]s() {\n\tif %[1]s() != %[2]s {\n\t\tpanic(\"another value\")\n\t}\n}\n",
			name, value)
		checks += fmt.Sprintf("\nfunc check%[1]s() {\n\tsame%[1]s()\n\tpanic(\"the end\")\n}\n", name)
	}
	if err := os.WriteFile(filepath.Join(dir, "checks.go"), []byte(checks), 0o666); err != nil {
		t.Fatal(err)
	}
	return read(t, dir), names
}

// TestValues: functions return what they return when the compiler's program runs: an execution gets behind the comparison
// with that, and none to where another value is. None of them has a choice, so the execution that is found is the only one.
func TestValues(t *testing.T) {
	p, names := claimed(t, "values.txtar")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if got := answer(p.verify(t, "check"+name)); got != "unsafe: panic: the end" {
				t.Error(got)
			}
		})
	}
}

// TestExecuted: what such functions return is found, and proved, by executing them, but not where something depends on
// the capacity of a slice that has grown, of which nothing is known then.
func TestExecuted(t *testing.T) {
	p, names := claimed(t, "values.txtar")
	for _, name := range names {
		if slices.Contains([]string{"Grown", "GrownCut", "GrownRow", "GrownArray", "BytesBehind", "CapBound"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for entry, want := range map[string]string{"check": "unsafe: panic: the end", "same": "safe"} {
				ctx, cancel := limit.NewCountdown(1<<14, limit.Steps).Context(t.Context())
				rep, err := driver.Verify(ctx, ".", nil, driver.Options{
					Question: driver.Question{Front: p, Entry: entry + name},
					Engines:  driver.Engines{Engine: "execute"},
					Output:   driver.Output{Check: true},
				})
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if got := answer(rep); got != want || got == "safe" && rep.Check.State != driver.CheckOK {
					t.Errorf("%s: %s, %s", entry, got, rep.Check)
				}
			}
		})
	}
}

// TestPanics: functions panic with what the runtime says when the compiler's program runs.
func TestPanics(t *testing.T) {
	for _, name := range []string{"panics.txtar", "inits.txtar"} {
		dir := unpacked(t, name)
		p := read(t, dir)
		names := functions(t, dir)
		var main strings.Builder
		main.WriteString("package main\n\nimport \"fmt\"\n\nfunc try(name string, f func() int) {\n" +
			"\tdefer func() { fmt.Println(name, recover()) }()\n\tf()\n}\n\nfunc init() {\n")
		for _, name := range names {
			fmt.Fprintf(&main, "\ttry(%q, %s)\n", name, name)
		}
		main.WriteString("}\n")
		for line := range strings.Lines(run(t, dir, main.String())) {
			name, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			t.Run(name, func(t *testing.T) {
				got := answer(p.verify(t, name))
				bare := strings.TrimPrefix(strings.TrimPrefix(got, "unsafe: "), "panic: ")
				if bare != want || !strings.HasPrefix(got, "unsafe") {
					t.Errorf("%s\nnot %s", got, want)
				}
			})
		}
	}
}

// TestShapes: arguments are any that there may be, and none that there are not, for each shape of types.
func TestShapes(t *testing.T) {
	dir := unpacked(t, "shapes.txtar")
	p := read(t, dir)
	for _, d := range functionsOf(t, dir) {
		name := d.Name.Name
		if d.Type.Params.NumFields() == 0 || !d.Name.IsExported() || d.Recv != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := "unsafe: panic: the end"
			for _, prefix := range []string{"Safe", "Unknown"} {
				if strings.HasPrefix(name, prefix) {
					want = strings.ToLower(prefix)
				}
			}
			if got := answer(p.verify(t, name)); !strings.HasPrefix(got, want) {
				t.Error(got)
			}
		})
	}
}

// TestHoles: what is not supported is never an answer.
func TestHoles(t *testing.T) {
	dir := unpacked(t, "holes.txtar")
	p := read(t, dir)
	for _, name := range functions(t, dir) {
		got, want := p.verify(t, name).String(), "unknown (unsupported term: "
		if strings.HasPrefix(name, "Any") {
			want = "unknown (no test shows the failure: " // there is an execution, which the program may not have
		}
		if !strings.HasPrefix(got, want) || !strings.Contains(got, " at ") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
