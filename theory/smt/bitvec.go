package smt

import "math/big"

// BitVec is a bit-vector term; its width is checked at run time. One type serves signed and
// unsigned numbers: operators where they differ begin with U or S.
type BitVec struct{ Term }

// BitVec returns the bit-vector constant of this name; see Sort.Const.
func (st *Store) BitVec(name string, width int) BitVec { return st.BitVecSort(width).Const(name) }

// BitVecVal returns the bit-vector whose unsigned value is n modulo two to the width.
func (st *Store) BitVecVal(n uint64, width int) BitVec {
	return st.BigBitVec(new(big.Int).SetUint64(n), width)
}

// Width returns the number of bits.
func (a BitVec) Width() int { return a.Sort().Width() }

// Eq returns the formula a = b.
func (a BitVec) Eq(b BitVec) Bool { return Eq(a, b) }

// Ne returns the formula a != b.
func (a BitVec) Ne(b BitVec) Bool { return Eq(a, b).Not() }

// Not returns a with all bits flipped.
func (a BitVec) Not() BitVec { return apply[BitVec]("bvnot", a.Term) }

// Neg returns -a modulo two to the width.
func (a BitVec) Neg() BitVec { return apply[BitVec]("bvneg", a.Term) }

// RedOr returns 1 of width 1 if a bit of a is 1, else 0.
func (a BitVec) RedOr() BitVec { return apply[BitVec]("bvredor", a.Term) }

// RedAnd returns 1 of width 1 if all bits of a are 1, else 0.
func (a BitVec) RedAnd() BitVec { return apply[BitVec]("bvredand", a.Term) }

// And returns the bitwise conjunction of a and more terms.
func (a BitVec) And(more ...BitVec) BitVec {
	return apply[BitVec]("bvand", untyped(a.Term, more)...)
}

// Or returns the bitwise disjunction of a and more terms.
func (a BitVec) Or(more ...BitVec) BitVec {
	return apply[BitVec]("bvor", untyped(a.Term, more)...)
}

// Xor returns the bitwise exclusive or of a and more terms.
func (a BitVec) Xor(more ...BitVec) BitVec {
	return apply[BitVec]("bvxor", untyped(a.Term, more)...)
}

// Add returns the sum of a and more terms modulo two to the width.
func (a BitVec) Add(more ...BitVec) BitVec {
	return apply[BitVec]("bvadd", untyped(a.Term, more)...)
}

// Mul returns the product of a and more terms modulo two to the width.
func (a BitVec) Mul(more ...BitVec) BitVec {
	return apply[BitVec]("bvmul", untyped(a.Term, more)...)
}

// Concat returns a and more terms joined; a is the most significant.
func (a BitVec) Concat(more ...BitVec) BitVec {
	return apply[BitVec]("concat", untyped(a.Term, more)...)
}

// Nand returns the complement of a & b.
func (a BitVec) Nand(b BitVec) BitVec { return apply[BitVec]("bvnand", a.Term, b.Term) }

// Nor returns the complement of a | b.
func (a BitVec) Nor(b BitVec) BitVec { return apply[BitVec]("bvnor", a.Term, b.Term) }

// Xnor returns the complement of a ^ b.
func (a BitVec) Xnor(b BitVec) BitVec { return apply[BitVec]("bvxnor", a.Term, b.Term) }

// Sub returns a - b modulo two to the width.
func (a BitVec) Sub(b BitVec) BitVec { return apply[BitVec]("bvsub", a.Term, b.Term) }

// Udiv returns the quotient of unsigned numbers. Division by 0 gives all ones.
func (a BitVec) Udiv(b BitVec) BitVec { return apply[BitVec]("bvudiv", a.Term, b.Term) }

// Urem returns the remainder of unsigned numbers. Division by 0 gives a.
func (a BitVec) Urem(b BitVec) BitVec { return apply[BitVec]("bvurem", a.Term, b.Term) }

// Sdiv returns the quotient of signed numbers, rounded towards 0 as in Go. Division by 0
// gives -1 if a is not negative, else 1.
func (a BitVec) Sdiv(b BitVec) BitVec { return apply[BitVec]("bvsdiv", a.Term, b.Term) }

// Srem returns the remainder of signed numbers, with the sign of a as in Go. Division by
// 0 gives a.
func (a BitVec) Srem(b BitVec) BitVec { return apply[BitVec]("bvsrem", a.Term, b.Term) }

// Smod returns the remainder of signed numbers, with the sign of b. Division by 0 gives a.
func (a BitVec) Smod(b BitVec) BitVec { return apply[BitVec]("bvsmod", a.Term, b.Term) }

// Shl returns a shifted to the left by b bits, 0 if b is at least the width.
func (a BitVec) Shl(b BitVec) BitVec { return apply[BitVec]("bvshl", a.Term, b.Term) }

// Lshr returns a shifted to the right by b bits, 0 if b is at least the width.
func (a BitVec) Lshr(b BitVec) BitVec { return apply[BitVec]("bvlshr", a.Term, b.Term) }

// Ashr returns a shifted to the right by b bits, filled with the sign.
func (a BitVec) Ashr(b BitVec) BitVec { return apply[BitVec]("bvashr", a.Term, b.Term) }

// RotateLeftBy returns a rotated by b bits towards the most significant.
func (a BitVec) RotateLeftBy(b BitVec) BitVec {
	return apply[BitVec]("ext_rotate_left", a.Term, b.Term)
}

