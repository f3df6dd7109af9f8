package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// call lowers a call, and returns its results.
func (f *fn) call(c *ssa.CallCommon, results types.Type) value {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), c.Args, results)
	}
	if v := fuzzedBy(c); v != nil {
		f.fuzzes(v)
		return nil
	}
	var args value
	for _, a := range c.Args {
		args = append(args, f.value(a)...)
	}
	if c.IsInvoke() {
		return f.invoke(c, f.value(c.Value), args, results)
	}
	return f.callsValue(c.Value, c.Signature(), args, results)
}

// callsValue calls a function that is a value.
func (f *fn) callsValue(v ssa.Value, sig *types.Signature, args value, results types.Type) value {
	if m, ok := v.(*ssa.MakeClosure); ok {
		return f.callsTo(m.Fn.(*ssa.Function), args, f.value(m)[1].Term, results)
	}
	if g, ok := v.(*ssa.Function); ok {
		return f.callsTo(g, args, 0, results)
	}
	return f.dynamic(sig, f.value(v), args, results)
}

// callsTo calls a function by name, with what it closes over.
func (f *fn) callsTo(g *ssa.Function, args value, env term.Term, results types.Type) value {
	if m := modelOf(g); m != nil {
		return m(f, args, results)
	}
	if m := f.primitive(g); m != nil {
		return m(f, args, results)
	}
	if f.facts.outsider(g) {
		return f.outside(g, args, results)
	}
	q := f.procs[g]
	if q == nil || len(g.Blocks) == 0 {
		refuse("a call of %s", g.RelString(nil))
	}
	if !f.planned {
		f.meets(g, args)
	}
	var values []term.Term
	k := 0
	for _, p := range g.Params {
		for _, x := range f.leaves(p.Type()) {
			values = append(values, f.term(x, args[k]))
			k++
		}
	}
	if len(g.FreeVars) > 0 {
		if env == 0 {
			env = f.st.Int(0)
		}
		values = append(values, env)
	}
	vars, out := f.variables("$result", results)
	after := f.passes(g)
	f.emit(prog.Cmd{Kind: prog.Call, Callee: q.ID, Targets: vars, Values: values, Node: f.callNode(g)})
	f.b.Forget()
	after()
	f.passOn(g)
	return out
}

// cascade does one of several things, by what is the case, and returns the results, which each has.
func (f *fn) cascade(results types.Type, cases []oneCase, otherwise string) value {
	vars, out := f.variables("$result", results)
	after := f.block("called")
	for _, x := range cases {
		then, els := f.branch(x.when, "case", "other")
		f.enter(then)
		f.guarded(func() {
			v, c := x.do(), f.change()
			for k, y := range f.leaves(results) {
				c.write(vars[k], f.term(y, v[k]))
			}
			c.make()
		})
		f.jump(after)
		f.enter(els)
	}
	f.hole(otherwise)
	f.enter(after)
	return out
}

type oneCase struct {
	when term.Term
	do   func() value
}

// invoke calls a method of an interface: that of one of the types that it may hold.
func (f *fn) invoke(c *ssa.CallCommon, x, args value, results types.Type) value {
	f.check(NilPointer, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0))), said(nilDereference))
	var cases []oneCase
	for _, t := range f.facts.dynamic {
		g := f.facts.method(t, c)
		is := f.st.Eq(x[0].Term, f.st.Int(f.number(t)))
		if g == nil || is == f.st.False() {
			continue
		}
		cases = append(cases, oneCase{is, func() value {
			return f.callsTo(g, append(append(value(nil), f.held(x, t)...), args...), 0, results)
		}})
	}
	if is := f.isStub(x); is != f.st.False() {
		cases = append(cases, oneCase{is, func() value {
			return f.stubbed(c.Method.Name(), c.Signature(), x[1].Term, args)
		}})
	}
	return f.cascade(results, cases, "a call of "+c.Method.Name()+" of a type that is not known")
}

// dynamic calls a function that is a value.
func (f *fn) dynamic(sig *types.Signature, x, args value, results types.Type) value {
	f.check(NilPointer, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0))), said(nilDereference))
	var cases []oneCase
	for k, g := range f.facts.values {
		is := f.st.Eq(x[0].Term, f.st.Int(int64(k+1)))
		if !callable(g, sig) || is == f.st.False() {
			continue
		}
		cases = append(cases, oneCase{is, func() value { return f.callsTo(g, args, f.b.Number(x[1]), results) }})
	}
	if is := f.st.Eq(x[0].Term, f.st.Int(stubFunction)); f.facts.stubs.funcs && is != f.st.False() {
		cases = append(cases, oneCase{is, func() value { return f.stubbed("", sig, x[1].Term, args) }})
	}
	return f.cascade(results, cases, "a call of a function that is not known")
}

