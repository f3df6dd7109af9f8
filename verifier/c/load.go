package c

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Overflow says what a signed operation does whose result does not fit.
type Overflow uint8

// The choices.
const (
	Wrap   Overflow = iota // as with gcc -fwrapv
	Check                  // it is an error
	Assume                 // there are no such executions
)

// Layout says how memory is taken.
type Layout uint8

// The choices.
const (
	Regions Layout = iota // as what it is accessed as
	Flat                  // as one map of bytes: slow, and simple enough to compare with
)

func (m Layout) divide(a *facts, entry *syntax.Object, word int64) division {
	if m == Flat {
		return flat{&region{bytes: true}, a.targets}
	}
	return divide(a, entry, word)
}

// Options say how a program is read.
type Options struct {
	syntax.Options
	Overflow Overflow
	Checks   Checks // what is asked about beside assertions
	Question front.Question
	Loop     front.LoopID // that front.Leaves is about
	// Only says that assertions of the program are not asked about: executions end where one fails. Called is a
	// function whose call is asked about even so, with or without a body. Leaks says that memory which is not freed is
	// asked about: that is not supported, so executions that allocate some say nothing.
	Only   bool
	Called string
	Leaks  bool
	Memory Layout
	// MallocMayFail says that malloc, calloc and realloc may return a null pointer.
	MallocMayFail bool
	// Nameless says that argc may be 0: then not even the program's name is given.
	Nameless bool
	Entry    string // main, if it is empty
	Record   bool   // record in traces what nondeterministic functions return
	// Aimed leaves out executions that a compiler's program does not have, since its addresses are others: a pointer in
	// a local object that nothing initialises is null or points to one that a harness knows by then, each access is to
	// an object, no arithmetic leaves one, and what is on the stack fits there.
	Aimed bool
}

// Result is a program as the verifier takes it.
type Result struct {
	Program *prog.Program
	// Outside are the functions without a body that the program declares, or calls.
	Outside []*syntax.Object
	// Warnings are what gcc warns of where a program is likely to be wrong: FILE:LINE:COLUMN: warning: what.
	Warnings []string
	// Entry is the function that the question is about. The program's own entry initialises what is static, and calls it.
	Entry string
	Model string // the data model

	// assertions that fail where an execution gets to what is not supported, with what that is
	holes       map[prog.NodeID]string
	assertions  int  // beside those, of what the entry may reach
	endsUnasked bool // executions may end at faults that are not asked about

	checks    Checks
	failing   bool                   // allocation may fail
	allocates bool                   // the program gets memory from malloc or its kin
	unchecked []string               // functions of which it is not known what they do with the memory that they are given
	inserts   []insert               // what harnesses write into the program
	externs   []*syntax.Object       // no file defines them
	entry     *syntax.Object         // that is called with recorded arguments; else nil
	faults    map[prog.NodeID]*Fault // of assertions
	record    record
}

