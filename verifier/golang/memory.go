package golang

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// value has a number for each leaf of a type.
type value []machine.Value

// place is where a variable is: in variables of the program, or in memory, at an index of an object.
type place struct {
	typ  types.Type
	vars map[string]prog.VarID // by the paths of leaves; nil: it is in memory
	path string                // in the variables, up to here
	obj  term.Term
	idx  term.Term
	of   *field // of a scalar that is a field, if no address of it is a value
}

// class identifies a map of memory: of a field, or of what has a type, which is known by a number.
type class struct {
	of   field
	cell int
	path string
}

// unsupported is what a panic in the lowering of an instruction says.
type unsupported struct{ what string }

// refuse ends the lowering of an instruction.
func refuse(format string, args ...any) { panic(unsupported{fmt.Sprintf(format, args...)}) }

// composite reports whether values of a type are in objects of their own within others: structures and arrays.
func composite(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// apart reports whether a field has a number of its own behind that of its structure.
func (l *lowerer) apart(t types.Type, k int) bool {
	return composite(t.Underlying().(*types.Struct).Field(k).Type()) || l.facts.escapes[l.facts.field(t, k)]
}

// size returns how many numbers an object takes whose elements are of a type: its own, and for each field that is
// apart those of that.
func (l *lowerer) size(t types.Type) int64 {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return l.size(u.Elem())
	case *types.Struct:
		n := int64(1)
		for k := range u.NumFields() {
			if l.apart(t, k) {
				n += l.size(u.Field(k).Type())
			}
		}
		return n
	}
	return 1
}

// slot returns by how much the number of a field that is apart is above that of its structure.
func (l *lowerer) slot(t types.Type, field int) int64 {
	u, n := t.Underlying().(*types.Struct), int64(1)
	for k := range field {
		if l.apart(t, k) {
			n += l.size(u.Field(k).Type())
		}
	}
	return n
}

// scaled returns the index of an element's field that takes so many places.
func (l *lowerer) scaled(idx term.Term, by int64) term.Term {
	if by == 1 {
		return idx
	}
	return l.st.Mul(l.st.Int(by), idx)
}

// member returns the place of a field.
func (l *lowerer) member(p place, k int) place {
	u := p.typ.Underlying().(*types.Struct)
	q := p
	q.typ = u.Field(k).Type()
	q.idx = l.scaled(p.idx, flat(q.typ))
	switch {
	case p.vars != nil:
		q.path += "." + fieldName(u, k)
	case l.apart(p.typ, k):
		q.obj = l.st.Add(p.obj, l.st.Int(l.slot(p.typ, k)))
	default:
		of := l.facts.field(p.typ, k)
		q.of = &of
	}
	return q
}

// element returns the place of an element of an array.
func (l *lowerer) element(p place, i term.Term) place {
	q := p
	q.typ = p.typ.Underlying().(*types.Array).Elem()
	q.idx = l.st.Add(p.idx, l.scaled(i, flat(q.typ)))
	if p.vars != nil {
		q.path += "[]"
	}
	return q
}

// at returns the place that a pointer points to.
func (l *lowerer) at(t types.Type, obj, idx term.Term) place {
	return place{typ: t, obj: obj, idx: idx}
}

// memory returns the map in which a leaf of a scalar type is.
func (l *lowerer) memory(p place, x leaf) prog.VarID {
	key := class{path: x.path}
	if p.of != nil {
		key.of = *p.of
	} else {
		u := p.typ.Underlying()
		id, ok := l.cells.At(u).(int)
		if !ok {
			id = l.cells.Len() + 1
			l.cells.Set(u, id)
		}
		key.cell = id
	}
	v, ok := l.classes[key]
	if ok {
		return v
	}
	name := types.TypeString(p.typ, types.RelativeTo(l.src.main.Pkg)) + x.path
	if p.of != nil {
		name = fmt.Sprintf("%d.%d%s", p.of.of, p.of.k, x.path)
	}
	x.array = false
	inner := l.st.ArraySort(term.Int, l.sort(x))
	v = l.global("$"+name, l.st.ArraySort(term.Int, inner), 0)
	l.classes[key] = v
	return v
}

// cell is a leaf of a type where it is in memory.
type cell struct {
	leaf
	place        // of the scalar, in an element at index 0 of object 0
	slot   int64 // its object is so far behind that of the element
	stride int64 // its index is so many times that of the element, counted in places of arrays
}

// cells returns the leaves of a type in memory: a map for each.
func (l *lowerer) cellsOf(t types.Type) (out []cell) {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return l.cellsOf(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			ft := u.Field(k).Type()
			if !composite(ft) {
				p, slot := l.member(place{typ: t, obj: l.st.Int(0), idx: l.st.Int(0)}, k), int64(0)
				if l.apart(t, k) {
					slot = l.slot(t, k)
				}
				for _, x := range l.leaves(ft) {
					out = append(out, cell{x, p, slot, 1})
				}
				continue
			}
			for _, c := range l.cellsOf(ft) {
				c.slot += l.slot(t, k)
				c.stride *= flat(ft)
				out = append(out, c)
			}
		}
		return out
	}
	for _, x := range l.leaves(t) {
		out = append(out, cell{x, place{typ: t, obj: l.st.Int(0), idx: l.st.Int(0)}, 0, 1})
	}
	return out
}

