package golang

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// boxed reports whether a value of a type is in an object that an interface points to.
func (l *lowerer) boxed(t types.Type) bool {
	xs := l.leaves(t)
	for _, x := range xs {
		if x.array {
			return true
		}
	}
	return len(xs) > words
}

// number returns that of a type.
func (l *lowerer) number(t types.Type) int64 {
	n, _ := l.facts.numbers.At(t).(int64)
	return n
}

// makeInterface returns an interface that holds a value.
func (f *fn) makeInterface(v value, t types.Type) value {
	n := f.number(t)
	if n == 0 {
		refuse("an interface that holds a %s", types.TypeString(t, shortName))
	}
	out := value{f.b.Small(n)}
	if f.boxed(t) {
		obj := f.allocate(t)
		f.store(f.at(t, obj, f.st.Int(0)), v)
		out = append(out, machine.Value{Term: obj})
	} else {
		for i, x := range f.leaves(t) {
			if f.base(x) == term.Bool {
				out = append(out, machine.Value{Term: f.st.Ite(f.b.Truth(v[i]), f.st.Int(1), f.st.Int(0))})
				continue
			}
			out = append(out, machine.Value{Term: f.b.Number(v[i])})
		}
	}
	for len(out) < 1+words {
		out = append(out, f.b.Small(0))
	}
	return out
}

// held returns the value of a type that an interface holds.
func (f *fn) held(v value, t types.Type) (out value) {
	if f.boxed(t) {
		return f.settled("$held", t, f.load(f.at(t, v[1].Term, f.st.Int(0))))
	}
	for i, x := range f.leaves(t) {
		w := v[1+i].Term
		if f.base(x) == term.Bool {
			w = f.st.Eq(w, f.st.Int(1))
		}
		out = append(out, f.read(x, w))
	}
	return out
}

// isType is the condition that an interface holds a value of a type, or one whose type implements an interface.
func (f *fn) isType(v value, t types.Type) term.Term {
	u, ok := t.Underlying().(*types.Interface)
	if !ok {
		n := f.number(t)
		if n == 0 {
			return f.st.False()
		}
		return f.st.Eq(f.b.Ranged(v[0]).Term, f.st.Int(n))
	}
	var any []term.Term
	number := f.b.Ranged(v[0]).Term
	for _, d := range f.facts.dynamic {
		if types.Implements(d, u) {
			any = append(any, f.st.Eq(number, f.st.Int(f.number(d))))
		}
	}
	return f.st.Or(append(any, f.stubsImplement(v, u)...)...)
}

// typeAssert lowers x.(T).
func (f *fn) typeAssert(v *ssa.TypeAssert) (out value) {
	x, t := f.value(v.X), v.AssertedType
	if !v.CommaOk { // what the fault shows is what the assertion reads
		x = append(value{x[0].Replaced(f.seen(x[0]))}, x[1:]...)
	}
	if ofRuntime(t) {
		f.noPanic(x, "an assertion about")
	}
	c := f.isType(x, t)
	_, toInterface := t.Underlying().(*types.Interface)
	if !v.CommaOk {
		if c == f.st.False() && !f.st.IsNum(x[0].Term) { // no type of the program satisfies it: the fault shows which it is
			c = f.st.Lt(x[0].Term, f.st.Int(-1-int64(len(f.facts.stubs.declared))))
		}
		f.checkAs(Assertion, c, f.conversion(x, v))
		if toInterface {
			return x
		}
		return f.held(x, t)
	}
	got, none := x, f.zero(t)
	if !toInterface {
		got = f.zero(t)
		if c != f.st.False() {
			got = f.heldIf(c, x, t)
		}
	}
	for i, y := range f.leaves(t) {
		out = append(out, f.choose(c, y, got[i], none[i]))
	}
	return append(out, f.b.Boolean(c))
}

// familiar says that what follows needs to know which type an interface holds.
func (f *fn) familiar(x value, what string) {
	c := f.st.Not(f.isStub(x))
	f.unless(c, what)
	f.assume(c)
}

