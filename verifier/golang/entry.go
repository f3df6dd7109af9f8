package golang

import (
	"fmt"
	"go/types"
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// origin says for which values in what the entry is given an assumption is: one, or those of all elements of all
// objects of a kind, which are bound variables with a condition.
type origin struct {
	vars    []term.Term
	where   term.Term
	index   term.Term // a number of its own for each value
	indexed bool      // one of the variables is an index: the values are elements of arrays
	depth   int
}

// objects are those that the values of an origin point to, or parts of them.
type objects struct {
	base  term.Term // the number of that with index 0
	size  int64     // how many numbers each takes
	slot  int64     // of the part
	many  bool      // there is one for each value; otherwise there is one
	all   bool      // of all its indices; otherwise of the first
	depth int
}

// deepest is how deep pointers, slices, maps and interfaces in arguments go. What is below is nil.
const deepest = 3

// given returns an argument of any value.
func (f *fn) given(name string, t types.Type) value {
	vars, v := f.variables(name, t)
	for _, x := range vars {
		f.havoc(x)
	}
	f.formed(t, v, origin{where: f.st.True(), index: f.st.Int(0)}, !f.opt.NilArguments)
	if !f.opt.NilArguments && neverNil(t) {
		f.assume(f.st.Not(f.st.Eq(v[0].Term, f.st.Int(0))))
	}
	for k := range v {
		v[k] = f.b.Ranged(v[k])
	}
	return v
}

// neverNil reports whether nobody passes nil where an argument has a type: a function, or an interface of which a
// method is called. A nil error says that there is none.
func neverNil(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() > 0 && !types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Signature:
		return true
	}
	return false
}

// window returns the number of the object with index 0 of those that the values of an origin point to.
func (f *fn) window() *big.Int {
	f.windows++
	return new(big.Int).Neg(new(big.Int).Mul(big.NewInt(f.windows), machine.Pow2(300)))
}

// holds assumes a condition of all values of an origin. A term of each has the variables.
func (f *fn) holds(o origin, c, pattern term.Term) {
	if c = f.st.Implies(o.where, c); c == f.st.True() {
		return
	}
	if len(o.vars) > 0 {
		c = f.st.Quantify(term.OpForall, term.Quant{Vars: o.vars, Body: c, Patterns: [][]term.Term{{pattern}}})
	}
	f.assume(c)
}

// target returns the number of the object that a value of an origin points to, and all these objects.
func (f *fn) target(o origin, t types.Type) (obj term.Term, in objects) {
	in = objects{base: f.b.Int(f.window()), size: f.size(t), many: len(o.vars) > 0, depth: o.depth + 1}
	return f.st.Add(in.base, f.scaled(o.index, in.size)), in
}

// numbers returns the number of each object, and the origin of what is in them at one place. Windows of objects do not
// overlap, and in a window only every size-th number is one of the part: so no two assumptions are about one value.
func (f *fn) numbers(in objects) (obj term.Term, o origin) {
	st := f.st
	o = origin{where: st.True(), index: st.Int(0), depth: in.depth}
	obj = st.Add(in.base, st.Int(in.slot))
	if !in.many {
		return obj, o
	}
	x, half := st.BoundVar("x", term.Int), f.b.Int(machine.Pow2(299))
	o.vars, o.index = []term.Term{x}, st.Sub(x, in.base)
	o.where = st.And(st.Le(st.Sub(in.base, half), x), st.Lt(x, st.Add(in.base, half)))
	if in.size > 1 {
		o.where = st.And(o.where, st.Eq(st.Mod(st.Sub(x, obj), st.Int(in.size)), st.Int(0)))
	}
	return x, o
}

// each returns the origin of what is at all indices.
func (f *fn) each(o origin) (i term.Term, elements origin) {
	i = f.st.BoundVar("i", term.Int)
	elements = o.with(i)
	elements.indexed = true
	elements.index = f.st.Add(f.st.Mul(f.b.Int(machine.Pow2(61)), o.index), i)
	elements.where = f.st.And(o.where, f.b.Within(i, new(big.Int), machine.Pow2(60)))
	return i, elements
}

// with returns an origin with one more variable.
func (o origin) with(v term.Term) origin {
	o.vars = append(append([]term.Term(nil), o.vars...), v)
	return o
}

// contents assumes that what is in a part of objects before the program begins is as it may be.
func (f *fn) contents(p place, in objects) {
	switch u := p.typ.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			part := in
			if f.apart(p.typ, k) {
				part.slot += f.slot(p.typ, k)
			}
			f.contents(f.member(p, k), part)
		}
		return
	case *types.Array:
		p.typ, in.all = u.Elem(), true
		f.contents(p, in)
		return
	}
	if f.plain(p.typ) {
		return
	}
	obj, o := f.numbers(in)
	p.obj, p.idx = obj, f.st.Int(0)
	if in.all {
		p.idx, o = f.each(o)
	}
	f.formed(p.typ, f.load(p), o, false)
}

// behind assumes that of what is in objects with elements of a type.
func (f *fn) behind(t types.Type, in objects) { f.contents(f.at(t, f.st.Int(0), f.st.Int(0)), in) }

