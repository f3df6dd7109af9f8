package gotest

import (
	"flag"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the sources of tests into testdata")

// task is a package of testdata in a directory of its own.
type task struct {
	*Package
	name    string
	archive *txtar.Archive
	t       *testing.T
}

// library has the types of the standard library, from source.
var (
	library = importer.ForCompiler(token.NewFileSet(), "source", nil)
	one     sync.Mutex // it serves one at a time
)

// imports finds what a task has beside the standard library.
type imports struct{ local map[string]*types.Package }

func (x imports) Import(path string) (*types.Package, error) {
	if p := x.local[path]; p != nil {
		return p, nil
	}
	one.Lock()
	defer one.Unlock()
	return library.Import(path)
}

// open unpacks a task, and reads the types of its package.
func open(t *testing.T, name string) *task {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if !strings.HasPrefix(f.Name, "want/") {
			if err := (File{f.Name, string(f.Data)}).Save(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	x := &task{name: name, archive: archive, t: t}
	x.Package = &Package{Dir: dir, From: dir, Own: true, Module: &Module{Path: name, Dir: dir}}
	x.load()
	return x
}

// load type-checks the package, and before it what it imports from its own directory.
func (x *task) load() {
	found := imports{map[string]*types.Package{}}
	check := func(path string, match func(string) bool, dir string) *types.Package {
		fset := token.NewFileSet()
		var files []*ast.File
		entries, err := os.ReadDir(dir)
		if err != nil {
			x.t.Fatal(err)
		}
		for _, e := range entries {
			if match(e.Name()) && strings.HasSuffix(e.Name(), ".go") {
				f, err := parser.ParseFile(fset, filepath.Join(dir, e.Name()), nil, 0)
				if err != nil {
					x.t.Fatal(err)
				}
				files = append(files, f)
			}
		}
		p, err := (&types.Config{Importer: found}).Check(path, fset, files, nil)
		if err != nil {
			x.t.Fatal(err)
		}
		found.local[path] = p
		return p
	}
	isTest := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	if dep := filepath.Join(x.Dir, "vendor/example.org/dep"); exists(dep) {
		check("example.org/dep", func(string) bool { return true }, dep)
	}
	if table := filepath.Join(x.Module.Dir, "internal/table"); exists(table) {
		check(x.Module.Path+"/internal/table", func(string) bool { return true }, table)
	}
	x.Types = check(x.name, func(name string) bool { return !isTest(name) }, x.Dir)
	if x.name == "fuzz" {
		x.Types = check("fuzz_test", isTest, x.Dir)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// function returns a function of the package, or a method as in T.M.
func (x *task) function(name string) *types.Func {
	x.t.Helper()
	typ, method, ok := strings.Cut(name, ".")
	if !ok {
		return x.Types.Scope().Lookup(name).(*types.Func)
	}
	o, _, _ := types.LookupFieldOrMethod(types.NewPointer(x.typ(typ)), true, x.Types, method)
	return o.(*types.Func)
}

func (x *task) typ(name string) types.Type { return x.Types.Scope().Lookup(name).Type() }

// line returns where a comment is.
func (x *task) line(file, comment string) int {
	x.t.Helper()
	text, err := os.ReadFile(filepath.Join(x.Dir, file))
	if err != nil {
		x.t.Fatal(err)
	}
	for k, line := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(line, "// "+comment) {
			return k + 1
		}
	}
	x.t.Fatalf("%s has no line // %s", file, comment)
	return 0
}

func (x *task) expect(kind, file, comment string) Expect {
	x.t.Helper()
	n := x.line(file, comment)
	return Expect{Kind: kind, File: filepath.Join(x.Dir, file), From: n, To: n}
}

// write writes a test, and compares it with what is in testdata.
func (x *task) write(test *Test) *Written {
	x.t.Helper()
	w, err := x.Write(test)
	if err != nil {
		x.t.Fatal(err)
	}
	x.golden(w.File.Name, w.File.Text)
	if test.Fuzz {
		x.golden(filepath.ToSlash(filepath.Dir(w.Keep.Name)), w.Keep.Text)
	}
	return w
}

func (x *task) golden(name, text string) {
	x.t.Helper()
	k := slices.IndexFunc(x.archive.Files, func(f txtar.File) bool { return f.Name == "want/"+name })
	switch {
	case k < 0:
		x.t.Fatalf("%s has no %s:\n%s", x.name, name, text)
	case *update:
		x.archive.Files[k].Data = []byte(text)
		if err := os.WriteFile(filepath.Join("testdata", x.name+".txtar"), txtar.Format(x.archive), 0o666); err != nil {
			x.t.Fatal(err)
		}
	case string(x.archive.Files[k].Data) != text:
		x.t.Errorf("%s is\n%s\nwant\n%s", name, text, x.archive.Files[k].Data)
	}
}

// tree returns the files below a directory with their texts.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fails runs a test, which has to fail as it is expected to, or not to, for a reason that begins so. No file of the
// package changes.
func (x *task) fails(w *Written, e Expect, why string) {
	x.t.Helper()
	before := tree(x.t, x.Dir)
	out := x.Run(x.t.Context(), w, e, Own)
	if !strings.HasPrefix(out.Why, why) || out.Failed != (why == "") || why == "" && out.Why != "" {
		x.t.Errorf("%s fails as expected: %t (%s), want %q\n%s", w.Name, out.Failed, out.Why, why, out.Output)
	}
	if !maps.Equal(before, tree(x.t, x.Dir)) {
		x.t.Errorf("files of the package have changed")
	}
}

func number(n int64) Value { return Int{big.NewInt(n)} }

// slice returns a slice with more place than it needs.
func slice(elem types.Type, n int, elements ...Value) Slice {
	return Slice{&Object{types.NewArray(elem, int64(len(elements))), Array(elements)}, 0, n, len(elements)}
}

func TestParse(t *testing.T) {
	t.Parallel()
	x := open(t, "parse")
	b := slice(types.Typ[types.Uint8], 2, number(0x80), number(7), Zero{})
	w := x.write(&Test{"Parse", 1, []Call{{Func: x.function("Parse"), Args: []Value{b, number(-4)}}}, false})
	x.fails(w, x.expect("slice", "p.go", "fails"), "")
}

// TestTree has a function look at arguments of all kinds.
func TestTree(t *testing.T) {
	t.Parallel()
	x := open(t, "tree")
	node, kind := x.typ("node"), x.typ("Kind")
	pointer := types.NewPointer(node)
	a, b := &Object{Type: node}, &Object{Type: node}
	tags := Array{Zero{}, number(-128)}
	a.Value = Struct{String("a\x80\"\n"), Pointer{To: b}, Zero{}, tags, number(4)}
	next := Slice{&Object{types.NewArray(pointer, 6), Array{Zero{}, Pointer{To: b}, Pointer{To: a}}}, 1, 2, 4}
	b.Value = Struct{Zero{}, Zero{}, Pointer{To: a}, Zero{}, Zero{}, next}
	five := &Object{types.Typ[types.Int], number(5)}
	lib, err := imports{}.Import("io")
	if err != nil {
		t.Fatal(err)
	}
	eof := lib.Scope().Lookup("ErrUnexpectedEOF").(*types.Var)
	of := func(t types.Type, v Value) Value { return Interface{t, v} }
	anything := slice(types.Universe.Lookup("any").Type(), 8, Zero{}, of(types.Typ[types.Int64], number(5)),
		of(types.Typ[types.String], String("t")), of(kind, number(3)), of(pointer, Zero{}),
		of(types.NewSlice(types.Typ[types.Int]), Zero{}), of(x.typ("node2"), Struct{number(1)}), of(types.Typ[types.Bool], Bool(true)))
	source := Struct{
		Reader{{"\x00a", Zero{}}, {"", Error("broken")}},
		Func{Calls: [][]Value{{number(7)}, {Zero{}, Variable{eof}}}},
		Func{},
		Stub{
			"Name":   {Calls: [][]Value{{String("n"), Zero{}}}},
			"ReadAt": {Calls: [][]Value{{number(2), Zero{}}}, Fills: []string{"\x00'"}},
		},
		Map{[]Value{String("k"), Zero{}}, []Value{number(9), Zero{}}},
		anything,
		Pointer{To: five}, Pointer{To: five}, Pointer{a, []int{3, 1}},
		Error("e"),
	}
	window := &Object{types.NewArray(types.Typ[types.Uint8], 9), Array{Zero{}, Zero{}, number(4)}}
	args := []Value{
		Pointer{To: a}, Pointer{To: b}, source, Float(math.NaN()), Float(math.Copysign(0, -1)), String("\xff\u00e4"),
		Slice{window, 1, 2, 3}, Slice{window, 0, 2, 9}, Function{x.function("double")},
	}
	w := x.write(&Test{"Walk", 1, []Call{{Func: x.function("Walk"), Args: args}}, false})
	e := x.expect(Panic, "p.go", "fails")
	e.Text = "as it was to be"
	x.fails(w, e, "")
}

func TestMethod(t *testing.T) {
	t.Parallel()
	x := open(t, "method")
	w := x.write(&Test{"(*Stack).Pop", 2, []Call{
		{Func: x.function("New"), Args: []Value{number(1)}},
		{Func: x.function("Stack.Push"), Recv: Result{0, 0}, Args: []Value{number(-1)}},
		{Func: x.function("Stack.Pop"), Recv: Result{0, 0}, Args: []Value{number(2)}},
	}, false})
	x.fails(w, x.expect("index", "p.go", "fails"), "")
	w.File.Text = strings.Replace(w.File.Text, "r.Pop(2)", "r.Pop(1)", 1)
	x.fails(w, x.expect("index", "p.go", "fails"), "it passes")
}

func TestGeneric(t *testing.T) {
	t.Parallel()
	x := open(t, "generic")
	args := []types.Type{types.Typ[types.String], types.Typ[types.Int]}
	pair, err := types.Instantiate(nil, x.typ("Pair"), args, true)
	if err != nil {
		t.Fatal(err)
	}
	pairs := slice(pair, 1, Struct{String("k"), Zero{}})
	w := x.write(&Test{"Last[string, int]", 1, []Call{{Func: x.function("Last"), TypeArgs: args, Args: []Value{Zero{}, pairs}}}, false})
	x.fails(w, x.expect("nil", "main.go", "fails"), "")
}

// TestFuzz has a fuzz target fail on a seed, and then go test on the file of the corpus.
func TestFuzz(t *testing.T) {
	t.Parallel()
	x := open(t, "fuzz")
	params := types.NewTuple(
		types.NewVar(0, nil, "t", types.Typ[types.Int]), types.NewVar(0, nil, "b", types.NewSlice(types.Typ[types.Uint8])),
		types.NewVar(0, nil, "n", types.Typ[types.Uint8]), types.NewVar(0, nil, "r", types.Typ[types.Int32]))
	fn := types.NewSignatureType(nil, nil, nil, params, nil, false)
	b := slice(types.Typ[types.Uint8], 3, number(0x80), Zero{}, number('A'))
	w := x.write(&Test{"FuzzHalf", 1, []Call{
		{Func: x.function("FuzzHalf"), RecvType: fn, Args: []Value{b, number(1), number('ä')}},
	}, true})
	e := x.expect(Fail, "p_test.go", "fails")
	x.fails(w, e, "")
	if err := w.Keep.Save(x.Dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-run", "^FuzzHalf$")
	cmd.Dir = x.Dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--- FAIL: FuzzHalf/"+filepath.Base(w.Keep.Name)) ||
		!strings.Contains(string(out), "too much: 228") {
		t.Errorf("go test with the corpus: %v\n%s", err, out)
	}
	e.From, e.To = 1, 1
	x.fails(w, e, "the test fails elsewhere")
}

func TestNames(t *testing.T) {
	t.Parallel()
	x := open(t, "names")
	x.Tags = "special"
	three := &Object{types.Typ[types.Int], number(3)}
	dep := x.function("Größe").Signature().Params().At(2).Type().(*types.Pointer).Elem()
	one := &Object{dep, Struct{number(1)}}
	w := x.write(&Test{"Größe", 1, []Call{{Func: x.function("Größe"), Args: []Value{
		Pointer{To: &Object{x.typ("t"), Struct{Pointer{To: three}, Pointer{To: three}}}}, Error("e"), Pointer{To: one}, Pointer{To: one},
	}}}, false})
	x.fails(w, x.expect(Panic, "p.go", "fails"), "")
}

// TestEnds has tests end in other ways than they were to.
func TestEnds(t *testing.T) {
	t.Parallel()
	x := open(t, "ends")
	for _, row := range []struct {
		entry string
		n     int64
		kind  string
		why   string
	}{
		{"Fine", 1, "division", "it passes"},
		{"Hang", 0, "division", "it ran for more than 1s"},
		{"Loud", 0, "division", ""},
		{"Exit", 0, "division", "the process ends with exit status 3"},
		{"Deep", 0, "division", "another panic comes first, at p.go:36: runtime error: integer divide by zero"},
		{"Other", 0, "index", ""},
		{"Other", 0, "slice", "it panics for another reason, at p.go:43: runtime error: index out of range [0] with length 0"},
	} {
		x.Limit = 0
		if row.entry == "Hang" {
			x.Limit = time.Second
		}
		w, err := x.Write(&Test{row.entry, 1, []Call{{Func: x.function(row.entry), Args: []Value{number(row.n)}}}, false})
		if err != nil {
			t.Fatal(err)
		}
		x.fails(w, x.expect(row.kind, "p.go", row.entry), row.why)
	}
	w, err := x.Write(&Test{"Text", 1, []Call{{Func: x.function("Text"), Args: []Value{String("b")}}}, false})
	if err != nil {
		t.Fatal(err)
	}
	e := x.expect(Panic, "p.go", "Text")
	e.Text = "a c"
	x.fails(w, e, "it panics with another value, at p.go:48: a b")
	if err := (File{"broken_test.go", "package ends\n\nvar x int = \"\"\n"}).Save(x.Dir); err != nil {
		t.Fatal(err)
	}
	x.fails(w, e, "it does not compile: ./broken_test.go:3:13: cannot use")
}

// TestKinds runs tests that end in panics of all kinds, and looks what is made of that.
func TestKinds(t *testing.T) {
	t.Parallel()
	x := open(t, "kinds")
	binary := filepath.Join(t.TempDir(), "kinds.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, "-trimpath=false")
	build.Dir = x.Dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	env, err := x.environment(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(x.Dir, "p_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	name, count := "", 0
	for k, line := range strings.Split(string(text), "\n") {
		if after, ok := strings.CutPrefix(line, "func Test"); ok {
			name = "Test" + after[:strings.Index(after, "(")]
		}
		_, kind, ok := strings.Cut(line, " // ")
		if !ok || name == "" {
			continue
		}
		count++
		out, err := exec.CommandContext(t.Context(), binary, "-test.run=^"+name+"$").CombinedOutput()
		r := &run{Package: x.Package, env: env, shown: x.Dir, limit: time.Second}
		e := Expect{Kind: kind, File: filepath.Join(x.Dir, "p_test.go"), From: k + 1, To: k + 1}
		if why := r.judge(string(out), err, &Written{Name: name}, e); why != "" {
			t.Errorf("%s: %s, want %s\n%s", name, why, kind, out)
		}
		if e.From, e.To = k+2, k+2; r.judge(string(out), err, &Written{Name: name}, e) == "" {
			t.Errorf("%s: fails one line below, too", name)
		}
		if e.From, e.To, e.Kind = k+1, k+1, "other"; r.judge(string(out), err, &Written{Name: name}, e) == "" {
			t.Errorf("%s: fails for another reason, too", name)
		}
	}
	if count != 22 {
		t.Errorf("%d tests were run, want 22", count)
	}
}

// TestConsent executes nothing that may not be.
func TestConsent(t *testing.T) {
	t.Parallel()
	other := &Module{Path: "example.org/other"}
	for _, row := range []struct {
		own     bool
		module  *Module
		consent Consent
		want    bool
	}{
		{true, other, Nothing, false},
		{true, other, Own, true},
		{true, nil, Own, true},
		{false, other, Own, false},
		{false, nil, Own, false},
		{false, other, Anything, true},
		{false, nil, Anything, true},
		{false, other, Nothing, false},
	} {
		p := &Package{Own: row.own, Module: row.module, Dir: "/nowhere"}
		why := p.Refused(row.consent)
		if (why == "") != row.want {
			t.Errorf("%+v: %q", row, why)
		}
		if out := p.Run(t.Context(), &Written{}, Expect{}, row.consent); !row.want && out.Why != why {
			t.Errorf("%+v: run ends with %q", row, out.Why)
		}
	}
}

// TestRefused has values that no test can have.
func TestRefused(t *testing.T) {
	t.Parallel()
	x := open(t, "names")
	at, err := imports{}.Import("time")
	if err != nil {
		t.Fatal(err)
	}
	instant := at.Scope().Lookup("Time").Type()
	unnamed := types.NewNamed(types.NewTypeName(0, at, "hidden", nil), types.Typ[types.Int], nil)
	at.Scope().Insert(unnamed.Obj())
	inside := types.NewNamed(types.NewTypeName(0, x.Types, "inside", nil), types.Typ[types.Int], nil)
	types.NewScope(x.Types.Scope(), 0, 0, "").Insert(inside.Obj())
	for _, row := range []struct {
		typ  types.Type
		v    Value
		want string
	}{
		{instant, Struct{number(1)}, "field wall belongs to package time"},
		{unnamed, number(1), "time.hidden is not exported"},
		{inside, number(1), "inside is declared in a function"},
		{types.Typ[types.Int], String("x"), ""},
	} {
		params := types.NewTuple(types.NewVar(0, x.Types, "v", types.Universe.Lookup("any").Type()))
		f := types.NewFunc(0, x.Types, "F", types.NewSignatureType(nil, nil, nil, params, nil, false))
		_, err := x.Write(&Test{"F", 1, []Call{{Func: f, Args: []Value{Interface{row.typ, row.v}}}}, false})
		if row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%v of %s: %v, want %s", row.v, row.typ, err, row.want)
		}
	}
	x.Types.Scope().Insert(types.NewTypeName(0, x.Types, "make", types.Typ[types.Int]))
	f := x.function("Größe")
	_, err = x.Write(&Test{"F", 1, []Call{{Func: f, Args: []Value{Zero{}, Zero{}, Zero{}, Zero{}}}}, false})
	if err != nil {
		t.Error(err)
	}
	bytes := types.NewTuple(types.NewVar(0, x.Types, "v", types.NewSlice(types.Typ[types.Uint8])))
	f = types.NewFunc(0, x.Types, "F", types.NewSignatureType(nil, nil, nil, bytes, nil, false))
	_, err = x.Write(&Test{"F", 1, []Call{{Func: f, Args: []Value{slice(types.Typ[types.Uint8], 0, Zero{})}}}, false})
	if err == nil || !strings.Contains(err.Error(), "declares make") {
		t.Errorf("with a type make: %v", err)
	}
}
