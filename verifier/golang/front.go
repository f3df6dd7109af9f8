package golang

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Options say how a program is read, and what is asked.
type Options struct {
	Checks  Checks // kinds of panics; 0 stands for all
	Tags    string // build tags, as go build has them
	ToBeRun bool   // executions that the program may not have are answers: whoever asks runs it
	Dir     string // where packages are looked for; the present directory, if it is empty
	// AnyReceiver has the receiver of a method be any value of its type, also where the package has functions that make
	// it, and nobody else gives it its fields.
	AnyReceiver bool
	// NilArguments has pointers, functions and interfaces be nil, too, that are arguments themselves.
	NilArguments bool
	// Late are checks that are left out, since others of the same line may come before them: what of a statement is
	// evaluated first, Go leaves open where no calls are in it.
	Late Late
}

// Late is a kind of checks in a line of a file, whose name is absolute. The zero Late is none.
type Late struct {
	Kind string
	File string
	Line int
}

// Front is the front end for Go. A file of a program is one of a package, or the name of a package, without a text.
type Front struct {
	Options Options
	// Package is what has been read, for several questions; nil: a question reads what it is about.
	Package *Package
	// Closures, if not nil, remembers what packages consist of. Who asks about a package that may have changed since
	// needs others.
	Closures *Closures

	through *reader // finds what the program depends on; nil: Read does
}

// Package is a package with all that it imports, about which questions follow each other.
type Package struct {
	files prog.Files
	opt   Options
	tests bool
	asked bool // the first question about it reads it
	once  sync.Once
	src   *source // nil until it is read
	err   error

	mu    sync.Mutex
	since map[string][]byte // what it consists of, by name, looked up since it was read
}

// Later returns a package that has not been read: with tests, it is to be read with what is in its test files, too.
func Later(files prog.Files, opt Options, tests bool) *Package {
	return &Package{files: files, opt: opt, tests: tests}
}

// Asked returns a package that the first question about it reads, for several about one entry.
func Asked(files prog.Files, opt Options, entry string) *Package {
	return &Package{files: files, opt: opt, tests: inTests(entry), asked: true}
}

// Read reads a package as Later returns it. Errors are those of Front.Load.
func Read(files prog.Files, opt Options, tests bool) (*Package, error) {
	p := Later(files, opt, tests)
	return p, p.Read()
}

// Read reads the package, the first time.
func (p *Package) Read() error {
	p.once.Do(func() { p.src, p.err = p.opt.read(p.files, p.tests) })
	return p.err
}

// ErrUnread is the error of a question about a package that has not been read, to which no answer was kept.
var ErrUnread = errors.New("the package has not been read")

// Suffixes are those of Go files.
func (f Front) Suffixes() []string { return []string{".go"} }

// Result is a program as the verifier takes it.
type Result struct {
	Program *prog.Program

	holes       map[prog.NodeID]string
	loose       []prog.NodeID          // holes behind which executions go on
	inexact     map[prog.NodeID]string // where they may do more than the program
	faults      map[prog.NodeID]*fault
	assertions  int
	endsUnasked bool
	shown       map[term.Term]bool
	units       map[prog.NodeID]*unit
	statements  map[ast.Node]*unit
	bodies      map[*ssa.Function][]ast.Node
	ways        map[prog.NodeID]*turn
	vars        map[term.Term]meaning
	notes       map[prog.NodeID]note
	plan        *plan
	entry       string // as the question names it
	lowerer     *lowerer
	uncovered   []string
}

