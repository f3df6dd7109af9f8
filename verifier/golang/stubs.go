package golang

import (
	"go/types"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// stubs are what is known of the values in arguments whose types the program does not have, and of functions that are
// none of it. A type is one for each interface that declares such values.
type stubs struct {
	declared []types.Type // interfaces: the number of the k-th is -1-k
	numbers  typeutil.Map // by the underlying types
	funcs    bool         // there are functions
	textKeys bool         // there are maps with strings as keys
	asserted []types.Type // types of the program that something in an interface is asserted to be
	withheld typeutil.Map // types of which no argument holds a value in an interface
	closed   bool         // no argument holds some structures of the package
	sealed   bool         // arguments are declared with interfaces that only the package's types implement
	seen     typeutil.Map // types that have been looked at
	later    []func()     // note assertions, once there is something that they are about
}

// stubFunction is the number of all functions in arguments that are none of the program.
const stubFunction = -1

// findStubs notes what is declared in a type.
func (a *facts) findStubs(t types.Type) {
	if a.stubs.seen.At(t) != nil {
		return
	}
	a.stubs.seen.Set(t, true)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			a.findStubs(u.Field(k).Type())
		}
	case *types.Array:
		a.findStubs(u.Elem())
	case *types.Pointer:
		a.findStubs(u.Elem())
	case *types.Slice:
		a.findStubs(u.Elem())
	case *types.Map:
		a.stubs.textKeys = a.stubs.textKeys || isString(u.Key())
		a.findStubs(u.Key())
		a.findStubs(u.Elem())
	case *types.Interface:
		if a.stubs.numbers.At(u) == nil {
			a.stubs.declared = append(a.stubs.declared, t)
			a.stubs.numbers.Set(u, -int64(len(a.stubs.declared)))
		}
		a.findReturned(u)
		later := a.stubs.later
		a.stubs.later = nil
		for _, assert := range later {
			assert()
		}
	case *types.Signature:
		a.stubs.funcs = true
		a.findResults(u)
	}
}

// findReturned notes what methods of an interface return.
func (a *facts) findReturned(u *types.Interface) {
	for k := range u.NumMethods() {
		a.findResults(u.Method(k).Signature())
	}
}

func (a *facts) findResults(sig *types.Signature) {
	for k := range sig.Results().Len() {
		a.findStubs(sig.Results().At(k).Type())
	}
}

// stubNumber returns the number of the type of values that an interface declares and the program does not have.
func (l *lowerer) stubNumber(t types.Type) int64 {
	n, ok := l.facts.stubs.numbers.At(t.Underlying()).(int64)
	if !ok {
		refuse("an interface of type %s, which nothing declares", types.TypeString(t, shortName))
	}
	return n
}

// isStub is the condition that an interface holds a value of a type that the program does not have.
func (f *fn) isStub(v value) term.Term {
	if len(f.facts.stubs.declared) == 0 {
		return f.st.False()
	}
	return f.st.Lt(v[0].Term, f.st.Int(0))
}

// methodTable says which objects have a method of a name that their declared interface does not: the number of its
// type, counted from 1, or something else if they have none.
type methodTable struct {
	in prog.VarID
	of []*types.Func
}

// hasMethod is the condition that a value has a method that its declared interface does not have.
func (l *lowerer) hasMethod(m *types.Func, object term.Term) term.Term {
	x := l.methods[m.Id()]
	if x == nil {
		x = &methodTable{in: l.global("$method."+m.Name(), l.st.ArraySort(term.Int, term.Int), 0)}
		l.methods[m.Id()] = x
		l.methodOrder = append(l.methodOrder, m.Id())
	}
	k := slices.IndexFunc(x.of, func(y *types.Func) bool { return types.Identical(y.Signature(), m.Signature()) })
	if k < 0 {
		k = len(x.of)
		x.of = append(x.of, m)
	}
	return l.st.Eq(l.st.Select(l.prog.Var(x.in).Term, object), l.st.Int(int64(k+1)))
}

