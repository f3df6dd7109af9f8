package golang

import (
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// origin says for which values in what the entry is given an assumption is: one, or those of all elements of all
// objects of a kind, which are bound variables with a condition.
type origin struct {
	vars  []term.Term
	where term.Term
	index term.Term // a number of its own for each value
	depth int
}

// deepest is how deep pointers, slices, maps and interfaces in arguments go. What is below is nil.
const deepest = 3

// given returns an argument of any value.
func (f *fn) given(p *ssa.Parameter) value {
	vars, v := f.variables(p.Name(), p.Type())
	for _, x := range vars {
		f.havoc(x)
	}
	f.formed(p.Type(), v, origin{where: f.st.True(), index: f.st.Int(0)}, true)
	for k := range v {
		v[k] = f.b.Ranged(v[k])
	}
	return v
}

// window returns the first number of objects that the values of an origin point to: one for each, and each with so
// many numbers.
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

// object returns the number of the object that a value of an origin points to, and the origin of what is in these.
func (f *fn) target(o origin, t types.Type) (obj term.Term, x term.Term, inside origin) {
	base, size := f.b.Int(f.window()), f.size(t)
	obj = f.st.Add(base, f.scaled(o.index, size))
	inside = origin{where: f.st.True(), index: f.st.Int(0), depth: o.depth + 1}
	if len(o.vars) == 0 {
		return obj, obj, inside
	}
	x = f.st.BoundVar("x", term.Int)
	inside.vars = []term.Term{x}
	inside.where = f.st.And(f.st.Le(f.st.Sub(base, f.b.Int(machine.Pow2(299))), x),
		f.st.Le(x, f.st.Add(base, f.b.Int(machine.Pow2(299)))))
	inside.index = f.st.Sub(x, base)
	return obj, x, inside
}

// each returns the origin of what is at all indices of the objects of one.
func (f *fn) each(o origin) (i term.Term, elements origin) {
	i = f.st.BoundVar("i", term.Int)
	elements = o
	elements.vars = append(append([]term.Term(nil), o.vars...), i)
	elements.index = f.st.Add(f.scaled(o.index, 1<<44), i)
	elements.where = f.st.And(o.where, f.st.Le(f.st.Int(0), i), f.st.Le(i, f.b.Int(maxLength())))
	return i, elements
}

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
		f.formedArray(u, t, v, o)
	case *types.Basic:
		if isString(t) {
			obj, _, _ := f.target(o, types.Typ[types.Uint8])
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
		f.holds(o, st.And(st.Eq(v[0].Term, st.Int(-1)), st.Eq(v[1].Term, zero)), v[0].Term)
	case *types.Chan:
		f.holds(o, st.Eq(v[0].Term, zero), v[0].Term)
	}
}

func (f *fn) formedArray(u *types.Array, t types.Type, v value, o origin) {
	if f.plain(u.Elem()) {
		return
	}
	i, elements := f.each(o)
	var e value
	for k, x := range f.leaves(u.Elem()) {
		if x.array {
			refuse("arguments of type %s", types.TypeString(t, shortName))
		}
		e = append(e, f.read(x, f.st.Select(v[k].Term, i)))
	}
	f.formed(u.Elem(), e, elements, false)
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
	obj, x, inside := f.target(o, u.Elem())
	is := st.And(st.Eq(v[0].Term, obj), st.Eq(v[1].Term, st.Int(0)))
	if !argument {
		is = st.Or(none, is)
	}
	f.holds(o, is, v[0].Term)
	f.formed(u.Elem(), f.initially(f.at(u.Elem(), x, st.Int(0))), inside, false)
}

// initially returns what is at a place before the program begins.
func (f *fn) initially(p place) value { return f.load(p) }

func (f *fn) formedSlice(u *types.Slice, v value, o origin) {
	st, zero := f.st, f.st.Int(0)
	none := st.And(st.Eq(v[0].Term, zero), st.Eq(v[1].Term, zero), st.Eq(v[2].Term, zero), st.Eq(v[3].Term, zero))
	if o.depth >= deepest {
		f.holds(o, none, v[0].Term)
		return
	}
	obj, x, inside := f.target(o, u.Elem())
	is := st.And(st.Eq(v[0].Term, obj), st.Eq(v[1].Term, zero), st.Le(zero, v[2].Term), st.Le(v[2].Term, v[3].Term),
		st.Le(v[3].Term, f.b.Int(maxLength())))
	f.holds(o, st.Or(none, is), v[0].Term)
	if !f.plain(u.Elem()) {
		i, elements := f.each(inside)
		f.formed(u.Elem(), f.initially(f.at(u.Elem(), x, f.scaled(i, flat(u.Elem())))), elements, false)
	}
}

