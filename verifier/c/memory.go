package c

import (
	"fmt"
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// bulk evaluates memset, memcpy and memmove.
func (f *fn) bulk(e *syntax.Expr, name string) (val, bool) {
	to := bare(e.Args[0])
	if to.Type.Kind != syntax.Pointer {
		return val{}, false
	}
	p := f.target(to)
	t := p.typ
	if name == "memset" {
		c := f.ranged(f.value(e.Args[1]))
		n := f.bounded(f.ranged(f.value(e.Args[2])), to, p)
		p = f.spanned(p, n, e.Pos)
		if p.inBytes() {
			f.setAll(p, f.convert(c, f.octet), n)
		} else if !f.set0(p, c, n, e.Pos) && !f.setBytes(p, c, n) {
			f.hole(e.Pos, "memset of a part of "+t.Name)
		}
	} else {
		from := bare(e.Args[1])
		q := f.target(from)
		n := f.bounded(f.bounded(f.ranged(f.value(e.Args[2])), to, p), from, q)
		p, q = f.spanned(p, n, e.Pos), f.spanned(q, n, e.Pos)
		if p.inBytes() && q.inBytes() {
			f.moveBytes(p, q, n)
		} else if !f.copyBytes(p, q, n, e.Pos) {
			f.hole(e.Pos, name+" of a part of "+t.Name)
		}
	}
	f.pos = e.Pos
	if !p.inMemory() {
		return f.nothing(e), true // where the address is not used
	}
	lo, hi := f.unit.Sizes.Size.Range()
	return val{t: p.addr, typ: e.Type, lo: lo, hi: hi}, true
}

// target returns what a pointer points to: the whole array, if it points to the first element of one.
func (f *fn) target(e *syntax.Expr) place {
	if named(e) {
		return f.place(e.X)
	}
	v := f.keptVal(f.value(e))
	return place{typ: e.Type.Elem, addr: f.number(v), reg: f.mem.target(e), ptr: e}
}

// spanned makes sure that so many bytes of a place may be accessed, and returns it as a place that is known to be there.
func (f *fn) spanned(p place, n val, at syntax.Pos) place {
	if e := p.ptr; e != nil {
		f.pos = at
		none := f.st.Eq(f.number(n), f.st.Int(0))
		f.require(Null, f.st.Or(none, f.st.Not(f.st.Eq(p.addr, f.st.Int(0)))), e.Pos, func(show) string {
			return e.Source() + " is a null pointer, and is dereferenced"
		})
		f.access(p.addr, f.number(n), e, e.Pos)
	}
	p.ptr = nil
	return p
}

// named reports whether a pointer is to an object that the expression names. An element is not: what is behind it may be accessed, too.
func named(e *syntax.Expr) bool {
	return e.Op == syntax.Decay || e.Op == syntax.AddrOf && e.X.Op != syntax.Elem
}

// bounded returns a number of bytes, which does not go beyond an object that is named.
func (f *fn) bounded(n val, e *syntax.Expr, p place) val {
	if size := big.NewInt(p.typ.Size); named(e) && p.typ.Size > 0 && n.hi.Cmp(size) > 0 {
		t := f.seen(Bounds, f.number(n))
		f.require(Bounds, f.st.Le(t, f.int(size)), e.Pos, func(v show) string {
			return fmt.Sprintf("%s bytes of %s are accessed, which has %v", v(t), e.X.Source(), size)
		})
		n.hi = maxOf(n.lo, size)
	}
	return n
}

// set0 sets a whole object to zero.
func (f *fn) set0(p place, c, n val, at syntax.Pos) bool {
	v, ok := c.isConst()
	size, known := n.isConst()
	if !ok || !known || v.Sign() != 0 || p.typ.Size == 0 || size.Cmp(big.NewInt(p.typ.Size)) != 0 {
		return false
	}
	f.zero(p, at)
	return true
}

// setBytes sets bytes of an array of scalars in memory.
func (f *fn) setBytes(p place, c, n val) bool {
	t := scalarOf(p.typ)
	if t == nil || t.Kind != syntax.Int || t.Bool || !p.inMemory() {
		return false
	}
	v, ok := c.isConst()
	p.typ = t
	var value val
	switch {
	case t.Size == 1:
		value = f.convert(c, f.class(p).typ)
	case ok && v.Sign() == 0:
		value = f.small(0, t)
	default:
		return false
	}
	size, known := n.isConst()
	if t.Size > 1 && (!known || new(big.Int).Mod(size, big.NewInt(t.Size)).Sign() != 0) {
		return false
	}
	f.fill(f.memory(f.class(p)), p.addr, f.st.Add(p.addr, f.number(n)), f.kept(f.number(value)))
	return true
}

// copyBytes copies objects of the same type, or arrays of scalars in memory.
func (f *fn) copyBytes(p, q place, n val, at syntax.Pos) bool {
	size, known := n.isConst()
	if known && p.typ.Same(q.typ) && p.typ.Size > 0 && size.Cmp(big.NewInt(p.typ.Size)) == 0 && count(p.typ) <= most {
		s := f.whole(f.scratch(p.typ, at))
		f.copy(s, q, at)
		f.copy(p, s, at)
		return true
	}
	t, u := scalarOf(p.typ), scalarOf(q.typ)
	if t == nil || u == nil || t.Kind == syntax.Float || !alike(t, u) || !p.inMemory() || !q.inMemory() {
		return false
	}
	if t.Size > 1 && (!known || new(big.Int).Mod(size, big.NewInt(t.Size)).Sign() != 0) {
		return false
	}
	p.typ, q.typ = t, u
	c, d := f.class(p), f.class(q)
	if c.typ.Signed != d.typ.Signed {
		return false
	}
	to, from := f.memory(c), f.memory(d)
	f.move(to, from, p.addr, q.addr, f.number(n))
	return true
}

// move copies what is in a part of one map to a part of another one, or of the same.
func (f *fn) move(to, from prog.VarID, at, source, size term.Term) {
	now := f.temp(f.array, "copied")
	f.havoc(now)
	i := f.st.BoundVar("i", term.Int)
	before, after := f.prog.Var(to).Term, f.prog.Var(now).Term
	inside := f.st.And(f.st.Le(at, i), f.st.Lt(i, f.st.Add(at, size)))
	moved := f.st.Select(f.prog.Var(from).Term, f.st.Add(f.st.Sub(source, at), i))
	body := f.st.Eq(f.st.Select(after, i), f.st.Ite(inside, moved, f.st.Select(before, i)))
	f.assume(f.st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i}, Body: body, Patterns: [][]term.Term{{f.st.Select(after, i)}}}))
	f.set(to, after)
}
