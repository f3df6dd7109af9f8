package c

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// leaf is a scalar part of an object, or an array of such parts: all that differ in indices only.
type leaf struct {
	path  string
	typ   *syntax.Type
	field *syntax.Field // of a bit-field
	lens  []int64       // of an array of parts: the lengths of the arrays on the path
	unset bool          // not the part itself, but that it has no value
}

// of returns the name of the variable that a part of an object is in.
func (x leaf) of(object string) string {
	if x.unset {
		return "$unset." + object + x.path
	}
	return object + x.path
}

// array reports whether it is an array of parts.
func (x leaf) array() bool { return len(x.lens) > 0 }

// element writes the path to the part, or to the one with a number of an array of them.
func (x leaf) element(n int64) string {
	path := strings.TrimSuffix(x.path, ".") // of a union
	for i, k := range slices.Backward(x.lens) {
		at := n
		if i > 0 {
			at, n = n%k, n/k
		}
		open := strings.LastIndex(path, "[]")
		path = fmt.Sprintf("%s[%d]%s", path[:open], at, path[open+2:])
	}
	return path
}

// leaves lists the parts of an object.
func leaves(t *syntax.Type) (out []leaf) {
	switch t.Kind {
	case syntax.Array:
		for _, x := range leaves(t.Elem) {
			x.path, x.lens = "[]"+x.path, append([]int64{max(t.Len, 1)}, x.lens...)
			out = append(out, x)
		}
	case syntax.Struct:
		for _, m := range t.Fields {
			for _, x := range leaves(m.Type) {
				if m.Bits > 0 {
					x.field = m
				}
				x.path = memberPath(m) + x.path
				out = append(out, x)
			}
		}
	case syntax.Union:
		if u := uniform(t); u != nil {
			return []leaf{{path: ".", typ: u}}
		}
	default:
		return []leaf{{typ: t}}
	}
	return out
}

func memberPath(m *syntax.Field) string {
	if m.Name == "" {
		return fmt.Sprintf(".%d", m.Index)
	}
	return "." + m.Name
}

// uniform returns the type of the members of a union if they are integers of one size, or pointers to the same.
func uniform(t *syntax.Type) *syntax.Type {
	if len(t.Fields) == 0 {
		return nil
	}
	first := t.Fields[0].Type
	for _, m := range t.Fields {
		if m.Bits > 0 || !m.Type.Scalar() || !alike(m.Type, first) {
			return nil
		}
	}
	return first
}

// storage is where an object is.
type storage struct {
	obj  *syntax.Object
	addr term.Term // in memory; 0 if it is in variables
	reg  *region   // in memory
	vars map[string]prog.VarID
	size term.Term // of an array whose length is computed, where it is declared; else 0

	unset map[string]prog.VarID // variables that say that those of scalars have no value
	// the addresses that it may have, if it is distinguished from the one before it in its place
	spots []int64
}

// has notes the variable that a part is in.
func (s *storage) has(x leaf, v prog.VarID) {
	if x.unset {
		s.unset[x.path] = v
	} else {
		s.vars[x.path] = v
	}
}

// part returns that variable.
func (s *storage) part(x leaf) prog.VarID {
	if x.unset {
		return s.unset[x.path]
	}
	return s.vars[x.path]
}

// inVariables returns where an object is that is not in memory, without its variables yet.
func inVariables(o *syntax.Object) *storage {
	return &storage{obj: o, vars: map[string]prog.VarID{}, unset: map[string]prog.VarID{}}
}

// place is an lvalue.
type place struct {
	typ   *syntax.Type
	field *syntax.Field // of a bit-field
	big   bool          // the highest byte is the first

	store *storage // in variables: which, and which of their elements
	path  string
	index term.Term
	as    *syntax.Type // the type with which the variable holds it, if that is another one

	addr term.Term // in memory: where, in which region, and in which class, if no pointer says that
	reg  *region
	cls  *class
	ptr  *syntax.Expr // the pointer that led here, as long as it is not known that one may access what is there
}

