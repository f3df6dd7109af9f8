package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// change is what one operation of C writes, which is one command: whatever it reads, and the places of
// what it writes, are those of the state before it.
type change struct {
	*fn
	vars []prog.VarID // in the order in which they were first written
	now  map[prog.VarID]term.Term

	quiet bool // what has values is not asked, or is said already
}

// change begins one that has written nothing.
func (f *fn) change() *change {
	return &change{fn: f, now: map[prog.VarID]term.Term{}, quiet: !f.asks(Uninit)}
}

// make makes the change.
func (c *change) make() {
	if len(c.vars) == 0 {
		return
	}
	values := make([]term.Term, len(c.vars))
	for i, v := range c.vars {
		values[i] = c.now[v]
	}
	c.emit(prog.Cmd{Kind: prog.Assign, Targets: c.vars, Values: values})
	c.ints.Forget()
}

// write gives a variable another value.
func (c *change) write(v prog.VarID, t term.Term) {
	if _, ok := c.now[v]; !ok {
		c.vars = append(c.vars, v)
	}
	c.now[v] = t
}

// written returns the value of a variable after what has been written so far, for what writes a part of it.
func (c *change) written(v prog.VarID) term.Term {
	if t, ok := c.now[v]; ok {
		return t
	}
	return c.prog.Var(v).Term
}

// store writes an element of a map.
func (c *change) store(m prog.VarID, at, t term.Term) { c.write(m, c.st.Store(c.written(m), at, t)) }

// assign stores the value of a scalar, and returns what is stored.
func (f *fn) assign(p place, v val) val {
	c := f.change()
	v = c.assign(p, v)
	c.make()
	return v
}

// copy copies an object.
func (f *fn) copy(to, from place, at syntax.Pos) {
	c := f.change()
	c.copy(to, from, at)
	c.make()
}

// zero sets all of an object to zero.
func (f *fn) zero(p place, at syntax.Pos) {
	c := f.change()
	c.zero(p, at)
	c.make()
}

// anything gives the scalars of an object any values.
func (f *fn) anything(p place) {
	c := f.change()
	c.anything(p)
	c.make()
}

func (c *change) assign(p place, v val) val {
	c.accessible(p)
	c.settles(p, v)
	v.none = 0
	if p.field != nil {
		v = c.wrapField(v, p.field)
	}
	if !p.inMemory() {
		x, w := c.variable(p), v
		if p.as != nil && p.as.Signed != p.typ.Signed {
			w = c.convert(c.ranged(v), p.as)
		}
		if p.index != 0 {
			c.store(x, p.index, c.number(w))
		} else {
			c.write(x, c.number(w))
		}
		return v
	}
	if p.inBytes() {
		return c.storeBytes(p, v)
	}
	k := c.class(p)
	w := v
	if k.typ.Signed != p.typ.Signed && p.field == nil && p.typ.Kind == syntax.Int {
		w = c.convert(c.ranged(v), k.typ)
	}
	c.store(c.memory(k), p.addr, c.number(w))
	return v
}

func (c *change) copy(to, from place, at syntax.Pos) {
	t := to.typ
	if to.inMemory() && from.inMemory() && !c.quiet {
		c.carries(to, from, c.st.Int(t.Size))
		c.atOnce(func() { c.copy(to, from, at) })
		return
	}
	if !t.Scalar() {
		c.accessible(to)
		c.accessible(from)
		to.ptr, from.ptr = nil, nil
	}
	if to.inBytes() && from.inBytes() && !t.Scalar() && t.Size > 0 {
		c.moveBytes(to, from, c.small(t.Size))
		return
	}
	switch t.Kind {
	case syntax.Struct:
		if to.inBytes() && padded(t) {
			c.anyBytes(to)
		}
		for _, m := range t.Fields {
			if m.Type.Kind == syntax.Array && m.Type.Len < 0 && m.Offset >= t.Size {
				continue // a flexible member, which is not copied
			}
			c.copy(c.member(to, m, at), c.member(from, m, at), at)
		}
	case syntax.Union:
		if uniform(t) == nil {
			return // nobody looks at it
		}
		c.copy(c.member(to, t.Fields[0], at), c.member(from, t.Fields[0], at), at)
	case syntax.Array:
		c.copyArray(to, from, at)
	case syntax.Float:
		c.hole(at, "floating-point arithmetic")
	default:
		c.assign(to, c.load(from))
	}
}

// most is how many elements are copied or set one by one.
const most = 64