// Load reads a program: each of the files is a translation unit. An error is about the source, and has its position.
func Load(files prog.Files, st *term.Store, opt Options) (*Result, error) {
	units := make([]syntax.Source, len(files))
	for i, f := range files {
		units[i] = syntax.Source(f)
	}
	opt.Reads = opt.Checks&(Bounds|Null|Memory|Uninit) != 0
	u, err := syntax.Parse(units, opt.Options)
	if err != nil {
		return nil, err
	}
	if opt.Entry == "" {
		opt.Entry = "main"
	}
	if opt.Checks&Overflows != 0 {
		opt.Overflow = Check
	} else if opt.Overflow == Check {
		opt.Checks |= Overflows
	}
	entry, err := entryOf(u, opt.Entry)
	if err != nil {
		return nil, err
	}
	l := &lowerer{
		st: st, opt: opt, unit: u, units: len(files), headers: map[int32]int32{}, procs: map[*syntax.Object]*prog.Proc{},
		stores: map[*syntax.Object]*storage{},
		codes:  map[*syntax.Object]int64{}, filling: map[any]string{}, texts: map[*syntax.Object]bool{},
		ends:  map[*syntax.Object]bool{},
		nodes: map[step]prog.NodeID{}, top: staticStart, fixed: fixedStart, slots: map[*syntax.Object]*storage{},
		late: map[term.Term]func([]extent) term.Term{}, shown: map[term.Term]bool{},
		octet: &syntax.Type{Kind: syntax.Int, Name: "unsigned char", Size: 1, Align: 1, Rank: 1},
	}
	l.res = &Result{
		holes: map[prog.NodeID]string{}, Entry: opt.Entry, Model: syntax.Models[opt.Model],
		faults: map[prog.NodeID]*Fault{}, record: newRecord(),
	}
	l.array = st.ArraySort(term.Int, term.Int)
	l.facts = analyze(u, entry, opt.Checks&Uninit != 0)
	l.opt.MallocMayFail = opt.MallocMayFail || l.facts.limited
	l.res.checks, l.res.failing = l.opt.Checks, l.opt.MallocMayFail
	if opt.Entry == "main" {
		l.facts.lists, l.facts.command = commandLine(entry, u.Sizes.Pointer)
	}
	l.res.record.front = l.front()
	l.mem = opt.Memory.divide(l.facts, entry, u.Sizes.Pointer)
	l.prog = &prog.Program{File: files[0].Name, Files: slices.Clone(files), Store: st, Vars: make([]prog.Var, 1),
		Entry: prog.NoProc}
	l.res.Program = l.prog
	l.program(entry)
	if l.full() || len(l.codes) > (staticStart-functionStart)/alignment {
		at := entry.Pos
		if l.beyond != nil {
			at = l.beyond.Pos
		}
		return nil, &syntax.Error{File: u.Files[at.File].Name, Line: int(at.Line), Col: int(at.Col),
			Msg: "unsupported: objects with static storage of more than 192 MiB"}
	}
	l.blame()
	for _, w := range u.Warnings {
		if name := u.Files[w.Pos.File].Name; !strings.HasPrefix(name, "<") && !syntax.Standard(name) {
			l.res.Warnings = append(l.res.Warnings, fmt.Sprintf("%s:%d:%d: warning: %s", name, w.Pos.Line, w.Pos.Col, w.Msg))
		}
	}
	for _, o := range u.Objects {
		name := u.Files[o.Pos.File].Name
		if o.Kind == syntax.Function && o.Body == nil && !strings.HasPrefix(name, "<") && !syntax.Standard(name) &&
			!slices.Contains(l.res.Outside, o) {
			l.res.Outside = append(l.res.Outside, o)
		}
	}
	return l.res, nil
}

// entryOf returns the function with a name that has a body. One that all units know is preferred.
func entryOf(u *syntax.Unit, name string) (entry *syntax.Object, err error) {
	for _, o := range u.Objects {
		switch {
		case o.Kind != syntax.Function || o.Name != name || o.Body == nil || entry != nil && o.Internal && !entry.Internal:
		case entry == nil || !o.Internal:
			entry, err = o, nil
		default:
			err = &syntax.Error{File: u.Files[o.Pos.File].Name, Line: int(o.Pos.Line), Col: int(o.Pos.Col),
				Msg: fmt.Sprintf("another function %s: there are several that are static", name)}
		}
	}
	if entry == nil {
		return nil, &syntax.Error{File: u.Files[0].Name, Line: 1, Col: 1,
			Msg: fmt.Sprintf("no function %s with a body; --entry names another one", name)}
	}
	return entry, err
}

// lowerer makes the program.
type lowerer struct {
	st    *term.Store
	opt   Options
	unit  *syntax.Unit
	units int // so many of its files are translation units
	facts *facts
	mem   division
	prog  *prog.Program
	res   *Result
	array term.Sort

	procs  map[*syntax.Object]*prog.Proc
	stores map[*syntax.Object]*storage // of static objects
	codes  map[*syntax.Object]int64    // addresses of functions
	// the names by which harnesses know what nothing initialises: locals, calls of alloca, ends of functions
	filling  map[any]string
	texts    map[*syntax.Object]bool // string literals that are used
	nodes    map[step]prog.NodeID
	shown    map[term.Term]bool // variables that faults show, which do not change
	changed  prog.VarID         // whether a function without a body has changed what it was given; 0 if none does
	doubts   []prog.NodeID      // assertions that fail only where one has
	stirrers []string           // what may have, in words
	// in memory, by which parameters and results of functions go that are not in variables
	slots    map[*syntax.Object]*storage
	octet    *syntax.Type
	top      int64      // the next static address
	fixed    int64      // and the next where nothing may be written
	next     prog.VarID // the next address of allocated memory
	sizes    prog.VarID // of allocated memory, by its address
	drifting []drifting
	// assumptions that wait for the places of objects, by what stands for them
	late     map[term.Term]func([]extent) term.Term
	variadic *variadic
	start    *fn
	watch    *watch
	blank    *blank
	ends     map[*syntax.Object]bool // functions that may end without a value
	lost     prog.VarID              // that one just did
	reuse    *reuse                  // nil if it does not matter that memory is given again
	closures *closures
	large    bool            // there is no place for what is static
	beyond   *syntax.Object  // the first object for which there is none, if it is one of the program
	headers  map[int32]int32 // the files of the program that are headers, by their numbers in the unit
}