// place evaluates an lvalue up to where it is.
func (f *fn) place(e *syntax.Expr) place {
	switch e.Op {
	case syntax.Var:
		return f.whole(f.storage(e.Obj))
	case syntax.Compound:
		f.declare(e.Obj)
		return f.whole(f.storage(e.Obj))
	case syntax.Text:
		return f.whole(f.storage(f.text(e)))
	case syntax.Deref:
		if f.offset == e {
			return place{typ: e.Type, addr: f.number(f.value(e.X)), reg: f.mem.target(e.X), ptr: e.X}
		}
		return place{typ: e.Type, addr: f.number(f.pointee(e.X)), reg: f.mem.target(e.X), ptr: e.X}
	case syntax.Elem:
		return f.element(e, 0)
	case syntax.Member:
		return f.member(f.aggregate(e.X), e.Field, e.Pos)
	}
	f.hole(e.Pos, "this lvalue")
	return f.whole(f.scratch(e.Type, e.Pos))
}

// pointee returns the value of a pointer that is dereferenced, and is not null.
func (f *fn) pointee(e *syntax.Expr) val {
	v, by := f.derived(e)
	switch {
	case by.e == nil:
	case f.watches():
		f.arrives(by, f.number(v))
		f.addressable(by.from, v, e, true)
	default:
		f.addressable(0, v, e, true)
	}
	if by.e != nil {
		f.inSameObject(by.from, f.number(v))
	}
	return v
}

// derived is pointee of a pointer that may be on the way to another one, in the same object.
func (f *fn) derived(e *syntax.Expr) (v val, by reached) {
	if e.Op == syntax.PtrAdd || e.Op == syntax.PtrSub {
		v, by = f.derived(e.X)
		if by.e == nil && (f.watches() || f.opt.Aimed) {
			t := f.seen(f.beyondKind(), f.number(v))
			if hasEffects(e) {
				t = f.kept(t)
			}
			v.Value, by.from = v.Replaced(t), t
		}
		by.e = e
		return f.arithmeticOf(e, v, true), by
	}
	v = f.value(e)
	if c, ok := v.Const(); !ok || c.Sign() == 0 {
		f.require(Null, f.st.Not(f.st.Eq(f.number(v), f.st.Int(0))), e.Pos, func(show) string {
			return e.Source() + " is a null pointer, and is dereferenced"
		})
	}
	return v, by
}

func (f *fn) whole(s *storage) place {
	return place{typ: s.obj.Type, store: s, addr: s.addr, reg: s.reg}
}

// inMemory reports whether a place is in memory.
func (p *place) inMemory() bool { return p.store == nil || p.store.addr != 0 }

// inBytes reports whether a place is in memory that is accessed as bytes.
func (p *place) inBytes() bool { return p.inMemory() && p.reg.isBytes() }

// element returns an element of an array. One out of its bounds has no meaning, but that
// so many places behind it may be pointed to.
func (f *fn) element(e *syntax.Expr, behind int64) place {
	effects := hasEffects(e.Y)
	p := f.place(e.X)
	if effects && p.index != 0 {
		p.index = f.kept(p.index)
	}
	if effects && p.inMemory() {
		p.addr = f.kept(p.addr)
	}
	i := f.ranged(f.value(e.Y))
	t := f.number(i)
	switch n := e.X.Type.Len; {
	case e.X.Type.Count != nil:
		t = f.seen(Bounds, t)
		size := f.seen(Bounds, f.elements(e.X.Type))
		within := f.st.And(f.st.Le(f.st.Int(0), t), f.st.Lt(t, f.st.Add(size, f.st.Int(behind))))
		f.require(Bounds, within, e.Pos, func(v show) string {
			return fmt.Sprintf("index %s is out of the bounds of %s (%s elements)", v(t), e.X.Source(), v(size))
		})
	case p.inMemory() && (n < 1 || trailing(e.X)):
		f.inSameObject(p.addr, f.indexed(p, t, e.Type).addr)
		if i.Lo.Sign() >= 0 {
			break
		}
		t = f.seen(Bounds, t)
		f.require(Bounds, f.st.Le(f.st.Int(0), t), e.Pos, func(v show) string {
			return fmt.Sprintf("index %s is out of the bounds of %s", v(t), e.X.Source())
		})
	case n > 0:
		if i.Lo.Sign() < 0 || i.Hi.Cmp(big.NewInt(n+behind)) >= 0 {
			t = f.seen(Bounds, t)
			f.require(Bounds, f.within(t, new(big.Int), big.NewInt(n-1+behind)), e.Pos, func(v show) string {
				return fmt.Sprintf("index %s is out of the bounds of %s (%d elements)", v(t), e.X.Source(), n)
			})
		}
	}
	return f.indexed(p, t, e.Type)
}