func (c *change) copyArray(to, from place, at syntax.Pos) {
	t := to.typ
	if !to.inMemory() && !from.inMemory() && to.index == 0 && from.index == 0 {
		for _, x := range leaves(t) {
			c.write(c.variable(place{store: to.store, path: to.path + x.path}),
				c.prog.Var(c.variable(place{store: from.store, path: from.path + x.path})).Term)
		}
		return
	}
	if t.Len < 0 || t.Len > most {
		c.hole(at, "a copy of a large array")
		return
	}
	for i := range t.Len {
		c.copy(c.indexed(to, c.st.Int(i), t.Elem), c.indexed(from, c.st.Int(i), t.Elem), at)
	}
}

func (c *change) anything(p place) {
	if p.inMemory() && !c.quiet {
		c.givesAll(p.addr, c.st.Int(p.typ.Size))
		c.atOnce(func() { c.anything(p) })
		return
	}
	if p.inBytes() {
		c.anyBytes(p)
		return
	}
	switch t := p.typ; t.Kind {
	case syntax.Array:
		for i := range t.Len {
			c.anything(c.indexed(p, c.st.Int(i), t.Elem))
		}
	case syntax.Struct:
		for _, m := range t.Fields {
			c.anything(c.member(p, m, c.pos))
		}
	case syntax.Union:
		if uniform(t) != nil {
			c.anything(c.member(p, t.Fields[0], c.pos))
		}
	case syntax.Int, syntax.Pointer:
		c.assign(p, c.arbitrary(t, "any"))
	}
}

func (c *change) zero(p place, at syntax.Pos) {
	t := p.typ
	if p.inMemory() && !c.quiet {
		c.givesAll(p.addr, c.st.Int(t.Size))
		c.atOnce(func() { c.zero(p, at) })
		return
	}
	switch {
	case !p.inMemory() && p.index == 0:
		c.zeroVars(p)
		return
	case p.inBytes():
		c.setAll(p, c.small(0), c.small(t.Size))
		return
	}
	switch t.Kind {
	case syntax.Array:
		if count(t) > most {
			c.clear(p, c.st.Int(t.Size), at)
			return
		}
		for i := range t.Len {
			c.zero(c.indexed(p, c.st.Int(i), t.Elem), at)
		}
	case syntax.Struct:
		for _, m := range t.Fields {
			c.zero(c.member(p, m, at), at)
		}
	case syntax.Union:
		if uniform(t) != nil {
			c.zero(c.member(p, t.Fields[0], at), at)
		}
	case syntax.Int, syntax.Pointer:
		c.assign(p, c.small(0))
	}
}

func (c *change) zeroVars(p place) {
	for _, x := range leaves(p.typ) {
		v := p.store.vars[p.path+x.path]
		if v == 0 {
			continue
		}
		if u := p.store.unset[p.path+x.path]; u != 0 {
			c.write(u, c.st.False())
		}
		zero := c.st.Int(0)
		if c.st.IsArray(c.prog.Sort(v)) {
			zero = c.st.ConstArray(c.array, zero)
		}
		c.write(v, zero)
	}
}

// clear sets so many bytes of objects in memory to zero.
func (c *change) clear(p place, bytes term.Term, at syntax.Pos) {
	if p.inBytes() {
		c.fill(c.bytesOf(p.reg), p.addr, c.st.Add(p.addr, bytes), c.st.Int(0))
		return
	}
	done := map[*class]bool{}
	for _, k := range c.classes(p, at, nil) {
		if !done[k] {
			done[k] = true
			c.fill(c.memory(k), p.addr, c.st.Add(p.addr, bytes), c.st.Int(0))
		}
	}
}

// fill sets what is from one address up to another one.
func (c *change) fill(m prog.VarID, from, to, v term.Term) {
	c.each(m, "filled", from, to, func(term.Term) term.Term { return v })
}

// move copies what is in a part of one map to a part of another one, or of the same.
func (c *change) move(to, from prog.VarID, at, source, size term.Term) {
	c.each(to, "copied", at, c.st.Add(at, size), func(i term.Term) term.Term {
		return c.st.Select(c.prog.Var(from).Term, c.st.Add(c.st.Sub(source, at), i))
	})
}

// each writes what is from one address up to another one.
func (c *change) each(m prog.VarID, name string, from, to term.Term, value func(at term.Term) term.Term) {
	now := c.temp(c.array, name)
	c.havoc(now)
	i := c.st.BoundVar("i", term.Int)
	before, after := c.written(m), c.prog.Var(now).Term
	inside := c.st.And(c.st.Le(from, i), c.st.Lt(i, to))
	body := c.st.Eq(c.st.Select(after, i), c.st.Ite(inside, value(i), c.st.Select(before, i)))
	c.assume(c.st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i}, Body: body,
		Patterns: [][]term.Term{{c.st.Select(after, i)}}}))
	c.write(m, after)
}
