package circuit

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
)

// Mul is the product modulo 2^width.
func (b *Builder) Mul(x, y []aig.Lit) []aig.Lit {
	switch {
	case constants(x) == len(x):
		return b.timesConst(y, x)
	case constants(y) == len(y):
		return b.timesConst(x, y)
	case slices.Equal(x, y):
		return b.Square(x)
	}
	return b.product(x, y)
}

// timesConst is MulConst, unless that is abstracted.
func (b *Builder) timesConst(x, constant []aig.Lit) []aig.Lit {
	if b.Abstract != nil {
		if z := b.Abstract.Product(constant, x); z != nil {
			return z
		}
	}
	return b.MulConst(x, constant)
}

// Square is the product of x with itself: half as many partial products, since those of
// bits i and j occur twice unless i is j. Row i has them for j > i.
func (b *Builder) Square(x []aig.Lit) []aig.Lit {
	if b.Abstract != nil {
		if z := b.Abstract.Product(x, x); z != nil {
			return z
		}
	}
	n := len(x)
	z := make([]aig.Lit, n)
	for i := 0; 2*i < n && !b.stop(); i++ {
		row := b.word(n - 2*i)
		row[0] = x[i]
		for k := 2; k < len(row); k++ {
			row[k] = b.And(x[i], x[i+k-1])
		}
		b.addTo(z[2*i:], row, aig.False)
	}
	return z
}

// product adds a row of partial products for each bit of one operand, from the lowest. That
// is the one with more constant bits, else the one with the larger literals, so that equal
// products are equal circuits, whatever the order of their operands.
func (b *Builder) product(x, y []aig.Lit) []aig.Lit {
	if c := cmp.Or(constants(x)-constants(y), slices.Compare(x, y)); c > 0 {
		x, y = y, x
	}
	if b.Abstract != nil {
		if z := b.Abstract.Product(x, y); z != nil {
			return z
		}
	}
	n := len(x)
	z := make([]aig.Lit, n)
	for i := 0; i < n && !b.stop(); i++ {
		if y[i] == aig.False {
			continue
		}
		row := b.word(n - i)
		for k := range row {
			row[k] = b.And(y[i], x[k])
		}
		b.addTo(z[i:], row, aig.False)
	}
	return z
}

// constants counts the constant bits.
func constants(x []aig.Lit) int {
	n := 0
	for _, l := range x {
		if l.IsConst() {
			n++
		}
	}
	return n
}

// word is a word of zeros, valid until the next call.
func (b *Builder) word(width int) []aig.Lit {
	b.row = slices.Grow(b.row[:0], width)[:width]
	clear(b.row)
	return b.row
}

// MulConst is the product of x with a constant: a sum with an addition or subtraction for
// each digit of the constant's form with digits 1, 0 and -1 of which no two in a row are
// not 0.
func (b *Builder) MulConst(x, constant []aig.Lit) []aig.Lit {
	n := len(x)
	z := make([]aig.Lit, n)
	carry := false // the digits so far are worth 2^i less than the bits
	for i := 0; i < n && !b.stop(); i++ {
		if carry == (constant[i] == aig.True) {
			continue
		}
		if carry = i+1 < n && constant[i+1] == aig.True; carry {
			row := b.word(n - i)
			for k := range row {
				row[k] = x[k].Not()
			}
			b.addTo(z[i:], row, aig.True)
		} else {
			b.addTo(z[i:], x[:n-i], aig.False)
		}
	}
	return z
}

// UmulOverflow is true if the product of x and y does not fit: if bits of them whose
// places add up to the width or more are true, or else if the product has a bit there.
func (b *Builder) UmulOverflow(x, y []aig.Lit) aig.Lit {
	n := len(x)
	far, high := aig.False, aig.False
	for i := 1; i < n; i++ {
		high = b.Or(high, y[n-i])
		far = b.Or(far, b.And(x[i], high))
	}
	z := b.Mul(extend(x, aig.False), extend(y, aig.False))
	return b.Or(far, z[n])
}

// SmulOverflow is UmulOverflow for signed numbers, by the bits that differ from the sign.
func (b *Builder) SmulOverflow(x, y []aig.Lit) aig.Lit {
	n := len(x)
	sx, sy := x[n-1], y[n-1]
	far, high := aig.False, aig.False
	for i := 1; i < n-1; i++ {
		high = b.Or(high, b.Xor(y[n-1-i], sy))
		far = b.Or(far, b.And(b.Xor(x[i], sx), high))
	}
	z := b.Mul(extend(x, sx), extend(y, sy))
	return b.Or(far, b.Xor(z[n], z[n-1]))
}

// extend is x with one more bit.
func extend(x []aig.Lit, l aig.Lit) []aig.Lit { return append(slices.Clip(x), l) }
