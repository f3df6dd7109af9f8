package machine

import (
	"math/big"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Type is a type of integers.
type Type struct {
	Bits   int // at least 1
	Signed bool
}

// Range returns the least and the greatest value of a type.
func (t Type) Range() (lo, hi *big.Int) {
	one := big.NewInt(1)
	if !t.Signed {
		hi = Pow2(uint(t.Bits))
		return new(big.Int), hi.Sub(hi, one)
	}
	hi = Pow2(uint(t.Bits - 1))
	return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
}

// Value is an integer, or a condition as one.
type Value struct {
	Term   term.Term // 0 if the value is that of Cond
	Cond   term.Term // the value is 1 if it holds, else 0
	Lo, Hi *big.Int  // the value is between them, once Ranged has said so
	Low    int       // so many low bits are 0; 64 stands for all
	Raw    bool      // that it is between its bounds is not known to the solver yet
}

// Const returns the number that a value is, if it can be only one.
func (v Value) Const() (*big.Int, bool) {
	if v.Term != 0 && v.Lo != nil && v.Lo.Cmp(v.Hi) == 0 {
		return v.Lo, true
	}
	return nil, false
}

// IsConst reports whether a value can be only one number.
func (v Value) IsConst() bool {
	_, ok := v.Const()
	return ok
}

// Fits reports whether a value is in a type by its bounds.
func (v Value) Fits(t Type) bool {
	lo, hi := t.Range()
	return v.Lo.Cmp(lo) >= 0 && v.Hi.Cmp(hi) <= 0
}

// Clip returns a value that is also between other bounds.
func (v Value) Clip(lo, hi *big.Int) Value {
	v.Lo, v.Hi = Max(v.Lo, lo), Min(v.Hi, hi)
	return v
}

// Join returns v with bounds and low bits that are those of w, too.
func (v Value) Join(w Value) Value {
	v.Lo, v.Hi, v.Low = Min(v.Lo, w.Lo), Max(v.Hi, w.Hi), min(v.Low, w.Low)
	return v
}

// Replaced returns a value that another term stands for.
func (v Value) Replaced(t term.Term) Value {
	v.Term, v.Cond = t, 0
	return v
}

// Pow2 returns 2^n.
func Pow2(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// Max returns the greater one of two numbers.
func Max(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// Min returns the smaller one of two numbers.
func Min(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Builder makes the terms of values. One is for the commands of one procedure, in their order.
type Builder struct {
	st      *term.Store
	assume  func(term.Term)
	inRange map[term.Term]bool // what is assumed to be in its range
}

// New returns a Builder that has what holds in all executions assumed where the next command is.
func New(st *term.Store, assume func(term.Term)) *Builder {
	return &Builder{st, assume, map[term.Term]bool{}}
}

// Forget drops what has been assumed. It is called where a variable changes, and where a block begins.
func (b *Builder) Forget() { clear(b.inRange) }

// Int returns a numeral.
func (b *Builder) Int(v *big.Int) term.Term { return b.st.Numeral(num.FromBig(v)) }

// Constant returns the value of a numeral.
func (b *Builder) Constant(v *big.Int) Value {
	low := 64
	if v.Sign() != 0 {
		low = int(v.TrailingZeroBits())
	}
	return Value{Term: b.Int(v), Lo: v, Hi: v, Low: low}
}

// Small returns the value of a numeral.
func (b *Builder) Small(v int64) Value { return b.Constant(big.NewInt(v)) }

// Boolean returns the value 1 or 0 of a condition.
func (b *Builder) Boolean(c term.Term) Value {
	switch c {
	case b.st.True():
		return b.Small(1)
	case b.st.False():
		return b.Small(0)
	}
	return Value{Cond: c, Lo: new(big.Int), Hi: big.NewInt(1)}
}

// Read returns what is read from a variable or a map that has only values between two bounds.
func (b *Builder) Read(t term.Term, lo, hi *big.Int) Value {
	return Value{Term: t, Lo: lo, Hi: hi, Raw: true}
}

// Number returns the term of a value.
func (b *Builder) Number(v Value) term.Term {
	if v.Term != 0 {
		return v.Term
	}
	return b.st.Ite(v.Cond, b.st.Int(1), b.st.Int(0))
}

// Truth returns the condition that a value is not 0.
func (b *Builder) Truth(v Value) term.Term {
	if v.Term == 0 {
		return v.Cond
	}
	if c, ok := v.Const(); ok {
		return b.st.Bool(c.Sign() != 0)
	}
	return b.st.Not(b.st.Eq(v.Term, b.st.Int(0)))
}

// Ranged has the solver know that a value is in its range, which all executions keep to.
func (b *Builder) Ranged(v Value) Value {
	if !v.Raw || v.Term == 0 {
		return v
	}
	v.Raw = false
	if b.inRange[v.Term] {
		return v
	}
	b.inRange[v.Term] = true
	b.assume(b.Within(v.Term, v.Lo, v.Hi))
	return v
}

// Within returns the condition that a number is between two bounds.
func (b *Builder) Within(t term.Term, lo, hi *big.Int) term.Term {
	return b.st.And(b.st.Le(b.Int(lo), t), b.st.Le(t, b.Int(hi)))
}

// Ite returns one of two values.
func (b *Builder) Ite(c term.Term, x, y Value) Value {
	if x.Term == 0 && y.Term == 0 {
		return b.Boolean(b.st.Ite(c, x.Cond, y.Cond))
	}
	x, y = b.Ranged(x), b.Ranged(y)
	return x.Join(y).Replaced(b.st.Ite(c, b.Number(x), b.Number(y)))
}

// Wrap returns the value of a type that is equal to v modulo 2^n.
func (b *Builder) Wrap(v Value, typ Type) Value {
	if v.Fits(typ) {
		return v
	}
	lo, hi := typ.Range()
	return b.reduce(b.Ranged(v), uint(typ.Bits), lo, hi)
}

// reduce brings a value between lo and hi, which are 2^bits apart.
func (b *Builder) reduce(v Value, bits uint, lo, hi *big.Int) Value {
	m, st := Pow2(bits), b.st
	if c, ok := v.Const(); ok {
		c = new(big.Int).Sub(c, lo)
		return b.Constant(c.Add(c.Mod(c, m), lo))
	}
	t := b.Number(v)
	out := Value{Lo: lo, Hi: hi, Low: min(v.Low, int(bits))}
	least, most := new(big.Int).Sub(lo, m), new(big.Int).Add(hi, m)
	if v.Lo.Cmp(least) >= 0 && v.Hi.Cmp(most) <= 0 {
		out.Term = t
		if v.Lo.Cmp(lo) < 0 {
			out.Term = st.Ite(st.Lt(t, b.Int(lo)), st.Add(t, b.Int(m)), out.Term)
		}
		if v.Hi.Cmp(hi) > 0 {
			out.Term = st.Ite(st.Lt(b.Int(hi), t), st.Sub(t, b.Int(m)), out.Term)
		}
		return out
	}
	if lo.Sign() == 0 {
		out.Term = st.Mod(t, b.Int(m))
		return out
	}
	out.Term = st.Add(st.Mod(st.Sub(t, b.Int(lo)), b.Int(m)), b.Int(lo))
	return out
}

// folded replaces a value that can be only one by a numeral.
func (b *Builder) folded(v Value) Value {
	if v.Lo.Cmp(v.Hi) == 0 {
		return b.Constant(v.Lo)
	}
	return v
}