// stubsImplement are the conditions that an interface holds a value of a type that the program does not have, and that
// implements another interface. It may have more methods than those that are declared.
func (f *fn) stubsImplement(v value, u *types.Interface) (any []term.Term) {
	for k, d := range f.facts.stubs.declared {
		all := []term.Term{f.st.Eq(v[0].Term, f.st.Int(-1-int64(k)))}
		for i := range u.NumMethods() {
			m := u.Method(i)
			had, _, _ := types.LookupFieldOrMethod(d, false, m.Pkg(), m.Name())
			switch {
			case had == nil && f.facts.sealed(u):
				all = append(all, f.st.False())
			case had == nil:
				all = append(all, f.hasMethod(m, v[1].Term))
			case !types.Identical(had.Type(), m.Type()):
				all = append(all, f.st.False())
			}
		}
		any = append(any, f.st.And(all...))
	}
	return any
}

// stubCall is a call that is not of the program.
type stubCall struct {
	name string // of the method; of a function none
	sig  *types.Signature
}

// counting says what is known of the results of a method by its name and type.
type counting uint8

const (
	anything counting = iota
	reads             // so many bytes of the first argument are changed: Read, ReadAt
	writes            // as many as there are in the first argument, or fewer: Write, WriteAt, WriteString
	measures          // not negative: Len, ReadFrom, WriteTo
)

