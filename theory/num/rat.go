package num

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// Rat is an immutable rational number of any size. The zero value is 0.
type Rat struct {
	n int64
	d int64    // denominator minus one, so that the zero value is 0/1 and an integer has d == 0
	b *big.Rat // nil: the value is n/(d+1) in lowest terms; wide: an integer of two words; else n and d are 0
}

// RatFromInt64 returns x as a Rat.
func RatFromInt64(x int64) Rat { return Rat{n: x} }

// RatFromInt returns x as a Rat.
func RatFromInt(x Int) Rat {
	if x.b == nil {
		return Rat{n: x.w}
	}
	if y, ok := doubleFromBig(x.b); ok {
		return y.rat()
	}
	return Rat{b: new(big.Rat).SetInt(x.b)}
}

// RatFromBig returns x as a Rat. x is copied.
func RatFromBig(x *big.Rat) Rat { return ownRat(new(big.Rat).Set(x)) }

// FromInts returns n/d. It panics if d is zero.
//
//muster:requires !d.IsZero()
func FromInts(n, d Int) Rat {
	if n.b == nil && d.b == nil {
		return fraction(n.w, d.w)
	}
	return ownRat(new(big.Rat).SetFrac(n.view(), d.view()))
}

// fraction returns n/d in lowest terms.
func fraction(n, d int64) Rat {
	if d == 1 {
		return Rat{n: n}
	}
	if d == 0 {
		panic("num: division by zero")
	}
	un, ud := abs64(n), abs64(d)
	g := gcd64(un, ud)
	return signed((n < 0) != (d < 0), un/g, ud/g)
}

// signed builds a fraction that is in lowest terms already from magnitudes.
func signed(negative bool, n, d uint64) Rat {
	if n <= math.MaxInt64 && d <= math.MaxInt64 {
		if negative {
			return Rat{n: -int64(n), d: int64(d) - 1}
		}
		return Rat{n: int64(n), d: int64(d) - 1}
	}
	bn := new(big.Int).SetUint64(n)
	if negative {
		bn.Neg(bn)
	}
	return ownRat(new(big.Rat).SetFrac(bn, new(big.Int).SetUint64(d)))
}

// ownRat is RatFromBig without the copy: the caller gives x up.
func ownRat(x *big.Rat) Rat {
	if x.Num().IsInt64() && x.Denom().IsInt64() {
		return Rat{n: x.Num().Int64(), d: x.Denom().Int64() - 1}
	}
	if x.IsInt() {
		if y, ok := doubleFromBig(x.Num()); ok {
			return y.rat()
		}
	}
	return Rat{b: x}
}

// ParseRat reads an integer, a fraction "3/4" or a decimal "1.25", with an
// optional leading minus sign.
func ParseRat(s string) (Rat, error) {
	if n, d, ok := strings.Cut(s, "/"); ok {
		x, err := ParseInt(n)
		if err != nil {
			return Rat{}, err
		}
		y, err := ParseInt(d)
		if err != nil {
			return Rat{}, err
		}
		if y.Sign() <= 0 {
			return Rat{}, fmt.Errorf("denominator is not positive: %s", quote(s))
		}
		return FromInts(x, y), nil
	}
	whole, frac, _ := strings.Cut(s, ".")
	x, err := ParseInt(whole + frac)
	if err != nil || whole == "" || whole == "-" || strings.HasPrefix(frac, "-") {
		return Rat{}, fmt.Errorf("not a decimal number: %s", quote(s))
	}
	if frac == "" {
		return RatFromInt(x), nil
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(frac))), nil)
	return FromInts(x, own(scale)), nil
}

// Big returns the value as a new big.Rat that the caller may change.
func (a Rat) Big() *big.Rat {
	if a.b != nil && a.b != wide {
		return new(big.Rat).Set(a.b)
	}
	return a.view()
}

// view returns the value as a big.Rat that must not be changed.
func (a Rat) view() *big.Rat {
	switch a.b {
	case nil:
		return big.NewRat(a.n, a.d+1)
	case wide:
		return new(big.Rat).SetInt(double{a.n, uint64(a.d)}.big())
	}
	return a.b
}

// Num returns the numerator in lowest terms. A big one is shared, as Rats are
// immutable.
func (a Rat) Num() Int {
	switch a.b {
	case nil:
		return Int{w: a.n}
	case wide:
		return own(double{a.n, uint64(a.d)}.big())
	}
	return own(a.b.Num())
}

// Den returns the denominator in lowest terms, which is positive.
func (a Rat) Den() Int {
	switch a.b {
	case nil:
		return Int{w: a.d + 1}
	case wide:
		return Int{w: 1}
	}
	return own(a.b.Denom())
}

