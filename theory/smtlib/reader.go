package smtlib

import (
	"errors"
	"io"

	"github.com/muster-smt/muster/theory/term"
)

// Reader reads a script command by command and builds its terms in a Store. It
// keeps the scopes of declarations that push, pop and reset manage.
type Reader struct {
	source
	st    *term.Store
	subst *term.Subst // applies definitions with parameters

	ops     []opcode // by name: what it means in every script
	globals []entry  // by name: declarations and definitions
	sortDef map[nameID]sortEntry
	sizes   []int // by sort: the size of its text
	undo    []declared
	marks   []int // into undo, one for each push
	global  bool  // :global-declarations
	begun   bool  // there were declarations, assertions or scopes

	keepTexts bool
	realLogic bool // numerals are of sort Real

	// answers makes values readable: elements of uninterpreted sorts that nobody
	// declared, and lambda terms. sortOf finds sorts that nobody declared.
	answers func(name string, sort term.Sort) (term.Term, bool)
	sortOf  func(name string) (term.Sort, bool)

	locals []local
	local  []int32 // by name: 1 + the innermost local of this name
	work   []frame
	vals   []term.Term
	todo   []uint32 // the nodes that the frames have to visit
	args   []uint32 // the nodes of the command's arguments
	label  string   // the :named of the outermost term
	named  []Named  // of the command
}

// entry is the meaning of a global name.
type entry struct {
	kind   entryKind
	sym    term.Sym
	body   term.Term   // of a definition
	params []term.Term // bound variables of a definition
}

type entryKind uint8

const (
	entryNone entryKind = iota
	entryFun
	entryDef
)

// declared is a name that got its meaning in the present scope; it had none.
type declared struct {
	name   nameID
	isSort bool
}

// local is a bound variable or a let.
type local struct {
	name  nameID
	outer int32 // what local[name] was before
	t     term.Term
}

// NewReader returns a Reader of src; file is its name in positions.
func NewReader(file string, src io.Reader, st *term.Store) *Reader {
	r := &Reader{source: newSource(file, src), st: st, subst: term.NewSubst(st, st), sortDef: map[nameID]sortEntry{}}
	r.initOps()
	return r
}

// ReadScript reads all commands of a script.
func ReadScript(file string, src io.Reader, st *term.Store) ([]Command, error) {
	r := NewReader(file, src, st)
	var all []Command
	for {
		c, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
}

// Next returns the next command, or io.EOF. After an error in a command whose
// parentheses match, Next goes on behind it, and the command has had no effect;
// other errors (see Fatal) are final.
func (r *Reader) Next() (Command, error) {
	if err := r.read(); err != nil {
		return Command{}, err
	}
	r.tables()
	undone := len(r.undo)
	r.named = nil
	var c Command
	if err := r.command(&c); err != nil {
		r.restore(undone) // a :named in a command that failed later
		r.abandon()
		return Command{}, err
	}
	c.Named = r.named
	r.begun = r.begun || c.Kind.begins()
	return c, nil
}

// KeepTexts makes Next give the texts of assertions, which get-assertions needs.
func (r *Reader) KeepTexts(on bool) { r.keepTexts = on }

// Fatal reports whether nothing can be read after the last error.
func (r *Reader) Fatal() bool { return r.fatal != nil && !errors.Is(r.fatal, io.EOF) }

// tables makes the tables by name as long as there are names.
func (r *Reader) tables() {
	n := len(r.names.text)
	r.ops = grow(r.ops, n)
	r.globals = grow(r.globals, n)
	r.local = grow(r.local, n)
}

// abandon forgets a term under construction.
func (r *Reader) abandon() {
	r.unbind(0)
	r.work, r.vals, r.todo = r.work[:0], r.vals[:0], r.todo[:0]
}

func (r *Reader) bind(name nameID, t term.Term) {
	r.locals = append(r.locals, local{name: name, outer: r.local[name], t: t})
	r.local[name] = int32(len(r.locals))
}

// unbind removes all but the first n locals.
func (r *Reader) unbind(n int) {
	for len(r.locals) > n {
		l := r.locals[len(r.locals)-1]
		r.locals = r.locals[:len(r.locals)-1]
		r.local[l.name] = l.outer
	}
}

// declare gives a global name a meaning in the present scope.
func (r *Reader) declare(at uint32, e entry) error {
	name := r.nodes[at].name()
	if r.globals[name].kind != entryNone || r.ops[name] != opNone {
		return r.errorAt(at, "%s is declared already", r.names.text[name])
	}
	r.undo = append(r.undo, declared{name: name})
	r.globals[name] = e
	return nil
}

func (r *Reader) declareSort(at uint32, e sortEntry) error {
	name := r.nodes[at].name()
	if r.sortDef[name].kind != sortNone || builtinSort(r.names.text[name]) {
		return r.errorAt(at, "sort %s is declared already", r.names.text[name])
	}
	r.undo = append(r.undo, declared{name: name, isSort: true})
	r.sortDef[name] = e
	return nil
}

func (r *Reader) restore(n int) {
	for len(r.undo) > n {
		u := r.undo[len(r.undo)-1]
		r.undo = r.undo[:len(r.undo)-1]
		if u.isSort {
			delete(r.sortDef, u.name)
		} else {
			r.globals[u.name] = entry{}
		}
	}
}

func (r *Reader) push(n int) {
	for range n {
		r.marks = append(r.marks, len(r.undo))
	}
}

func (r *Reader) pop(n int) {
	if n == 0 {
		return
	}
	mark := r.marks[len(r.marks)-n]
	r.marks = r.marks[:len(r.marks)-n]
	if !r.global {
		r.restore(mark)
	}
}

func (r *Reader) reset() {
	r.restore(0)
	r.marks, r.global, r.begun, r.realLogic = r.marks[:0], false, false, false
}

func (r *Reader) resetAssertions() {
	r.marks = r.marks[:0]
	if !r.global {
		r.restore(0)
	}
}
