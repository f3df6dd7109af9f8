package c

import (
	"math/big"
	"math/bits"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// bulk evaluates memset, memcpy and memmove.
func (f *fn) bulk(e *syntax.Expr, name string) (val, bool) {
	to := bare(e.Args[0])
	if to.Type.Kind != syntax.Pointer {
		return val{}, false
	}
	n := f.operand(e.Args, 2)
	if name == "memset" {
		v := f.operand(e.Args, 1)
		p := f.target(to)
		n = f.bounded(n, to, p)
		f.writable(p, f.st.Eq(f.number(n), f.st.Int(0)), e.Pos)
		p = f.spanned(p, n, e.Pos)
		if !f.setBytes(p, v, n, e.Pos) {
			f.hole(e.Pos, "memset of a part of "+p.typ.Name)
		}
		return f.destination(e, p), true
	}
	from := bare(e.Args[1])
	q := f.target(from)
	if hasEffects(to) {
		q = f.keptPlace(q)
	}
	p := f.target(to)
	n = f.bounded(f.bounded(n, to, p), from, q)
	f.writable(p, f.st.Eq(f.number(n), f.st.Int(0)), e.Pos)
	p, q = f.spanned(p, n, e.Pos), f.spanned(q, n, e.Pos)
	if name == "memcpy" {
		f.apart(p, q, n, e)
	}
	if !f.copyBytes(p, q, n, e.Pos) {
		f.hole(e.Pos, name+" of a part of "+p.typ.Name)
	}
	return f.destination(e, p), true
}

// apart makes sure, if that is asked about, that what memcpy reads is not what it writes. To copy an
// object to itself is harmless: compilers do so.
func (f *fn) apart(p, q place, n val, e *syntax.Expr) {
	if !f.asks(Memory) || !p.inMemory() || !q.inMemory() || p.reg != nil && q.reg != nil && p.reg.find() != q.reg.find() {
		return
	}
	st, size := f.st, f.number(n)
	f.require(Memory, st.Or(st.Eq(p.addr, q.addr), st.Le(st.Add(p.addr, size), q.addr),
		st.Le(st.Add(q.addr, size), p.addr)), e.Pos,
		said("memcpy copies between "+e.Args[0].Source()+" and "+e.Args[1].Source()+", which overlap"))
}

// copiesApart makes sure, if that is asked about, that what a function of the library writes is not what it reads. What
// overlaps is in one object, so it is said of the one that is watched: then proofs need not know where others are.
func (f *fn) copiesApart(e *syntax.Expr) {
	to, from := bare(e.Args[0]), bare(e.Args[2])
	x, y := f.mem.target(to), f.mem.target(from)
	if !f.asks(Memory) || x == nil || y == nil || x.find() != y.find() {
		return
	}
	args := f.operands(e.Args)
	st := f.st
	p, n, q, k := f.number(args[0]), f.number(args[1]), f.number(args[2]), f.number(args[3])
	some := st.And(f.of(p), f.of(q), st.Lt(st.Int(0), n), st.Lt(st.Int(0), k))
	f.require(Memory, st.Or(st.Not(some), st.Le(st.Add(p, n), q), st.Le(st.Add(q, k), p)), e.Pos,
		said("it copies between "+to.Source()+" and "+from.Source()+", which overlap"))
}

// destination returns what such a function returns: where it has written.
func (f *fn) destination(e *syntax.Expr, p place) val {
	f.pos = e.Pos
	if !p.inMemory() {
		return f.nothing(e) // where the address is not used
	}
	return typed(p.addr, f.unit.Sizes.Size)
}

// target returns what a pointer points to: the whole array, if it points to the first element of one.
func (f *fn) target(e *syntax.Expr) place {
	if named(e) {
		return f.place(e.X)
	}
	v := f.keptVal(f.value(e))
	return place{typ: e.Type.Elem, addr: f.number(v), reg: f.mem.target(e), ptr: e}
}

// spanned makes sure that so many bytes of a place may be accessed, and returns it as a
// place that is known to be there.
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

// named reports whether a pointer is to an object that the expression names. An element is
// not: what is behind it may be accessed, too.
func named(e *syntax.Expr) bool {
	return e.Op == syntax.Decay || e.Op == syntax.AddrOf && e.X.Op != syntax.Elem
}

// bounded returns a number of bytes, which does not go beyond an object that is named. It may go beyond a member.
func (f *fn) bounded(n val, e *syntax.Expr, p place) val {
	if !named(e) || p.typ.Size <= 0 || n.Hi.Cmp(big.NewInt(p.typ.Size)) <= 0 {
		return n
	}
	left := f.small(p.typ.Size)
	if b := base(e.X); e.X.Op == syntax.Member && p.inMemory() {
		if b.Op != syntax.Var || b.Obj.Type.Size <= 0 {
			return n
		}
		end := f.st.Add(f.storage(b.Obj).addr, f.st.Int(b.Obj.Type.Size))
		left.Term, left.Hi = f.st.Sub(end, p.addr), big.NewInt(b.Obj.Type.Size)
	}
	t, most := f.seen(Bounds, f.number(n)), f.seen(Bounds, f.number(left))
	f.require(Bounds, f.st.Le(t, most), e.Pos, func(v show) string {
		return accesses(e.X, v(t), "0", e.X.Source()+", which has "+bytes(v(most)))
	})
	n.Hi = machine.Max(n.Lo, left.Hi)
	return n
}

// setBytes sets bytes, a whole object to zero, or elements of an array of scalars in memory.
func (f *fn) setBytes(p place, v, n val, at syntax.Pos) bool {
	c := f.change()
	defer c.make()
	if p.inMemory() {
		c.givesAll(p.addr, f.number(n))
		c.quiet = true
	}
	if p.inBytes() {
		c.setAll(p, f.convert(v, f.octet), n)
		return true
	}
	number, constant := v.Const()
	size, known := n.Const()
	zero := constant && number.Sign() == 0
	if zero && known && p.typ.Size > 0 && size.Cmp(big.NewInt(p.typ.Size)) == 0 {
		c.zero(p, at)
		return true
	}
	t := scalarOf(p.typ)
	if t == nil || t.Kind != syntax.Int || t.Bool || !p.inMemory() {
		return false
	}
	p.typ = t
	switch {
	case t.Size == 1:
		v = f.convert(v, f.class(p).typ)
	case zero && t.Size == t.Size&-t.Size && n.Low >= bits.TrailingZeros64(uint64(t.Size)): // whole elements
	default:
		return false
	}
	c.fill(f.memory(f.class(p)), p.addr, f.st.Add(p.addr, f.number(n)), f.kept(f.number(v)))
	return true
}

// copyBytes copies bytes, objects of the same type, or elements of arrays of scalars in memory.
func (f *fn) copyBytes(p, q place, n val, at syntax.Pos) bool {
	c := f.change()
	defer c.make()
	if p.inMemory() && q.inMemory() {
		c.carries(p, q, f.number(n))
		c.quiet = true
	}
	if p.inBytes() && q.inBytes() {
		c.moveBytes(p, q, n)
		return true
	}
	size, known := n.Const()
	if known && p.typ.Same(q.typ) && p.typ.Size > 0 && size.Cmp(big.NewInt(p.typ.Size)) == 0 && count(p.typ) <= most {
		c.copy(p, q, at)
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
	to, from := f.class(p), f.class(q)
	if to.typ.Signed != from.typ.Signed {
		return false
	}
	c.move(f.memory(to), f.memory(from), p.addr, q.addr, f.number(n))
	return true
}

// anyBytesOf gives so many bytes any values. They are those of characters.
func (f *fn) anyBytesOf(p place, n val) {
	c := f.change()
	defer c.make()
	c.givesAll(p.addr, f.number(n))
	m := f.temp(f.array, "any")
	f.havoc(m)
	from := f.prog.Var(m).Term
	memory := func() prog.VarID {
		if p.inBytes() {
			return f.bytesOf(p.reg)
		}
		return f.memory(f.class(p))
	}
	c.each(memory(), "any", p.addr, f.st.Add(p.addr, f.number(n)), func(at term.Term) term.Term {
		return f.st.Select(from, at)
	})
}
