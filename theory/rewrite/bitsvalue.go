package rewrite

import (
	"cmp"
	"math/big"
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// word is the value of a bit-vector: in lo up to 64 bits, else in wide, which is not
// negative, below two to the width, and not changed.
type word struct {
	width int
	lo    uint64
	wide  *big.Int
}

// wordOf returns the value of a literal.
func (r *Rewriter) wordOf(t term.Term) word {
	n, v := r.st.WidthOf(t), r.st.Num(t)
	if n > 64 {
		return word{width: n, wide: v.Big()}
	}
	w, _ := v.Uint64()
	return word{width: n, lo: w}
}

// literal returns the term of a value.
func (r *Rewriter) literal(v word) term.Term {
	return r.st.Bits(r.st.BitVecSort(v.width), v.number())
}

// number returns the unsigned value.
func (v word) number() num.Int {
	if v.wide != nil {
		return num.FromBig(v.wide)
	}
	return num.FromUint64(v.lo)
}

// signed returns the value as a signed number.
func (v word) signed() num.Int {
	n := v.number()
	if v.bit(v.width - 1) {
		n = n.Sub(num.FromInt64(1).Lsh(uint(v.width)))
	}
	return n
}

// wordFrom returns an integer modulo two to the width.
func wordFrom(width int, v num.Int) word {
	if w, ok := v.Int64(); ok && width <= 64 {
		return small(width, uint64(w))
	}
	return ofBig(width, v.Big())
}

// small returns the value v modulo two to the width.
func small(width int, v uint64) word {
	if width > 64 {
		return word{width: width, wide: new(big.Int).SetUint64(v)}
	}
	return word{width: width, lo: v & (^uint64(0) >> (64 - width))}
}

// ofBig returns x modulo two to the width. The caller gives x up.
func ofBig(width int, x *big.Int) word {
	if x.Sign() < 0 || x.BitLen() > width {
		x.And(x, maskBig(width))
	}
	if width <= 64 {
		return word{width: width, lo: x.Uint64()}
	}
	return word{width: width, wide: x}
}

func maskBig(width int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return x.Sub(x, big.NewInt(1))
}

// onesWord returns the value with all bits 1.
func onesWord(width int) word {
	if width <= 64 {
		return small(width, ^uint64(0))
	}
	return word{width: width, wide: maskBig(width)}
}

// powerWord returns two to the power of k, below the width.
func powerWord(width, k int) word { return small(width, 1).shl(k) }

func (v word) big() *big.Int {
	if v.wide != nil {
		return v.wide
	}
	return new(big.Int).SetUint64(v.lo)
}

func (v word) add(w word) word {
	if v.wide == nil {
		return small(v.width, v.lo+w.lo)
	}
	return ofBig(v.width, new(big.Int).Add(v.wide, w.wide))
}

func (v word) sub(w word) word { return v.add(w.neg()) }

func (v word) neg() word {
	if v.wide == nil {
		return small(v.width, -v.lo)
	}
	return ofBig(v.width, new(big.Int).Neg(v.wide))
}

func (v word) mul(w word) word {
	if v.wide == nil {
		return small(v.width, v.lo*w.lo)
	}
	return ofBig(v.width, new(big.Int).Mul(v.wide, w.wide))
}

func (v word) not() word {
	if v.wide == nil {
		return small(v.width, ^v.lo)
	}
	return ofBig(v.width, new(big.Int).Not(v.wide))
}

func (v word) and(w word) word {
	if v.wide == nil {
		return small(v.width, v.lo&w.lo)
	}
	return ofBig(v.width, new(big.Int).And(v.wide, w.wide))
}

func (v word) xor(w word) word {
	if v.wide == nil {
		return small(v.width, v.lo^w.lo)
	}
	return ofBig(v.width, new(big.Int).Xor(v.wide, w.wide))
}

// shl returns v shifted to the left by k bits.
func (v word) shl(k int) word {
	if v.wide == nil {
		return small(v.width, v.lo<<k)
	}
	return ofBig(v.width, new(big.Int).Lsh(v.wide, uint(k)))
}

// slice returns the bits hi to lo.
func (v word) slice(hi, lo int) word {
	if v.wide == nil {
		return small(hi-lo+1, v.lo>>lo)
	}
	return ofBig(hi-lo+1, new(big.Int).Rsh(v.wide, uint(lo)))
}

// extend returns v with k zeros before it.
func (v word) extend(k int) word {
	if v.width+k <= 64 {
		return small(v.width+k, v.lo)
	}
	return word{width: v.width + k, wide: v.big()}
}

// join returns v followed by w.
func (v word) join(w word) word {
	if n := v.width + w.width; n <= 64 {
		return small(n, v.lo<<w.width|w.lo)
	}
	x := new(big.Int).Lsh(v.big(), uint(w.width))
	return ofBig(v.width+w.width, x.Or(x, w.big()))
}

// signExtend returns v with its sign repeated k times before it.
func (v word) signExtend(k int) word {
	if v.bit(v.width - 1) {
		return onesWord(k).join(v)
	}
	return v.extend(k)
}

func (v word) bit(k int) bool {
	if v.wide == nil {
		return v.lo>>k&1 == 1
	}
	return v.wide.Bit(k) == 1
}

func (v word) cmp(w word) int {
	if v.wide == nil {
		return cmp.Compare(v.lo, w.lo)
	}
	return v.wide.Cmp(w.wide)
}

// signedCmp compares v and w as signed numbers.
func (v word) signedCmp(w word) int {
	if a, b := v.bit(v.width-1), w.bit(v.width-1); a != b {
		if a {
			return -1
		}
		return 1
	}
	return v.cmp(w)
}

func (v word) isZero() bool { return v.bitLen() == 0 }
func (v word) isOne() bool  { return v.bitLen() == 1 }
func (v word) isOnes() bool {
	return v.bitLen() == v.width && v.trailingOnes() == v.width
}

// isLeast reports whether v is the least signed number.
func (v word) isLeast() bool { return v.trailingZeros() == v.width-1 }

// bitLen returns the number of bits up to the highest 1.
func (v word) bitLen() int {
	if v.wide == nil {
		return bits.Len64(v.lo)
	}
	return v.wide.BitLen()
}

// trailingZeros returns the number of zeros below the lowest 1, for 0 the width.
func (v word) trailingZeros() int {
	switch {
	case v.isZero():
		return v.width
	case v.wide == nil:
		return bits.TrailingZeros64(v.lo)
	}
	return int(v.wide.TrailingZeroBits())
}

func (v word) trailingOnes() int { return v.not().trailingZeros() }

// runs returns the number of blocks of equal bits.
func (v word) runs() int {
	if v.width == 1 {
		return 1
	}
	x := v.slice(v.width-1, 1).xor(v.slice(v.width-2, 0))
	if x.wide == nil {
		return 1 + bits.OnesCount64(x.lo)
	}
	n := 1
	for _, w := range x.wide.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// power returns k if v is two to the power of k.
func (v word) power() (k int, ok bool) {
	k = v.trailingZeros()
	return k, k == v.bitLen()-1
}

// inverse returns the number by which an odd one gives the product 1.
func (v word) inverse() word {
	// Each step doubles the number of correct bits; the first three are right.
	x, two := v, small(v.width, 2)
	for k := 3; k < v.width; k *= 2 {
		x = x.mul(two.sub(v.mul(x)))
	}
	return x
}

// divide returns quotient and remainder, by 0 as SMT-LIB has it.
func (v word) divide(w word) (q, rest word) {
	if w.isZero() {
		return onesWord(v.width), v
	}
	if v.wide == nil {
		return small(v.width, v.lo/w.lo), small(v.width, v.lo%w.lo)
	}
	a, b := new(big.Int).QuoRem(v.wide, w.wide, new(big.Int))
	return ofBig(v.width, a), ofBig(v.width, b)
}

// clamp returns the value as an amount to shift by, at most the width.
func (v word) clamp() int {
	if v.bitLen() > 32 {
		return v.width
	}
	return int(min(v.big().Int64(), int64(v.width)))
}