// heldIf returns what an interface holds if a condition says that it is of a type.
func (f *fn) heldIf(c term.Term, v value, t types.Type) (out value) {
	if f.boxed(t) {
		return f.held(v, t)
	}
	out = f.held(v, t)
	for i, x := range f.leaves(t) { // a word is in the range of the type only then
		if out[i].Raw {
			lo, hi := out[i].Lo, out[i].Hi
			f.assume(f.st.Implies(c, f.b.Within(f.term(x, out[i]), lo, hi)))
			out[i].Raw = false
		}
	}
	return out
}

// choose returns one of two leaves.
func (f *fn) choose(c term.Term, x leaf, a, b machine.Value) machine.Value {
	if a.Lo != nil && b.Lo != nil && !a.Raw && !b.Raw && f.base(x) != term.Bool {
		return f.b.Ite(c, a, b)
	}
	return f.read(x, f.st.Ite(c, f.term(x, a), f.term(x, b)))
}

// conversion says which assertion fails, in the words of the runtime.
func (f *fn) conversion(x value, v *ssa.TypeAssert) func(show) string {
	dyn := f.seen(x[0])
	held := map[string]types.Type{}
	for _, t := range f.facts.dynamic {
		held[f.b.Small(f.number(t)).Lo.String()] = t
	}
	static, want := spelled(v.X.Type()), spelled(v.AssertedType)
	if u, ok := v.X.Type().Underlying().(*types.Interface); ok && u.Empty() {
		static = "interface {}"
	}
	to, toInterface := v.AssertedType.Underlying().(*types.Interface)
	return func(s show) string {
		t, known := held[s(dyn)]
		got := "of another type"
		if known {
			got = spelled(t)
		}
		known = known || strings.HasPrefix(s(dyn), "-")
		switch {
		case !known && toInterface:
			return "interface conversion: interface is nil, not " + want
		case !known:
			return "interface conversion: " + static + " is nil, not " + want
		case !toInterface:
			return "interface conversion: " + static + " is " + got + ", not " + want
		}
		text := "interface conversion: " + got + " is not " + want
		if t == nil {
			return text
		}
		if m, _ := types.MissingMethod(t, to, true); m != nil {
			text += ": missing method " + m.Name()
		}
		return text
	}
}

// equal is the condition that two values are equal, of which one may be an interface.
func (f *fn) equal(x, y value, s, t types.Type) term.Term {
	if types.IsInterface(s) && !types.IsInterface(t) {
		y, t = f.makeInterface(y, t), s
	} else if types.IsInterface(t) && !types.IsInterface(s) {
		x, s = f.makeInterface(x, s), t
	}
	return f.same(x, y, s)
}

// same is the condition that two values of a type are equal.
func (f *fn) same(x, y value, t types.Type) term.Term {
	st := f.st
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return f.sameText(x, y)
		case u.Info()&types.IsBoolean != 0:
			return st.Eq(f.b.Truth(x[0]), f.b.Truth(y[0]))
		case u.Info()&types.IsInteger != 0:
			return f.b.Compare(machine.Eq, x[0], y[0])
		case u.Kind() == types.UntypedNil:
			return st.True()
		}
		return f.compareReals(token.EQL, x[0], y[0], t)
	case *types.Pointer:
		switch none := st.Int(0); {
		case x[0].Term == none || y[0].Term == none: // nil has the index 0, and nothing else is in object 0
			return st.Eq(x[0].Term, y[0].Term)
		case f.empty(u.Elem()):
			refuse("a comparison of pointers to what has no size")
		}
		return st.And(st.Eq(x[0].Term, y[0].Term), st.Eq(f.b.Number(x[1]), f.b.Number(y[1])))
	case *types.Interface:
		return f.sameInterface(x, y)
	case *types.Struct:
		var parts []func() term.Term
		for k := range u.NumFields() {
			if u.Field(k).Name() != "_" {
				parts = append(parts, func() term.Term {
					return f.same(f.fieldOf(x, t, k), f.fieldOf(y, t, k), u.Field(k).Type())
				})
			}
		}
		return f.inTurn(t, parts)
	case *types.Array:
		return f.sameArray(x, y, u)
	}
	return st.Eq(x[0].Term, y[0].Term) // channels, and what is compared with nil
}

// empty reports whether values of a type have no size.
func (l *lowerer) empty(t types.Type) bool { return l.src.sizes.Sizeof(t) == 0 }