// counts says what the first result of a method is, as packages io and sort have it.
func (c *stubCall) counts() counting {
	p, r := c.sig.Params(), c.sig.Results()
	returns := func(k types.BasicKind, n int) bool {
		return r.Len() == n && types.Identical(r.At(0).Type(), types.Typ[k]) && (n == 1 || isError(r.At(1).Type()))
	}
	switch {
	case c.name == "Len" && p.Len() == 0 && returns(types.Int, 1),
		(c.name == "ReadFrom" || c.name == "WriteTo") && p.Len() == 1 && returns(types.Int64, 2):
		return measures
	case p.Len() == 0 || !returns(types.Int, 2):
		return anything
	}
	first := p.At(0).Type()
	bytes := types.Identical(first, types.NewSlice(types.Typ[types.Uint8]))
	switch {
	case bytes && (c.name == "Read" && p.Len() == 1 || c.name == "ReadAt" && p.Len() == 2):
		return reads
	case bytes && (c.name == "Write" && p.Len() == 1 || c.name == "WriteAt" && p.Len() == 2),
		c.name == "WriteString" && p.Len() == 1 && isString(first):
		return writes
	}
	return anything
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// What a note of a call records in the place of a result, or of a leaf.
const (
	stubBegins = -1 // the object of which a method is called, or the function
	stubData   = -2 // the bytes that Read reads
	stubChoice = -1 // which of the values an interface has that it may have
)

// stubbed calls a method of a value whose type the program does not have, or a function that is none of it. It changes
// nothing, but for Read, and returns any values.
func (f *fn) stubbed(name string, sig *types.Signature, object term.Term, args value) (out value) {
	x := &stubCall{name, sig}
	what := "a call of " + name + " of a type that is not known"
	if name == "" {
		what = "a call of a function that is not known"
	}
	results := sig.Results()
	for k := range results.Len() {
		left := mostReturned
		if t := f.unreturnable(results.At(k).Type(), 0, &left); t != nil {
			refuse("%s, which returns a %s", what, types.TypeString(results.At(k).Type(), shortName))
		}
	}
	f.stubCalled = true
	f.recordStub(note{stub: x, param: stubBegins}, object)
	for k := range results.Len() {
		t := results.At(k).Type()
		f.returnable = append(f.returnable, t)
		v, choice := f.returned(t, 0)
		if k == 0 {
			v = f.counted(x, v, args)
		}
		if choice != 0 {
			f.recordStub(note{stub: x, param: k, leaf: stubChoice}, choice)
		}
		f.record(note{stub: x, param: k}, t, v)
		out = append(out, v...)
	}
	f.presentBeside(results, out)
	return out
}

func (f *fn) recordStub(x note, t term.Term) {
	if f.query.Question == front.Fails {
		f.notes(x, t)
	}
}

// counted returns the first result of a call as it is where a method counts. Read changes as many bytes.
func (f *fn) counted(x *stubCall, v, args value) value {
	c := x.counts()
	switch c {
	case anything:
		return v
	case measures:
		f.stubCounts[c] = true
		return value{f.arbitrary("n", new(big.Int), v[0].Hi)}
	}
	f.stubCounts[c] = true
	n := f.arbitrary("n", new(big.Int), maxLength())
	count := f.b.Number(n)
	f.assume(f.st.Le(count, f.b.Number(f.b.Ranged(args[2]))))
	if c == writes {
		return value{n}
	}
	m, from := f.octets(), f.b.Number(args[1])
	data := f.temp(f.st.ArraySort(term.Int, term.Int), "data")
	f.havoc(data)
	old := f.kept(f.st.Select(f.prog.Var(m).Term, args[0].Term), "old")
	now := f.copied(old, from, f.st.Add(from, count), func(i term.Term) term.Term {
		return f.st.Select(f.prog.Var(data).Term, f.st.Sub(i, from))
	})
	w := f.change()
	w.object(m, args[0].Term, now)
	w.make()
	f.recordStub(note{stub: x, param: stubData}, f.prog.Var(data).Term)
	return value{n}
}

// presentBeside assumes that what a call returns beside a nil error is there.
func (f *fn) presentBeside(results *types.Tuple, v value) {
	n := results.Len()
	if n < 2 || !isError(results.At(n-1).Type()) || f.opt.NilArguments {
		return
	}
	failed := f.st.Not(f.st.Eq(v[len(v)-1-words].Term, f.st.Int(0)))
	for k := range n - 1 {
		t := results.At(k).Type()
		if _, pointer := t.Underlying().(*types.Pointer); pointer || neverNil(t) {
			f.assume(f.st.Or(failed, f.st.Not(f.st.Eq(v[0].Term, f.st.Int(0)))))
		}
		v = v[len(f.leaves(t)):]
	}
}

// mostReturned is up to how many leaves there are in what a result leads to.
const mostReturned = 64

// unreturnable returns a type in another one that no call returns that is not of the program; nil if there is none.
func (l *lowerer) unreturnable(t types.Type, depth int, left *int) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if x := l.unreturnable(u.Field(k).Type(), depth, left); x != nil {
				return x
			}
		}
		return nil
	case *types.Pointer:
		if depth < deepest {
			if x := l.unreturnable(u.Elem(), depth+1, left); x != nil {
				return x
			}
		}
	case *types.Array:
		if !l.plain(u.Elem()) {
			return t
		}
	case *types.Slice:
		if !l.plain(u.Elem()) && depth < deepest {
			return t
		}
	case *types.Map:
		if depth < deepest && !(l.plain(u.Elem()) && (l.plain(u.Key()) || isString(u.Key()))) {
			return t
		}
	case *types.Chan:
		if depth < deepest {
			return t
		}
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return t
		}
	}
	if *left -= len(l.leaves(t)); *left < 0 {
		return t
	}
	return nil
}

