package circuit

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
)

// Add is the sum modulo 2^width.
func (b *Builder) Add(x, y []aig.Lit) []aig.Lit {
	return b.add(x, y, aig.False)
}

// AddCarry is the sum of x, y and c, and its carry.
func (b *Builder) AddCarry(x, y []aig.Lit, c aig.Lit) (sum []aig.Lit, carry aig.Lit) {
	return b.add(x, y, c), b.carry(x, y, c)
}

// Sub is the difference modulo 2^width: x plus the complement of y plus one.
func (b *Builder) Sub(x, y []aig.Lit) []aig.Lit {
	return b.add(x, b.Not(y), aig.True)
}

// Neg is the complement of x plus one.
func (b *Builder) Neg(x []aig.Lit) []aig.Lit {
	return b.add(make([]aig.Lit, len(x)), b.Not(x), aig.True)
}

// add is the sum of x, y and c.
func (b *Builder) add(x, y []aig.Lit, c aig.Lit) []aig.Lit {
	z := slices.Clone(x)
	b.addTo(z, y, c)
	return z
}

// addTo adds y and c to z by a row of full adders, the last one without a carry.
func (b *Builder) addTo(z, y []aig.Lit, c aig.Lit) {
	for i, x := range z {
		z[i] = b.Xor3(x, y[i], c)
		if i+1 < len(z) {
			c = b.Maj(x, y[i], c)
		}
	}
}

// carry is the carry of x, y and c, without the sum.
func (b *Builder) carry(x, y []aig.Lit, c aig.Lit) aig.Lit {
	for i := range x {
		c = b.Maj(x[i], y[i], c)
	}
	return c
}

// Eq is true if x and y are equal.
func (b *Builder) Eq(x, y []aig.Lit) aig.Lit {
	l := aig.True
	for i := range x {
		l = b.And(l, b.Iff(x[i], y[i]))
	}
	return l
}

// Ult is true if x is less than y: the borrow of x minus y.
func (b *Builder) Ult(x, y []aig.Lit) aig.Lit {
	l := aig.False
	for i := range x {
		l = b.Maj(x[i].Not(), y[i], l)
	}
	return l
}

// Ule is true if y is not less than x.
func (b *Builder) Ule(x, y []aig.Lit) aig.Lit { return b.Ult(y, x).Not() }

// Slt is Ult with the signs swapped.
func (b *Builder) Slt(x, y []aig.Lit) aig.Lit {
	n := len(x) - 1
	return b.Maj(x[n], y[n].Not(), b.Ult(x[:n], y[:n]))
}

// Sle is true if y is not less than x as signed numbers.
func (b *Builder) Sle(x, y []aig.Lit) aig.Lit { return b.Slt(y, x).Not() }
