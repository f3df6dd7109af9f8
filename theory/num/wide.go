package num

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
)

// wide is in a Rat that is an integer of two words: n*2^64 + d, where d is not signed. It is below 2^127 without its
// sign. Programs with words of 64 bits have many such numbers: sums of two words, and what they wrap around at.
var wide = &big.Rat{}

// double is an integer of two words in two's complement. -2^127 is none.
type double struct {
	hi int64
	lo uint64
}

// double returns an integer of up to two words.
func (a Rat) double() (x double, ok bool) {
	switch a.b {
	case nil:
		return double{a.n >> 63, uint64(a.n)}, a.d == 0
	case wide:
		return double{a.n, uint64(a.d)}, true
	}
	return double{}, false
}

// rat returns x in its canonical form.
func (x double) rat() Rat {
	if x.hi == int64(x.lo)>>63 {
		return Rat{n: int64(x.lo)}
	}
	return Rat{n: x.hi, d: int64(x.lo), b: wide}
}

// doubleFromBig returns an integer of two words.
func doubleFromBig(v *big.Int) (x double, ok bool) {
	if v.BitLen() > 127 {
		return double{}, false
	}
	var b [16]byte
	v.FillBytes(b[:])
	x = double{int64(binary.BigEndian.Uint64(b[:8])), binary.BigEndian.Uint64(b[8:])}
	if v.Sign() < 0 {
		x = x.neg()
	}
	return x, true
}

func (x double) big() *big.Int {
	v := new(big.Int).Lsh(big.NewInt(x.hi), 64)
	return v.Add(v, new(big.Int).SetUint64(x.lo))
}

func (x double) add(y double) (s double, ok bool) {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	hi, _ := bits.Add64(uint64(x.hi), uint64(y.hi), carry)
	s = double{int64(hi), lo}
	return s, (s.hi^x.hi)&(s.hi^y.hi) >= 0 && (s.hi != math.MinInt64 || lo != 0)
}

func (x double) neg() double {
	lo, borrow := bits.Sub64(0, x.lo, 0)
	hi, _ := bits.Sub64(0, uint64(x.hi), borrow)
	return double{int64(hi), lo}
}

// abs returns the magnitude, whose high word is not negative, and whether x is.
func (x double) abs() (y double, negative bool) {
	if x.hi < 0 {
		return x.neg(), true
	}
	return x, false
}

func (x double) mul(y double) (p double, ok bool) {
	x, minus := x.abs()
	y, other := y.abs()
	if x.hi != 0 && y.hi != 0 {
		return double{}, false
	}
	hi, lo := bits.Mul64(x.lo, y.lo)
	over, mid := bits.Mul64(uint64(x.hi), y.lo)
	if x.hi == 0 {
		over, mid = bits.Mul64(uint64(y.hi), x.lo)
	}
	hi, carry := bits.Add64(hi, mid, 0)
	if over|carry != 0 || hi > math.MaxInt64 {
		return double{}, false
	}
	p = double{int64(hi), lo}
	if minus != other {
		p = p.neg()
	}
	return p, true
}

// fraction returns x*n/d for a fraction in lowest terms, if that is an integer of two words.
func (x double) fraction(n, d int64) (p double, ok bool) {
	x, minus := x.abs()
	hi, r := uint64(x.hi)/uint64(d), uint64(x.hi)%uint64(d)
	lo, r := bits.Div64(r, x.lo, uint64(d))
	if r != 0 {
		return double{}, false
	}
	if x = (double{int64(hi), lo}); minus {
		x = x.neg()
	}
	return x.mul(double{n >> 63, uint64(n)})
}

func (x double) cmp(y double) int {
	switch {
	case x.hi != y.hi:
		return cmp64(x.hi, y.hi)
	case x.lo < y.lo:
		return -1
	case x.lo > y.lo:
		return 1
	}
	return 0
}

// quoRem returns the quotient of magnitudes and the remainder. y is not 0.
func (x double) quoRem(y double) (q, r double) {
	if y.hi == 0 {
		hi, rest := uint64(x.hi)/y.lo, uint64(x.hi)%y.lo
		lo, rest := bits.Div64(rest, x.lo, y.lo)
		return double{int64(hi), lo}, double{0, rest}
	}
	// The quotient is a word: that of half of x by the first word of y, or one less (Warren, Hacker's Delight, 9-5).
	n := bits.LeadingZeros64(uint64(y.hi))
	first := uint64(y.hi)<<n | y.lo>>(64-n)
	word, _ := bits.Div64(uint64(x.hi)>>1, uint64(x.hi)<<63|x.lo>>1, first)
	if word >>= 63 - n; word != 0 {
		word--
	}
	hi, lo := bits.Mul64(word, y.lo) // word*y is at most x
	lo, borrow := bits.Sub64(x.lo, lo, 0)
	hi, _ = bits.Sub64(uint64(x.hi), hi+word*uint64(y.hi), borrow)
	if r = (double{int64(hi), lo}); r.cmp(y) >= 0 {
		word++
		r, _ = r.add(y.neg())
	}
	return double{0, word}, r
}

// roundedDiv returns x / y rounded up or down. y is not 0.
func (x double) roundedDiv(y double, up bool) Rat {
	x, minus := x.abs()
	y, other := y.abs()
	q, r := x.quoRem(y)
	below := minus != other
	if below {
		q = q.neg()
	}
	out := q.rat()
	switch {
	case r == double{}:
	case up && !below:
		return out.Add(Rat{n: 1})
	case !up && below:
		return out.Sub(Rat{n: 1})
	}
	return out
}
