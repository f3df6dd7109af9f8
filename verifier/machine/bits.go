package machine

import (
	"math/big"

	"github.com/muster-smt/muster/theory/term"
)

// ShiftBy shifts by a constant amount. A shift to the right keeps the sign.
func (b *Builder) ShiftBy(op Op, x Value, k uint, typ Type) Value {
	if op == Shl && k >= uint(typ.Bits) {
		return b.Small(0)
	}
	x = b.Ranged(x)
	m := Pow2(k)
	if op == Shl {
		out := Value{Lo: new(big.Int).Lsh(x.Lo, k), Hi: new(big.Int).Lsh(x.Hi, k), Low: min(x.Low+int(k), 64)}
		out.Term = b.st.Mul(b.Number(x), b.Int(m))
		return b.Wrap(b.folded(out), typ)
	}
	out := Value{Lo: new(big.Int).Rsh(x.Lo, k), Hi: new(big.Int).Rsh(x.Hi, k), Low: max(x.Low-int(k), 0)}
	out.Term = b.Number(x)
	if k > 0 {
		out.Term = b.st.Div(out.Term, b.Int(m))
	}
	return b.folded(out)
}

// Shift shifts by an amount that is not negative. By the width and more, all bits are shifted out: 0 is left, or -1.
func (b *Builder) Shift(op Op, x, amount Value, typ Type) Value {
	x = b.Ranged(x)
	return b.ByAmount(amount, uint(typ.Bits), func(k uint) Value { return b.ShiftBy(op, x, k, typ) })
}

// ByAmount returns the value that is made for the amount that a number is, or for most, if it is more than that. It is
// not negative: if its bounds say that it is, the value is that for 0.
func (b *Builder) ByAmount(amount Value, most uint, of func(uint) Value) Value {
	amount = b.Ranged(amount)
	limit := new(big.Int).SetUint64(uint64(most))
	lo, hi := Min(amount.Lo, limit).Int64(), Min(amount.Hi, limit).Int64()
	hi = max(hi, 0) // an amount below 0 is in no execution
	out := of(uint(hi))
	y := b.Number(amount)
	for k := hi - 1; k >= max(lo, 0); k-- {
		v := of(uint(k))
		s, t := b.Number(out), b.Number(v)
		out = out.Join(v)
		if s != t {
			out = out.Replaced(b.st.Ite(b.st.Eq(y, b.st.Int(k)), t, s))
		}
	}
	return out
}

// Bitwise returns x & y, x | y or x ^ y, of the infinite two's complements, which is of their type.
func (b *Builder) Bitwise(op Op, x, y Value, typ Type) Value {
	return b.bitOperation(op, b.Ranged(x), b.Ranged(y)).Clip(typ.Range())
}

func (b *Builder) bitOperation(op Op, x, y Value) Value {
	if x.IsConst() {
		x, y = y, x
	}
	one := big.NewInt(1)
	switch {
	case x.IsConst():
		return b.Constant(bitsOf(op, x.Lo, y.Lo))
	case y.IsConst():
		return b.byConstant(op, x, y.Lo)
	case x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 && x.Hi.Cmp(one) <= 0 && y.Hi.Cmp(one) <= 0:
		p, q := b.Truth(x), b.Truth(y)
		switch op {
		case And:
			return b.Boolean(b.st.And(p, q))
		case Or:
			return b.Boolean(b.st.Or(p, q))
		}
		return b.Boolean(b.st.Not(b.st.Eq(p, q)))
	case disjoint(x, y), disjoint(y, x):
		if op == And {
			return b.Small(0)
		}
		out := Value{Term: b.st.Add(b.Number(x), b.Number(y)), Low: min(x.Low, y.Low)}
		out.Lo, out.Hi = Bounds(Add, x, y)
		return out
	}
	return b.byBits(op, x, y)
}

// places returns how many bits a number has beside its sign.
func places(v *big.Int) int {
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen()
	}
	return v.BitLen()
}

func bitsOf(op Op, a, b *big.Int) *big.Int {
	switch op {
	case And:
		return new(big.Int).And(a, b)
	case Or:
		return new(big.Int).Or(a, b)
	}
	return new(big.Int).Xor(a, b)
}

// disjoint reports whether all bits of x are below those of y.
func disjoint(x, y Value) bool { return x.Lo.Sign() >= 0 && x.Hi.BitLen() <= y.Low }

// byConstant writes a bit operation as arithmetic.
func (b *Builder) byConstant(op Op, x Value, c *big.Int) Value {
	t := b.Number(x)
	and := b.Mask(x, c)
	switch {
	case op == And:
		return and
	case c.Sign() == 0:
		return x
	}
	out := Value{Low: min(x.Low, int(c.TrailingZeroBits()))}
	twice := b.Number(and)
	if op == Xor {
		if c.Cmp(big.NewInt(-1)) == 0 {
			return b.Complement(x)
		}
		twice = b.st.Mul(b.st.Int(2), twice)
	}
	out.Term = b.st.Sub(b.st.Add(t, b.Int(c)), twice)
	out.Lo, out.Hi = bitBounds(x, c)
	return out
}

