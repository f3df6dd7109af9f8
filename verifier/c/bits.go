package c

import (
	"fmt"
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// shift shifts by an amount that is less than the width: else it has no meaning.
func (f *fn) shift(op syntax.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	w := typ.Width()
	a, b = f.ranged(a), f.ranged(b)
	if b.lo.Sign() < 0 || b.hi.Cmp(big.NewInt(w)) >= 0 {
		y := f.seen(Division, f.number(b))
		f.require(Division, f.within(y, new(big.Int), big.NewInt(w-1)), at, func(v show) string {
			return fmt.Sprintf("%s is shifted by %s, and has %d bits", spelled(typ), v(y), w)
		})
		if f.isNumeral(b) {
			return f.small(0, typ)
		}
		b.lo, b.hi = maxOf(b.lo, new(big.Int)), minOf(b.hi, big.NewInt(w-1))
		if b.lo.Cmp(b.hi) > 0 {
			return f.small(0, typ)
		}
	}
	lo, hi := b.lo.Int64(), b.hi.Int64()
	clipped := func(uint) val { return a }
	if op == syntax.Shl && typ.Signed && f.opt.Overflow != Wrap {
		a = f.fits(a, b, typ, at)
		_, most := typ.Range()
		clipped = func(k uint) val {
			x := a
			x.hi = maxOf(a.lo, minOf(a.hi, new(big.Int).Rsh(most, k)))
			return x
		}
	}
	out := f.shiftBy(op, clipped(uint(hi)), uint(hi), typ)
	y := f.number(b)
	for k := hi - 1; k >= lo; k-- {
		v := f.shiftBy(op, clipped(uint(k)), uint(k), typ)
		if t := f.number(v); out.t != t {
			out.t = f.st.Ite(f.st.Eq(y, f.st.Int(k)), t, out.t)
		}
		out.lo, out.hi, out.low = minOf(out.lo, v.lo), maxOf(out.hi, v.hi), min(out.low, v.low)
	}
	return out
}

// fits makes sure that a signed number may be shifted to the left: it is not negative, and the result fits.
func (f *fn) fits(a, b val, typ *syntax.Type, at syntax.Pos) val {
	_, most := typ.Range()
	least := new(big.Int).Rsh(most, uint(b.hi.Int64()))
	if a.lo.Sign() >= 0 && a.hi.Cmp(least) <= 0 {
		return a
	}
	x, y, st := f.seen(Overflows, f.number(a)), f.seen(Overflows, f.number(b)), f.st
	if a.lo.Sign() < 0 {
		f.require(Overflows, st.Le(st.Int(0), x), at, func(v show) string {
			return fmt.Sprintf("%s << %s shifts a negative %s", v(x), v(y), spelled(typ))
		})
	}
	limit := f.int(least)
	for k := b.hi.Int64() - 1; k >= b.lo.Int64(); k-- {
		limit = st.Ite(st.Eq(y, st.Int(k)), f.int(new(big.Int).Rsh(most, uint(k))), limit)
	}
	f.require(Overflows, st.Le(x, limit), at, func(v show) string {
		return fmt.Sprintf("%s << %s overflows %s", v(x), v(y), spelled(typ))
	})
	a.t, a.cond, a.lo = x, 0, maxOf(a.lo, new(big.Int))
	a.hi = maxOf(a.lo, minOf(a.hi, new(big.Int).Rsh(most, uint(b.lo.Int64()))))
	return a
}

func (f *fn) shiftBy(op syntax.Op, a val, k uint, typ *syntax.Type) val {
	m := pow2(k)
	out := val{typ: typ, lo: new(big.Int).Lsh(a.lo, k), hi: new(big.Int).Lsh(a.hi, k), low: min(a.low+int(k), 64)}
	if op == syntax.Shl {
		out.t = f.st.Mul(f.number(a), f.int(m))
		return f.wrap(f.folded(out), typ)
	}
	out.lo, out.hi, out.low = new(big.Int).Rsh(a.lo, k), new(big.Int).Rsh(a.hi, k), max(a.low-int(k), 0)
	out.t = f.number(a)
	if k > 0 {
		out.t = f.st.Div(out.t, f.int(m))
	}
	return f.folded(out)
}

// bitwise returns a & b, a | b or a ^ b, of the infinite two's complements, which is of their type.
func (f *fn) bitwise(op syntax.Op, a, b val, typ *syntax.Type) val {
	out := f.bitOperation(op, f.ranged(a), f.ranged(b), typ)
	lo, hi := typ.Range()
	out.typ, out.lo, out.hi = typ, maxOf(out.lo, lo), minOf(out.hi, hi)
	return out
}

func (f *fn) bitOperation(op syntax.Op, a, b val, typ *syntax.Type) val {
	if f.isNumeral(a) {
		a, b = b, a
	}
	one := big.NewInt(1)
	switch {
	case f.isNumeral(a):
		return f.constant(bitsOf(op, a.lo, b.lo), typ)
	case f.isNumeral(b):
		return f.byConstant(op, a, b.lo, typ)
	case a.lo.Sign() >= 0 && b.lo.Sign() >= 0 && a.hi.Cmp(one) <= 0 && b.hi.Cmp(one) <= 0:
		x, y := f.truth(a), f.truth(b)
		switch op {
		case syntax.And:
			return f.boolean(f.st.And(x, y), typ)
		case syntax.Or:
			return f.boolean(f.st.Or(x, y), typ)
		}
		return f.boolean(f.st.Not(f.st.Eq(x, y)), typ)
	case disjoint(a, b), disjoint(b, a):
		if op == syntax.And {
			return f.small(0, typ)
		}
		out := val{t: f.st.Add(f.number(a), f.number(b)), typ: typ, low: min(a.low, b.low)}
		out.lo, out.hi = new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi)
		return out
	}
	return f.byBits(op, a, b, typ)
}

