package golang

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
)

// kind is what an entry is to the go command.
type kind uint8

const (
	ordinary kind = iota // a function or a method
	test                 // func TestX(t *testing.T)
	fuzz                 // func FuzzX(f *testing.F)
)

// plan is what is called: an entry, and before it what makes its receiver.
type plan struct {
	entry *ssa.Function
	kind  kind
	// made says that the receiver is what one of the makers returns, after up to mostBefore calls of the methods in
	// before; else it is any value of its type.
	made           bool
	makers, before []*ssa.Function
	// closed says that only the package can give the receiver its fields.
	closed bool
}

const (
	// mostBefore is how many methods are called before the one that is asked about. One shows what depends on an object
	// being in use, and each multiplies the executions by the number of methods.
	mostBefore = 1
	mostMakers = 4 // functions that make a receiver are tried, the first ones by their names
)

// planFor says what is called for an entry; any says that a receiver is to have any fields.
func (s *source) planFor(entry *ssa.Function, any bool) *plan {
	p := &plan{entry: entry, kind: kindOf(entry)}
	recv := entry.Signature.Recv()
	if recv == nil {
		return p
	}
	named := receiverType(recv.Type())
	if named == nil || open(named.Underlying()) {
		return p
	}
	p.closed, p.makers = true, s.makers(named)
	if p.made = len(p.makers) > 0 && !any; !p.made {
		return p
	}
	for m := range named.Methods() {
		if g := s.ssa.FuncValue(m); m.Exported() && g != nil && len(g.Blocks) > 0 {
			p.before = append(p.before, g)
		}
	}
	slices.SortFunc(p.before, func(x, y *ssa.Function) int { return strings.Compare(x.Name(), y.Name()) })
	return p
}

// kindOf says what an entry is by its name and its parameter, as the go command does.
func kindOf(g *ssa.Function) kind {
	sig := g.Signature
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() > 0 {
		return ordinary
	}
	is := func(name, letter string) bool {
		return testName(g.Name(), name) && types.TypeString(sig.Params().At(0).Type(), nil) == "*testing."+letter
	}
	switch {
	case is("Test", "T"):
		return test
	case is("Fuzz", "F"):
		return fuzz
	}
	return ordinary
}

// testName reports whether a name is one of the go command's with a prefix.
func testName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// receiverType returns the type that methods with a receiver are declared for; nil if it has type parameters.
func receiverType(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	return named
}

// open reports whether whoever imports a package can make all values of a type that it declares.
func open(t types.Type) bool {
	u, ok := t.(*types.Struct)
	if !ok {
		return true
	}
	for k := range u.NumFields() {
		if f := u.Field(k); !f.Exported() && f.Name() != "_" {
			return false
		}
	}
	return true
}