// BitLen returns the number of bits of numerator and denominator together.
func (a Rat) BitLen() int { return a.Num().BitLen() + a.Den().BitLen() }

// Int64 returns the value and true if it is an integer that fits.
func (a Rat) Int64() (int64, bool) { return a.n, a.d == 0 && a.b == nil }

// IsInt reports whether a is an integer.
func (a Rat) IsInt() bool {
	if a.b != nil {
		return a.b == wide || a.b.IsInt()
	}
	return a.d == 0
}

// IsZero reports whether a == 0.
func (a Rat) IsZero() bool { return a.n == 0 && a.b == nil }

// IsOne reports whether a == 1.
func (a Rat) IsOne() bool { return a.n == 1 && a.d == 0 && a.b == nil }

// Sign returns -1, 0 or 1.
func (a Rat) Sign() int {
	switch a.b {
	case nil:
		return cmp64(a.n, 0)
	case wide:
		return int(a.n>>63) | 1
	}
	return a.b.Sign()
}

// Add returns a + b.
func (a Rat) Add(b Rat) Rat {
	if s := a.n + b.n; a.d|b.d == 0 && a.b == nil && b.b == nil && (s^a.n)&(s^b.n) >= 0 {
		return Rat{n: s}
	}
	return addRat(a, b)
}

func addRat(a, b Rat) Rat {
	if x, ok := a.double(); ok {
		if y, ok := b.double(); ok {
			if s, ok := x.add(y); ok {
				return s.rat()
			}
		}
	}
	if a.b == nil && b.b == nil {
		if s, ok := addFractions(a.n, a.d+1, b.n, b.d+1); ok {
			return s
		}
	}
	return ownRat(new(big.Rat).Add(a.view(), b.view()))
}

// addFractions takes out the common divisor of the denominators first (Knuth,
// TAOCP 2, 4.5.1), so that results that fit seldom overflow midway. Computing a
// denominator as d+1 never overflows: signed and ownRat keep it below 1<<63.
func addFractions(an, ad, bn, bd int64) (Rat, bool) {
	g := int64(gcd64(uint64(ad), uint64(bd)))
	x, ok1 := mul64(an, bd/g)
	y, ok2 := mul64(bn, ad/g)
	s, ok3 := add64(x, y)
	if !(ok1 && ok2 && ok3) {
		return Rat{}, false
	}
	h := int64(gcd64(abs64(s), uint64(g)))
	if s == 0 {
		return Rat{}, true
	}
	d, ok := mul64(ad/g, bd/h)
	if !ok {
		return Rat{}, false
	}
	return Rat{n: s / h, d: d - 1}, true
}

// Sub returns a - b.
func (a Rat) Sub(b Rat) Rat {
	if s := a.n - b.n; a.d|b.d == 0 && a.b == nil && b.b == nil && (a.n^b.n)&(a.n^s) >= 0 {
		return Rat{n: s}
	}
	return addRat(a, b.Neg())
}

// Mul returns a * b.
func (a Rat) Mul(b Rat) Rat {
	if a.b == nil && b.b == nil {
		if a.d|b.d == 0 {
			if p, ok := mul64(a.n, b.n); ok {
				return Rat{n: p}
			}
		} else if p, ok := mulFractions(a.n, a.d+1, b.n, b.d+1); ok {
			return p
		}
	}
	return mulRat(a, b)
}

func mulRat(a, b Rat) Rat {
	x, ok := a.double()
	if !ok {
		a, b = b, a
		x, ok = a.double()
	}
	if ok {
		p := double{}
		if y, whole := b.double(); whole {
			p, ok = x.mul(y)
		} else if ok = b.b == nil; ok {
			p, ok = x.fraction(b.n, b.d+1)
		}
		if ok {
			return p.rat()
		}
	}
	return ownRat(new(big.Rat).Mul(a.view(), b.view()))
}

// mulFractions cancels crosswise first, so that the product is in lowest
// terms.
func mulFractions(an, ad, bn, bd int64) (Rat, bool) {
	if an == 0 || bn == 0 {
		return Rat{}, true
	}
	if g := int64(gcd64(abs64(an), uint64(bd))); g > 1 {
		an, bd = an/g, bd/g
	}
	if g := int64(gcd64(abs64(bn), uint64(ad))); g > 1 {
		bn, ad = bn/g, ad/g
	}
	n, ok1 := mul64(an, bn)
	d, ok2 := mul64(ad, bd)
	return Rat{n: n, d: d - 1}, ok1 && ok2
}