// returned returns any value of a type, as a call returns it. What it leads to is in objects that nothing has been
// written to: what is in them is what memory has there before the program begins, as with arguments. Of an interface,
// choice says which of the values it is that it may be.
func (f *fn) returned(t types.Type, depth int) (out value, choice term.Term) {
	st := f.st
	maybe := func(x term.Term) term.Term {
		return st.Ite(f.b.Truth(f.anyOf(types.Typ[types.Bool])[0]), x, st.Int(0))
	}
	if depth >= deepest && refers(t) && !composite(t) {
		return f.zero(t), 0
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			v, _ := f.returned(u.Field(k).Type(), max(depth, 1))
			out = append(out, v...)
		}
		return out, 0
	case *types.Pointer:
		obj := f.untouched(u.Elem())
		f.filled(f.at(u.Elem(), obj, st.Int(0)), depth+1)
		return value{{Term: f.kept(maybe(obj), "returned")}, f.b.Small(0)}, 0
	case *types.Slice:
		n, room := f.arbitrary("len", new(big.Int), maxLength()), f.arbitrary("cap", new(big.Int), maxLength())
		obj := f.kept(maybe(f.untouched(u.Elem())), "returned")
		f.assume(st.Le(f.b.Number(n), f.b.Number(room)))
		f.assume(st.Implies(st.Eq(obj, st.Int(0)), st.Eq(f.b.Number(room), st.Int(0))))
		return value{{Term: obj}, f.b.Small(0), n, room}, 0
	case *types.Map:
		return value{{Term: f.kept(maybe(f.untouched(types.Typ[types.Int])), "returned")}}, 0
	case *types.Interface:
		return f.returnedInterface(t, depth)
	case *types.Signature:
		code := f.kept(maybe(st.Int(stubFunction)), "returned")
		return value{{Term: code}, {Term: f.untouched(types.Typ[types.Int])}}, 0
	}
	if isString(t) {
		return f.anyText(), 0
	}
	return f.anyOf(t), 0
}

// untouched takes the numbers of an object that nothing has been written to, not even zeros.
func (f *fn) untouched(t types.Type) term.Term {
	c := f.change()
	obj := c.allocate(t)
	c.make()
	return obj
}

// filled assumes that what is at a place, to which nothing has been written, is such as a call returns it.
func (f *fn) filled(p place, depth int) {
	if u, ok := p.typ.Underlying().(*types.Struct); ok {
		for k := range u.NumFields() {
			f.filled(f.member(p, k), depth)
		}
		return
	}
	if f.plain(p.typ) {
		return
	}
	v, _ := f.returned(p.typ, depth)
	there := f.load(p)
	for k, x := range f.leaves(p.typ) {
		f.assume(f.st.Eq(f.term(x, there[k]), f.term(x, v[k])))
	}
}

// returnedInterface returns an interface as a call returns it. It holds nothing, a value of a type that the program
// does not have or, if it is a result, of one that something is asserted to be, or is an error that is in a variable.
func (f *fn) returnedInterface(t types.Type, depth int) (value, term.Term) {
	cases, choice := []value{f.zero(t)}, f.any("choice")
	if depth == 0 && isError(t) {
		for _, g := range f.errorVariables() {
			cases = append(cases, f.load(f.globalPlace(g)))
		}
	}
	for _, d := range f.facts.stubs.asserted {
		if depth > 0 || !types.Implements(d, t.Underlying().(*types.Interface)) {
			continue
		}
		if left := mostReturned; f.unreturnable(d, 1, &left) == nil {
			cases = append(cases, f.returnedIn(d))
			continue
		}
		c := f.st.Not(f.st.Eq(choice, f.st.Int(int64(len(cases)))))
		f.unless(c, "a call of what is not known, which may return a "+types.TypeString(d, shortName)+" in an interface")
		f.assume(c)
		cases = append(cases, cases[0])
	}
	out := value{f.b.Small(f.stubNumber(t)), {Term: f.untouched(types.Typ[types.Int])}, f.b.Small(0), f.b.Small(0)}
	for k, v := range cases {
		for i, x := range f.leaves(t) {
			out[i] = f.choose(f.st.Eq(choice, f.st.Int(int64(k))), x, v[i], out[i])
		}
	}
	return f.settled("$returned", t, out), choice
}

