package machine

import (
	"math/big"

	"github.com/muster-smt/muster/theory/term"
)

// Op is an operation.
type Op uint8

// The operations.
const (
	Add Op = iota + 1
	Sub
	Mul
	Quo // truncated towards zero
	Rem // has the sign of the dividend
	Shl
	Shr
	And
	Or
	Xor
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
)

// Bounds returns those of the exact result of Add, Sub or Mul.
func Bounds(op Op, x, y Value) (lo, hi *big.Int) {
	switch op {
	case Add:
		return new(big.Int).Add(x.Lo, y.Lo), new(big.Int).Add(x.Hi, y.Hi)
	case Sub:
		return new(big.Int).Sub(x.Lo, y.Hi), new(big.Int).Sub(x.Hi, y.Lo)
	}
	for _, p := range []*big.Int{x.Lo, x.Hi} {
		for _, q := range []*big.Int{y.Lo, y.Hi} {
			r := new(big.Int).Mul(p, q)
			if lo == nil || r.Cmp(lo) < 0 {
				lo = r
			}
			if hi == nil || r.Cmp(hi) > 0 {
				hi = r
			}
		}
	}
	return lo, hi
}

// Exact returns the sum, difference or product of integers, which is in no type yet.
func (b *Builder) Exact(op Op, x, y Value) Value {
	x, y = b.Ranged(x), b.Ranged(y)
	s, t := b.Number(x), b.Number(y)
	out := Value{Low: min(x.Low, y.Low)}
	out.Lo, out.Hi = Bounds(op, x, y)
	switch op {
	case Add:
		out.Term = b.st.Add(s, t)
	case Sub:
		out.Term = b.st.Sub(s, t)
	default:
		out.Low = min(x.Low+y.Low, 64)
		out.Term = b.st.Mul(s, t)
	}
	return b.folded(out)
}

// Divide returns the exact quotient or remainder, truncated towards zero, by a number that is not 0. It fits the type
// of the operands but for the quotient of the least number and -1. By the constant 0 it is 0: no execution gets there.
func (b *Builder) Divide(op Op, x, y Value) Value {
	x, y = b.Ranged(x), b.Ranged(y)
	if y.IsConst() && y.Lo.Sign() == 0 {
		return b.Small(0)
	}
	s, t := b.Number(x), b.Number(y)
	bound := Max(new(big.Int).Abs(x.Lo), new(big.Int).Abs(x.Hi))
	out := Value{Lo: new(big.Int).Neg(bound), Hi: bound}
	if x.Lo.Sign() >= 0 && (y.Lo.Sign() >= 0 || op == Rem) {
		out.Lo = new(big.Int)
	}
	if op == Rem {
		if m := Max(new(big.Int).Abs(y.Lo), new(big.Int).Abs(y.Hi)); m.Sign() > 0 {
			m = new(big.Int).Sub(m, big.NewInt(1))
			out = out.Clip(new(big.Int).Neg(m), m)
		}
	}
	whole := func(p term.Term) term.Term {
		if op == Rem {
			return b.st.Mod(p, t)
		}
		return b.st.Div(p, t)
	}
	if x.Lo.Sign() >= 0 {
		out.Term = whole(s)
	} else {
		out.Term = b.st.Ite(b.st.Le(b.st.Int(0), s), whole(s), b.st.Neg(whole(b.st.Neg(s))))
	}
	if x.IsConst() && y.IsConst() {
		q, r := new(big.Int).QuoRem(x.Lo, y.Lo, new(big.Int))
		if op == Rem {
			q = r
		}
		out = b.Constant(q)
	}
	return out
}

// Compare returns the condition that a comparison holds.
func (b *Builder) Compare(op Op, x, y Value) term.Term {
	if x.Term == 0 && y.IsConst() && (op == Eq || op == Ne) {
		c := x.Cond
		switch {
		case y.Lo.Sign() == 0:
			c = b.st.Not(c)
		case y.Lo.Cmp(big.NewInt(1)) != 0:
			c = b.st.False()
		}
		if op == Ne {
			c = b.st.Not(c)
		}
		return c
	}
	s, t := b.Number(x), b.Number(y)
	switch op {
	case Eq:
		return b.equal(x, y, s, t)
	case Ne:
		return b.st.Not(b.equal(x, y, s, t))
	case Lt:
		return b.less(x, y, s, t, false)
	case Gt:
		return b.less(y, x, t, s, false)
	case Le:
		return b.less(x, y, s, t, true)
	}
	return b.less(y, x, t, s, true)
}

func (b *Builder) equal(x, y Value, s, t term.Term) term.Term {
	if x.Hi.Cmp(y.Lo) < 0 || y.Hi.Cmp(x.Lo) < 0 {
		return b.st.False()
	}
	if x.IsConst() && y.IsConst() {
		return b.st.Bool(x.Lo.Cmp(y.Lo) == 0)
	}
	return b.st.Eq(s, t)
}

// less returns s < t, or s <= t.
func (b *Builder) less(x, y Value, s, t term.Term, equal bool) term.Term {
	least := x.Hi.Cmp(y.Lo)
	most := x.Lo.Cmp(y.Hi)
	switch {
	case least < 0, equal && least == 0:
		return b.st.True()
	case most > 0, !equal && most == 0:
		return b.st.False()
	}
	if equal {
		return b.st.Le(s, t)
	}
	return b.st.Lt(s, t)
}