// mapOf returns the map of a cell.
func (l *lowerer) mapOf(c cell) prog.VarID { return l.memory(c.place, c.leaf) }

// change is what one operation writes, which is one command: what it reads is the state before.
type change struct {
	*fn
	cmd prog.Cmd
}

func (f *fn) change() *change { return &change{f, prog.Cmd{Kind: prog.Assign}} }

// write gives a variable another value.
func (c *change) write(v prog.VarID, t term.Term) {
	if k := slices.Index(c.cmd.Targets, v); k >= 0 {
		c.cmd.Values[k] = t
		return
	}
	c.cmd.Targets, c.cmd.Values = append(c.cmd.Targets, v), append(c.cmd.Values, t)
}

// written returns the value that a variable has after what has been written so far.
func (c *change) written(v prog.VarID) term.Term {
	if k := slices.Index(c.cmd.Targets, v); k >= 0 {
		return c.cmd.Values[k]
	}
	return c.prog.Var(v).Term
}

// make makes the change.
func (c *change) make() {
	if len(c.cmd.Targets) > 0 {
		c.emit(c.cmd)
		c.b.Forget()
	}
}

// object gives an object of memory another map.
func (c *change) object(m prog.VarID, obj, contents term.Term) {
	c.write(m, c.st.Store(c.written(m), obj, contents))
}

// few is up to how many elements are read and written one by one.
const few = 16

// load reads what is at a place: terms over the present state.
func (f *fn) load(p place) (out value) {
	switch u := p.typ.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			out = append(out, f.load(f.member(p, k))...)
		}
		return out
	case *types.Array:
		for _, x := range f.leaves(p.typ) {
			out = append(out, machine.Value{Term: f.loadArray(p, x)})
		}
		return out
	}
	for _, x := range f.leaves(p.typ) {
		out = append(out, f.read(x, f.stored(p, x)))
	}
	return out
}

// stored returns the term of a scalar leaf at a place.
func (f *fn) stored(p place, x leaf) term.Term {
	if p.vars == nil {
		return f.st.Select(f.st.Select(f.prog.Var(f.memory(p, x)).Term, p.obj), p.idx)
	}
	v := f.prog.Var(p.vars[p.path+x.path]).Term
	if f.st.IsArray(f.st.Sort(v)) {
		return f.st.Select(v, p.idx)
	}
	return v
}

// loadArray returns a leaf of an array as a map that begins with its first element.
func (f *fn) loadArray(p place, x leaf) term.Term {
	whole, from, count := f.mapAt(p, x)
	return f.part(whole, from, count, x)
}

// part returns a map that begins with the elements of another one from an index on.
func (f *fn) part(whole, from term.Term, count int64, x leaf) term.Term {
	if from == f.st.Int(0) {
		return whole
	}
	if count <= few {
		out := f.zeroOf(x)
		for i := range count {
			at := f.st.Add(from, f.st.Int(i))
			out = f.st.Store(out, f.st.Int(i), f.st.Select(whole, at))
		}
		return out
	}
	return f.copied(f.zeroOf(x), f.st.Int(0), f.st.Int(count), func(i term.Term) term.Term {
		return f.st.Select(whole, f.st.Add(from, i))
	})
}

// elementIn returns an element of the value of an array.
func (f *fn) elementIn(v value, t types.Type, at term.Term) (out value) {
	for k, x := range f.leaves(t) {
		if !x.array {
			out = append(out, f.read(x, f.st.Select(v[k].Term, at)))
			continue
		}
		count := flat(t) * f.cellOf(t, x.path).stride
		out = append(out, machine.Value{Term: f.part(v[k].Term, f.scaled(at, count), count, x)})
	}
	return out
}

// mapAt returns the map that has a leaf of an array, where it begins, and how many elements it has.
func (f *fn) mapAt(p place, x leaf) (whole, from term.Term, count int64) {
	if p.vars != nil {
		v := f.prog.Var(p.vars[p.path+x.path]).Term
		stride := f.cellOf(p.typ, x.path).stride
		return v, f.scaled(p.idx, stride), flat(p.typ) * stride
	}
	c := f.cellOf(p.typ, x.path)
	obj := f.st.Add(p.obj, f.st.Int(c.slot))
	return f.st.Select(f.prog.Var(f.mapOf(c)).Term, obj), f.scaled(p.idx, c.stride), flat(p.typ) * c.stride
}

