package c

import (
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// Variable arguments are in slots, which are numbered: those of a call follow each other, one
// for each scalar, and behind them is one that has nothing. The function is given the number of
// the first, and a va_list holds that of the next.

// variadic is the state of all slots.
type variadic struct {
	value prog.VarID // what is in a slot
	kind  prog.VarID // what that is
	next  prog.VarID // the next slot that no caller has filled
	unset prog.VarID // 1 where what is in a slot has no value; 0 if that is not asked about
	kinds []*syntax.Type
}

// The kinds of what is in slots: integers by their size, others than these and pointers by their types.
const (
	nothing  = 0
	rest     = 1 // of an object, whose kind is that of its first slot
	pointers = 2
	integers = 3 // and the size
	objects  = 32
)

// variadics returns the state of the slots, which it makes.
func (l *lowerer) variadics() *variadic {
	if l.variadic == nil {
		l.variadic = &variadic{value: l.global("$argument", l.array, 0), kind: l.global("$kind", l.array, 0),
			next: l.global("$slot", term.Int, 0)}
		if l.opt.Checks&Uninit != 0 {
			l.variadic.unset = l.global("$novalue", l.array, 0)
		}
	}
	return l.variadic
}

// empty says that no slot has anything in it.
func (f *fn) empty() {
	if v := f.variadic; v != nil {
		f.set(v.kind, f.st.ConstArray(f.array, f.st.Int(nothing)))
		f.set(v.next, f.st.Int(1))
	}
}

// kindOf returns the kind of an argument.
func (v *variadic) kindOf(t *syntax.Type) int64 {
	switch t.Kind {
	case syntax.Int:
		return integers + t.Size
	case syntax.Pointer:
		return pointers
	}
	i := slices.IndexFunc(v.kinds, t.Same)
	if i < 0 {
		i = len(v.kinds)
		v.kinds = append(v.kinds, t)
	}
	return objects + int64(i)
}

// scalars lists the scalars of an object.
func (f *fn) scalars(p place) (out []place) {
	switch t := p.typ; t.Kind {
	case syntax.Array:
		for i := range t.Len {
			out = append(out, f.scalars(f.indexed(p, f.st.Int(i), t.Elem))...)
		}
	case syntax.Struct:
		for _, m := range t.Fields {
			out = append(out, f.scalars(f.member(p, m, f.pos))...)
		}
	case syntax.Union:
		if uniform(t) != nil {
			return f.scalars(f.member(p, t.Fields[0], f.pos))
		}
	default:
		return []place{p}
	}
	return out
}

// passable reports whether a type may be that of a variable argument.
func (f *fn) passable(t *syntax.Type, at syntax.Pos) bool {
	switch {
	case t.Kind == syntax.Float:
		f.hole(at, "floating-point arithmetic")
	case punned(t), !t.Scalar() && (t.Size == 0 || count(t) > most):
		f.hole(at, "a variable argument of type "+t.Name)
	default:
		return true
	}
	return false
}

// fill puts arguments into slots, and returns the number of the first.
func (f *fn) fill(args []*syntax.Expr, values []val, places []place) term.Term {
	v, st := f.variadics(), f.st
	base := f.kept(f.prog.Var(v.next).Term)
	c, n := f.change(), int64(0)
	put := func(x val, kind int64) {
		at := st.Add(base, st.Int(n))
		c.store(v.value, at, f.number(x))
		if v.unset != 0 {
			c.store(v.unset, at, st.Ite(f.lacking(x), st.Int(1), st.Int(0)))
		}
		c.store(v.kind, at, st.Int(kind))
		n++
	}
	for i, x := range args {
		switch {
		case x.Type.Kind == syntax.Float:
			put(f.small(0), v.kindOf(x.Type))
		case x.Type.Scalar():
			put(values[i], v.kindOf(x.Type))
		case f.passable(x.Type, x.Pos):
			kind := v.kindOf(x.Type)
			for _, p := range f.scalars(places[i]) {
				put(f.load(p), kind)
				kind = rest
			}
		}
	}
	c.store(v.kind, st.Add(base, st.Int(n)), st.Int(nothing))
	c.write(v.next, st.Add(base, st.Int(n+1)))
	c.make()
	return base
}

// cursor returns where a va_list has the number of the next slot.
func (f *fn) cursor(e *syntax.Expr) place {
	p := f.keptPlace(f.place(e))
	if p.typ.Kind != syntax.Struct {
		return p
	}
	i := slices.IndexFunc(p.typ.Fields, func(m *syntax.Field) bool { return m.Type.Kind == syntax.Pointer })
	return f.member(p, p.typ.Fields[i], e.Pos)
}

// list evaluates va_start, va_end and va_copy.
func (f *fn) list(e *syntax.Expr) {
	p := f.cursor(e.X)
	switch e.Op {
	case syntax.VaStart:
		f.pos = e.Pos
		f.assign(p, typed(f.prog.Var(f.q.Ins[len(f.q.Ins)-1]).Term, p.typ))
	case syntax.VaCopy:
		from := f.cursor(e.Y)
		f.pos = e.Pos
		f.assign(p, f.valued(f.load(from), e.Y))
	default: // then it has nothing
		f.pos = e.Pos
		f.assign(p, f.small(0))
	}
}

// nextArgument returns the slot of the next argument, which has to be of a type, and goes past it.
func (f *fn) nextArgument(e *syntax.Expr) (at term.Term, ok bool) {
	p := f.cursor(e.X)
	f.pos = e.Pos
	at = f.kept(f.number(f.valued(f.load(p), e.X)))
	if !f.passable(e.Type, e.Pos) {
		return at, false
	}
	v, n := f.variadics(), int64(1)
	kind := f.st.Eq(f.st.Select(f.prog.Var(v.kind).Term, at), f.st.Int(v.kindOf(e.Type)))
	f.require(Memory, kind, e.Pos, said("va_arg: there is no further argument, or it is not of type "+spelled(e.Type)))
	if !e.Type.Scalar() {
		n = count(e.Type)
	}
	p.ptr = nil
	f.assign(p, typed(f.st.Add(at, f.st.Int(n)), p.typ))
	return at, true
}

// argumentIn returns what is in a slot, as a scalar, which may have been passed with another sign.
func (f *fn) argumentIn(at term.Term, typ *syntax.Type) val {
	bits := uint(8 * typ.Size)
	x := f.ints.Read(f.st.Select(f.prog.Var(f.variadics().value).Term, at),
		new(big.Int).Neg(machine.Pow2(bits-1)), new(big.Int).Sub(machine.Pow2(bits), big.NewInt(1)))
	return f.wrap(f.ranged(plainVal(x)), typ)
}

// argument evaluates va_arg of a scalar.
func (f *fn) argument(e *syntax.Expr) val {
	at, ok := f.nextArgument(e)
	if !ok {
		return f.arbitrary(e.Type, "any")
	}
	return f.keptVal(f.argumentIn(at, e.Type))
}

// argumentObject evaluates va_arg of a structure.
func (f *fn) argumentObject(e *syntax.Expr) place {
	p := f.whole(f.scratch(e.Type, e.Pos))
	at, ok := f.nextArgument(e)
	if !ok {
		return p
	}
	c := f.change()
	for i, q := range f.scalars(p) {
		slot := f.st.Add(at, f.st.Int(int64(i)))
		x := f.ranged(f.read(f.st.Select(f.prog.Var(f.variadics().value).Term, slot), q.typ, q.field))
		if unset := f.variadics().unset; unset != 0 {
			x.none = f.st.Eq(f.st.Select(f.prog.Var(unset).Term, slot), f.st.Int(1))
		}
		c.assign(q, x)
	}
	c.make()
	return p
}

// direct has a va_list be named that a pointer to it leads to, so that it needs no address.
func direct(e *syntax.Expr) *syntax.Expr {
	if e != nil && e.Op == syntax.Deref && e.X.Op == syntax.Decay {
		first := &syntax.Expr{Op: syntax.Const, Val: new(big.Int), Type: e.X.Type, Pos: e.Pos}
		return &syntax.Expr{Op: syntax.Elem, X: e.X.X, Y: first, Type: e.Type, Pos: e.Pos}
	}
	return e
}