func (f *fn) formedMap(u *types.Map, v value, o origin) {
	st := f.st
	none := st.Eq(v[0].Term, st.Int(0))
	if o.depth >= deepest {
		f.holds(o, none, v[0].Term)
		return
	}
	obj, x, inside := f.target(o, types.Typ[types.Int])
	f.holds(o, st.Or(none, st.Eq(v[0].Term, obj)), v[0].Term)
	if f.plain(u.Elem()) {
		return
	}
	m := f.mapping(u)
	elements := inside
	key := []term.Term{x}
	for range m.keys {
		k := st.BoundVar("k", term.Int)
		key = append(key, k)
		elements.vars = append(append([]term.Term(nil), elements.vars...), k)
		if inside.index != st.Int(0) || m.keys > 1 {
			refuse("arguments with maps in them, or with keys of several parts")
		}
		elements.index = k
	}
	var e value
	for k, y := range f.leaves(u.Elem()) {
		e = append(e, f.read(y, f.deep(f.prog.Var(m.values[k]).Term, key...)))
	}
	f.formed(u.Elem(), e, elements, false)
}

func (f *fn) formedInterface(u *types.Interface, v value, o origin) {
	st := f.st
	any := []term.Term{st.Eq(v[0].Term, st.Int(0))}
	for _, t := range f.held_ {
		if o.depth >= deepest || !types.Implements(t, u) {
			continue
		}
		is := st.Eq(v[0].Term, st.Int(f.number(t)))
		any = append(any, is)
		this := o
		this.where = st.And(o.where, is)
		this.depth++
		if !f.boxed(t) {
			f.formed(t, f.held(v, t), this, true)
			continue
		}
		obj, x, inside := f.target(this, t)
		f.holds(this, st.Eq(v[1].Term, obj), v[0].Term)
		f.formed(t, f.initially(f.at(t, x, st.Int(0))), inside, false)
	}
	f.holds(o, st.Or(any...), v[0].Term)
}

// program lowers what the entry reaches.
func (l *lowerer) program(entry *ssa.Function) {
	q := l.procedure("$start", nil)
	q.Node = l.newNode(entry.Pos())
	l.prog.Entries = []prog.ProcID{q.ID}
	l.next = l.global("$next", term.Int, 0)
	byObject := l.st.ArraySort(term.Int, l.st.ArraySort(term.Int, term.Int))
	l.bytes = l.global("$bytes", byObject, 0)
	for _, g := range l.facts.funcs {
		l.signature(g)
	}
	f := l.newFn(nil, q)
	f.pos = entry.Pos()
	first, main := f.block("entry"), f.block("main")
	f.enter(main)
	inits := l.facts.order()
	for _, x := range inits {
		if x.f.Blocks != nil {
			f.emit(prog.Cmd{Kind: prog.Call, Callee: l.initializer(x).ID})
			f.b.Forget()
		}
	}
	f.guarded(func() { f.entered(entry) })
	if f.cur != noBlock && l.query.Question == endsQuestion {
		f.assert(l.st.False(), &fault{say: said("the program ends")})
	}
	f.jump()
	for _, g := range l.facts.funcs {
		if len(g.Blocks) > 0 {
			l.body(g, l.procs[g])
		}
	}
	f.enter(first)
	f.statics()
	f.jump(main)
	f.finish()
	l.prog.FindModifies()
}

// entered calls the entry with any arguments.
func (f *fn) entered(entry *ssa.Function) {
	var args value
	var each []value
	for _, p := range entry.Params {
		each = append(each, f.given(p))
		args = append(args, each[len(each)-1]...)
	}
	f.record(entry, each)
	f.callsTo(entry, args, 0, entry.Signature.Results())
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
	if f.count != 0 {
		c.write(f.count, f.st.Int(0))
	}
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
