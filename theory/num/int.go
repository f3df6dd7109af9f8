package num

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an immutable integer of any size. The zero value is 0.
type Int struct {
	w int64
	b *big.Int // nil: the value is w; else w is 0 and the value does not fit int64
}

// FromInt64 returns x as an Int.
func FromInt64(x int64) Int { return Int{w: x} }

// FromUint64 returns x as an Int.
func FromUint64(x uint64) Int {
	if x <= math.MaxInt64 {
		return Int{w: int64(x)}
	}
	return Int{b: new(big.Int).SetUint64(x)}
}

// FromBig returns x as an Int. x is copied.
func FromBig(x *big.Int) Int {
	if x.IsInt64() {
		return Int{w: x.Int64()}
	}
	return Int{b: new(big.Int).Set(x)}
}

// own is FromBig without the copy: the caller gives x up.
func own(x *big.Int) Int {
	if x.IsInt64() {
		return Int{w: x.Int64()}
	}
	return Int{b: x}
}

// ParseInt reads a decimal integer of any length with an optional leading
// minus sign.
func ParseInt(s string) (Int, error) {
	digits := s
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
	if digits == "" {
		return Int{}, fmt.Errorf("not a decimal integer: %s", quote(s))
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return Int{}, fmt.Errorf("not a decimal integer: %s", quote(s))
		}
	}
	if len(s) <= 20 {
		if x, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Int{w: x}, nil
		}
	}
	x := bigDigits(digits)
	if len(digits) < len(s) {
		x.Neg(x)
	}
	return own(x), nil
}

// bigDigits reads digits by halves, which takes the time of a multiplication;
// SetString is quadratic in their number.
func bigDigits(digits string) *big.Int {
	const short = 2000
	if len(digits) <= short {
		x, _ := new(big.Int).SetString(digits, 10)
		return x
	}
	low := len(digits) / 2
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(low)), nil)
	x := scale.Mul(scale, bigDigits(digits[:len(digits)-low]))
	return x.Add(x, bigDigits(digits[len(digits)-low:]))
}

// quote quotes the beginning of a possibly huge input for an error message.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		return strconv.Quote(s[:most]) + "..."
	}
	return strconv.Quote(s)
}

// Int64 returns the value and true if it fits.
func (a Int) Int64() (int64, bool) { return a.w, a.b == nil }

// Uint64 returns the value and true if it fits.
func (a Int) Uint64() (uint64, bool) {
	if a.b == nil {
		return uint64(a.w), a.w >= 0
	}
	return a.b.Uint64(), a.b.IsUint64()
}

// Big returns the value as a new big.Int that the caller may change.
func (a Int) Big() *big.Int {
	if a.b != nil {
		return new(big.Int).Set(a.b)
	}
	return big.NewInt(a.w)
}

// view returns the value as a big.Int that must not be changed.
func (a Int) view() *big.Int {
	if a.b != nil {
		return a.b
	}
	return big.NewInt(a.w)
}

// Add returns a + b.
func (a Int) Add(b Int) Int {
	if s := a.w + b.w; a.b == nil && b.b == nil && (s^a.w)&(s^b.w) >= 0 {
		return Int{w: s}
	}
	return addBig(a, b)
}

func addBig(a, b Int) Int { return own(new(big.Int).Add(a.view(), b.view())) }

// Sub returns a - b.
func (a Int) Sub(b Int) Int {
	if s := a.w - b.w; a.b == nil && b.b == nil && (a.w^b.w)&(a.w^s) >= 0 {
		return Int{w: s}
	}
	return subBig(a, b)
}

func subBig(a, b Int) Int { return own(new(big.Int).Sub(a.view(), b.view())) }

// Mul returns a * b.
func (a Int) Mul(b Int) Int {
	if a.b == nil && b.b == nil {
		if p, ok := mul64(a.w, b.w); ok {
			return Int{w: p}
		}
	}
	return own(new(big.Int).Mul(a.view(), b.view()))
}

// Neg returns -a.
func (a Int) Neg() Int {
	if a.b == nil && a.w != math.MinInt64 {
		return Int{w: -a.w}
	}
	return negBig(a)
}

func negBig(a Int) Int { return own(new(big.Int).Neg(a.view())) }

// Abs returns |a|.
func (a Int) Abs() Int {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Cmp returns -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Int) Cmp(b Int) int {
	if a.b == nil && b.b == nil {
		return cmp64(a.w, b.w)
	}
	return a.view().Cmp(b.view())
}

// Less reports whether a < b.
func (a Int) Less(b Int) bool {
	if a.b == nil && b.b == nil {
		return a.w < b.w
	}
	return a.Cmp(b) < 0
}

// Equal reports whether a == b.
func (a Int) Equal(b Int) bool {
	if a.b == nil || b.b == nil {
		return a.w == b.w && a.b == b.b
	}
	return a.b.Cmp(b.b) == 0
}

