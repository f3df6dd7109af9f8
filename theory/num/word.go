package num

import (
	"cmp"
	"math/big"
	"math/bits"
)

// Word is an immutable value of a bit-vector of any width, and its methods are the operations
// of the theory. The arguments of an operation have the same width. The zero value has no
// width, and no operations.
type Word struct {
	width int
	lo    uint64   // up to 64 bits
	wide  *big.Int // else; not negative, below two to the width, and not changed
}

// Width returns the number of bits.
func (v Word) Width() int { return v.width }

// Int returns the unsigned value.
func (v Word) Int() Int {
	if v.wide != nil {
		return FromBig(v.wide)
	}
	return FromUint64(v.lo)
}

// Signed returns the value as a signed number.
//
//muster:requires v.width > 0
func (v Word) Signed() Int {
	n := v.Int()
	if v.Bit(v.width - 1) {
		n = n.Sub(FromInt64(1).Lsh(uint(v.width)))
	}
	return n
}

// WordFromInt returns an integer modulo two to the width.
//
//muster:requires width >= 0
func WordFromInt(width int, v Int) Word {
	if v.b == nil && width <= 64 {
		return WordFromUint64(width, uint64(v.w))
	}
	return wordFromBig(width, v.Big())
}

// WordFromUint64 returns the value v modulo two to the width.
//
//muster:requires width >= 0
func WordFromUint64(width int, v uint64) Word {
	if width > 64 {
		return Word{width: width, wide: new(big.Int).SetUint64(v)}
	}
	return Word{width: width, lo: v & (^uint64(0) >> (64 - width))}
}

// wordFromBig returns x modulo two to the width. The caller gives x up.
func wordFromBig(width int, x *big.Int) Word {
	if x.Sign() < 0 || x.BitLen() > width {
		x.And(x, maskBig(width))
	}
	if width <= 64 {
		return Word{width: width, lo: x.Uint64()}
	}
	return Word{width: width, wide: x}
}

func maskBig(width int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return x.Sub(x, big.NewInt(1))
}

// Ones returns the value with all bits 1.
//
//muster:requires width >= 0
func Ones(width int) Word {
	if width <= 64 {
		return WordFromUint64(width, ^uint64(0))
	}
	return Word{width: width, wide: maskBig(width)}
}

// PowerOfTwo returns two to the power of k, below the width.
//
//muster:requires width >= 0 && k >= 0
func PowerOfTwo(width, k int) Word { return WordFromUint64(width, 1).Shl(k) }

// Big returns the unsigned value. The caller must not change it.
func (v Word) Big() *big.Int {
	if v.wide != nil {
		return v.wide
	}
	return new(big.Int).SetUint64(v.lo)
}

// Add returns v + w.
//
//muster:requires v.width == w.width
func (v Word) Add(w Word) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo+w.lo)
	}
	return wordFromBig(v.width, new(big.Int).Add(v.wide, w.wide))
}

// Sub returns v - w.
//
//muster:requires v.width == w.width
func (v Word) Sub(w Word) Word { return v.Add(w.Neg()) }

// Neg returns -v.
func (v Word) Neg() Word {
	if v.wide == nil {
		return WordFromUint64(v.width, -v.lo)
	}
	return wordFromBig(v.width, new(big.Int).Neg(v.wide))
}

// Mul returns v * w.
//
//muster:requires v.width == w.width
func (v Word) Mul(w Word) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo*w.lo)
	}
	return wordFromBig(v.width, new(big.Int).Mul(v.wide, w.wide))
}

// Not returns v with all bits flipped.
func (v Word) Not() Word {
	if v.wide == nil {
		return WordFromUint64(v.width, ^v.lo)
	}
	return wordFromBig(v.width, new(big.Int).Not(v.wide))
}

// And returns the bits that are 1 in both.
//
//muster:requires v.width == w.width
func (v Word) And(w Word) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo&w.lo)
	}
	return wordFromBig(v.width, new(big.Int).And(v.wide, w.wide))
}

// Or returns the bits that are 1 in either.
//
//muster:requires v.width == w.width
func (v Word) Or(w Word) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo|w.lo)
	}
	return wordFromBig(v.width, new(big.Int).Or(v.wide, w.wide))
}

// Xor returns the bits that differ.
//
//muster:requires v.width == w.width
func (v Word) Xor(w Word) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo^w.lo)
	}
	return wordFromBig(v.width, new(big.Int).Xor(v.wide, w.wide))
}

// Shl returns v shifted to the left by k bits.
//
//muster:requires k >= 0
func (v Word) Shl(k int) Word {
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo<<k)
	}
	return wordFromBig(v.width, new(big.Int).Lsh(v.wide, uint(k)))
}

// Shr returns v shifted to the right by k bits, zeros before it.
//
//muster:requires k >= 0
func (v Word) Shr(k int) Word {
	if v.wide == nil {
		return Word{width: v.width, lo: v.lo >> k}
	}
	return wordFromBig(v.width, new(big.Int).Rsh(v.wide, uint(k)))
}

