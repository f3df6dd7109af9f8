package term

import "github.com/muster-smt/muster/theory/num"

// Functions on bit-vectors that have no operator of their own. Their definitions are those of
// the standard.

// ZeroExtend returns a with k zeros before it.
func (s *Store) ZeroExtend(k int, a Term) Term {
	if k == 0 {
		return a
	}
	return s.Concat(s.Uint(k, 0), a)
}

// Repeat returns k copies of a, joined; k is at least 1.
func (s *Store) Repeat(k int, a Term) Term {
	args := make([]Term, k)
	for i := range args {
		args[i] = a
	}
	return s.Concat(args...)
}

// RotateLeft returns a rotated by k bits towards the most significant.
func (s *Store) RotateLeft(k int, a Term) Term {
	n := s.Width(s.wantBits(OpExtract, a))
	if k %= n; k == 0 {
		return a
	}
	return s.Concat(s.Extract(n-k-1, 0, a), s.Extract(n-1, n-k, a))
}

// RotateRight returns a rotated by k bits towards the least significant.
func (s *Store) RotateRight(k int, a Term) Term {
	n := s.WidthOf(a)
	return s.RotateLeft(n-k%n, a)
}

// ExtRotateLeft returns a rotated by b bits towards the most significant.
func (s *Store) ExtRotateLeft(a, b Term) Term {
	k, width := s.modWidth(b)
	return s.BvOr(s.BvShl(a, k), s.BvLshr(a, s.BvSub(width, k))) // a shift by n gives 0
}

// ExtRotateRight returns a rotated by b bits towards the least significant.
func (s *Store) ExtRotateRight(a, b Term) Term {
	k, width := s.modWidth(b)
	return s.BvOr(s.BvLshr(a, k), s.BvShl(a, s.BvSub(width, k)))
}

// modWidth returns b modulo its width n, and n, which fits into n bits.
func (s *Store) modWidth(b Term) (k, width Term) {
	n := s.WidthOf(b)
	width = s.Uint(n, uint64(n))
	return s.BvUrem(b, width), width
}

// Bit returns the formula that bit k of a is 1.
func (s *Store) Bit(k int, a Term) Term { return s.Eq(s.Extract(k, k, a), s.Uint(1, 1)) }

// sign returns the formula that a is negative.
func (s *Store) sign(a Term) Term { return s.Bit(s.WidthOf(a)-1, a) }

// abs returns the absolute value, as an unsigned number.
func (s *Store) abs(a Term) Term { return s.Ite(s.sign(a), s.BvNeg(a), a) }

// BvSdiv returns the quotient of signed numbers, rounded towards 0.
func (s *Store) BvSdiv(a, b Term) Term {
	q := s.BvUdiv(s.abs(a), s.abs(b))
	return s.Ite(s.Eq(s.sign(a), s.sign(b)), q, s.BvNeg(q))
}

// BvSrem returns the remainder of signed numbers, with the sign of a.
func (s *Store) BvSrem(a, b Term) Term {
	r := s.BvUrem(s.abs(a), s.abs(b))
	return s.Ite(s.sign(a), s.BvNeg(r), r)
}

// BvSmod returns the remainder of signed numbers, with the sign of b.
func (s *Store) BvSmod(a, b Term) Term {
	r := s.BvUrem(s.abs(a), s.abs(b))
	signed := s.Ite(s.sign(a), s.BvNeg(r), r)
	// Where the signs differ and something remains, the divisor is added once.
	differ := s.And(s.Not(s.Eq(s.sign(a), s.sign(b))), s.Not(s.Eq(r, s.zero(a))))
	return s.Ite(differ, s.BvAdd(signed, b), signed)
}

func (s *Store) zero(a Term) Term { return s.Bits(s.Sort(a), num.Int{}) }

// BvNand returns not (a and b).
func (s *Store) BvNand(a, b Term) Term { return s.BvNot(s.BvAnd(a, b)) }

// BvNor returns not (a or b).
func (s *Store) BvNor(a, b Term) Term { return s.BvNot(s.BvOr(a, b)) }

// BvXnor returns not (a xor b).
func (s *Store) BvXnor(a, b Term) Term { return s.BvNot(s.BvXor(a, b)) }

// FromBool returns 1 of width 1 if c holds, else 0.
func (s *Store) FromBool(c Term) Term { return s.Ite(c, s.Uint(1, 1), s.Uint(1, 0)) }

// BvComp returns 1 of width 1 if a = b, else 0.
func (s *Store) BvComp(a, b Term) Term { return s.FromBool(s.Eq(a, b)) }

// BvRedOr returns 1 of width 1 if a bit of a is 1, else 0.
func (s *Store) BvRedOr(a Term) Term { return s.FromBool(s.Not(s.Eq(a, s.zero(a)))) }

// BvRedAnd returns 1 of width 1 if all bits of a are 1, else 0.
func (s *Store) BvRedAnd(a Term) Term {
	return s.FromBool(s.Eq(a, s.Bits(s.Sort(a), num.FromInt64(-1))))
}

// least returns the least signed number.
func (s *Store) least(a Term) Term {
	n := s.WidthOf(a)
	return s.Bits(s.Sort(a), num.FromInt64(1).Lsh(uint(n-1)))
}

// BvNego returns the formula that -a overflows.
func (s *Store) BvNego(a Term) Term { return s.Eq(a, s.least(a)) }

// BvUaddo returns the formula that a + b overflows, as unsigned numbers.
func (s *Store) BvUaddo(a, b Term) Term { return s.BvUlt(s.BvAdd(a, b), a) }

// BvSaddo returns the formula that a + b overflows, as signed numbers.
func (s *Store) BvSaddo(a, b Term) Term {
	return s.And(s.Eq(s.sign(a), s.sign(b)), s.Not(s.Eq(s.sign(a), s.sign(s.BvAdd(a, b)))))
}

// BvUsubo returns the formula that a - b overflows, as unsigned numbers.
func (s *Store) BvUsubo(a, b Term) Term { return s.BvUlt(a, b) }

// BvSsubo returns the formula that a - b overflows, as signed numbers.
func (s *Store) BvSsubo(a, b Term) Term {
	return s.And(s.Not(s.Eq(s.sign(a), s.sign(b))), s.Not(s.Eq(s.sign(a), s.sign(s.BvSub(a, b)))))
}

// BvSdivo returns the formula that the quotient of signed numbers overflows.
func (s *Store) BvSdivo(a, b Term) Term {
	return s.And(s.Eq(a, s.least(a)), s.Eq(b, s.Bits(s.Sort(b), num.FromInt64(-1))))
}

// BvToSigned returns the Int that a is as a signed number.
func (s *Store) BvToSigned(a Term) Term {
	n := s.WidthOf(a)
	v := s.BvToInt(a)
	return s.Ite(s.sign(a), s.Add(v, s.Numeral(num.FromInt64(1).Lsh(uint(n)).Neg())), v)
}