// Sign returns -1, 0 or 1.
func (a Int) Sign() int {
	if a.b != nil {
		return a.b.Sign()
	}
	return cmp64(a.w, 0)
}

// IsZero reports whether a == 0.
func (a Int) IsZero() bool { return a.w == 0 && a.b == nil }

// IsOne reports whether a == 1.
func (a Int) IsOne() bool { return a.w == 1 }

// QuoRem returns the quotient rounded towards zero and its remainder, which
// has the sign of a. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Int) QuoRem(b Int) (q, r Int) {
	if a.b == nil && b.b == nil && !(a.w == math.MinInt64 && b.w == -1) {
		return Int{w: a.w / b.w}, Int{w: a.w % b.w}
	}
	bq, br := new(big.Int).QuoRem(a.view(), b.view(), new(big.Int))
	return own(bq), own(br)
}

// EuclidDivMod returns SMT-LIB's div and mod: a = b*q + r with 0 <= r < |b|.
// It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Int) EuclidDivMod(b Int) (q, r Int) {
	q, r = a.QuoRem(b)
	if r.Sign() >= 0 {
		return q, r
	}
	one := Int{w: 1}
	if b.Sign() > 0 {
		return q.Sub(one), r.Add(b)
	}
	return q.Add(one), r.Sub(b)
}

// FloorDiv returns a/b rounded down. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Int) FloorDiv(b Int) Int {
	q, r := a.QuoRem(b)
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		return q.Sub(Int{w: 1})
	}
	return q
}

// CeilDiv returns a/b rounded up. It panics if b is zero.
//
//muster:requires !b.IsZero()
func (a Int) CeilDiv(b Int) Int {
	q, r := a.QuoRem(b)
	if r.Sign() != 0 && r.Sign() == b.Sign() {
		return q.Add(Int{w: 1})
	}
	return q
}

// Divides reports whether a divides b; 0 divides only 0.
func (a Int) Divides(b Int) bool {
	if a.IsZero() {
		return b.IsZero()
	}
	_, r := b.QuoRem(a)
	return r.IsZero()
}

// GCD returns the greatest common divisor, which is never negative;
// GCD(0, b) is |b|.
func (a Int) GCD(b Int) Int {
	if a.b == nil && b.b == nil {
		return FromUint64(gcd64(abs64(a.w), abs64(b.w)))
	}
	if a.IsZero() {
		return b.Abs()
	}
	if b.IsZero() {
		return a.Abs()
	}
	return own(new(big.Int).GCD(nil, nil, new(big.Int).Abs(a.view()), new(big.Int).Abs(b.view())))
}

// LCM returns the least common multiple, which is never negative; it is 0 if
// a or b is.
func (a Int) LCM(b Int) Int {
	if a.IsZero() || b.IsZero() {
		return Int{}
	}
	q, _ := a.QuoRem(a.GCD(b))
	return q.Mul(b).Abs()
}

// Lsh returns a * 2^n.
func (a Int) Lsh(n uint) Int {
	if a.b == nil && n < 63 && a.w<<n>>n == a.w {
		return Int{w: a.w << n}
	}
	return own(new(big.Int).Lsh(a.view(), n))
}

// BitLen returns the number of bits of |a|.
func (a Int) BitLen() int {
	if a.b != nil {
		return a.b.BitLen()
	}
	return bits.Len64(abs64(a.w))
}

// String returns the decimal form.
func (a Int) String() string {
	if a.b != nil {
		return a.b.String()
	}
	return strconv.FormatInt(a.w, 10)
}

// Append appends the decimal form to dst.
func (a Int) Append(dst []byte) []byte {
	if a.b != nil {
		return a.b.Append(dst, 10)
	}
	return strconv.AppendInt(dst, a.w, 10)
}

// Hash returns a hash that is equal for equal numbers and the same in every
// run.
func (a Int) Hash() uint64 {
	if a.b == nil {
		return mix(uint64(a.w))
	}
	h := uint64(2 + a.b.Sign())
	for _, w := range a.b.Bits() {
		h = mix(h ^ uint64(w))
	}
	return h
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func cmp64(a, b int64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

func abs64(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// mul64 returns a*b and whether it fits.
func mul64(a, b int64) (int64, bool) {
	if a == int64(int32(a)) && b == int64(int32(b)) {
		return a * b, true
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	return int64(lo), int64(hi) == int64(lo)>>63
}

func add64(a, b int64) (int64, bool) {
	s := a + b
	return s, (s^a)&(s^b) >= 0
}

// gcd64 returns the greatest common divisor, by the binary algorithm.
func gcd64(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	if b == 0 {
		return a
	}
	if a == 1 || b == 1 {
		return 1
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << shift
}