// places returns how many bits a number has beside its sign.
func places(v *big.Int) int {
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen()
	}
	return v.BitLen()
}

func bitsOf(op syntax.Op, a, b *big.Int) *big.Int {
	switch op {
	case syntax.And:
		return new(big.Int).And(a, b)
	case syntax.Or:
		return new(big.Int).Or(a, b)
	}
	return new(big.Int).Xor(a, b)
}

// disjoint reports whether all bits of a are below those of b.
func disjoint(a, b val) bool { return a.lo.Sign() >= 0 && a.hi.BitLen() <= b.low }

// byConstant writes a bit operation as arithmetic.
func (f *fn) byConstant(op syntax.Op, a val, c *big.Int, typ *syntax.Type) val {
	x := f.number(a)
	if op == syntax.And {
		return f.mask(a, c, typ)
	}
	and := f.mask(a, c, typ)
	out := val{typ: typ, low: min(a.low, int(c.TrailingZeroBits()))}
	if c.Sign() == 0 {
		return a
	}
	twice := f.number(and)
	if op == syntax.Xor {
		if c.Cmp(big.NewInt(-1)) == 0 {
			return f.complement(a, typ)
		}
		twice = f.st.Mul(f.st.Int(2), twice)
	}
	out.t = f.st.Sub(f.st.Add(x, f.int(c)), twice)
	out.lo, out.hi = bitBounds(a, c)
	return out
}

// bitBounds returns bounds for or and xor: no bits are set beyond those of the operands.
func bitBounds(a val, c *big.Int) (lo, hi *big.Int) {
	n := uint(max(places(a.lo), places(a.hi), places(c)))
	hi = new(big.Int).Sub(pow2(n), big.NewInt(1))
	if a.lo.Sign() >= 0 && c.Sign() >= 0 {
		return new(big.Int), hi
	}
	return new(big.Int).Neg(pow2(n)), hi
}

func (f *fn) complement(a val, typ *syntax.Type) val {
	return f.folded(val{t: f.st.Sub(f.st.Int(-1), f.number(a)), typ: typ, lo: new(big.Int).Not(a.hi),
		hi: new(big.Int).Not(a.lo)})
}

