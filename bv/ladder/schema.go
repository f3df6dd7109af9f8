package ladder

import (
	"math/big"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
)

// schema makes lemmas of one form: always the same one, or one for the numbers of a point.
type schema struct {
	name   string
	always func(*circuit.Builder, *Fact) aig.Lit
	at     func(*circuit.Builder, *Fact, Point) aig.Lit
}

// uses returns how many lemmas of a schema are used for one fact of a width. Those for numbers
// would not end.
func (s *schema) uses(width int) int {
	if s.always != nil {
		return 1
	}
	return max(4, width/8)
}

// schemas returns the ladder of a fact's operator.
func (f *Fact) schemas() []schema {
	if f.R == nil {
		return products()
	}
	return divisions()
}

func products() []schema {
	return []schema{
		{name: "zero", always: zeros},
		{name: "magnitude", always: magnitude},
		{name: "sign", always: sign},
		{name: "lowest bit", at: lowest},
		{name: "sparse", at: sparse},
		{name: "length", at: length},
		{name: "slope", at: slope},
		{name: "bounds", at: bounds},
	}
}

func divisions() []schema {
	return []schema{
		{name: "by zero", always: byZero},
		{name: "remainder", always: remainder},
		{name: "small", always: small},
		{name: "power", at: divideByPower},
		{name: "length", at: divideLengths},
		{name: "slope", at: divideSlopes},
		{name: "bounds", at: divideBounds},
	}
}

func implies(b *circuit.Builder, p, q aig.Lit) aig.Lit { return b.Or(p.Not(), q) }

// atLeast is true if x is c or more, for c below 2^width.
func atLeast(b *circuit.Builder, x []aig.Lit, c *big.Int) aig.Lit {
	return b.Ule(b.Const(c, len(x)), x)
}

// atMost is true if x is c or less; c may be larger than any x.
func atMost(b *circuit.Builder, x []aig.Lit, c *big.Int) aig.Lit {
	if c.BitLen() > len(x) {
		return aig.True
	}
	return b.Ule(x, b.Const(c, len(x)))
}

// below is true if x is less than 2^n.
func below(b *circuit.Builder, x []aig.Lit, n int) aig.Lit {
	return b.Any(x[min(n, len(x)):]).Not()
}

// upTo returns for each place whether a bit there or lower is true.
func upTo(b *circuit.Builder, x []aig.Lit) []aig.Lit {
	out := make([]aig.Lit, len(x))
	l := aig.False
	for k, m := range x {
		l = b.Or(l, m)
		out[k] = l
	}
	return out
}

// zeros: a product has the factors two of both operands; a product with an odd number has
// exactly those of the other one.
func zeros(b *circuit.Builder, f *Fact) aig.Lit {
	x, y, z := upTo(b, f.X), upTo(b, f.Y), upTo(b, f.Z)
	all := aig.True
	for k := range z {
		all = b.And(all, implies(b, z[k], b.And(x[k], y[k])))
		all = b.And(all, implies(b, b.And(f.X[0], y[k]), z[k]))
		all = b.And(all, implies(b, b.And(f.Y[0], x[k]), z[k]))
	}
	return all
}

// noOverflow is true if the lengths of the operands, as the numbers of bits without leading
// zeros, add up to the width at most.
func (f *Fact) noOverflow(b *circuit.Builder) aig.Lit {
	if f.fits == aig.False {
		f.fits = longerThan(b, f.X, f.Y).Not()
	}
	return f.fits
}

// longerThan is true if there are true bits in x and y whose places add up to len(x)-1 or more.
func longerThan(b *circuit.Builder, x, y []aig.Lit) aig.Lit {
	n := len(x)
	far, high := aig.False, aig.False
	for i := range n {
		high = b.Or(high, y[n-1-i])
		far = b.Or(far, b.And(x[i], high))
	}
	return far
}

// magnitude: a product that does not overflow is zero, or no less than its operands.
func magnitude(b *circuit.Builder, f *Fact) aig.Lit {
	l := b.And(b.Or(b.Any(f.Y).Not(), b.Ule(f.X, f.Z)), b.Or(b.Any(f.X).Not(), b.Ule(f.Y, f.Z)))
	return implies(b, f.noOverflow(b), l)
}

// sign: a product of signed numbers that does not overflow has the sign of both.
func sign(b *circuit.Builder, f *Fact) aig.Lit {
	n := len(f.X)
	if n < 3 {
		return aig.True
	}
	sx, sy, sz := f.X[n-1], f.Y[n-1], f.Z[n-1]
	// Bit k shows whether the number is less than -2^(k-1), or no less than that.
	x, y := make([]aig.Lit, n), make([]aig.Lit, n)
	x[0], y[0] = aig.True, aig.True
	for k := 1; k < n; k++ {
		x[k], y[k] = b.Xor(f.X[k-1], sx), b.Xor(f.Y[k-1], sy)
	}
	fits := longerThan(b, x, y).Not()
	negative := b.And(b.Xor(sx, sy), b.And(b.Any(f.X), b.Any(f.Y)))
	return implies(b, fits, b.Iff(sz, negative))
}

