package c

import (
	"fmt"
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// bytesName is how the names of maps of bytes begin.
const bytesName = "memory.bytes"

// bytesOf returns the variable that holds the bytes of a region, as numbers from 0 to 255.
func (l *lowerer) bytesOf(x *region) prog.VarID {
	x = x.find()
	if x.store == 0 {
		name := bytesName
		for n := 1; l.taken(name); n++ {
			name = fmt.Sprintf("%s#%d", bytesName, n)
		}
		x.store = l.prog.NewVar(name, prog.Global, l.array, prog.Pos{})
		l.prog.Globals = append(l.prog.Globals, x.store)
	}
	return x.store
}

// octets returns how the bits of a scalar lie in bytes: from which byte on, in how many, and from which bit of them on.
func (p *place) octets() (first, n int64, shift uint) {
	if p.field == nil {
		return 0, p.typ.Size, 0
	}
	low := p.field.BitOff % 8
	return p.field.BitOff / 8, (low + p.field.Bits + 7) / 8, uint(low)
}

// joined returns the number that so many bytes are, the first one the lowest.
func (f *fn) joined(p place, first, n int64) val {
	m := f.prog.Var(f.bytesOf(p.reg)).Term
	sum := make([]term.Term, n)
	for i := range n {
		b := f.read(f.st.Select(m, f.st.Add(p.addr, f.st.Int(first+i))), f.octet, nil)
		sum[i] = f.st.Mul(f.int(pow2(uint(8*i))), f.number(b))
	}
	out := val{t: sum[0], lo: new(big.Int), hi: new(big.Int).Sub(pow2(uint(8*n)), big.NewInt(1))}
	if n > 1 {
		out.t = f.st.Add(sum...)
	}
	return out
}

// loadBytes returns the value of a scalar that is in bytes.
func (f *fn) loadBytes(p place) val {
	if p.typ.Kind != syntax.Int && p.typ.Kind != syntax.Pointer {
		return f.arbitrary(p.typ, "any")
	}
	first, n, shift := p.octets()
	v := f.joined(p, first, n)
	v.typ = p.typ
	if p.field != nil {
		lo, hi := p.field.Range()
		return f.reduce(f.shiftBy(syntax.Shr, v, shift, p.typ), p.typ, uint(p.field.Bits), lo, hi)
	}
	if p.typ.Bool { // others have no meaning
		f.assume(f.st.Le(v.t, f.st.Int(1)))
		v.hi = big.NewInt(1)
	}
	return f.wrap(v, p.typ)
}

// storeBytes stores a scalar in bytes.
func (f *fn) storeBytes(p place, v val) val {
	v = f.keptVal(f.ranged(v))
	first, n, shift := p.octets()
	bits := uint(8 * n)
	if p.field != nil {
		bits = uint(p.field.Bits)
	}
	all := new(big.Int).Sub(pow2(bits), big.NewInt(1))
	u := v
	if v.lo.Sign() < 0 || v.hi.Cmp(all) > 0 {
		u = f.reduce(v, p.typ, bits, new(big.Int), all)
	}
	if p.field != nil { // the bits beside it stay
		old := f.joined(p, first, n)
		old.typ = p.typ
		was := f.mask(old, new(big.Int).Lsh(all, shift), p.typ)
		u.t = f.st.Add(f.st.Sub(f.number(old), f.number(was)), f.st.Mul(f.int(pow2(shift)), f.number(u)))
		u.cond, u.lo, u.hi = 0, new(big.Int), old.hi
	}
	if n > 1 || p.field != nil {
		u = f.keptVal(u)
	}
	x := f.bytesOf(p.reg)
	m := f.prog.Var(x).Term
	for i := range n {
		m = f.st.Store(m, f.st.Add(p.addr, f.st.Int(first+i)), f.octetOf(u, i))
	}
	f.set(x, m)
	return v
}

// octetOf returns a byte of a number that is not negative.
func (f *fn) octetOf(u val, i int64) term.Term {
	if c, ok := u.isConst(); ok {
		c = new(big.Int).Rsh(c, uint(8*i))
		return f.int(c.And(c, big.NewInt(255)))
	}
	t := f.number(u)
	if i > 0 {
		t = f.st.Div(t, f.int(pow2(uint(8*i))))
	}
	if u.hi.BitLen() > int(8*i+8) {
		t = f.st.Mod(t, f.st.Int(256))
	}
	return t
}

// anyBytes gives the bytes of an object any values.
func (f *fn) anyBytes(p place) {
	any := f.temp(f.array, "any")
	f.havoc(any)
	x := f.bytesOf(p.reg)
	if p.typ.Size > most {
		f.move(x, any, p.addr, p.addr, f.st.Int(p.typ.Size))
		return
	}
	m := f.prog.Var(x).Term
	for i := range p.typ.Size {
		at := f.st.Add(p.addr, f.st.Int(i))
		m = f.st.Store(m, at, f.st.Select(f.prog.Var(any).Term, at))
	}
	f.set(x, m)
}

// setAll gives so many bytes a value.
func (f *fn) setAll(p place, c, n val) {
	x := f.bytesOf(p.reg)
	size, ok := n.isConst()
	if !ok || size.Cmp(big.NewInt(most)) > 0 {
		f.fill(x, p.addr, f.kept(f.st.Add(p.addr, f.number(n))), f.kept(f.number(c)))
		return
	}
	m := f.prog.Var(x).Term
	for i := range size.Int64() {
		m = f.st.Store(m, f.st.Add(p.addr, f.st.Int(i)), f.number(c))
	}
	f.set(x, m)
}

// moveBytes copies so many bytes, from all of them at once.
func (f *fn) moveBytes(to, from place, n val) {
	x, y := f.bytesOf(to.reg), f.bytesOf(from.reg)
	size, ok := n.isConst()
	if !ok || size.Cmp(big.NewInt(most)) > 0 {
		f.move(x, y, to.addr, from.addr, f.number(n))
		return
	}
	m, source := f.prog.Var(x).Term, f.prog.Var(y).Term
	for i := range size.Int64() {
		m = f.st.Store(m, f.st.Add(to.addr, f.st.Int(i)), f.st.Select(source, f.st.Add(from.addr, f.st.Int(i))))
	}
	f.set(x, m)
}

// upTo returns a number of bytes as a value.
func (f *fn) upTo(bytes term.Term) val {
	if f.st.IsNum(bytes) {
		return f.constant(f.st.Num(bytes).Big(), f.unit.Sizes.Size)
	}
	lo, hi := f.unit.Sizes.Size.Range()
	return val{t: bytes, typ: f.unit.Sizes.Size, lo: lo, hi: hi}
}

// padded reports whether an object may have bits that are in none of its members.
func padded(t *syntax.Type) bool {
	n := int64(0)
	for _, m := range t.Fields {
		if m.Bits > 0 || m.Type.Kind == syntax.Struct && padded(m.Type) {
			return true
		}
		n += m.Type.Size
	}
	return n != t.Size
}