// mask returns a & c: the sum of the fields where c has ones.
func (f *fn) mask(a val, c *big.Int, typ *syntax.Type) val {
	x := f.number(a)
	if c.Sign() < 0 { // what is left when the other bits are gone
		gone := f.mask(a, new(big.Int).Not(c), typ)
		out := val{t: f.st.Sub(x, f.number(gone)), typ: typ, lo: a.lo, hi: a.hi}
		if a.lo.Sign() >= 0 {
			out.lo = new(big.Int)
		} else {
			out.lo = new(big.Int).Sub(a.lo, new(big.Int).Not(c))
		}
		out.low = max(a.low, int(c.TrailingZeroBits()))
		return out
	}
	var parts []term.Term
	for from := 0; from < c.BitLen(); {
		if c.Bit(from) == 0 {
			from++
			continue
		}
		to := from
		for c.Bit(to) == 1 {
			to++
		}
		t := x
		if from > 0 {
			t = f.st.Div(t, f.int(pow2(uint(from))))
		}
		if a.lo.Sign() < 0 || a.hi.BitLen() > to {
			t = f.st.Mod(t, f.int(pow2(uint(to-from))))
		}
		if from > 0 {
			t = f.st.Mul(t, f.int(pow2(uint(from))))
		}
		parts = append(parts, t)
		from = to
	}
	out := val{typ: typ, lo: new(big.Int), hi: c, low: max(a.low, int(c.TrailingZeroBits()))}
	if a.lo.Sign() >= 0 {
		out.hi = minOf(c, a.hi)
	}
	switch len(parts) {
	case 0:
		return f.small(0, typ)
	case 1:
		out.t = parts[0]
	default:
		out.t = f.st.Add(parts...)
	}
	return out
}

// byBits has the theory of bit-vectors say what the operation is.
func (f *fn) byBits(op syntax.Op, a, b val, typ *syntax.Type) val {
	n := 1 + max(places(a.lo), places(a.hi), places(b.lo), places(b.hi))
	signed := a.lo.Sign() < 0 || b.lo.Sign() < 0
	if !signed && n > 1 {
		n--
	}
	x, y := f.st.IntToBv(n, f.number(a)), f.st.IntToBv(n, f.number(b))
	var t term.Term
	switch op {
	case syntax.And:
		t = f.st.BvAnd(x, y)
	case syntax.Or:
		t = f.st.BvOr(x, y)
	default:
		t = f.st.BvXor(x, y)
	}
	out := val{typ: typ}
	if signed {
		out.t = f.st.BvToSigned(t)
		out.hi = new(big.Int).Sub(pow2(uint(n-1)), big.NewInt(1))
		out.lo = new(big.Int).Neg(pow2(uint(n - 1)))
		return out
	}
	out.t = f.st.BvToInt(t)
	f.known(op, out.t, f.number(a), f.number(b))
	out.lo, out.hi = new(big.Int), new(big.Int).Sub(pow2(uint(n)), big.NewInt(1))
	if op == syntax.And {
		out.hi = minOf(a.hi, b.hi)
		out.low = max(a.low, b.low)
	} else {
		out.low = min(a.low, b.low)
	}
	return out
}

// known has the solver know what follows about the result of an operation on numbers that are not negative.
func (f *fn) known(op syntax.Op, r, x, y term.Term) {
	switch op {
	case syntax.And:
		f.assume(f.st.And(f.st.Le(r, x), f.st.Le(r, y)))
	case syntax.Or:
		f.assume(f.st.And(f.st.Le(x, r), f.st.Le(y, r), f.st.Le(r, f.st.Add(x, y))))
	default:
		f.assume(f.st.And(f.st.Le(r, f.st.Add(x, y)), f.st.Le(f.st.Sub(x, y), r), f.st.Le(f.st.Sub(y, x), r)))
	}
}
