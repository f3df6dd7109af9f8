package model

import (
	"math/big"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// modulo returns n modulo two to the power of width, which is not negative.
func modulo(n num.Int, width int) num.Int {
	_, r := n.EuclidDivMod(num.FromInt64(1).Lsh(uint(width)))
	return r
}

// bit reports whether bit k of n, which is not negative, is 1.
func bit(n num.Int, k int) bool {
	if w, ok := n.Int64(); ok {
		return k < 63 && w>>k&1 == 1
	}
	return n.Big().Bit(k) == 1
}

// signed returns the value of a bit-vector as a signed number.
func (v Value) signed() num.Int {
	if v.Bit(int(v.width) - 1) {
		return v.n.Sub(num.FromInt64(1).Lsh(uint(v.width)))
	}
	return v.n
}

// appendBits appends a bit-vector as SMT-LIB writes it: hexadecimal if the width is a multiple
// of four, else binary.
func (v Value) appendBits(dst []byte) []byte {
	base, per := 2, 1
	if v.width%4 == 0 {
		base, per = 16, 4
	}
	dst = append(dst, "#b"...)
	if per == 4 {
		dst[len(dst)-1] = 'x'
	}
	digits := v.n.Big().Text(base)
	for k := len(digits); k < int(v.width)/per; k++ {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// bitsOf computes the value of an operator on bit-vectors, or on an Int that becomes one.
func bitsOf(st *term.Store, t term.Term, args []Value) (Value, bool) {
	x := args[0]
	switch op := st.Op(t); op {
	case term.OpConcat:
		n := num.Int{}
		for _, a := range args {
			n = n.Lsh(uint(a.width)).Add(a.n)
		}
		return Bits(st, st.Sort(t), n), true
	case term.OpExtract:
		_, lo := st.ExtractBounds(t)
		return Bits(st, st.Sort(t), x.n.FloorDiv(num.FromInt64(1).Lsh(uint(lo)))), true
	case term.OpSignExt:
		return Bits(st, st.Sort(t), x.signed()), true
	case term.OpIntToBv:
		return Bits(st, st.Sort(t), x.n), true
	case term.OpBvNot:
		return Bits(st, x.sort, x.n.Neg().Sub(num.FromInt64(1))), true
	case term.OpBvNeg:
		return Bits(st, x.sort, x.n.Neg()), true
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd:
		n := x.n
		for _, a := range args[1:] {
			n = bitwise(op, n, a.n)
		}
		return Bits(st, x.sort, n), true
	case term.OpBvMul:
		return Bits(st, x.sort, x.n.Mul(args[1].n)), true
	case term.OpBvUdiv, term.OpBvUrem:
		return divided(st, op, x, args[1]), true
	case term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		return shifted(st, op, x, args[1]), true
	case term.OpBvUle:
		return Bool(x.n.Cmp(args[1].n) <= 0), true
	case term.OpBvSle:
		return Bool(x.signed().Cmp(args[1].signed()) <= 0), true
	case term.OpBvUmulo:
		return Bool(x.n.Mul(args[1].n).BitLen() > int(x.width)), true
	case term.OpBvSmulo:
		p := x.signed().Mul(args[1].signed())
		return Bool(!Bits(st, x.sort, p).signed().Equal(p)), true
	}
	return Value{}, false
}

// bitwise applies a commutative operator to two numbers that are not negative.
func bitwise(op term.Op, a, b num.Int) num.Int {
	if op == term.OpBvAdd {
		return a.Add(b)
	}
	x, y, z := a.Big(), b.Big(), new(big.Int)
	switch op {
	case term.OpBvAnd:
		z.And(x, y)
	case term.OpBvOr:
		z.Or(x, y)
	default:
		z.Xor(x, y)
	}
	return num.FromBig(z)
}

func divided(st *term.Store, op term.Op, x, y Value) Value {
	q, r := num.FromInt64(-1), x.n
	if !y.n.IsZero() {
		q, r = x.n.EuclidDivMod(y.n)
	}
	if op == term.OpBvUdiv {
		return Bits(st, x.sort, q)
	}
	return Bits(st, x.sort, r)
}

func shifted(st *term.Store, op term.Op, x, by Value) Value {
	k := int64(x.width)
	if w, ok := by.n.Int64(); ok {
		k = min(k, w)
	}
	switch op {
	case term.OpBvShl:
		return Bits(st, x.sort, x.n.Lsh(uint(k)))
	case term.OpBvAshr:
		return Bits(st, x.sort, x.signed().FloorDiv(num.FromInt64(1).Lsh(uint(k))))
	}
	return Bits(st, x.sort, x.n.FloorDiv(num.FromInt64(1).Lsh(uint(k))))
}
