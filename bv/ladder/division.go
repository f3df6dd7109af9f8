package ladder

import (
	"math/big"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
)

// byZero: by zero, the quotient is all ones and the remainder the dividend.
func byZero(b *circuit.Builder, f *Fact) aig.Lit {
	return b.Or(b.Any(f.Y), b.And(b.All(f.Z), b.Eq(f.R, f.X)))
}

// remainder: it is less than the divisor, and what it lacks of the dividend is the quotient at least.
func remainder(b *circuit.Builder, f *Fact) aig.Lit {
	l := b.And(b.Ult(f.R, f.Y), b.Ule(f.Z, b.Sub(f.X, f.R)))
	return b.And(b.Ule(f.R, f.X), b.Or(b.Any(f.Y).Not(), l))
}

// small: a dividend less than the divisor is the remainder; else the quotient is not zero, and what
// the remainder lacks of the dividend is the divisor at least. If they are equal, the quotient is one.
func small(b *circuit.Builder, f *Fact) aig.Lit {
	less := b.Ult(f.X, f.Y)
	some := b.Any(f.Z)
	l := b.And(implies(b, less, b.And(some.Not(), b.Eq(f.R, f.X))), b.Or(less, some))
	divides := b.And(less.Not(), b.Any(f.Y))
	l = b.And(l, implies(b, divides, b.Ule(f.Y, b.Sub(f.X, f.R))))
	one := b.And(f.Z[0], b.Any(f.Z[1:]).Not())
	return b.And(l, implies(b, b.And(b.Any(f.Y), b.Eq(f.X, f.Y)), one))
}

// divideByPower: division by a power of two shifts.
func divideByPower(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	k := at.Y.BitLen() - 1
	if k < 0 || int(at.Y.TrailingZeroBits()) != k {
		return aig.True
	}
	n := len(f.X)
	q, r := make([]aig.Lit, n), make([]aig.Lit, n)
	copy(q, f.X[k:])
	copy(r, f.X[:k])
	return implies(b, b.Eq(f.Y, b.Const(at.Y, n)), b.And(b.Eq(f.Z, q), b.Eq(f.R, r)))
}

// divideLengths: a divisor that is at least or less than a power of two makes so much of the
// quotient. The powers are the least demanding and the closest ones that exclude the point.
func divideLengths(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	n, i := len(f.X), at.Y.BitLen()
	shifted := func(k int) []aig.Lit {
		w := make([]aig.Lit, n)
		copy(w, f.X[k:])
		return w
	}
	atMost := func(k int) aig.Lit { return implies(b, below(b, f.Y, k).Not(), b.Ule(f.Z, shifted(k))) }
	atLeast := func(k int) aig.Lit { return implies(b, below(b, f.Y, k), b.Ule(shifted(k), f.Z)) }
	l := aig.True
	if k := search(0, i-1, func(k int) bool { return at.Z.Cmp(new(big.Int).Rsh(at.X, uint(k))) > 0 }); k < i {
		l = b.And(atMost(k), atMost(i-1))
	}
	if k := search(-n, -i, func(k int) bool { return at.Z.Cmp(new(big.Int).Rsh(at.X, uint(-k))) < 0 }); k <= -i {
		l = b.And(l, b.And(atLeast(-k), atLeast(i)))
	}
	return l
}

// divideSlopes: the product of the quotient with a number up to the divisor is at most the dividend, and
// that of one more with a number from the divisor on is more. The numbers have a few digits.
func divideSlopes(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	if at.Y.Sign() == 0 {
		return aig.True
	}
	least, most := rounded(at.Y)
	n := len(f.X) + most.BitLen()
	wide := func(x []aig.Lit) []aig.Lit { return append(x[:len(x):len(x)], make([]aig.Lit, n-len(x))...) }
	x := wide(f.X)
	times := func(c *big.Int) []aig.Lit { return b.MulConst(wide(f.Z), b.Const(c, n)) }
	l := implies(b, atLeast(b, f.Y, least), b.Ule(times(least), x))
	low := b.And(b.Any(f.Y), atMost(b, f.Y, most))
	next := b.Add(times(most), b.Const(most, n)) // at most 2^n - 2^len(f.X)
	return b.And(l, implies(b, low, b.Ult(x, next)))
}

// divideBounds: a quotient is monotonous in the dividend, antitonous in the divisor.
func divideBounds(b *circuit.Builder, f *Fact, at Point) aig.Lit {
	if at.Y.Sign() == 0 {
		return aig.True
	}
	q := new(big.Int).Quo(at.X, at.Y)
	most := b.And(atMost(b, f.X, at.X), atLeast(b, f.Y, at.Y))
	least := b.And(atLeast(b, f.X, at.X), atMost(b, f.Y, at.Y)) // 2^n-1 by zero
	return b.And(implies(b, most, atMost(b, f.Z, q)), implies(b, least, atLeast(b, f.Z, q)))
}