// cellOf returns the cell of a leaf, which leaves and cells have in the same order.
func (l *lowerer) cellOf(t types.Type, path string) cell {
	for i, x := range l.leaves(t) {
		if x.path == path {
			return l.cellsOf(t)[i]
		}
	}
	panic("no leaf " + path)
}

// store writes a value to a place.
func (f *fn) store(p place, v value) {
	c := f.change()
	c.store(p, v)
	c.make()
}

func (c *change) store(p place, v value) {
	switch u := p.typ.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			ft := u.Field(k).Type()
			n := len(c.leaves(ft))
			c.store(c.member(p, k), v[:n])
			v = v[n:]
		}
		return
	case *types.Array:
		for i, x := range c.leaves(p.typ) {
			c.storeArray(p, x, v[i].Term)
		}
		return
	}
	for i, x := range c.leaves(p.typ) {
		c.put(p, x, c.term(x, v[i]))
	}
}

// put writes a scalar leaf at a place.
func (c *change) put(p place, x leaf, t term.Term) {
	if p.vars == nil {
		m := c.memory(p, x)
		c.object(m, p.obj, c.st.Store(c.st.Select(c.written(m), p.obj), p.idx, t))
		return
	}
	v := p.vars[p.path+x.path]
	if c.st.IsArray(c.prog.Sort(v)) {
		t = c.st.Store(c.written(v), p.idx, t)
	}
	c.write(v, t)
}

// storeArray writes a leaf of an array, which begins with its first element in the map.
func (c *change) storeArray(p place, x leaf, t term.Term) {
	if p.vars != nil {
		v := p.vars[p.path+x.path]
		_, from, count := c.mapAt(p, x)
		if !strings.Contains(p.path, "[]") { // its elements are all that is in the map
			c.write(v, t)
			return
		}
		c.write(v, c.overlay(c.written(v), t, from, count))
		return
	}
	k := c.cellOf(p.typ, x.path)
	m, obj := c.mapOf(k), c.st.Add(p.obj, c.st.Int(k.slot))
	_, from, count := c.mapAt(p, x)
	c.object(m, obj, c.overlay(c.st.Select(c.written(m), obj), t, from, count))
}

// overlay returns a map that has so many elements of another one from an index on.
func (f *fn) overlay(old, t, from term.Term, count int64) term.Term {
	if count <= few {
		for i := range count {
			old = f.st.Store(old, f.st.Add(from, f.st.Int(i)), f.st.Select(t, f.st.Int(i)))
		}
		return old
	}
	return f.copied(old, from, f.st.Add(from, f.st.Int(count)), func(i term.Term) term.Term {
		return f.st.Select(t, f.st.Sub(i, from))
	})
}

// copied returns a map that is another one but from one index up to another, where it has other values. The assumption
// is one that arrays decide without instances for all indices.
func (f *fn) copied(old, from, to term.Term, of func(i term.Term) term.Term) term.Term {
	st := f.st
	v := f.temp(st.Sort(old), "copied")
	f.havoc(v)
	now, i := f.prog.Var(v).Term, st.BoundVar("i", term.Int)
	inside := st.And(st.Le(from, i), st.Lt(i, to))
	body := st.Eq(st.Select(now, i), st.Ite(inside, of(i), st.Select(old, i)))
	f.assume(st.Quantify(term.OpForall, term.Quant{
		Vars: []term.Term{i}, Body: body, Patterns: [][]term.Term{{st.Select(now, i)}},
	}))
	return now
}

// zeroOf returns the zero value of a leaf.
func (l *lowerer) zeroOf(x leaf) term.Term {
	zero := l.st.Int(0)
	if l.base(x) == term.Bool {
		zero = l.st.False()
	}
	if x.array {
		return l.st.ConstArray(l.sort(x), zero)
	}
	return zero
}

// zero returns the zero value of a type.
func (f *fn) zero(t types.Type) (out value) {
	for _, x := range f.leaves(t) {
		switch z := f.zeroOf(x); {
		case x.array:
			out = append(out, machine.Value{Term: z})
		case f.base(x) == term.Bool:
			out = append(out, f.b.Boolean(z))
		default:
			out = append(out, f.b.Small(0))
		}
	}
	return out
}

// allocate makes an object whose elements are of a type, and zero. It returns its number.
func (f *fn) allocate(t types.Type) term.Term {
	c := f.change()
	obj := c.allocate(t)
	for _, x := range f.cellsOf(t) {
		x.array = true
		c.object(f.mapOf(x), f.st.Add(f.prog.Var(f.next).Term, f.st.Int(x.slot)), f.zeroOf(x.leaf))
	}
	c.make()
	return obj
}

// allocate takes the numbers of an object. It returns its own, as a variable that has it behind the change.
func (c *change) allocate(t types.Type) term.Term {
	v := c.temp(term.Int, "new")
	c.write(v, c.written(c.next))
	c.write(c.next, c.st.Add(c.written(c.next), c.st.Int(c.size(t))))
	return c.prog.Var(v).Term
}