// indexed returns the element with a number that is in the bounds.
func (f *fn) indexed(p place, i term.Term, elem *syntax.Type) place {
	if p.inMemory() {
		p.addr = f.st.Add(p.addr, f.st.Mul(f.bytesIn(elem), i))
		p.typ = elem
		return p
	}
	p.path += "[]"
	if p.index != 0 {
		i = f.st.Add(f.st.Mul(f.elements(p.typ), p.index), i)
	}
	p.index, p.typ = i, elem
	return p
}

// elements returns how many elements an array has.
func (f *fn) elements(t *syntax.Type) term.Term {
	if t.Count != nil {
		return f.number(f.ranged(f.value(t.Count)))
	}
	return f.st.Int(max(t.Len, 1))
}

// bytesIn returns the size of a type, which may be computed.
func (f *fn) bytesIn(t *syntax.Type) term.Term {
	if !computed(t) {
		return f.st.Int(t.Size)
	}
	return f.st.Mul(f.elements(t), f.bytesIn(t.Elem))
}

// member returns a member of a structure or union.
func (f *fn) member(p place, m *syntax.Field, at syntax.Pos) place {
	t := p.typ
	if m.Bits > 0 {
		p.field = m
	}
	p.typ, p.big = m.Type, m.Big
	if t.Kind == syntax.Union {
		if uniform(t) == nil && !p.inBytes() {
			f.hole(at, "a union of different types")
		}
		if !p.inBytes() {
			m = t.Fields[0]
		}
	}
	if p.inMemory() {
		p.addr = f.st.Add(p.addr, f.st.Int(m.Offset))
		p.cls = nil
		if scalarOf(m.Type) != nil && !p.inBytes() {
			p.cls = f.facts.field(t, m)
		}
		return p
	}
	if t.Kind == syntax.Union {
		p.path += "."
		p.as = uniform(t)
	} else {
		p.path += memberPath(m)
	}
	return p
}

// at returns what is at an offset of an object.
func (f *fn) at(p place, off int64, it *syntax.InitItem, at syntax.Pos) place {
	for {
		switch t := p.typ; {
		case off == 0 && it.Type.Same(t) && it.Field == nil:
			return p
		case t.Kind == syntax.Array && t.Elem.Size > 0:
			k := off / t.Elem.Size
			p, off = f.indexed(p, f.st.Int(k), t.Elem), off-k*t.Elem.Size
		case t.Kind == syntax.Struct || t.Kind == syntax.Union:
			m := fieldAt(t, off, it)
			if m == nil {
				f.hole(at, "this initialiser")
				return f.whole(f.scratch(it.Type, at))
			}
			p, off = f.member(p, m, at), off-m.Offset
			if m.Bits > 0 {
				return p
			}
		default:
			return p
		}
	}
}

// fieldAt returns the member at an offset, or the one that it is part of. Bit-fields may
// share theirs with other members.
func fieldAt(t *syntax.Type, off int64, it *syntax.InitItem) *syntax.Field {
	for _, m := range t.Fields {
		if m.Bits > 0 && it.Field != nil && m.Name == it.Field.Name && m.Offset == off && m.BitOff == it.Field.BitOff {
			return m
		}
	}
	var first *syntax.Field
	for _, m := range t.Fields {
		if m.Bits == 0 && (it.Field == nil || !m.Type.Scalar()) && m.Offset <= off &&
			(off < m.Offset+m.Type.Size || off == m.Offset && it.Type.Size == 0) {
			if t.Kind == syntax.Struct || holds(m.Type, off-m.Offset, it.Type) {
				return m
			}
			if first == nil {
				first = m
			}
		}
	}
	return first
}

