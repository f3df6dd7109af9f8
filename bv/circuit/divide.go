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