// makers returns the functions of the package that make values of a type: exported ones, if there are any, else the
// others. Those of tests do not count.
func (s *source) makers(named *types.Named) (out []*ssa.Function) {
	if named.Obj().Pkg() != s.main.Pkg {
		return nil
	}
	for _, exported := range []bool{true, false} {
		for _, name := range s.main.Pkg.Scope().Names() {
			f, ok := s.main.Pkg.Scope().Lookup(name).(*types.Func)
			if !ok || f.Exported() != exported || result(f.Signature(), named) < 0 || s.ofTest(f) {
				continue
			}
			if g := s.ssa.FuncValue(f); g != nil && len(g.Blocks) > 0 && f.Signature().TypeParams().Len() == 0 {
				out = append(out, g)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	isNew := func(g *ssa.Function) int {
		if strings.HasPrefix(strings.ToLower(g.Name()), "new") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(x, y *ssa.Function) int { return isNew(x) - isNew(y) })
	return out[:min(len(out), mostMakers)]
}

// ofTest reports whether an object is declared in a test file.
func (s *source) ofTest(o types.Object) bool {
	return strings.HasSuffix(s.fset.Position(o.Pos()).Filename, "_test.go")
}

// result returns the first result of a function that is a value of a type, or points to one; -1 if there is none.
func result(sig *types.Signature, named *types.Named) int {
	for k := range sig.Results().Len() {
		t := types.Unalias(sig.Results().At(k).Type())
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if types.Identical(t, named) {
			return k
		}
	}
	return -1
}

// receiverMade says where the receiver comes from.
func (p *plan) receiverMade() string {
	var names []string
	for _, g := range p.makers {
		names = append(names, g.Name())
	}
	return fmt.Sprintf("receivers of type %s are made by %s, and at most %d exported method is called before",
		types.TypeString(p.entry.Signature.Recv().Type(), shortName), strings.Join(names, " or "), mostBefore)
}

// Made reports whether the receiver of the entry is what functions of the package make.
func (r *Result) Made() bool { return r.plan.made }

// Foreign says of a method whose receiver may have any fields, though only the package gives it some, that it has; it
// is empty of another entry.
func (r *Result) Foreign() string {
	switch p := r.plan; {
	case !p.closed || p.made:
		return ""
	case len(p.makers) == 0:
		return "for a receiver that no function of the package makes"
	}
	return "for a receiver with any fields, which the package need not make"
}

// functions are all that may be called.
func (p *plan) functions() []*ssa.Function {
	out := []*ssa.Function{p.entry}
	if p.made {
		out = append(append(out, p.makers...), p.before...)
	}
	return out
}

// given are the parameters of a function that any values are given for, with the receiver.
func (p *plan) given(g *ssa.Function) (out []*types.Var) {
	if p.kind != ordinary {
		return nil
	}
	if recv := g.Signature.Recv(); recv != nil && !p.made {
		out = append(out, recv)
	}
	return append(out, varsOf(g.Signature)...)
}

// varsOf returns the parameters of a function.
func varsOf(sig *types.Signature) (out []*types.Var) {
	for v := range sig.Params().Variables() {
		out = append(out, v)
	}
	return out
}

// allGiven are the types of those of all functions that may be called.
func (p *plan) allGiven() (out []types.Type) {
	for _, g := range p.functions() {
		for _, v := range p.given(g) {
			out = append(out, v.Type())
		}
	}
	return out
}

// entered calls what the plan says.
func (f *fn) entered(p *plan) {
	if p.made || slices.ContainsFunc(p.functions(), func(g *ssa.Function) bool { return contracted(g, requires) }) {
		f.early = f.lowerer.global("$early", term.Bool, 0)
		f.set(f.early, f.st.False())
	}
	switch {
	case p.kind != ordinary:
		t := pointee(p.entry.Params[0].Type())
		f.callsTo(p.entry, value{{Term: f.st.Int(f.static(f.size(t)))}, f.b.Small(0)}, 0, p.entry.Signature.Results())
	case p.made:
		f.enteredMade(p)
	default:
		f.anyCall(p.entry, nil, p.given(p.entry), true)
	}
}

// anyCall calls a function with any arguments behind some that are known, as it requires; what it ensures may be asked
// about.
func (f *fn) anyCall(g *ssa.Function, known value, given []*types.Var, ensured bool) value {
	args := append(slices.Clone(known), f.anyArguments(g, given)...)
	f.required(g, args)
	f.planned = true
	out := f.callsTo(g, args, 0, g.Signature.Results())
	f.planned = false
	if ensured {
		f.ensured(g, args, out)
	}
	return out
}

// anyArguments returns arguments of any value, of which traces show that a function is called with them.
func (f *fn) anyArguments(g *ssa.Function, given []*types.Var) (args value) {
	if f.query.Question == front.Fails {
		f.notes(note{of: g, param: -1}, f.st.Int(0))
	}
	for k, p := range given {
		v := f.given(p.Name(), p.Type())
		f.record(note{of: g, param: k}, p.Type(), v)
		args = append(args, v...)
	}
	return args
}

// enteredMade calls a maker, then some methods, and then the entry. Until then panics only end executions: whoever
// asks about the maker, or about the method, sees them.
func (f *fn) enteredMade(p *plan) {
	named := receiverType(p.entry.Signature.Recv().Type())
	f.set(f.early, f.st.True())
	vars, recv := f.variables("$receiver", types.NewPointer(named))
	f.oneOf(len(p.makers), func(k int) {
		g := p.makers[k]
		x := f.madeBy(g, f.anyCall(g, nil, p.given(g), false), named)
		c := f.change()
		for n, y := range f.leaves(types.NewPointer(named)) {
			c.write(vars[n], f.term(y, x[n]))
		}
		c.make()
	})
	for range mostBefore {
		f.oneOf(len(p.before)+1, func(k int) {
			if k < len(p.before) {
				m := p.before[k]
				f.anyCall(m, f.receiver(m, recv), p.given(m), false)
			}
		})
	}
	f.set(f.early, f.st.False())
	f.anyCall(p.entry, f.receiver(p.entry, recv), p.given(p.entry), true)
}

// oneOf does one of several things, any of them.
func (f *fn) oneOf(n int, do func(k int)) {
	choice := f.any("choice")
	after := f.block("chosen")
	for k := range n {
		if k < n-1 {
			then, els := f.branch(f.st.Eq(choice, f.st.Int(int64(k))), "choice", "other")
			f.enter(then)
			f.guarded(func() { do(k) })
			f.jump(after)
			f.enter(els)
			continue
		}
		f.guarded(func() { do(k) })
		f.jump(after)
	}
	f.enter(after)
}

// madeBy returns a pointer to what a maker returns, if it returns no error.
func (f *fn) madeBy(g *ssa.Function, results value, named *types.Named) value {
	sig := g.Signature
	at := result(sig, named)
	var out value
	for k := range sig.Results().Len() {
		t := sig.Results().At(k).Type()
		n := len(f.leaves(t))
		v := results[:n]
		results = results[n:]
		switch {
		case k == at:
			out = v
		case types.Identical(t, types.Universe.Lookup("error").Type()):
			f.assume(f.st.Eq(v[0].Term, f.st.Int(0)))
		}
	}
	if _, pointer := types.Unalias(sig.Results().At(at).Type()).(*types.Pointer); pointer {
		f.assume(f.st.Not(f.st.Eq(out[0].Term, f.st.Int(0))))
		return out
	}
	obj := f.allocate(named)
	f.store(f.at(named, obj, f.st.Int(0)), out)
	return value{{Term: obj}, f.b.Small(0)}
}

// receiver returns what a method has for a receiver that a pointer points to.
func (f *fn) receiver(m *ssa.Function, recv value) value {
	if _, pointer := types.Unalias(m.Signature.Recv().Type()).(*types.Pointer); pointer {
		return slices.Clone(recv)
	}
	t := m.Signature.Recv().Type()
	return f.settled("$receiver", t, f.load(f.at(t, recv[0].Term, recv[1].Term)))
}