// Load implements front.Front.
func (f Front) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	switch {
	case q.Question == front.Coverage:
		return nil, &front.QuestionError{Msg: "coverage is asked about Boogie programs only"}
	case q.Question == front.Contracts:
		return nil, &front.QuestionError{Msg: "contracts are those of Boogie programs only"}
	case q.Question == front.Leaves:
		return nil, &front.QuestionError{Msg: "whether a loop ends is asked about C programs only"}
	case q.Entry == "":
		return nil, &front.QuestionError{Msg: "a Go program needs --entry: F, T.M, or (*T).M"}
	}
	opt := f.Options
	if opt.Checks == 0 {
		opt.Checks = AllChecks &^ tooLarge
	}
	f.look(files, inTests(q.Entry))
	of := f.Package
	if of == nil {
		of = Asked(files, opt, q.Entry)
	}
	if of.asked {
		if err := of.Read(); err != nil {
			return nil, err
		}
	}
	if of.src == nil {
		return nil, ErrUnread
	}
	src, entry, err := of.src.entry(q.Entry)
	if err != nil {
		return nil, err
	}
	if why := unasked(entry); why != "" {
		return nil, fmt.Errorf("%s %s", q.Entry, why)
	}
	r := load(src, entry, files, st, opt, q)
	f.unchanged(of, files, inTests(q.Entry))
	f.seen(r.Program.Files[len(files):])
	return &front.Loaded{
		Program: r.Program, Source: front.Compiled(r), Language: "Go", Entry: q.Entry, Ordinary: true,
	}, nil
}

// unasked says why nothing is asked about a function; nothing if something is.
func unasked(entry *ssa.Function) string {
	recv := entry.Signature.Recv()
	switch {
	case entry.TypeParams().Len() > 0 || recv != nil && receiverType(recv.Type()) == nil:
		return "has type parameters"
	case len(entry.Blocks) == 0:
		return "has no body in Go"
	}
	return ""
}

