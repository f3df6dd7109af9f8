package smtlib

import (
	"errors"
	"io"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Reader reads a script command by command and builds its terms in a Store. It
// keeps the scopes of declarations that push, pop and reset manage.
type Reader struct {
	source
	st    *term.Store
	subst *term.Subst // applies definitions with parameters

	defs        []definition
	overs       []overload
	sortDef     map[nameID]sortEntry
	sizes       []int // by sort: the size of its text
	undo        []declared
	gone        map[nameID][]term.Sym // the symbols that names had in closed scopes
	former      map[nameID]term.Sym   // what names were before reset-assertions
	formerSorts map[nameID]sortEntry
	axioms      []Axiom  // of the recursive functions that pop and reset-assertions leave
	marks       []opened // one for each push
	global      bool     // :global-declarations
	approximate string   // see Approximate
	// A bit-vector is divided by one that may be zero.
	dividesByZero bool
	begun         bool // after the first declaration, assertion or scope
	hasVars       bool // after the first declare-var

	until     func() error // see Until
	polls     uint
	keepTexts bool
	realLogic bool // numerals are of sort Real

	// answers allows values: elements of uninterpreted sorts that are not declared, and
	// lambda terms. sortOf finds sorts that are not declared.
	answers func(name string, sort term.Sort) (term.Term, bool)
	sortOf  func(name string) (term.Sort, bool)

	locals     []local
	work       []frame
	vals       []term.Term
	offs       []uint32 // by value: where its text begins
	binders    []binder
	zeroPowers map[term.Sort]term.Term // see power
	anyPowers  map[term.Sort]term.Sym
	lambdas    lambdas
	mapped     []funRef    // the functions of the maps that are being read
	results    []term.Sort // of the applications of (as f S) that are being read
	indices    [][]num.Int // of the heads (_ f ...) whose arguments are being read
	letNames   []letName   // of the lets whose values are being read
	args       []uint32    // the nodes of the command's arguments
	group      string      // the :interpolation-group of the outermost term
	label      string      // the :named of the outermost term
	named      []Named     // of the command
	stray      stray       // what was skipped before the present token, outside commands
	refused    Refusal     // see Refused
	labels     labels
}

// definition is the meaning of a name that is defined with parameters.
type definition struct {
	params []term.Term // bound variables
	body   term.Term
}

// declared is a name that got its meaning in the present scope.
type declared struct {
	name      nameID
	isSort    bool
	recursive bool // by define-fun-rec or define-funs-rec
}

// opened is where a scope begins: in undo and axioms.
type opened struct{ undo, axioms int }

// local is a bound variable or a let.
type local struct {
	name  nameID
	outer int32 // what the name's local was before
	t     term.Term
}

// NewReader returns a Reader of src; file is its name in positions.
func NewReader(file string, src io.Reader, st *term.Store) *Reader {
	r := &Reader{source: newSource(file, src), st: st, subst: term.NewSubst(st, st), sortDef: map[nameID]sortEntry{},
		former: map[nameID]term.Sym{}, formerSorts: map[nameID]sortEntry{}, gone: map[nameID][]term.Sym{},
		zeroPowers: map[term.Sort]term.Term{}, anyPowers: map[term.Sort]term.Sym{}, labels: labels{index: map[term.Sym]int{}},
		lambdas: lambdas{map[term.Sym]*lambda{}, map[term.Term]*lambda{}, map[varKey]term.Term{}, map[term.Term]term.Term{}}}
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
// parentheses match, the next call continues after the command, which has no effect; see
// Refused. Text between commands is an error, too, and skipped. Other errors are final;
// see Fatal.
func (r *Reader) Next() (Command, error) {
	r.abandon()
	r.dropNodes(0)
	r.shrink()
	if err := r.begin(); err != nil {
		return Command{}, err
	}
	undone := len(r.undo)
	r.named = nil
	var c Command
	err := r.command(&c)
	if err == nil {
		c.Named, c.End = r.named, r.position(r.tok.off)
		r.settleCommand(&c)
		if err = r.closed(&c); err == nil {
			err = r.define(&c)
		}
	}
	if err != nil {
		r.restore(undone) // a :named in a command that failed later
		for r.depth > 0 && r.fatal == nil {
			_ = r.next()
		}
		if r.fatal != nil {
			err = r.fatal // it takes precedence
		} else {
			r.refused = r.refusal()
		}
		return Command{}, err
	}
	r.begun = r.begun || c.Kind.begins()
	if c.Kind == DefineFunsRec && r.global {
		for _, t := range c.Terms {
			r.axioms = append(r.axioms, Axiom{c.Pos, t})
		}
	}
	return c, nil
}

// KeepTexts makes Next return the texts of assertions, for get-assertions.
func (r *Reader) KeepTexts(on bool) { r.keepTexts = on }

// Until makes Next call a function regularly and stop with its error, which is fatal.
func (r *Reader) Until(stop func() error) { r.until = stop }

// pollEvery is the number of steps between two polls. A single step can be long.
const pollEvery = 16

// poll reports whether to stop; fatal is the reason then.
func (r *Reader) poll() bool {
	if r.polls++; r.until != nil && r.polls%pollEvery == 0 && r.fatal == nil {
		r.fatal = r.until()
		return r.fatal != nil
	}
	return false
}

// Fatal reports whether the last error was final.
func (r *Reader) Fatal() bool { return r.fatal != nil && !errors.Is(r.fatal, io.EOF) }

// abandon drops a term under construction, and releases the memory for a deep one.
func (r *Reader) abandon() {
	const keep = 1 << 14
	r.unbind(0)
	r.work, r.vals, r.offs = r.work[:0], r.vals[:0], r.offs[:0]
	r.binders, r.letNames, r.results, r.indices = r.binders[:0], r.letNames[:0], r.results[:0], r.indices[:0]
	r.mapped = r.mapped[:0]
	if cap(r.work)+cap(r.vals) > keep {
		r.work, r.vals, r.offs = nil, nil, nil
	}
}

func (r *Reader) bind(name nameID, t term.Term) {
	m := &r.names.all[name]
	r.locals = append(r.locals, local{name: name, outer: m.local, t: t})
	m.local = int32(len(r.locals))
}

// unbind removes all but the first n locals.
func (r *Reader) unbind(n int) {
	for len(r.locals) > n {
		l := r.locals[len(r.locals)-1]
		r.locals = r.locals[:len(r.locals)-1]
		r.names.all[l.name].local = l.outer
	}
}

// newFun makes the symbol that node at names. A name that had the same rank in a closed
// scope becomes the same symbol, about which nothing is asserted any longer: otherwise
// a session that declares in its scopes would fill the store with copies of its terms.
func (r *Reader) newFun(at uint32, args []term.Sort, res term.Sort) (term.Sym, error) {
	id, kind := r.nodes[at].name(), entryFun
	if err := r.free(id, r.nodes[at].off, args, res); err != nil {
		return 0, err
	}
	if len(args) == 0 {
		kind = entryNew
	}
	var f term.Sym
	if k := slices.IndexFunc(r.gone[id], func(f term.Sym) bool {
		a, b := r.st.SymSorts(f)
		return b == res && slices.Equal(a, args)
	}); k >= 0 {
		f = r.gone[id][k]
	} else {
		f = r.st.FreshFun(r.names.text(id), args, res)
	}
	r.declare(id, entry{kind, uint32(f)})
	return f, nil
}

func (r *Reader) declareSort(at uint32, e sortEntry) error {
	name := r.nodes[at].name()
	if r.sortDef[name].kind != sortNone || builtinSort(r.names.text(name)) {
		return r.errorAt(at, "sort %s is already declared", r.names.text(name))
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
			e := r.undeclare(u.name)
			if e.kind == entryDef {
				r.defs = r.defs[:e.ref]
			}
			r.remember(u.name, e)
		}
	}
}

// declaredSym returns the symbol that a name was declared for; false if it was defined.
func (r *Reader) declaredSym(id nameID, e entry) (term.Sym, bool) {
	switch e.kind {
	case entryNew, entryFun:
		return term.Sym(e.ref), true
	case entryConst:
		t := term.Term(e.ref)
		if r.st.Op(t) == term.OpApp && len(r.st.Args(t)) == 0 && r.st.SymName(r.st.Sym(t)) == r.names.text(id) {
			return r.st.Sym(t), true
		}
	}
	return 0, false
}

// remember keeps the symbol that a name was declared for: one for each rank.
func (r *Reader) remember(id nameID, e entry) {
	f, ok := r.declaredSym(id, e)
	if !ok {
		return
	}
	if !slices.Contains(r.gone[id], f) {
		r.gone[id] = append(r.gone[id], f)
	}
}

func (r *Reader) push(n int) {
	for range n {
		r.marks = append(r.marks, opened{len(r.undo), len(r.axioms)})
	}
}

// pop closes n scopes and returns the axioms of the functions that outlive them.
func (r *Reader) pop(n int) []Axiom {
	if n == 0 {
		return nil
	}
	m := r.marks[len(r.marks)-n]
	r.marks = r.marks[:len(r.marks)-n]
	if !r.global {
		r.restore(m.undo)
	}
	return slices.Clone(r.axioms[m.axioms:])
}

func (r *Reader) reset() {
	r.restore(0)
	r.axioms = nil
	r.marks, r.global, r.begun, r.realLogic = r.marks[:0], false, false, false
	r.approximate, r.dividesByZero = "", false
	clear(r.former)
	clear(r.formerSorts)
}

// resetAssertions takes back all declarations, as the standard says. But other solvers keep those
// outside of scopes, and scripts rely on that: a symbol that was declared there is declared again
// when it is used. What was defined is gone, recursive functions too: they are nothing without their
// axioms. Global declarations stay; the axioms of those are returned.
func (r *Reader) resetAssertions() []Axiom {
	outside := len(r.undo)
	if len(r.marks) > 0 {
		outside = r.marks[0].undo
	}
	r.marks = r.marks[:0]
	if r.global {
		return slices.Clone(r.axioms)
	}
	r.restore(outside)
	seen := map[nameID]bool{}
	for _, u := range slices.Backward(r.undo) {
		switch {
		case u.isSort:
			r.formerSorts[u.name] = r.sortDef[u.name]
		case !seen[u.name]: // its latest meaning
			seen[u.name] = true
			delete(r.former, u.name)
			if f, ok := r.declaredSym(u.name, r.meanings(u.name)[0]); ok && !u.recursive {
				r.former[u.name] = f
			}
		}
	}
	r.restore(0)
	return nil
}

// revive declares a name again that was declared before reset-assertions. It reports whether
// there was one.
func (r *Reader) revive(id nameID) bool {
	f, ok := r.former[id]
	if ok {
		delete(r.former, id)
		kind := entryNew
		if args, _ := r.st.SymSorts(f); len(args) > 0 {
			kind = entryFun
		}
		r.declare(id, entry{kind, uint32(f)})
	}
	return ok
}