// RotateRightBy returns a rotated by b bits towards the least significant.
func (a BitVec) RotateRightBy(b BitVec) BitVec {
	return apply[BitVec]("ext_rotate_right", a.Term, b.Term)
}

// Comp returns 1 of width 1 if a = b, else 0.
func (a BitVec) Comp(b BitVec) BitVec { return apply[BitVec]("bvcomp", a.Term, b.Term) }

// ZeroExtend returns a with k zeros before it.
func (a BitVec) ZeroExtend(k int) BitVec { return indexed[BitVec]("zero_extend", a.Term, k) }

// SignExtend returns a with its sign repeated k times before it.
func (a BitVec) SignExtend(k int) BitVec { return indexed[BitVec]("sign_extend", a.Term, k) }

// Repeat returns k copies of a, joined.
func (a BitVec) Repeat(k int) BitVec { return indexed[BitVec]("repeat", a.Term, k) }

// RotateLeft returns a rotated by k bits towards the most significant.
func (a BitVec) RotateLeft(k int) BitVec { return indexed[BitVec]("rotate_left", a.Term, k) }

// RotateRight returns a rotated by k bits towards the least significant.
func (a BitVec) RotateRight(k int) BitVec { return indexed[BitVec]("rotate_right", a.Term, k) }

// Extract returns the bits hi to lo, both included; bit 0 is the least significant.
func (a BitVec) Extract(hi, lo int) BitVec { return indexed[BitVec]("extract", a.Term, hi, lo) }

// Bit returns the formula that bit k is 1; bit 0 is the least significant.
func (a BitVec) Bit(k int) Bool { return a.Extract(k, k).Eq(a.store.BitVecVal(1, 1)) }

// NegOverflow returns the formula that -a, signed, overflows: a is the least number.
func (a BitVec) NegOverflow() Bool { return apply[Bool]("bvnego", a.Term) }

// Ult returns the formula a < b for unsigned numbers.
func (a BitVec) Ult(b BitVec) Bool { return apply[Bool]("bvult", a.Term, b.Term) }

// Ule returns the formula a <= b for unsigned numbers.
func (a BitVec) Ule(b BitVec) Bool { return apply[Bool]("bvule", a.Term, b.Term) }

// Ugt returns the formula a > b for unsigned numbers.
func (a BitVec) Ugt(b BitVec) Bool { return apply[Bool]("bvugt", a.Term, b.Term) }

// Uge returns the formula a >= b for unsigned numbers.
func (a BitVec) Uge(b BitVec) Bool { return apply[Bool]("bvuge", a.Term, b.Term) }

// Slt returns the formula a < b for signed numbers.
func (a BitVec) Slt(b BitVec) Bool { return apply[Bool]("bvslt", a.Term, b.Term) }

// Sle returns the formula a <= b for signed numbers.
func (a BitVec) Sle(b BitVec) Bool { return apply[Bool]("bvsle", a.Term, b.Term) }

// Sgt returns the formula a > b for signed numbers.
func (a BitVec) Sgt(b BitVec) Bool { return apply[Bool]("bvsgt", a.Term, b.Term) }

// Sge returns the formula a >= b for signed numbers.
func (a BitVec) Sge(b BitVec) Bool { return apply[Bool]("bvsge", a.Term, b.Term) }

// UaddOverflow returns the formula that a + b, unsigned, overflows.
func (a BitVec) UaddOverflow(b BitVec) Bool { return apply[Bool]("bvuaddo", a.Term, b.Term) }

// SaddOverflow returns the formula that a + b, signed, overflows.
func (a BitVec) SaddOverflow(b BitVec) Bool { return apply[Bool]("bvsaddo", a.Term, b.Term) }

// UsubOverflow returns the formula that a - b, unsigned, is negative.
func (a BitVec) UsubOverflow(b BitVec) Bool { return apply[Bool]("bvusubo", a.Term, b.Term) }

// SsubOverflow returns the formula that a - b, signed, overflows.
func (a BitVec) SsubOverflow(b BitVec) Bool { return apply[Bool]("bvssubo", a.Term, b.Term) }

// UmulOverflow returns the formula that a * b, unsigned, overflows.
func (a BitVec) UmulOverflow(b BitVec) Bool { return apply[Bool]("bvumulo", a.Term, b.Term) }

// SmulOverflow returns the formula that a * b, signed, overflows.
func (a BitVec) SmulOverflow(b BitVec) Bool { return apply[Bool]("bvsmulo", a.Term, b.Term) }

// SdivOverflow returns the formula that the signed quotient of a and b overflows: that of the least number
// and -1.
func (a BitVec) SdivOverflow(b BitVec) Bool { return apply[Bool]("bvsdivo", a.Term, b.Term) }

// ToInt returns the unsigned value.
func (a BitVec) ToInt() Int { return apply[Int]("ubv_to_int", a.Term) }

// ToSignedInt returns the signed value.
func (a BitVec) ToSignedInt() Int { return apply[Int]("sbv_to_int", a.Term) }

// ToBitVec returns a modulo two to the width.
func (a Int) ToBitVec(width int) BitVec { return indexed[BitVec]("int_to_bv", a.Term, width) }

// ToBitVec returns 1 of width 1 if a holds, else 0.
func (a Bool) ToBitVec() BitVec {
	if a.store == nil {
		panic(misuse("ToBitVec", "argument 1 is the zero term"))
	}
	return Ite(a, a.store.BitVecVal(1, 1), a.store.BitVecVal(0, 1))
}