// Slice returns the bits hi to lo.
//
//muster:requires hi+1 >= lo && lo >= 0
func (v Word) Slice(hi, lo int) Word {
	if v.wide == nil {
		return WordFromUint64(hi-lo+1, v.lo>>lo)
	}
	return wordFromBig(hi-lo+1, new(big.Int).Rsh(v.wide, uint(lo)))
}

// Extend returns v with k zeros before it.
//
//muster:requires k >= 0
func (v Word) Extend(k int) Word {
	if v.width+k <= 64 {
		return WordFromUint64(v.width+k, v.lo)
	}
	return Word{width: v.width + k, wide: v.Big()}
}

// Join returns v followed by w.
//
//muster:requires w.width >= 0
func (v Word) Join(w Word) Word {
	if n := v.width + w.width; n <= 64 {
		return WordFromUint64(n, v.lo<<w.width|w.lo)
	}
	x := new(big.Int).Lsh(v.Big(), uint(w.width))
	return wordFromBig(v.width+w.width, x.Or(x, w.Big()))
}

// SignExtend returns v with its sign repeated k times before it.
//
//muster:requires k >= 0
//muster:requires v.width > 0
func (v Word) SignExtend(k int) Word {
	if v.Bit(v.width - 1) {
		return Ones(k).Join(v)
	}
	return v.Extend(k)
}

// Bit reports whether bit k is 1; the lowest is 0.
//
//muster:requires k >= 0
func (v Word) Bit(k int) bool {
	if v.wide == nil {
		return v.lo>>k&1 == 1
	}
	return v.wide.Bit(k) == 1
}

// Cmp compares v and w as unsigned numbers: it returns -1, 0 or 1.
//
//muster:requires v.width == w.width
func (v Word) Cmp(w Word) int {
	if v.wide == nil {
		return cmp.Compare(v.lo, w.lo)
	}
	return v.wide.Cmp(w.wide)
}

// SignedCmp compares v and w as signed numbers.
//
//muster:requires v.width > 0 && w.width == v.width
func (v Word) SignedCmp(w Word) int {
	if a, b := v.Bit(v.width-1), w.Bit(v.width-1); a != b {
		if a {
			return -1
		}
		return 1
	}
	return v.Cmp(w)
}

// IsZero reports whether v is 0.
func (v Word) IsZero() bool { return v.BitLen() == 0 }

// IsOne reports whether v is 1.
func (v Word) IsOne() bool { return v.BitLen() == 1 }

// IsOnes reports whether all bits are 1.
func (v Word) IsOnes() bool {
	return v.BitLen() == v.width && v.TrailingOnes() == v.width
}

// IsLeast reports whether v is the least signed number.
func (v Word) IsLeast() bool { return v.TrailingZeros() == v.width-1 }

// BitLen returns the number of bits up to the highest 1.
func (v Word) BitLen() int {
	if v.wide == nil {
		return bits.Len64(v.lo)
	}
	return v.wide.BitLen()
}

// TrailingZeros returns the number of zeros below the lowest 1, for 0 the width.
func (v Word) TrailingZeros() int {
	switch {
	case v.IsZero():
		return v.width
	case v.wide == nil:
		return bits.TrailingZeros64(v.lo)
	}
	return int(v.wide.TrailingZeroBits())
}

// TrailingOnes returns the number of ones below the lowest 0.
func (v Word) TrailingOnes() int { return v.Not().TrailingZeros() }

// Runs returns the number of blocks of equal bits.
//
//muster:requires v.width > 0
func (v Word) Runs() int {
	if v.width == 1 {
		return 1
	}
	x := v.Slice(v.width-1, 1).Xor(v.Slice(v.width-2, 0))
	if x.wide == nil {
		return 1 + bits.OnesCount64(x.lo)
	}
	n := 1
	for _, w := range x.wide.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// Power returns k if v is two to the power of k.
func (v Word) Power() (k int, ok bool) {
	k = v.TrailingZeros()
	return k, k == v.BitLen()-1
}

// Inverse returns the number by which an odd one gives the product 1.
func (v Word) Inverse() Word {
	// Each step doubles the number of correct bits; the first three are right.
	x, two := v, WordFromUint64(v.width, 2)
	for k := 3; k < v.width; k *= 2 {
		x = x.Mul(two.Sub(v.Mul(x)))
	}
	return x
}

// Divide returns quotient and remainder, by 0 as SMT-LIB has it.
//
//muster:requires v.width == w.width
func (v Word) Divide(w Word) (q, rest Word) {
	if w.IsZero() {
		return Ones(v.width), v
	}
	if v.wide == nil {
		return WordFromUint64(v.width, v.lo/w.lo), WordFromUint64(v.width, v.lo%w.lo)
	}
	a, b := new(big.Int).QuoRem(v.wide, w.wide, new(big.Int))
	return wordFromBig(v.width, a), wordFromBig(v.width, b)
}

// Clamp returns the value as an amount to shift by, at most the width.
func (v Word) Clamp() int {
	if v.BitLen() > 32 {
		return v.width
	}
	return int(min(v.Big().Int64(), int64(v.width)))
}