// formed assumes that values of an origin are as they may be in what the entry is given: all of them point to objects
// of their own. What is in numbers needs no assumption, since what is read is in its range.
func (f *fn) formed(t types.Type, v value, o origin, argument bool) {
	st := f.st
	zero := st.Int(0)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			f.formed(u.Field(k).Type(), f.fieldOf(v, t, k), o, false)
		}
	case *types.Array:
		f.formedArray(u, v, o)
	case *types.Basic:
		if isString(t) {
			obj, _ := f.target(o, types.Typ[types.Uint8])
			size := f.b.Within(v[2].Term, new(big.Int), maxLength())
			f.holds(o, st.And(st.Eq(v[0].Term, obj), st.Eq(v[1].Term, zero), size), v[0].Term)
		}
	case *types.Pointer:
		f.formedPointer(u, v, o, argument)
	case *types.Slice:
		f.formedSlice(u, v, o)
	case *types.Map:
		f.formedMap(u, v, o)
	case *types.Interface:
		f.formedInterface(u, v, o)
	case *types.Signature:
		obj, _ := f.target(o, types.Typ[types.Int])
		some := st.Or(st.Eq(v[0].Term, zero), st.Eq(v[0].Term, st.Int(stubFunction)))
		f.holds(o, st.And(some, st.Eq(v[1].Term, obj)), v[0].Term)
	case *types.Chan:
		obj, _ := f.target(o, types.Typ[types.Int])
		f.holds(o, st.Or(st.Eq(v[0].Term, zero), st.Eq(v[0].Term, obj)), v[0].Term)
	}
}

// formedArray is about all elements of the values of arrays. Those of arrays in arrays are in one map.
func (f *fn) formedArray(u *types.Array, v value, o origin) {
	if f.plain(u.Elem()) {
		return
	}
	if !o.indexed {
		i, elements := f.each(o)
		o = elements
		var e value
		for k, x := range f.leaves(u) {
			x.array = false
			e = append(e, f.read(x, f.st.Select(v[k].Term, i)))
		}
		v = e
	}
	f.formed(u.Elem(), v, o, false)
}

