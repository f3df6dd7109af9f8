package c

import (
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// bytesOf returns the variable that holds the bytes of a region, as numbers from 0 to 255.
func (l *lowerer) bytesOf(x *region) prog.VarID {
	x = x.find()
	if x.store == 0 {
		x.store = l.memoryOf("memory.bytes", meaning{role: octets})
	}
	return x.store
}

// octets returns how the bits of a scalar lie in bytes: from which byte on, in how many, and from which bit of them on.
func (p *place) octets() (first, n int64, shift uint) {
	if p.field == nil {
		return 0, p.typ.Size, 0
	}
	low := p.field.BitOff % 8
	n = (low + p.field.Bits + 7) / 8
	if p.big {
		low = 8*n - low - p.field.Bits
	}
	return p.field.BitOff / 8, n, uint(low)
}

// octetAt returns the address of a byte of a number that has n of them: the lowest one is number 0.
func (f *fn) octetAt(p place, first, n, i int64) term.Term {
	if p.big {
		i = n - 1 - i
	}
	return f.st.Add(p.addr, f.st.Int(first+i))
}

// joined returns the number that so many bytes of a map are.
func (f *fn) joined(m term.Term, p place, first, n int64) val {
	sum := make([]term.Term, n)
	for i := range n {
		b := f.read(f.st.Select(m, f.octetAt(p, first, n, i)), f.octet, nil)
		sum[i] = f.st.Mul(f.int(machine.Pow2(uint(8*i))), f.number(b))
	}
	out := between(sum[0], new(big.Int), new(big.Int).Sub(machine.Pow2(uint(8*n)), big.NewInt(1)))
	if n > 1 {
		out.Term = f.st.Add(sum...)
	}
	return out
}

// loadBytes returns the value of a scalar that is in bytes.
func (f *fn) loadBytes(p place) val {
	if p.typ.Kind != syntax.Int && p.typ.Kind != syntax.Pointer {
		return f.arbitrary(p.typ, "any")
	}
	first, n, shift := p.octets()
	v := f.joined(f.prog.Var(f.bytesOf(p.reg)).Term, p, first, n)
	if p.field != nil {
		return f.wrapField(plainVal(f.ints.ShiftBy(machine.Shr, v.Value, shift, integersOf(p.typ))), p.field)
	}
	if p.typ.Bool { // others have no meaning
		f.assume(f.st.Le(v.Term, f.st.Int(1)))
		v.Hi = big.NewInt(1)
	}
	return f.wrap(v, p.typ)
}

// storeBytes stores a scalar in bytes.
func (c *change) storeBytes(p place, v val) val {
	v = c.keptVal(c.ranged(v))
	first, n, shift := p.octets()
	bits := uint(8 * n)
	if p.field != nil {
		bits = uint(p.field.Bits)
	}
	all := new(big.Int).Sub(machine.Pow2(bits), big.NewInt(1))
	x, u := c.bytesOf(p.reg), v
	u.Value = c.ints.Wrap(v.Value, machine.Type{Bits: int(bits)})
	if p.field != nil { // the bits beside it stay
		old := c.joined(c.written(x), p, first, n)
		was := plainVal(c.ints.Mask(old.Value, new(big.Int).Lsh(all, shift)))
		u = between(c.st.Add(c.st.Sub(c.number(old), c.number(was)), c.st.Mul(c.int(machine.Pow2(shift)), c.number(u))),
			new(big.Int), old.Hi)
	}
	if n > 1 || p.field != nil {
		u = c.keptVal(u)
	}
	for i := range n {
		c.store(x, c.octetAt(p, first, n, i), c.octetOf(u, i))
	}
	return v
}

// octetOf returns a byte of a number that is not negative.
func (f *fn) octetOf(u val, i int64) term.Term {
	if c, ok := u.Const(); ok {
		c = new(big.Int).Rsh(c, uint(8*i))
		return f.int(c.And(c, big.NewInt(255)))
	}
	t := f.number(u)
	if i > 0 {
		t = f.st.Div(t, f.int(machine.Pow2(uint(8*i))))
	}
	if u.Hi.BitLen() > int(8*i+8) {
		t = f.st.Mod(t, f.st.Int(256))
	}
	return t
}

// anyBytes gives the bytes of an object any values.
func (c *change) anyBytes(p place) {
	any := c.temp(c.array, "any")
	c.havoc(any)
	x := c.bytesOf(p.reg)
	if p.typ.Size > most {
		c.move(x, any, p.addr, p.addr, c.st.Int(p.typ.Size))
		return
	}
	for i := range p.typ.Size {
		at := c.st.Add(p.addr, c.st.Int(i))
		c.store(x, at, c.st.Select(c.prog.Var(any).Term, at))
	}
}

// setAll gives so many bytes a value.
func (c *change) setAll(p place, v, n val) {
	x := c.bytesOf(p.reg)
	size, ok := n.Const()
	if !ok || size.Cmp(big.NewInt(most)) > 0 {
		c.fill(x, p.addr, c.kept(c.st.Add(p.addr, c.number(n))), c.kept(c.number(v)))
		return
	}
	for i := range size.Int64() {
		c.store(x, c.st.Add(p.addr, c.st.Int(i)), c.number(v))
	}
}

// moveBytes copies so many bytes, from all of them at once.
func (c *change) moveBytes(to, from place, n val) {
	x, y := c.bytesOf(to.reg), c.bytesOf(from.reg)
	size, ok := n.Const()
	if !ok || size.Cmp(big.NewInt(most)) > 0 {
		c.move(x, y, to.addr, from.addr, c.number(n))
		return
	}
	source := c.prog.Var(y).Term
	for i := range size.Int64() {
		c.store(x, c.st.Add(to.addr, c.st.Int(i)), c.st.Select(source, c.st.Add(from.addr, c.st.Int(i))))
	}
}

// upTo returns a number of bytes as a value.
func (f *fn) upTo(bytes term.Term) val {
	if f.st.IsNum(bytes) {
		return f.constant(f.st.Num(bytes).Big())
	}
	return typed(bytes, f.unit.Sizes.Size)
}

// padded reports whether an object may have bits that are in none of its members.
func padded(t *syntax.Type) bool {
	if t.Kind == syntax.Array || t.Scalar() {
		return t.Kind == syntax.Array && padded(t.Elem)
	}
	n := int64(0)
	for _, m := range t.Fields {
		if m.Bits > 0 || m.Type.Kind != syntax.Union && padded(m.Type) {
			return true
		}
		n += m.Type.Size
	}
	return n != t.Size
}