// holds reports whether there is something of a type at an offset of an object.
func holds(t *syntax.Type, off int64, part *syntax.Type) bool {
	switch {
	case off == 0 && t.Same(part):
		return true
	case t.Kind == syntax.Array && t.Elem.Size > 0:
		return holds(t.Elem, off%t.Elem.Size, part)
	case t.Kind == syntax.Struct || t.Kind == syntax.Union:
		return slices.ContainsFunc(t.Fields, func(m *syntax.Field) bool {
			return m.Bits == 0 && off >= m.Offset && holds(m.Type, off-m.Offset, part)
		})
	}
	return false
}

// variable returns the variable of a place that is in one.
func (f *fn) variable(p place) prog.VarID {
	v := p.store.vars[p.path]
	if v == 0 {
		f.hole(f.pos, "a part of this object")
		sort := term.Int
		if p.index != 0 {
			sort = f.array
		}
		v = f.temp(sort, "part")
	}
	return v
}

// class returns the class of a scalar in memory.
func (f *fn) class(p place) *class {
	c := p.cls
	if c == nil {
		c = f.facts.scalar(p.typ)
	}
	return c.find()
}

// memory returns the variable of a class.
func (l *lowerer) memory(c *class) prog.VarID {
	if c.store == nil {
		v := l.memoryOf(c.name, meaning{role: scalars, class: c})
		c.store = &storage{vars: map[string]prog.VarID{"": v}}
	}
	return c.store.vars[""]
}

// memoryOf makes a variable for a part of the memory.
func (l *lowerer) memoryOf(name string, m meaning) prog.VarID {
	unique := name
	for n := 1; l.taken(unique); n++ {
		unique = fmt.Sprintf("%s#%d", name, n)
	}
	v := l.global(unique, l.array, 0)
	l.stands(v, m)
	return v
}

func (l *lowerer) taken(name string) bool {
	for _, g := range l.prog.Globals {
		if l.prog.Var(g).Name == name {
			return true
		}
	}
	return false
}

// accessible makes sure that a place may be accessed.
func (f *fn) accessible(p place) {
	if p.ptr == nil || !f.watches() && !f.opt.Aimed {
		return
	}
	size := p.typ.Size
	if p.field != nil {
		size = (p.field.BitOff + p.field.Bits + 7) / 8
	}
	f.access(p.addr, f.st.Int(size), p.ptr, f.pos)
}

// load returns the value of a scalar, which may be none.
func (f *fn) load(p place) val {
	v := f.content(p)
	if v.none = f.hasNone(p); p.inMemory() {
		v.from = p.addr
	}
	return v
}

// content returns what is in a scalar.
func (f *fn) content(p place) val {
	f.accessible(p)
	if p.typ.Kind == syntax.Float {
		f.hole(f.pos, "floating-point arithmetic")
	}
	if !p.inMemory() {
		v := f.variable(p)
		t := f.prog.Var(v).Term
		if p.index != 0 {
			t = f.st.Select(t, p.index)
		}
		if p.as != nil {
			return f.stored(t, p.as, p)
		}
		return f.stored(t, p.typ, p)
	}
	if p.inBytes() {
		return f.loadBytes(p)
	}
	c := f.class(p)
	return f.stored(f.st.Select(f.prog.Var(f.memory(c)).Term, p.addr), c.typ, p)
}

// stored returns what was stored as a value of type as.
func (f *fn) stored(t term.Term, as *syntax.Type, p place) val {
	if p.typ.Kind != syntax.Int && p.typ.Kind != syntax.Pointer {
		return typed(t, f.unit.Sizes.Int)
	}
	if as.Kind == p.typ.Kind && as.Signed == p.typ.Signed || p.field != nil {
		return f.read(t, p.typ, p.field)
	}
	return f.convert(f.ranged(f.read(t, as, nil)), p.typ)
}
