package golang

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// The leaf of a floating-point number is an integer that is in its place in the order of all of them: the bits of its
// absolute value, with its sign. So comparisons are exact, and what else there is results in any value. Both zeros are
// 0, and what is beyond the infinities is no number.

// mostReal is the place of the positive infinity.
const mostReal = 0x7ff << 52

// isReal reports whether a type is one of floating-point numbers that are not complex.
func isReal(t types.Type) bool { return is(t, types.IsFloat) }

// placeOf returns the place of a number in the order.
func placeOf(x float64) int64 {
	n := int64(math.Float64bits(math.Abs(x)))
	if x < 0 {
		return -n
	}
	return n
}

// realAt returns the number that is at a place.
func realAt(n *big.Int) float64 {
	if !n.IsInt64() || n.CmpAbs(big.NewInt(mostReal)) > 0 {
		return math.NaN()
	}
	x := math.Float64frombits(new(big.Int).Abs(n).Uint64())
	if n.Sign() < 0 {
		return -x
	}
	return x
}

// float returns what a constant is. Complex ones are numbered: nothing is computed with them.
func (l *lowerer) float(v constant.Value, t types.Type) int64 {
	if isReal(t) {
		x, _ := constant.Float64Val(v)
		if l.sizeof(t) == 4 {
			short, _ := constant.Float32Val(v)
			x = float64(short)
		}
		return placeOf(x)
	}
	if constant.Sign(constant.Real(v)) == 0 && constant.Sign(constant.Imag(v)) == 0 {
		return 0
	}
	n, ok := l.floats[v.ExactString()]
	if !ok {
		n = int64(len(l.floats) + 1)
		l.floats[v.ExactString()] = n
	}
	return n
}

// compareReals returns the condition that a comparison holds of floating-point numbers: none does if one is no number.
func (f *fn) compareReals(op token.Token, x, y machine.Value, t types.Type) term.Term {
	if !isReal(t) {
		return f.floating(types.Typ[types.Bool])[0].Cond
	}
	f.single(t)
	st, a, b := f.st, f.b.Number(x), f.b.Number(y)
	var c term.Term
	switch op {
	case token.EQL:
		c = st.Eq(a, b)
	case token.LSS:
		c = st.Lt(a, b)
	case token.LEQ:
		c = st.Le(a, b)
	case token.GTR:
		c = st.Lt(b, a)
	case token.GEQ:
		c = st.Le(b, a)
	}
	number := func(t term.Term) term.Term {
		return st.And(st.Le(st.Int(-mostReal), t), st.Le(t, st.Int(mostReal)))
	}
	return st.And(c, number(a), number(b))
}

// single notes that a number of single precision may be any one of double precision here.
func (f *fn) single(t types.Type) {
	if f.sizeof(t) == 4 {
		f.inexact("floating-point arithmetic")
	}
}

// negated returns a floating-point number with another sign.
func (f *fn) negated(x machine.Value, t types.Type) value {
	if !isReal(t) {
		return f.floating(t)
	}
	return value{{Term: f.st.Sub(f.st.Int(0), f.b.Number(x))}}
}

// converted returns a number that a conversion makes a floating-point number of, or the other way round.
func (f *fn) converted(x value, from, to types.Type) value {
	if isReal(from) && isReal(to) && f.sizeof(from) <= f.sizeof(to) {
		f.single(from)
		return x
	}
	return f.floating(to)
}

// floating returns what floating-point arithmetic results in: any value of a type.
func (f *fn) floating(t types.Type) value {
	f.inexact("floating-point arithmetic")
	return f.anyOf(t)
}