// plain reports whether all values of a type may be given that its leaves have.
func (l *lowerer) plain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return !isString(t)
	case *types.Array:
		return l.plain(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			if !l.plain(u.Field(k).Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func (f *fn) formedPointer(u *types.Pointer, v value, o origin, argument bool) {
	st := f.st
	none := st.And(st.Eq(v[0].Term, st.Int(0)), st.Eq(v[1].Term, st.Int(0)))
	if o.depth >= deepest {
		f.holds(o, none, v[0].Term)
		return
	}
	obj, in := f.target(o, u.Elem())
	is := st.And(st.Eq(v[0].Term, obj), st.Eq(v[1].Term, st.Int(0)))
	if !argument {
		is = st.Or(none, is)
	}
	f.holds(o, is, v[0].Term)
	f.behind(u.Elem(), in)
}

func (f *fn) formedSlice(u *types.Slice, v value, o origin) {
	st, zero := f.st, f.st.Int(0)
	none := st.And(st.Eq(v[0].Term, zero), st.Eq(v[1].Term, zero), st.Eq(v[2].Term, zero), st.Eq(v[3].Term, zero))
	if o.depth >= deepest {
		f.holds(o, none, v[0].Term)
		return
	}
	obj, in := f.target(o, u.Elem())
	is := st.And(st.Eq(v[0].Term, obj), st.Eq(v[1].Term, zero), st.Le(zero, v[2].Term), st.Le(v[2].Term, v[3].Term),
		st.Le(v[3].Term, f.b.Int(maxLength())))
	f.holds(o, st.Or(none, is), v[0].Term)
	in.all = true
	f.behind(u.Elem(), in)
}

func (f *fn) formedMap(u *types.Map, v value, o origin) {
	st := f.st
	none := st.Eq(v[0].Term, st.Int(0))
	if o.depth >= deepest {
		f.holds(o, none, v[0].Term)
		return
	}
	obj, in := f.target(o, types.Typ[types.Int])
	f.holds(o, st.Or(none, st.Eq(v[0].Term, obj)), v[0].Term)
	if f.plain(u.Elem()) {
		return
	}
	m := f.mapping(u)
	obj, elements := f.numbers(in)
	key := []term.Term{obj}
	for n := range m.keys {
		if !f.plain(u.Key()) && !isString(u.Key()) {
			refuse("arguments with maps whose keys have pointers or strings in them")
		}
		k := st.BoundVar(fmt.Sprintf("k%d", n), term.Int)
		key = append(key, k)
		elements = elements.with(k)
		elements.index = st.Add(st.Mul(f.b.Int(machine.Pow2(66)), elements.index), k)
		limit := machine.Pow2(64)
		elements.where = st.And(elements.where, f.b.Within(k, new(big.Int).Neg(limit), limit))
	}
	var e value
	for k, y := range f.leaves(u.Elem()) {
		e = append(e, f.read(y, f.deep(f.prog.Var(m.values[k]).Term, key...)))
	}
	f.formed(u.Elem(), e, elements, false)
}

// formedInterface is about what may be held: nothing, values of the types that are given, and one of a type that the
// program does not have.
func (f *fn) formedInterface(u *types.Interface, v value, o origin) {
	any := []term.Term{f.st.And(f.st.Eq(v[0].Term, f.st.Int(0)), f.unused(v, 0))}
	if o.depth < deepest && !f.facts.sealed(u) {
		obj, _ := f.target(o, types.Typ[types.Int])
		number := f.st.Int(f.stubNumber(u))
		any = append(any, f.st.And(f.st.Eq(v[0].Term, number), f.st.Eq(v[1].Term, obj), f.unused(v, 1)))
	}
	for _, t := range f.facts.given {
		if o.depth >= deepest || !types.Implements(t, u) {
			continue
		}
		is := f.st.Eq(v[0].Term, f.st.Int(f.number(t)))
		any = append(any, is)
		this := o
		this.where = f.st.And(o.where, is)
		this.depth++
		if f.boxed(t) {
			obj, in := f.target(this, t)
			f.holds(this, f.st.And(f.st.Eq(v[1].Term, obj), f.unused(v, 1)), v[0].Term)
			f.behind(t, in)
			continue
		}
		f.holds(this, f.st.And(f.unused(v, len(f.leaves(t))), f.inRange(v, t)), v[0].Term)
		f.formed(t, f.held(v, t), this, true)
	}
	f.holds(o, f.st.Or(any...), v[0].Term)
}

// unused is the condition that an interface has nothing behind its first words.
func (f *fn) unused(v value, from int) term.Term {
	var all []term.Term
	for _, w := range v[1+from:] {
		all = append(all, f.st.Eq(w.Term, f.st.Int(0)))
	}
	return f.st.And(all...)
}

// inRange is the condition that the words of an interface are such as values of a type have.
func (f *fn) inRange(v value, t types.Type) term.Term {
	var all []term.Term
	for k, x := range f.leaves(t) {
		if w := v[1+k].Term; f.base(x) == term.Bool {
			all = append(all, f.b.Within(w, new(big.Int), big.NewInt(1)))
		} else if y := f.read(x, w); y.Lo != nil {
			all = append(all, f.b.Within(w, y.Lo, y.Hi))
		}
	}
	return f.st.And(all...)
}

// program lowers what the entry reaches.
func (l *lowerer) program(p *plan) {
	q := l.procedure("$start", nil)
	q.Node = l.newNode(p.entry.Pos())
	l.prog.Entries = []prog.ProcID{q.ID}
	l.next = l.global("$next", term.Int, 0)
	byObject := l.st.ArraySort(term.Int, l.st.ArraySort(term.Int, term.Int))
	l.bytes = l.global("$bytes", byObject, 0)
	for _, g := range l.facts.funcs {
		l.signature(g)
	}
	f := l.newFn(nil, q)
	f.pos = p.entry.Pos()
	first, main := f.block("entry"), f.block("main")
	f.enter(main)
	f.calm()
	inits := l.facts.order()
	for _, x := range inits {
		if x.f.Blocks != nil {
			f.emit(prog.Cmd{Kind: prog.Call, Callee: l.initializer(x).ID})
			f.b.Forget()
		}
	}
	f.guarded(func() { f.entered(p) })
	if f.cur != noBlock && l.query.Question == endsQuestion {
		f.assert(l.st.False(), &fault{say: said("the program ends")})
	}
	f.jump()
	for _, g := range l.facts.funcs {
		if len(g.Blocks) > 0 {
			l.body(g, l.procs[g])
		}
	}
	if l.numbered.proc != nil {
		l.interning()
	}
	f.enter(first)
	f.recordMemory(append(p.allGiven(), l.returnable...))
	f.statics()
	f.jump(main)
	f.finish()
	l.prog.FindModifies()
}

// statics gives memory what is there before all else: zeros in global variables, and the bytes of constants.
func (f *fn) statics() {
	c := f.change()
	c.write(f.next, f.st.Int(firstObject))
	for _, g := range f.facts.globals {
		if p, ok := f.globalVars[g]; ok {
			c.store(p, f.zero(p.typ))
			continue
		}
		id, ok := f.objects[g]
		if !ok {
			continue
		}
		for _, x := range f.cellsOf(pointee(g.Type())) {
			x.array = true
			c.object(f.mapOf(x), f.st.Int(id+x.slot), f.zeroOf(x.leaf))
		}
	}
	f.numbered.begins(c)
	bytes := f.st.ArraySort(term.Int, term.Int)
	for _, s := range f.order {
		if !f.reads {
			break // nothing is known of strings but their lengths
		}
		m := f.st.ConstArray(bytes, f.st.Int(0))
		for k := range len(s) {
			m = f.st.Store(m, f.st.Int(int64(k)), f.st.Int(int64(s[k])))
		}
		c.object(f.bytes, f.st.Int(f.texts[s]), m)
	}
	c.make()
}

// firstObject is the number of the first object that is allocated. Those of constants and global variables are below,
// those of what the entry is given are negative.
const firstObject = 1 << 32