// closure makes the value of a function with what it closes over, which nothing changes.
func (f *fn) closure(v *ssa.MakeClosure) value {
	g := v.Fn.(*ssa.Function)
	c := f.change()
	obj := c.allocate(types.Typ[types.Int])
	next := f.prog.Var(f.next).Term
	for k, b := range v.Bindings {
		x := f.value(b)
		for n, y := range f.leaves(b.Type()) {
			m := f.freeVar(g, k, n, y)
			c.write(m, f.st.Store(c.written(m), next, f.term(y, x[n])))
		}
	}
	c.make()
	return value{f.b.Small(f.facts.codes[g]), {Term: obj}}
}

// freeVar returns the map, by environments, of a leaf of what a function closes over.
func (l *lowerer) freeVar(g *ssa.Function, k, n int, x leaf) prog.VarID {
	key := captured{g, k, n}
	m, ok := l.captures[key]
	if !ok {
		m = l.global("$"+g.Name()+"."+g.FreeVars[k].Name()+x.path, l.st.ArraySort(term.Int, l.sort(x)), 0)
		l.captures[key] = m
	}
	return m
}

type captured struct {
	of   *ssa.Function
	k, n int
}

// captured reads what the function closes over.
func (f *fn) captured(env term.Term) {
	for k, v := range f.src.FreeVars {
		var x value
		for n, y := range f.leaves(v.Type()) {
			x = append(x, f.read(y, f.st.Select(f.prog.Var(f.freeVar(f.src, k, n, y)).Term, env)))
		}
		f.vals[v] = f.settled(v.Name(), v.Type(), x)
	}
}

// builtin lowers a call of a predeclared function.
func (f *fn) builtin(name string, args []ssa.Value, results types.Type) value {
	switch name {
	case "len", "cap":
		return value{f.lengthOf(args[0], name)}
	case "append":
		s := f.value(args[0])
		if len(args) == 1 {
			return s
		}
		return f.appends(s, args[0].Type(), f.operand(args[1]))
	case "copy":
		return f.copies(f.value(args[0]), args[0].Type(), f.operand(args[1]))
	case "delete":
		f.removes(f.value(args[0])[0].Term, args[0].Type(), f.value(args[1]))
		return nil
	case "clear":
		if _, ok := args[0].Type().Underlying().(*types.Map); ok {
			f.clearsMap(f.value(args[0])[0].Term, args[0].Type())
		} else {
			f.clears(f.value(args[0]), args[0].Type())
		}
		return nil
	case "min", "max":
		return f.extreme(name, args)
	case "ssa:wrapnilchk":
		x := f.value(args[0])
		f.checkAs(NilPointer, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0))),
			said(wrapped(pointee(args[0].Type()), args[2])))
		return x
	case "ssa:deferstack": // a pointer to what nobody looks at: a deferred call of another function is a hole
		return f.zero(types.NewPointer(types.Typ[types.Int]))
	case "String", "StringData", "Slice", "SliceData":
		return f.unsafely(name, args)
	case "real", "imag", "complex":
		return f.floating(results)
	case "recover":
		return f.recovers()
	case "print", "println":
		return nil
	}
	refuse("%s", name)
	return nil
}

// wrapped says that a method that takes a value is called by a nil pointer.
func wrapped(t types.Type, method ssa.Value) string {
	name := ""
	if c, ok := method.(*ssa.Const); ok && c.Value != nil {
		name = constant.StringVal(c.Value)
	}
	bare := types.TypeString(t, func(*types.Package) string { return "" })
	return fmt.Sprintf("value method %s.%s called using nil *%s pointer", types.TypeString(t, shortName), name, bare)
}

// lengthOf lowers len and cap.
func (f *fn) lengthOf(v ssa.Value, name string) machine.Value {
	switch u := v.Type().Underlying().(type) {
	case *types.Slice:
		if name == "cap" {
			return f.value(v)[3]
		}
		return f.value(v)[2]
	case *types.Basic:
		return f.value(v)[2]
	case *types.Map:
		x := f.value(v)[0].Term
		n := f.st.Ite(f.st.Eq(x, f.st.Int(0)), f.st.Int(0), f.st.Select(f.prog.Var(f.mapping(u).length).Term, x))
		return f.b.Read(f.kept(n, "len"), new(big.Int), maxLength())
	case *types.Array:
		return f.b.Small(u.Len())
	case *types.Pointer:
		return f.b.Small(u.Elem().Underlying().(*types.Array).Len())
	}
	refuse("a channel")
	return machine.Value{}
}

// extreme lowers min and max.
func (f *fn) extreme(name string, args []ssa.Value) value {
	out := f.value(args[0])
	for _, a := range args[1:] {
		x := f.value(a)
		if isFloat(a.Type()) {
			return f.floating(a.Type())
		}
		low, high := x, out
		if name == "max" {
			low, high = out, x
		}
		var less term.Term
		if isString(a.Type()) {
			less = f.ordered(token.LSS, low, high)
		} else {
			less = f.b.Compare(machine.Lt, low[0], high[0])
		}
		var chosen value
		for k, y := range f.leaves(a.Type()) {
			chosen = append(chosen, f.choose(less, y, x[k], out[k]))
		}
		out = chosen
	}
	return out
}