// inTests reports whether an entry is in a test file by its name.
func inTests(entry string) bool {
	for _, prefix := range []string{"Test", "Fuzz", "Benchmark", "Example"} {
		if len(entry) >= len(prefix) && entry[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

// load lowers what the entry reaches.
func load(src *source, entry *ssa.Function, files prog.Files, st *term.Store, opt Options, q front.Query) *Result {
	r := &Result{
		holes: map[prog.NodeID]string{}, inexact: map[prog.NodeID]string{}, faults: map[prog.NodeID]*fault{},
		shown: map[term.Term]bool{},
		units: map[prog.NodeID]*unit{}, statements: map[ast.Node]*unit{}, bodies: map[*ssa.Function][]ast.Node{},
		ways: map[prog.NodeID]*turn{}, vars: map[term.Term]meaning{}, notes: map[prog.NodeID]note{}, entry: q.Entry,
		plan: src.planFor(entry, opt.AnyReceiver),
	}
	p := &prog.Program{
		File: files[0].Name, Files: slices.Clone(files), Store: st, Vars: make([]prog.Var, 1), Entry: prog.NoProc,
		Names: map[prog.NodeID][]string{},
	}
	r.Program = p
	l := &lowerer{
		st: st, opt: opt, query: q, src: src, sizes: src.sizes, prog: p, res: r,
		procs: map[*ssa.Function]*prog.Proc{}, names: map[string]int{}, classes: map[class]prog.VarID{},
		encoding: map[prog.VarID]*prog.Proc{},
		captures: map[captured]prog.VarID{}, globalVars: map[*ssa.Global]place{}, objects: map[*ssa.Global]int64{},
		texts: map[string]int64{}, byID: map[int64]string{}, floats: map[string]int64{}, top: 1,
		byTerm: map[term.Term]prog.VarID{}, nodes: map[step]prog.NodeID{}, files: map[string]int32{},
		methods: map[string]*methodTable{}, stubCounts: map[counting]bool{},
		numbered: numbering{constants: map[string]int64{}},
	}
	r.lowerer = l
	given, closed := givenTypes(src, r.plan, opt.AnyReceiver)
	l.facts = analyze(src, r.plan, given, closed)
	l.program(r.plan)
	r.uncovered = r.assumptions()
	return r
}

// givenTypes are those that interfaces hold that the entry is given: the package's own, and a few known to all. Closed
// are structures of which only the package sets all fields: with any fields, they are such as nobody makes.
func givenTypes(src *source, p *plan, all bool) (out, closed []types.Type) {
	has := false
	for _, t := range p.allGiven() {
		has = has || holdsInterface(t, map[types.Type]bool{})
	}
	if !has {
		return nil, nil
	}
	for _, k := range []types.BasicKind{types.Int, types.String, types.Bool} {
		out = append(out, types.Typ[k])
	}
	out = append(out, types.NewSlice(types.Typ[types.Int]))
	scope := src.main.Pkg.Scope()
	for _, name := range scope.Names() {
		n, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || n.IsAlias() || types.IsInterface(n.Type()) {
			continue
		}
		if named, ok := n.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
			continue
		}
		if all || open(n.Type().Underlying()) {
			out = append(out, n.Type(), types.NewPointer(n.Type()))
		} else {
			closed = append(closed, n.Type(), types.NewPointer(n.Type()))
		}
	}
	return out, closed
}

// holdsInterface reports whether values of a type lead to interfaces.
func holdsInterface(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Pointer:
		return holdsInterface(u.Elem(), seen)
	case *types.Slice:
		return holdsInterface(u.Elem(), seen)
	case *types.Array:
		return holdsInterface(u.Elem(), seen)
	case *types.Map:
		return holdsInterface(u.Elem(), seen) || holdsInterface(u.Key(), seen)
	case *types.Struct:
		for k := range u.NumFields() {
			if holdsInterface(u.Field(k).Type(), seen) {
				return true
			}
		}
	}
	return false
}

// Hole implements front.Incomplete.
func (r *Result) Hole(assertion prog.NodeID) (what string, ok bool) {
	if what, ok = r.holes[assertion]; !ok {
		return "", false
	}
	if at := r.faults[assertion].at; at.Line > 0 {
		return fmt.Sprintf("%s at %s", what, r.Program.Place(at)), true
	}
	return what, true
}

// NothingAsked implements front.Selective.
func (r *Result) NothingAsked() string {
	if r.assertions > 0 {
		return ""
	}
	return "nothing in this program can panic"
}

// EndsUnasked implements front.Selective.
func (r *Result) EndsUnasked() bool { return r.endsUnasked }

// Uncovered implements front.Selective.
func (r *Result) Uncovered() []string { return r.uncovered }

// assumptions says what is taken for granted of what an entry reaches.
func (r *Result) assumptions() []string {
	a, p := r.lowerer.facts, r.plan
	out := []string{"memory suffices"}
	if len(a.globals) > 0 {
		out = append(out, "global variables are as initialisation leaves them")
	}
	if a.initialisesMore() {
		out = append(out, "initialisers of variables that are not reached end without a panic")
	}
	if slices.ContainsFunc(p.allGiven(), refers) {
		present := "pointers, functions and interfaces with methods but error are not nil as arguments, "
		if r.lowerer.opt.NilArguments {
			present = ""
		}
		out = append(out, fmt.Sprintf("arguments share no memory, %sand what is %d pointers below them is nil",
			present, deepest+1))
	}
	if len(a.given) > 0 {
		out = append(out, "pointers in the interfaces of arguments are not nil")
	}
	if p.made {
		out = append(out, p.receiverMade())
	}
	for _, g := range p.functions() {
		if contracted(g, requires) {
			out = append(out, fmt.Sprintf("%s is called as it requires", g.RelString(a.main.Pkg)))
		}
	}
	if a.skips {
		out = append(out, "what is deferred ends without a panic after t.Skip")
	}
	if a.ends && r.lowerer.opt.Checks&Fail == 0 {
		out = append(out, "what is deferred ends without a panic after t.Fatal")
	}
	if a.unsafe {
		out = append(out, "bytes that package unsafe makes a string of, and those of strings, are not changed")
	}
	if a.formats {
		out = append(out, "methods that package fmt calls end")
	}
	return append(out, r.lowerer.stubAssumptions()...)
}

// refers reports whether values of a type lead to memory that may be changed.
func refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan, *types.Signature:
		return true
	case *types.Array:
		return refers(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			if refers(u.Field(k).Type()) {
				return true
			}
		}
	}
	return false
}

// NotRun implements front.Executable.
func (r *Result) NotRun() string { return "replayed, not run" }