// returnedIn returns an interface with a value of a type of the program, which is no nil pointer.
func (f *fn) returnedIn(t types.Type) value {
	if !f.boxed(t) {
		v, _ := f.returned(t, 1)
		if _, pointer := t.Underlying().(*types.Pointer); pointer {
			f.assume(f.st.Not(f.st.Eq(v[0].Term, f.st.Int(0))))
		}
		return f.makeInterface(v, t)
	}
	obj := f.untouched(t)
	f.filled(f.at(t, obj, f.st.Int(0)), 1)
	return value{f.b.Small(f.number(t)), {Term: obj}, f.b.Small(0), f.b.Small(0)}
}

// errorVariables are the variables with errors that a test of the package may name.
func (l *lowerer) errorVariables() (out []*ssa.Global) {
	for _, g := range l.facts.globals {
		o, ok := g.Object().(*types.Var)
		if ok && isError(pointee(g.Type())) && (o.Exported() || g.Pkg == l.facts.main) && len(g.Pkg.Func("init").Blocks) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// withhold has arguments hold closed types only if they implement an interface that no other package's types do.
func (a *facts) withhold(closed []types.Type) {
	for _, t := range closed {
		held := func(of types.Type) bool { return types.Implements(t, of.Underlying().(*types.Interface)) }
		switch declared := a.stubs.declared; {
		case slices.ContainsFunc(declared, func(d types.Type) bool { return held(d) && a.own(d) }):
			a.given = append(a.given, t)
			a.findStubs(t)
		case slices.ContainsFunc(declared, held):
			a.stubs.closed = true
		}
	}
}

// own reports whether an interface has a method that no other package can declare.
func (a *facts) own(t types.Type) bool {
	u := t.Underlying().(*types.Interface)
	for k := range u.NumMethods() {
		if m := u.Method(k); !m.Exported() && m.Pkg() == a.main.Pkg {
			return true
		}
	}
	return false
}

// sealed reports whether an interface is one that only types of the package implement, and that one does which is among
// those that arguments may hold: it has a method that no other package can declare.
func (a *facts) sealed(u *types.Interface) bool {
	if !a.own(u) || !slices.ContainsFunc(a.given, func(t types.Type) bool { return types.Implements(t, u) }) {
		return false
	}
	a.stubs.sealed = true
	return true
}

// ofLibrary reports whether a type, or what it points to, is one that the standard library declares.
func (a *facts) ofLibrary(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && !a.users[named.Obj().Pkg()]
}

// stubAssumptions says what is taken for granted of calls that are not of the program.
func (l *lowerer) stubAssumptions() (out []string) {
	var withheld []string
	for _, t := range l.facts.stubs.withheld.Keys() {
		if !slices.ContainsFunc(l.facts.given, func(g types.Type) bool { return types.Identical(g, t) }) {
			withheld = append(withheld, types.TypeString(t, shortName))
		}
	}
	if slices.Sort(withheld); len(withheld) > 0 {
		out = append(out, "no argument holds in an interface a "+strings.Join(withheld, ", "))
	}
	if l.facts.stubs.closed {
		out = append(out, "no argument holds in an interface a structure whose fields only the package sets, unless it is "+
			"asserted or implements what only the package's types do")
	}
	if l.facts.stubs.sealed {
		out = append(out, "interfaces of arguments with methods that are not exported hold types that the package declares")
	}
	if !l.stubCalled {
		return out
	}
	out = append(out, "methods and functions of arguments that are not the program's end, change nothing, return what "+
		"shares no memory, and in interfaces nil or values of types that the program does not have; results are also "+
		"errors that are in variables, and of types that are asserted")
	if !l.opt.NilArguments {
		out = append(out, "pointers, functions and interfaces with methods that they return with a nil error are not nil")
	}
	if l.stubCounts[reads] {
		out = append(out, "Read reads from none to all bytes of its argument, and changes no others")
	}
	if l.stubCounts[writes] {
		out = append(out, "Write writes from none to all bytes of its argument")
	}
	if l.stubCounts[measures] {
		out = append(out, "Len, ReadFrom and WriteTo return no negative number")
	}
	return out
}