// program lowers what the entry reaches.
func (l *lowerer) program(entry *syntax.Object) {
	q := &prog.Proc{ID: 0, Name: "$start", CountName: "$start", Node: l.newNode(entry.Pos)}
	l.prog.Procs = append(l.prog.Procs, q)
	if l.facts.changed {
		l.changed = l.global("$changed", term.Bool, 0)
	}
	l.recycles()
	for _, o := range l.facts.funcs {
		l.signature(o)
	}
	l.prog.Entries = []prog.ProcID{0}
	l.start = l.newFn(nil, q)
	f := l.start
	f.begin(entry.Pos)
	values := f.given(entry)
	for _, o := range l.facts.funcs {
		l.body(o)
	}
	if asm := l.unit.Assembly; len(asm) > 0 {
		f.hole(asm[0], "inline assembly outside of functions")
	}
	l.initialise()
	f.pos = entry.Pos
	f.run(l.facts.startup)
	f.pos = entry.Pos
	f.entered(entry, values)
	f.callProc(l.procs[entry], values)
	f.run(l.facts.shutdown)
	f.pos = entry.Pos
	f.ends(entry.Pos)
	f.finish()
	l.resolve()
	l.prog.FindModifies()
	l.res.record.codes, l.res.record.lists = l.codes, l.facts.lists
}

// signature declares the procedure of a function.
func (l *lowerer) signature(o *syntax.Object) {
	q := &prog.Proc{ID: prog.ProcID(len(l.prog.Procs)), Name: o.Name, CountName: o.Name, Node: l.newNode(o.Pos)}
	for n := 1; l.prog.Lookup(q.Name) != nil; n++ {
		q.Name = fmt.Sprintf("%s#%d", o.Name, n)
	}
	for i, p := range o.Params {
		for _, x := range l.passed(p.Type) {
			q.Ins = append(q.Ins, l.formal(parameter(p, i), x, prog.In, l.newNode(p.Pos)))
		}
	}
	if o.Type.Vararg {
		q.Ins = append(q.Ins, l.prog.NewVar("$slot", prog.In, term.Int, q.Node))
	}
	if o.Type.Result.Kind != syntax.Void {
		for _, x := range l.passed(o.Type.Result) {
			q.Outs = append(q.Outs, l.formal("result", x, prog.Out, q.Node))
		}
	}
	l.prog.Procs = append(l.prog.Procs, q)
	l.procs[o] = q
}

// parameter returns the name of a parameter, of which a function has several.
func parameter(p *syntax.Object, i int) string {
	return cmp.Or(p.Name, fmt.Sprintf("parameter%d", i+1))
}

// formal makes the variable of a part of an argument or a result.
func (l *lowerer) formal(name string, x leaf, kind prog.VarKind, at prog.NodeID) prog.VarID {
	v := l.prog.NewVar(x.of(name), kind, l.sortOf(x), at)
	if !x.unset {
		l.stands(v, meaning{role: handed, name: name, leaf: x})
	}
	return v
}

// global makes a global variable.
func (l *lowerer) global(name string, s term.Sort, at prog.NodeID) prog.VarID {
	v := l.prog.NewVar(name, prog.Global, s, at)
	l.prog.Globals = append(l.prog.Globals, v)
	return v
}

func (l *lowerer) sortOf(x leaf) term.Sort {
	switch {
	case x.unset:
		return term.Bool
	case x.array():
		return l.array
	}
	return term.Int
}

// position returns a place for the program, which is none in what is no file of the user's.
func (l *lowerer) position(p syntax.Pos) prog.Pos {
	f, ok := p.File, int(p.File) < l.units
	if !ok {
		f, ok = l.headers[p.File]
	}
	if !ok {
		source := l.unit.Files[p.File]
		if strings.HasPrefix(source.Name, "<") || syntax.Standard(source.Name) {
			return prog.Pos{}
		}
		f = int32(len(l.prog.Files))
		l.headers[p.File] = f
		l.prog.Files = append(l.prog.Files, prog.File(source))
	}
	return prog.Pos{Line: p.Line, Col: p.Col, File: f}
}

// newNode numbers what is at a place.
func (l *lowerer) newNode(at syntax.Pos) prog.NodeID { return l.prog.NewNode(l.position(at)) }