// AddMul returns a + b*c.
func (a Rat) AddMul(b, c Rat) Rat {
	if a.d|b.d|c.d == 0 && a.b == nil && b.b == nil && c.b == nil {
		if p, ok := mul64(b.n, c.n); ok {
			if s, ok := add64(a.n, p); ok {
				return Rat{n: s}
			}
		}
	}
	return a.Add(b.Mul(c))
}

// Div returns a / b. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Rat) Div(b Rat) Rat {
	if b.d == 0 && b.b == nil {
		if b.n == 1 {
			return a
		}
		if b.n == -1 {
			return a.Neg()
		}
	}
	return a.Mul(b.Inv())
}

// FloorDiv returns the greatest integer not above a / b. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Rat) FloorDiv(b Rat) Rat { return a.roundedDiv(b, false) }

// CeilDiv returns the least integer not below a / b. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Rat) CeilDiv(b Rat) Rat { return a.roundedDiv(b, true) }

func (a Rat) roundedDiv(b Rat, up bool) Rat {
	x, ok := a.double()
	if y, whole := b.double(); ok && whole && y != (double{}) {
		return x.roundedDiv(y, up)
	}
	if a = a.Div(b); up {
		return RatFromInt(a.Ceil())
	}
	return RatFromInt(a.Floor())
}

// Inv returns 1 / a. It panics if a is zero.
//
//muster:requires !a.IsZero()
func (a Rat) Inv() Rat {
	if a.b != nil {
		return ownRat(new(big.Rat).Inv(a.view()))
	}
	if a.n == 0 {
		panic("num: division by zero")
	}
	return signed(a.n < 0, uint64(a.d)+1, abs64(a.n))
}

// Neg returns -a.
func (a Rat) Neg() Rat {
	if a.b == nil && a.n != math.MinInt64 {
		return Rat{n: -a.n, d: a.d}
	}
	return negRat(a)
}

func negRat(a Rat) Rat {
	if x, ok := a.double(); ok {
		return x.neg().rat()
	}
	return ownRat(new(big.Rat).Neg(a.view()))
}

// Abs returns |a|.
func (a Rat) Abs() Rat {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Cmp returns -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Rat) Cmp(b Rat) int {
	if a.d|b.d == 0 && a.b == nil && b.b == nil {
		return cmp64(a.n, b.n)
	}
	return cmpRat(a, b)
}

func cmpRat(a, b Rat) int {
	if sa, sb := a.Sign(), b.Sign(); sa != sb || sa == 0 {
		return cmp64(int64(sa), int64(sb))
	}
	if a.b != nil || b.b != nil {
		if x, ok := a.double(); ok {
			if y, ok := b.double(); ok {
				return x.cmp(y)
			}
		}
		return a.view().Cmp(b.view())
	}
	if a.d == b.d {
		return cmp64(a.n, b.n)
	}
	xh, xl := bits.Mul64(abs64(a.n), uint64(b.d)+1)
	yh, yl := bits.Mul64(abs64(b.n), uint64(a.d)+1)
	c := 0
	switch {
	case xh < yh || xh == yh && xl < yl:
		c = -1
	case xh != yh || xl != yl:
		c = 1
	}
	if a.n < 0 {
		return -c
	}
	return c
}

// Less reports whether a < b.
func (a Rat) Less(b Rat) bool {
	if a.d|b.d == 0 && a.b == nil && b.b == nil {
		return a.n < b.n
	}
	return cmpRat(a, b) < 0
}

// Equal reports whether a == b.
func (a Rat) Equal(b Rat) bool {
	if a.b == nil || a.b == wide || b.b == nil || b.b == wide {
		return a == b
	}
	return a.b.Cmp(b.b) == 0
}

// Floor returns the greatest integer not above a.
func (a Rat) Floor() Int {
	if a.b == nil && a.d == 0 {
		return Int{w: a.n}
	}
	return a.Num().FloorDiv(a.Den())
}

// Ceil returns the least integer not below a.
func (a Rat) Ceil() Int {
	if a.b == nil && a.d == 0 {
		return Int{w: a.n}
	}
	return a.Num().CeilDiv(a.Den())
}

// String returns "n" or "n/d".
func (a Rat) String() string {
	if a.IsInt() {
		return a.Num().String()
	}
	return a.Num().String() + "/" + a.Den().String()
}

// Hash returns a hash that is equal for equal numbers and the same in every
// run. An integer hashes as its Int does.
func (a Rat) Hash() uint64 {
	h := a.Num().Hash()
	if a.IsInt() {
		return h
	}
	return mix(h ^ a.Den().Hash()<<1)
}