// both conjoins what a schema says of the operands in either order.
func both(b *circuit.Builder, f *Fact, at Point, one func(x, y []aig.Lit, vx, vy *big.Int) aig.Lit) aig.Lit {
	return b.And(one(f.X, f.Y, at.X, at.Y), one(f.Y, f.X, at.Y, at.X))
}

// lowest: if the lowest bit of an operand is at place k, that of the product is k places above
// that of the other operand.
func lowest(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	z := upTo(b, f.Z)
	return both(b, f, at, func(x, y []aig.Lit, vx, _ *big.Int) aig.Lit {
		if vx.Sign() == 0 {
			return aig.True
		}
		k := int(vx.TrailingZeroBits())
		here := b.And(x[k], b.Any(x[:k]).Not())
		l := aig.True
		for i, p := range upTo(b, y[:len(y)-k]) {
			l = b.And(l, b.Iff(z[i+k], p))
		}
		return implies(b, here, l)
	})
}

// sparse: the product of an operand with a number that has few digits.
func sparse(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	return both(b, f, at, func(x, y []aig.Lit, vx, _ *big.Int) aig.Lit {
		signed := vx
		if n := len(x); vx.Bit(n-1) != 0 {
			signed = new(big.Int).Sub(power(n), vx)
		}
		if digits(signed) > 2 {
			return aig.True
		}
		c := b.Const(vx, len(x))
		return implies(b, b.Eq(x, c), b.Eq(f.Z, b.MulConst(y, c)))
	})
}

// length: an operand that is at least or at most a power of two makes so much of the product, if
// nothing overflows. The powers are the least demanding and the closest ones that exclude the point.
func length(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	n := len(f.X)
	return both(b, f, at, func(x, y []aig.Lit, vx, vy *big.Int) aig.Lit {
		l := aig.True
		i, j := vx.BitLen(), n-vy.BitLen()
		if i > j || i == 0 {
			return l
		}
		if k := search(0, i-1, func(k int) bool { return at.Z.Cmp(new(big.Int).Lsh(vy, uint(k))) < 0 }); k < i {
			l = b.And(atLeastTimes(b, f, x, y, power(k)), atLeastTimes(b, f, x, y, power(i-1)))
		}
		if k := search(-j, -i, func(k int) bool { return at.Z.Cmp(new(big.Int).Lsh(vy, uint(-k))) > 0 }); k <= -i {
			l = b.And(l, b.And(atMostTimes(b, f, x, y, power(-k)), atMostTimes(b, f, x, y, power(i))))
		}
		return l
	})
}

// search returns the first number in a range for which a predicate holds, else one more than the last.
func search(from, to int, holds func(int) bool) int {
	for from <= to && !holds(from) {
		from++
	}
	return from
}

// slope is length with numbers of a few digits.
func slope(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	return both(b, f, at, func(x, y []aig.Lit, vx, _ *big.Int) aig.Lit {
		least, most := rounded(vx)
		return b.And(atLeastTimes(b, f, x, y, least), atMostTimes(b, f, x, y, most))
	})
}

// rounded returns numbers of few digits between which c is.
func rounded(c *big.Int) (least, most *big.Int) {
	const digits = 4
	drop := uint(max(0, c.BitLen()-digits))
	least = new(big.Int).Rsh(c, drop)
	least.Lsh(least, drop)
	if least.Cmp(c) == 0 {
		return least, c
	}
	return least, new(big.Int).Add(least, new(big.Int).Lsh(big.NewInt(1), drop))
}

// atLeastTimes: if x is at least c, a product that does not overflow is at least c times y.
func atLeastTimes(b *circuit.Builder, f *Fact, x, y []aig.Lit, c *big.Int) aig.Lit {
	large := b.And(f.noOverflow(b), atLeast(b, x, c))
	return implies(b, large, b.Ule(b.MulConst(y, b.Const(c, len(x))), f.Z))
}

// atMostTimes: if x is at most c, the product is at most c times y where that does not overflow.
func atMostTimes(b *circuit.Builder, f *Fact, x, y []aig.Lit, c *big.Int) aig.Lit {
	n := len(x)
	k := n - c.BitLen()
	if c.TrailingZeroBits() == uint(c.BitLen()-1) {
		k++ // a power of two
	}
	if k <= 0 {
		return aig.True
	}
	small := b.And(atMost(b, x, c), below(b, y, k))
	return implies(b, small, b.Ule(f.Z, b.MulConst(y, b.Const(c, n))))
}

// bounds: a product that does not overflow is monotonous.
func bounds(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	p := new(big.Int).Mul(at.X, at.Y)
	if p.BitLen() > len(f.X) {
		return aig.True
	}
	most := implies(b, b.And(atMost(b, f.X, at.X), atMost(b, f.Y, at.Y)), atMost(b, f.Z, p))
	large := b.And(atLeast(b, f.X, at.X), atLeast(b, f.Y, at.Y))
	return b.And(most, implies(b, b.And(f.noOverflow(b), large), atLeast(b, f.Z, p)))
}
