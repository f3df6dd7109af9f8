package circuit

import "github.com/muster-smt/muster/bv/aig"

// UdivRem is the quotient and the remainder. By zero, the quotient is all ones and the
// remainder x.
//
// Bit by bit of x, from the highest, the remainder takes in a bit and loses y if it can.
// After k bits it has at most k. So only the low k bits of y are subtracted, and only if
// the others are zero. If y has m bits that are not constantly zero, the remainder keeps
// m. They are too few only for y = 0, when it is x in the end.
func (b *Builder) UdivRem(x, y []aig.Lit) (quotient, remainder []aig.Lit) {
	if b.Abstract != nil {
		if q, r := b.Abstract.Division(x, y); q != nil {
			return q, r
		}
	}
	n := len(x)
	m := n
	for m > 0 && y[m-1] == aig.False {
		m--
	}
	quotient = make([]aig.Lit, n)
	remainder = make([]aig.Lit, n)
	none := make([]aig.Lit, n+1) // none[k]: all bits of y from k on are zero
	none[n] = aig.True
	for k := n - 1; k >= 0; k-- {
		none[k] = b.And(none[k+1], y[k].Not())
	}
	borrow := make([]aig.Lit, n+1)
	for k := 1; k <= n && !b.stop(); k++ {
		width := min(k, m+1)
		copy(remainder[1:width], remainder[:width-1])
		remainder[0] = x[n-k]
		borrow[0] = aig.False
		for i := range width {
			borrow[i+1] = b.Maj(remainder[i].Not(), y[i], borrow[i])
		}
		q := b.And(none[k], borrow[width].Not())
		quotient[n-k] = q
		for i := range min(k, m) {
			remainder[i] = b.Xor(remainder[i], b.And(q, b.Xor(y[i], borrow[i])))
		}
	}
	for i := m; i < n; i++ {
		remainder[i] = b.And(none[0], x[i])
	}
	return quotient, remainder
}

// Abs is the magnitude of x as a signed number, as an unsigned one.
func (b *Builder) Abs(x []aig.Lit) []aig.Lit { return b.negateIf(x[len(x)-1], x) }

// negateIf is the negation of x if c is true, else x.
func (b *Builder) negateIf(c aig.Lit, x []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	carry := c
	for i := range z {
		l := b.Xor(c, x[i])
		z[i] = b.Xor(l, carry)
		carry = b.And(l, carry)
	}
	return z
}

// SdivRem is the quotient and the remainder of signed numbers: those of the magnitudes,
// negated if the signs differ, and if x is negative.
func (b *Builder) SdivRem(x, y []aig.Lit) (quotient, remainder []aig.Lit) {
	n := len(x) - 1
	q, r := b.UdivRem(b.Abs(x), b.Abs(y))
	return b.negateIf(b.Xor(x[n], y[n]), q), b.negateIf(x[n], r)
}

// Smod is the remainder that has the sign of y: that of SdivRem, plus y if it is not zero
// and has another sign.
func (b *Builder) Smod(x, y []aig.Lit) []aig.Lit {
	n := len(x) - 1
	_, r := b.SdivRem(x, y)
	c := b.And(b.Any(r), b.Xor(x[n], y[n]))
	z := make([]aig.Lit, len(y))
	for i := range z {
		z[i] = b.And(c, y[i])
	}
	return b.Add(r, z)
}
