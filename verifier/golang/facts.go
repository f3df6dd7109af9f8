package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// facts are what the entry may reach: rapid type analysis (D. F. Bacon and P. F. Sweeney, "Fast static analysis of C++
// virtual function calls", OOPSLA 1996), with functions that are values beside types that become interfaces.
type facts struct {
	source  *source
	program *ssa.Program
	main    *ssa.Package
	users   map[*types.Package]bool // packages that are not of the standard library
	funcs   []*ssa.Function
	seen    map[*ssa.Function]bool
	// values are the functions that are values, in order: the code of one is its index, counted from 1.
	values []*ssa.Function
	codes  map[*ssa.Function]int64
	// dynamic are the types that become interfaces, in order: the number of one is its index, counted from 1.
	dynamic []types.Type
	numbers typeutil.Map
	globals []*ssa.Global
	known   map[*ssa.Global]bool
	inits   map[*ssa.Package]*initial
	// packages are the main one and all that it imports, as they are initialised; owners are those of known variables.
	packages []*ssa.Package
	owners   map[*ssa.Package]bool
	held     map[*ssa.Global][]*ssa.Global // of which others a variable holds copies
	given    []types.Type                  // what interfaces hold that the entry is given
	stubs    stubs
	structs  typeutil.Map         // numbers of structure types, by their underlying types
	escapes  map[field]bool       // fields whose addresses are values
	shared   map[*ssa.Global]bool // globals whose addresses are values

	signatures []*types.Signature
	invoked    []*ssa.CallCommon
	unsafe     bool               // strings and slices may have bytes in common
	formats    bool               // functions of package fmt are reached
	fuzzed     []*types.Signature // of functions that f.Fuzz is given
	skips      bool               // t.Skip is reached
	fails      bool               // t.Error is, or another method by which a test fails
	ends       bool               // t.Fatal is, or another one of these that ends it
	parallel   bool               // t.Parallel is reached
	catches    *catching
	// onlyInitial are functions that only initialisers call.
	onlyInitial map[*ssa.Function]bool
	caught      string // what may keep a panic from ending the program; empty: nothing
	extends     bool   // a slice may be made longer within its capacity
	cuts        bool   // an object may have elements behind the capacity of a slice
	work        []*ssa.Function
}

// field is one of a structure type, which is known by a number.
type field struct{ of, k int }

// analyze looks at all that an entry may reach, which is given interfaces that hold some types; closed ones only where
// no others are to be held.
func analyze(src *source, p *plan, given, closed []types.Type) *facts {
	a := &facts{
		source: src, program: src.ssa, main: src.main, seen: map[*ssa.Function]bool{}, codes: map[*ssa.Function]int64{},
		known: map[*ssa.Global]bool{}, inits: map[*ssa.Package]*initial{}, held: map[*ssa.Global][]*ssa.Global{},
		escapes: map[field]bool{},
		shared:  map[*ssa.Global]bool{}, users: src.users, given: given,
		packages: closure(src.ssa, src.main.Pkg), owners: map[*ssa.Package]bool{},
	}
	for _, t := range slices.Concat(p.allGiven(), given) {
		a.findStubs(t)
	}
	a.withhold(closed)
	for _, t := range a.given {
		a.becomes(t)
	}
	for _, t := range p.allGiven() { // there may be slices in it
		_, basic := t.Underlying().(*types.Basic)
		a.cuts = a.cuts || !basic
	}
	for _, g := range p.functions() {
		a.reach(g)
	}
	for {
		for len(a.work) > 0 {
			f := a.work[len(a.work)-1]
			a.work = a.work[:len(a.work)-1]
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					a.instruction(i)
				}
			}
		}
		if !a.initials() && len(a.work) == 0 {
			break
		}
	}
	a.catch(p.functions())
	a.findInitial(p.functions())
	if a.caught == "" && a.exits() {
		a.caught = "os.Exit in a deferred call"
	}
	return a
}

