package local

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// inverseArithmetic is inverse of sums, products, divisions and shifts.
func (r *random) inverseArithmetic(o *site, k int, t num.Word) set {
	x, s := o.args[k], o.args[1&^k]
	switch o.op {
	case term.OpBvNeg:
		return exactly(t.Neg())
	case term.OpBvAdd:
		return exactly(t.Sub(s))
	case term.OpBvMul:
		return inverseProduct(x, s, t)
	case term.OpBvUdiv:
		if k == 0 {
			return inverseDividend(s, t)
		}
		return inverseDivisor(s, t)
	case term.OpBvUrem:
		if k == 0 {
			return inverseRest(x, s, t)
		}
		return r.inverseModulus(s, t)
	case term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		if k == 0 {
			return inverseShifted(o.op, x, s.Clamp(), t)
		}
		return inverseAmount(o.op, s, t)
	case term.OpBvUmulo:
		return inverseOverflow(s, t.IsOne())
	case term.OpBvSmulo:
		return inverseSignedOverflow(s, t.IsOne())
	}
	panic("local: " + o.op.String() + " is not supported")
}

// inverseProduct solves x*s = t. If s is an odd number times 2^z, the z highest bits of x do not
// matter.
func inverseProduct(x, s, t num.Word) set {
	n := x.Width()
	z := s.TrailingZeros()
	if t.TrailingZeros() < z {
		return none()
	}
	if z == n {
		return anything(n)
	}
	low := num.Ones(n).Shr(z)
	v := t.Shr(z).Mul(s.Shr(z).Inverse())
	return exactly(v.And(low).Or(x.And(low.Not())))
}

// inverseDividend solves x/s = t: t*s <= x < t*s + s.
func inverseDividend(s, t num.Word) set {
	n := s.Width()
	switch {
	case s.IsZero():
		if t.IsOnes() {
			return anything(n)
		}
		return none()
	case overflows(t, s):
		return none()
	}
	lo := t.Mul(s)
	hi := lo.Add(s.Sub(one(n)))
	if hi.Cmp(lo) < 0 {
		hi = num.Ones(n)
	}
	return between(lo, hi)
}

// inverseDivisor solves s/x = t: s/(t+1) < x <= s/t.
func inverseDivisor(s, t num.Word) set {
	n := s.Width()
	switch {
	case t.IsOnes():
		if s.IsOnes() {
			return between(zero(n), one(n))
		}
		return exactly(zero(n))
	case t.IsZero():
		return above(s)
	}
	q, _ := s.Divide(t.Add(one(n)))
	lo := q.Add(one(n))
	hi, _ := s.Divide(t)
	if lo.Cmp(hi) > 0 {
		return none()
	}
	return between(lo, hi)
}

// inverseRest solves x%s = t by the multiple of s that x has now, or the one before.
func inverseRest(x, s, t num.Word) set {
	if s.IsZero() {
		return exactly(t)
	}
	if t.Cmp(s) >= 0 {
		return none()
	}
	_, rest := x.Divide(s)
	base := x.Sub(rest)
	v := base.Add(t)
	if v.Cmp(base) < 0 {
		v = v.Sub(s)
	}
	return exactly(v)
}

// inverseModulus solves s%x = t: x divides s-t, and is greater than t.
func (r *random) inverseModulus(s, t num.Word) set {
	n := s.Width()
	d := s.Sub(t)
	switch {
	case d.IsZero():
		if s.IsOnes() {
			return exactly(zero(n))
		}
		return exactly(zero(n)).or(s.Add(one(n)), num.Ones(n)).evenly()
	case t.Cmp(s) > 0 || d.Cmp(t) <= 0:
		return none()
	}
	// The difference itself will do; now and then, another divisor.
	if q, rest := d.Divide(num.WordFromUint64(n, uint64(1+r.below(8)))); rest.IsZero() && q.Cmp(t) > 0 {
		return exactly(q)
	}
	return exactly(d)
}

func (s set) evenly() set {
	s.even = true
	return s
}

// inverseShifted solves x shifted by c = t. The bits of x that are lost do not matter.
func inverseShifted(op term.Op, x num.Word, c int, t num.Word) set {
	n := x.Width()
	if op == term.OpBvShl {
		lost := num.Ones(n).Shr(c).Not() // the highest c bits
		if t.TrailingZeros() < c {
			return none()
		}
		return exactly(t.Shr(c).Or(x.And(lost)))
	}
	lost := num.Ones(n).Shl(c).Not() // the lowest c bits
	v := t.Shl(c).Or(x.And(lost))
	if op == term.OpBvLshr {
		if t.BitLen() > n-c {
			return none()
		}
		return exactly(v)
	}
	if c == n {
		lost = num.Ones(n).Shr(1)
		v = t.And(lost.Not()).Or(x.And(lost))
	}
	if ashr(v, c).Cmp(t) != 0 {
		return none()
	}
	return exactly(v)
}

// inverseAmount solves s shifted by x = t.
func inverseAmount(op term.Op, s, t num.Word) set {
	n := s.Width()
	if op == term.OpBvAshr && s.Bit(n-1) {
		s, t = s.Not(), t.Not()
	}
	c, least := s.BitLen()-t.BitLen(), s.BitLen() // the amount, or from where on nothing is left
	if op == term.OpBvShl {
		c, least = t.TrailingZeros()-s.TrailingZeros(), n-s.TrailingZeros()
	}
	if t.IsZero() {
		amounts := between(num.WordFromUint64(n, uint64(least)), num.WordFromUint64(n, uint64(n)))
		if least := num.WordFromUint64(n, uint64(n)); !least.IsOnes() {
			amounts = amounts.or(least.Add(one(n)), num.Ones(n)) // these are never needed
		}
		return amounts
	}
	if c < 0 {
		return none()
	}
	v := s.Shr(c)
	if op == term.OpBvShl {
		v = s.Shl(c)
	}
	if v.Cmp(t) != 0 {
		return none()
	}
	return exactly(num.WordFromUint64(n, uint64(c)))
}

// inverseOverflow solves for x whether the product of x and s overflows.
func inverseOverflow(s num.Word, holds bool) set {
	n := s.Width()
	if s.IsZero() {
		if holds {
			return none()
		}
		return anything(n)
	}
	most, _ := num.Ones(n).Divide(s)
	if holds {
		return above(most)
	}
	return between(zero(n), most)
}

// inverseSignedOverflow is inverseOverflow of signed numbers.
func inverseSignedOverflow(s num.Word, holds bool) set {
	n := s.Width()
	sign := num.PowerOfTwo(n, n-1)
	fits := between(zero(n), num.Ones(n)) // the places of signed numbers, the least first
	if !s.IsZero() {
		d := s.Signed()
		least, most := sign.Signed(), sign.Not().Signed()
		lo, hi := least.CeilDiv(d), most.FloorDiv(d)
		if d.Sign() < 0 {
			lo, hi = most.CeilDiv(d), least.FloorDiv(d)
		}
		if hi.Cmp(most) > 0 {
			hi = most
		}
		fits = between(num.WordFromInt(n, lo).Xor(sign), num.WordFromInt(n, hi).Xor(sign))
	}
	if !holds {
		return signed(fits)
	}
	low, high := signed(below(fits.lo[0])), signed(above(fits.hi[0]))
	// Each is one interval of signed numbers on one side of zero.
	switch {
	case low.n == 0:
		return high
	case high.n == 0:
		return low
	}
	return low.or(high.lo[0], high.hi[0]).evenly()
}