// bitBounds returns bounds for or and xor: no bits are set beyond those of the operands.
func bitBounds(x Value, c *big.Int) (lo, hi *big.Int) {
	n := uint(max(places(x.Lo), places(x.Hi), places(c)))
	hi = new(big.Int).Sub(Pow2(n), big.NewInt(1))
	if x.Lo.Sign() >= 0 && c.Sign() >= 0 {
		return new(big.Int), hi
	}
	return new(big.Int).Neg(Pow2(n)), hi
}

// Complement returns the number whose bits are all other than those of x: -1 - x, which is in no unsigned type.
func (b *Builder) Complement(x Value) Value {
	x = b.Ranged(x)
	t := b.st.Sub(b.st.Int(-1), b.Number(x))
	return b.folded(Value{Term: t, Lo: new(big.Int).Not(x.Hi), Hi: new(big.Int).Not(x.Lo)})
}

// Mask returns x & c: the sum of the fields where c has ones.
func (b *Builder) Mask(x Value, c *big.Int) Value {
	x = b.Ranged(x)
	t := b.Number(x)
	if c.Sign() < 0 { // what is left when the other bits are gone
		rest := new(big.Int).Not(c)
		gone := b.Mask(x, rest)
		out := Value{Term: b.st.Sub(t, b.Number(gone)), Lo: x.Lo, Hi: x.Hi}
		if x.Lo.Sign() >= 0 {
			out.Lo = new(big.Int)
		} else {
			out.Lo = new(big.Int).Sub(x.Lo, rest)
		}
		out.Low = max(x.Low, int(c.TrailingZeroBits()))
		return out
	}
	parts := b.fields(x, t, c)
	out := Value{Lo: new(big.Int), Hi: c, Low: max(x.Low, int(c.TrailingZeroBits()))}
	if x.Lo.Sign() >= 0 {
		out.Hi = Min(c, x.Hi)
	}
	switch len(parts) {
	case 0:
		return b.Small(0)
	case 1:
		out.Term = parts[0]
	default:
		out.Term = b.st.Add(parts...)
	}
	return out
}

// fields returns what the runs of ones of c leave of a number.
func (b *Builder) fields(x Value, number term.Term, c *big.Int) (parts []term.Term) {
	for from := 0; from < c.BitLen(); {
		if c.Bit(from) == 0 {
			from++
			continue
		}
		to := from
		for c.Bit(to) == 1 {
			to++
		}
		t := number
		if from > 0 {
			t = b.st.Div(t, b.Int(Pow2(uint(from))))
		}
		if x.Lo.Sign() < 0 || x.Hi.BitLen() > to {
			t = b.st.Mod(t, b.Int(Pow2(uint(to-from))))
		}
		if from > 0 {
			t = b.st.Mul(t, b.Int(Pow2(uint(from))))
		}
		parts = append(parts, t)
		from = to
	}
	return parts
}

// byBits has the theory of bit-vectors say what the operation is.
func (b *Builder) byBits(op Op, x, y Value) Value {
	n := 1 + max(places(x.Lo), places(x.Hi), places(y.Lo), places(y.Hi))
	signed := x.Lo.Sign() < 0 || y.Lo.Sign() < 0
	if !signed && n > 1 {
		n--
	}
	p, q := b.st.IntToBv(n, b.Number(x)), b.st.IntToBv(n, b.Number(y))
	var t term.Term
	switch op {
	case And:
		t = b.st.BvAnd(p, q)
	case Or:
		t = b.st.BvOr(p, q)
	default:
		t = b.st.BvXor(p, q)
	}
	if signed {
		half := Pow2(uint(n - 1))
		return Value{Term: b.st.BvToSigned(t), Lo: new(big.Int).Neg(half), Hi: new(big.Int).Sub(half, big.NewInt(1))}
	}
	out := Value{Term: b.st.BvToInt(t), Lo: new(big.Int), Hi: new(big.Int).Sub(Pow2(uint(n)), big.NewInt(1))}
	b.known(op, out.Term, b.Number(x), b.Number(y))
	out.Low = min(x.Low, y.Low)
	if op == And {
		out.Hi = Min(x.Hi, y.Hi)
		out.Low = max(x.Low, y.Low)
	}
	return out
}

// known has the solver know what follows about the result of an operation on numbers that are not negative.
func (b *Builder) known(op Op, r, x, y term.Term) {
	st := b.st
	switch op {
	case And:
		b.assume(st.And(st.Le(r, x), st.Le(r, y)))
	case Or:
		b.assume(st.And(st.Le(x, r), st.Le(y, r), st.Le(r, st.Add(x, y))))
	default:
		b.assume(st.And(st.Le(r, st.Add(x, y)), st.Le(st.Sub(x, y), r), st.Le(st.Sub(y, x), r)))
	}
}
