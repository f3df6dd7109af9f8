package term

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/muster-smt/muster/theory/num"
)

// Bits returns the bit-vector of this sort whose unsigned value is v modulo two to the
// width. Num returns the value.
func (s *Store) Bits(sort Sort, v num.Int) Term {
	return s.integer(OpBits, sort, wrap(v, s.Width(sort)))
}

// wrap returns v modulo two to the power of width.
func wrap(v num.Int, width int) num.Int {
	if w, ok := v.Int64(); ok && w >= 0 && (width >= 63 || w < 1<<width) {
		return v
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return num.FromBig(m.And(v.Big(), m.Sub(m, big.NewInt(1))))
}

// Uint returns a bit-vector of this width, with value v modulo two to the width.
func (s *Store) Uint(width int, v uint64) Term {
	return s.Bits(s.BitVecSort(width), num.FromUint64(v))
}

// IsBits reports whether t is a bit-vector literal.
func (s *Store) IsBits(t Term) bool { return s.nodes.at(uint32(t)).op == OpBits }

// WidthOf returns the width of a term, 0 if it is no bit-vector.
func (s *Store) WidthOf(t Term) int { return s.Width(s.nodes.at(uint32(t)).sort) }

// wantBits returns the sort of t, and panics unless it is one of bit-vectors.
func (s *Store) wantBits(op Op, t Term) Sort {
	sort := s.nodes.at(uint32(t)).sort
	if s.sorts[sort].kind != KindBitVec {
		panic(fmt.Sprintf("term: argument of %v has sort %s, want a bit-vector", op, s.SortString(sort)))
	}
	return sort
}

// likewise interns an application to bit-vectors of one sort; of one argument, and, or, xor and
// + are that argument.
func (s *Store) likewise(op Op, args ...Term) Term {
	sort := s.wantBits(op, args[0])
	for _, a := range args[1:] {
		s.want(op, a, sort)
	}
	switch op {
	case OpBvUle, OpBvSle, OpBvUmulo, OpBvSmulo:
		sort = Bool
	case OpBvAnd, OpBvOr, OpBvXor, OpBvAdd:
		if len(args) == 1 {
			return args[0]
		}
	}
	return s.mk(op, sort, 0, args...)
}

// BitVector returns the application of an operator to bit-vectors of one sort, which is one
// that has no indices.
func (s *Store) BitVector(op Op, args ...Term) Term { return s.likewise(op, args...) }

// Concat returns its arguments, at least one, joined; the first one is the most significant.
func (s *Store) Concat(args ...Term) Term {
	if len(args) == 1 {
		return args[0]
	}
	width := 0
	for _, a := range args {
		width += s.Width(s.wantBits(OpConcat, a))
	}
	return s.mk(OpConcat, s.BitVecSort(width), 0, args...)
}

// Extract returns the bits hi to lo of a, both included.
func (s *Store) Extract(hi, lo int, a Term) Term {
	if n := s.Width(s.wantBits(OpExtract, a)); lo < 0 || hi < lo || hi >= n {
		panic(fmt.Sprintf("term: bits %d to %d of %d", hi, lo, n))
	}
	return s.mk(OpExtract, s.BitVecSort(hi-lo+1), uint32(lo), a)
}

// ExtractBounds returns the highest and the lowest bit of an OpExtract term.
func (s *Store) ExtractBounds(t Term) (hi, lo int) {
	n := s.nodes.at(uint32(t))
	return int(n.payload) + s.Width(n.sort) - 1, int(n.payload)
}

// SignExtend returns a with its sign bit repeated k times before it.
func (s *Store) SignExtend(k int, a Term) Term {
	n := s.Width(s.wantBits(OpSignExt, a))
	if k == 0 {
		return a
	}
	return s.mk(OpSignExt, s.BitVecSort(n+k), 0, a)
}

// Indices returns the indices of an operator as SMT-LIB writes them, each after a space; ""
// if it has none.
func (s *Store) Indices(t Term) string {
	switch s.Op(t) {
	case OpExtract:
		hi, lo := s.ExtractBounds(t)
		return " " + strconv.Itoa(hi) + " " + strconv.Itoa(lo)
	case OpSignExt:
		return " " + strconv.Itoa(s.WidthOf(t)-s.WidthOf(s.Arg(t, 0)))
	case OpIntToBv:
		return " " + strconv.Itoa(s.WidthOf(t))
	}
	return ""
}

// BvNot returns a with all bits flipped.
func (s *Store) BvNot(a Term) Term { return s.likewise(OpBvNot, a) }

// BvAnd returns the bitwise conjunction of at least one term.
func (s *Store) BvAnd(args ...Term) Term { return s.likewise(OpBvAnd, args...) }

// BvOr returns the bitwise disjunction of at least one term.
func (s *Store) BvOr(args ...Term) Term { return s.likewise(OpBvOr, args...) }

// BvXor returns the bitwise exclusive or of at least one term.
func (s *Store) BvXor(args ...Term) Term { return s.likewise(OpBvXor, args...) }

// BvNeg returns -a.
func (s *Store) BvNeg(a Term) Term { return s.likewise(OpBvNeg, a) }

// BvAdd returns the sum of at least one term.
func (s *Store) BvAdd(args ...Term) Term { return s.likewise(OpBvAdd, args...) }

// BvSub returns a + -b.
func (s *Store) BvSub(a, b Term) Term { return s.BvAdd(a, s.BvNeg(b)) }

// BvMul returns the product of two terms.
func (s *Store) BvMul(a, b Term) Term { return s.likewise(OpBvMul, a, b) }

// BvUdiv returns the quotient of unsigned numbers; if b is 0, all ones.
func (s *Store) BvUdiv(a, b Term) Term { return s.likewise(OpBvUdiv, a, b) }

// BvUrem returns the remainder of unsigned numbers; if b is 0, it is a.
func (s *Store) BvUrem(a, b Term) Term { return s.likewise(OpBvUrem, a, b) }

// BvShl returns a shifted to the left by b bits.
func (s *Store) BvShl(a, b Term) Term { return s.likewise(OpBvShl, a, b) }

// BvLshr returns a shifted to the right by b bits.
func (s *Store) BvLshr(a, b Term) Term { return s.likewise(OpBvLshr, a, b) }

// BvAshr returns a shifted to the right by b bits, filled with the sign.
func (s *Store) BvAshr(a, b Term) Term { return s.likewise(OpBvAshr, a, b) }

// BvUle returns a <= b for unsigned numbers.
func (s *Store) BvUle(a, b Term) Term { return s.likewise(OpBvUle, a, b) }

// BvUlt returns a < b for unsigned numbers, as not b <= a.
func (s *Store) BvUlt(a, b Term) Term { return s.Not(s.BvUle(b, a)) }

// BvSle returns a <= b for signed numbers.
func (s *Store) BvSle(a, b Term) Term { return s.likewise(OpBvSle, a, b) }

// BvSlt returns a < b for signed numbers, as not b <= a.
func (s *Store) BvSlt(a, b Term) Term { return s.Not(s.BvSle(b, a)) }

// BvUmulo returns the formula that the product of a and b overflows, as unsigned numbers.
func (s *Store) BvUmulo(a, b Term) Term { return s.likewise(OpBvUmulo, a, b) }

// BvSmulo returns the formula that the product of a and b overflows, as signed numbers.
func (s *Store) BvSmulo(a, b Term) Term { return s.likewise(OpBvSmulo, a, b) }

// BvToInt returns the Int that a is as an unsigned number.
func (s *Store) BvToInt(a Term) Term {
	s.wantBits(OpBvToInt, a)
	return s.mk(OpBvToInt, Int, 0, a)
}

// IntToBv returns an Int modulo two to the width.
func (s *Store) IntToBv(width int, a Term) Term {
	s.want(OpIntToBv, a, Int)
	return s.mk(OpIntToBv, s.BitVecSort(width), 0, a)
}