func (f *fn) sameArray(x, y value, u *types.Array) term.Term {
	if u.Len() > few*few {
		refuse("a comparison of large arrays")
	}
	var parts []func() term.Term
	for i := range u.Len() {
		a, b := f.elementIn(x, u.Elem(), f.st.Int(i)), f.elementIn(y, u.Elem(), f.st.Int(i))
		parts = append(parts, func() term.Term { return f.same(a, b, u.Elem()) })
	}
	return f.inTurn(u, parts)
}

// inTurn is the condition that all parts are equal. A part is only compared if those before are, where that may panic.
func (f *fn) inTurn(t types.Type, parts []func() term.Term) term.Term {
	if !hasInterface(t) {
		var all []term.Term
		for _, p := range parts {
			all = append(all, p())
		}
		return f.st.And(all...)
	}
	v := f.temp(term.Bool, "equal")
	f.set(v, f.st.True())
	for _, p := range parts {
		f.when(f.prog.Var(v).Term, func() { f.set(v, p()) })
	}
	return f.prog.Var(v).Term
}

// hasInterface reports whether a comparison of values of a type may panic.
func hasInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return hasInterface(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			if hasInterface(u.Field(k).Type()) {
				return true
			}
		}
	}
	return false
}

// inOneAnother is how many interfaces are compared that are in one another.
const inOneAnother = 2

// sameInterface compares what two interfaces hold, which panics if types are the same and have no ==.
func (f *fn) sameInterface(x, y value) term.Term {
	st := f.st
	alike := st.Eq(f.b.Ranged(x[0]).Term, f.b.Ranged(y[0]).Term)
	if alike == st.False() || f.isNil(x) || f.isNil(y) {
		return alike
	}
	if f.compared++; f.compared > inOneAnother {
		f.compared--
		refuse("a comparison of interfaces in interfaces")
	}
	defer func() { f.compared-- }()
	c := st.Not(st.And(alike, f.isStub(x)))
	f.unless(c, "a comparison of what arguments hold of a type that is not known")
	f.assume(c)
	f.noPanic(value{{Term: st.Ite(alike, x[0].Term, st.Int(0))}}, "a comparison with")
	f.comparable(alike, x, "comparing uncomparable type ")
	v := f.temp(term.Bool, "equal")
	var all []term.Term
	for k := 1; k <= words; k++ {
		all = append(all, st.Eq(f.b.Number(x[k]), f.b.Number(y[k])))
	}
	f.set(v, st.And(alike, st.Or(st.Eq(x[0].Term, st.Int(0)), st.And(all...)))) // nil may have any words
	for _, t := range f.facts.dynamic {
		if is := st.Eq(x[0].Term, st.Int(f.number(t))); types.Comparable(t) && !f.byWords(t) && is != st.False() {
			f.when(st.And(alike, is), func() { f.set(v, f.same(f.held(x, t), f.held(y, t), t)) })
		}
	}
	return f.prog.Var(v).Term
}

// isNil reports whether an interface is the constant nil.
func (f *fn) isNil(x value) bool { return x[0].IsConst() && x[0].Lo.Sign() == 0 }

// byWords reports whether values of a type are equal if the words of interfaces are that hold them.
func (l *lowerer) byWords(t types.Type) bool {
	if l.boxed(t) || isFloat(t) || isString(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if u.Field(k).Name() == "_" || !l.byWords(u.Field(k).Type()) {
				return false
			}
		}
	case *types.Interface:
		return false
	case *types.Pointer:
		return !l.empty(u.Elem())
	}
	return true
}

// comparable checks that an interface holds nothing whose type has no ==, where a condition holds.
func (f *fn) comparable(where term.Term, x value, text string) {
	dyn, names := f.seen(x[0]), map[string]string{}
	var never []term.Term
	for _, t := range f.facts.dynamic {
		if number := f.number(t); !types.Comparable(t) {
			never = append(never, f.st.Eq(dyn, f.st.Int(number)))
			names[f.b.Small(number).Lo.String()] = spelled(t)
		}
	}
	f.check(Unhashable, f.st.Not(f.st.And(where, f.st.Or(never...))), func(v show) string { return text + names[v(dyn)] })
}