// reach notes that a function may be called.
func (a *facts) reach(f *ssa.Function) {
	if f == nil || a.seen[f] {
		return
	}
	a.seen[f] = true
	if f.Pkg != nil {
		f.Pkg.Build()
	}
	if modelOf(f) != nil {
		a.models(f)
		a.modelsTest(f)
		return
	}
	if a.outsider(f) {
		if t := a.errorText(); t != nil {
			a.becomes(t)
		}
		for v := range f.Signature.Results().Variables() {
			if types.IsInterface(v.Type()) && !isError(v.Type()) {
				a.findStubs(v.Type())
			}
		}
		return
	}
	a.funcs = append(a.funcs, f)
	a.work = append(a.work, f)
	for _, x := range append(clauses(f, requires), clauses(f, ensures)...) {
		a.reach(x)
	}
}

// instruction notes what one reaches.
func (a *facts) instruction(i ssa.Instruction) {
	var call *ssa.CallCommon
	if c, ok := i.(ssa.CallInstruction); ok {
		call = c.Common()
		a.call(call)
	}
	for _, p := range i.Operands(nil) {
		switch v := (*p).(type) {
		case *ssa.Function:
			if call == nil || p != &call.Value {
				a.value(v)
			}
		case *ssa.Global:
			a.global(v)
			if !direct(v, i) {
				a.shared[v] = true
			}
		}
	}
	switch v := i.(type) {
	case *ssa.Convert:
		a.unsafe = a.unsafe || bytesAsText(v) != nil || headed(v) != nil
	case *ssa.MakeInterface:
		a.becomes(v.X.Type())
	case *ssa.TypeAssert:
		a.asserts(v.AssertedType, a.user(i.Parent()))
	case *ssa.MakeClosure:
		a.value(v.Fn.(*ssa.Function))
	case *ssa.FieldAddr:
		if !onlyDirect(v) {
			a.escapes[a.field(pointee(v.X.Type()), v.Field)] = true
		}
	case *ssa.Slice:
		_, whole := v.X.(*ssa.Alloc)
		_, ok := v.X.Type().Underlying().(*types.Slice)
		a.cuts = a.cuts || v.Max != nil || !ok && !whole && !isString(v.X.Type())
		a.extends = a.extends || ok && longer(v)
	case *ssa.SliceToArrayPointer:
		a.cuts = true
	}
}

// field returns a field of a structure type.
func (a *facts) field(t types.Type, k int) field {
	u := t.Underlying()
	n, ok := a.structs.At(u).(int)
	if !ok {
		n = a.structs.Len() + 1
		a.structs.Set(u, n)
	}
	return field{n, k}
}

func pointee(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }

// direct reports whether an instruction takes an address only to read or write what is there, or a part of it.
func direct(addr ssa.Value, i ssa.Instruction) bool {
	switch x := i.(type) {
	case *ssa.UnOp:
		return x.Op == token.MUL
	case *ssa.Store:
		return x.Addr == addr && x.Val != addr
	case *ssa.FieldAddr:
		return onlyDirect(x)
	case *ssa.IndexAddr:
		return x.X == addr && onlyDirect(x)
	case *ssa.Slice:
		return x.X == addr && arguments(x)
	case *ssa.DebugRef:
		return true
	}
	return false
}

// arguments reports whether a slice is that of the last arguments of append, and nothing else.
func arguments(s *ssa.Slice) bool {
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return false
	}
	for _, i := range *s.Referrers() {
		c, ok := i.(*ssa.Call)
		if !ok {
			return false
		}
		if b, ok := c.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || c.Call.Args[1] != s || c.Call.Args[0] == s {
			return false
		}
	}
	return true
}

// onlyDirect reports whether all instructions do that.
func onlyDirect(addr ssa.Value) bool {
	for _, i := range *addr.Referrers() {
		if !direct(addr, i) {
			return false
		}
	}
	return true
}

// call notes what a call reaches.
func (a *facts) call(c *ssa.CallCommon) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "String", "StringData":
			a.unsafe = true
		}
		return
	}
	if c.IsInvoke() {
		a.invoked = append(a.invoked, c)
		for _, t := range a.dynamic {
			a.reach(a.method(t, c))
		}
		return
	}
	if v := fuzzedBy(c); v != nil {
		sig := v.Type().Underlying().(*types.Signature)
		a.fuzzed, a.cuts = append(a.fuzzed, sig), true
		a.calls(sig)
		return
	}
	if f := c.StaticCallee(); f != nil {
		a.asksAs(f, c)
		a.reach(f)
		return
	}
	a.calls(c.Signature())
}

// asksAs notes the type that errors.As asks for, as an assertion does.
func (a *facts) asksAs(f *ssa.Function, c *ssa.CallCommon) {
	if f.RelString(nil) != "errors.As" {
		return
	}
	if m, ok := c.Args[1].(*ssa.MakeInterface); ok {
		if p, ok := m.X.Type().Underlying().(*types.Pointer); ok {
			a.asserts(p.Elem(), a.user(m.Parent()))
		}
	}
}

// calls notes that functions are called that are values of a type.
func (a *facts) calls(sig *types.Signature) {
	a.signatures = append(a.signatures, sig)
	for _, f := range a.values {
		if callable(f, sig) {
			a.reach(f)
		}
	}
}

// callable reports whether a function may be called by a value of a type.
func callable(f *ssa.Function, sig *types.Signature) bool {
	return f.Signature.Recv() == nil && types.Identical(f.Signature, sig)
}

// value notes a function that is a value.
func (a *facts) value(f *ssa.Function) {
	if a.codes[f] != 0 {
		return
	}
	a.values = append(a.values, f)
	a.codes[f] = int64(len(a.values))
	for _, sig := range a.signatures {
		if callable(f, sig) {
			a.reach(f)
		}
	}
}

// becomes notes that values of a type become interfaces.
func (a *facts) becomes(t types.Type) {
	if _, ok := t.Underlying().(*types.Interface); ok || a.numbers.At(t) != nil {
		return
	}
	a.dynamic = append(a.dynamic, t)
	a.numbers.Set(t, int64(len(a.dynamic)))
	for _, c := range a.invoked {
		a.reach(a.method(t, c))
	}
}

// asserts notes a type that interfaces are asserted to hold: those of arguments may do so. If only the library asks for
// a type of its own, none does: with any fields it would be what nobody makes.
func (a *facts) asserts(t types.Type, user bool) {
	if len(a.stubs.declared) == 0 {
		a.stubs.later = append(a.stubs.later, func() { a.asserts(t, user) })
		return
	}
	if u, ok := t.Underlying().(*types.Interface); ok {
		a.findReturned(u)
		return
	}
	if !user && a.ofLibrary(t) {
		a.stubs.withheld.Set(t, true)
		return
	}
	if !slices.ContainsFunc(a.stubs.asserted, func(x types.Type) bool { return types.Identical(x, t) }) {
		a.stubs.asserted = append(a.stubs.asserted, t)
		a.findStubs(t)
		a.becomes(t)
	}
	if len(a.given) > 0 && !slices.ContainsFunc(a.given, func(g types.Type) bool {
		return types.Identical(g, t)
	}) {
		a.given = append(a.given, t)
	}
}

// method returns the method of a type that a call by an interface is of; nil if it has none.
func (a *facts) method(t types.Type, c *ssa.CallCommon) *ssa.Function {
	if !types.Implements(t, c.Value.Type().Underlying().(*types.Interface)) {
		return nil
	}
	sel := types.NewMethodSet(t).Lookup(c.Method.Pkg(), c.Method.Name())
	if sel == nil {
		return nil
	}
	return a.program.MethodValue(sel)
}

// global notes a global variable.
func (a *facts) global(g *ssa.Global) {
	if !a.known[g] {
		a.known[g] = true
		a.globals = append(a.globals, g)
		if g.Pkg != nil {
			a.owners[g.Pkg] = true
			g.Pkg.Build()
		}
	}
}
