package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// rebuildBits is Rebuild for the operators of bit-vectors.
func (r *Rewriter) rebuildBits(op term.Op, t term.Term, args []term.Term) term.Term {
	switch op {
	case term.OpConcat:
		return r.Concat(args...)
	case term.OpExtract:
		hi, lo := r.st.ExtractBounds(t)
		return r.Extract(hi, lo, args[0])
	case term.OpSignExt:
		return r.SignExtend(r.st.WidthOf(t)-r.st.WidthOf(args[0]), args[0])
	case term.OpBvNot:
		return r.BvNot(args[0])
	case term.OpBvAnd:
		return r.BvAnd(args...)
	case term.OpBvOr:
		return r.BvOr(args...)
	case term.OpBvXor:
		return r.BvXor(args...)
	case term.OpBvNeg:
		return r.BvNeg(args[0])
	case term.OpBvAdd:
		return r.BvAdd(args...)
	case term.OpBvMul:
		return r.BvMul(args[0], args[1])
	case term.OpBvUdiv:
		return r.BvUdiv(args[0], args[1])
	case term.OpBvUrem:
		return r.BvUrem(args[0], args[1])
	case term.OpBvShl:
		return r.BvShl(args[0], args[1])
	case term.OpBvLshr:
		return r.BvLshr(args[0], args[1])
	case term.OpBvAshr:
		return r.BvAshr(args[0], args[1])
	case term.OpBvUle:
		return r.BvUle(args[0], args[1])
	case term.OpBvSle:
		return r.BvSle(args[0], args[1])
	case term.OpBvUmulo:
		return r.BvUmulo(args[0], args[1])
	case term.OpBvSmulo:
		return r.BvSmulo(args[0], args[1])
	case term.OpBvToInt:
		return r.BvToInt(args[0])
	case term.OpIntToBv:
		return r.IntToBv(r.st.WidthOf(t), args[0])
	}
	return r.st.Rebuild(t, args)
}

// iteBits builds an ite of different bit-vectors; the condition is not constant or negated.
//
// Rules: BV_ITE_BOOL, BV_ITE_BIT, BV_ITE_NOT, BV_ITE_CONCAT.
func (r *Rewriter) iteBits(c, a, b term.Term) term.Term {
	st := r.st
	literals := st.IsBits(a) && st.IsBits(b)
	if st.WidthOf(a) == 1 {
		if t := r.iteBit(c, a, b, literals); t != 0 {
			return t
		}
	}
	if literals {
		return st.Ite(c, a, b)
	}
	if n, m := st.Op(a) == term.OpBvNot, st.Op(b) == term.OpBvNot; (n || st.IsBits(a)) && (m || st.IsBits(b)) {
		return r.by(bvIteNot, r.BvNot(r.Ite(c, r.BvNot(a), r.BvNot(b))))
	}
	if st.Op(a) != term.OpConcat && !st.IsBits(a) || st.Op(b) != term.OpConcat && !st.IsBits(b) {
		return st.Ite(c, a, b)
	}
	n := st.WidthOf(a)
	top, bottom := r.commonTop(a, b), r.commonBottom(a, b)
	if top+bottom == 0 {
		return st.Ite(c, a, b)
	}
	r.fired[bvIteConcat]++
	if top+bottom >= n { // the same value, of which one is not in normal form
		return a
	}
	hi, lo := n-top-1, bottom
	base := len(r.terms)
	if top > 0 {
		r.keep(r.Extract(n-1, hi+1, a))
	}
	r.keep(r.Ite(c, r.Extract(hi, lo, a), r.Extract(hi, lo, b)))
	if lo > 0 {
		r.keep(r.Extract(lo-1, 0, a))
	}
	return r.apply(base, r.Concat)
}

func (r *Rewriter) iteBit(c, a, b term.Term, literals bool) term.Term {
	st := r.st
	if !literals {
		x, ok := r.asBool(a)
		y, ok2 := r.asBool(b)
		if ok && ok2 {
			return r.by(bvIteBool, r.fromBool(r.Ite(c, x, y)))
		}
		return 0
	}
	if st.Op(c) != term.OpEq || st.WidthOf(st.Arg(c, 0)) != 1 {
		return 0
	}
	x, one := st.Arg(c, 0), st.Arg(c, 1)
	if st.IsBits(x) {
		x, one = one, x
	}
	if !st.IsBits(one) {
		return 0
	}
	r.fired[bvIteBit]++
	if one == a {
		return x
	}
	return r.BvNot(x)
}

// commonTop returns how many highest bits of two different terms, each a literal or a concatenation,
// are obviously the same, from their first pieces.
func (r *Rewriter) commonTop(a, b term.Term) int {
	x, y := r.piece(a, 0), r.piece(b, 0)
	n, m := r.st.WidthOf(x), r.st.WidthOf(y)
	switch k := min(n, m); {
	case x == y:
		return n
	case r.st.IsBits(x) && r.st.IsBits(y):
		d := r.wordOf(x).Slice(n-1, n-k).Xor(r.wordOf(y).Slice(m-1, m-k))
		return k - d.BitLen()
	}
	return 0
}

// commonBottom is commonTop for the lowest bits.
func (r *Rewriter) commonBottom(a, b term.Term) int {
	x, y := r.lastPiece(a), r.lastPiece(b)
	n, m := r.st.WidthOf(x), r.st.WidthOf(y)
	switch k := min(n, m); {
	case x == y:
		return n
	case r.st.IsBits(x) && r.st.IsBits(y):
		return r.wordOf(x).Slice(k-1, 0).Xor(r.wordOf(y).Slice(k-1, 0)).TrailingZeros()
	}
	return 0
}

func (r *Rewriter) lastPiece(t term.Term) term.Term {
	if r.st.Op(t) == term.OpConcat {
		return r.st.Arg(t, r.st.NumArgs(t)-1)
	}
	return t
}

// BvToInt returns the value of a as an unsigned number.
//
// Rules: BV_TO_INT_CONST, BV_TO_INT_ITE, BV_TO_INT_ZERO_EXTEND, BV_TO_INT_INT_TO_BV.
func (r *Rewriter) BvToInt(a term.Term) term.Term {
	st := r.st
	switch st.Op(a) {
	case term.OpBits:
		return r.by(bvToIntConst, r.Numeral(st.Num(a)))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.by(bvToIntIte, r.Ite(c, r.Numeral(st.Num(x)), r.Numeral(st.Num(y))))
		}
	case term.OpConcat:
		if k := r.leadingZeros(a); k > 0 {
			return r.by(bvToIntZeroExtend, r.BvToInt(r.Extract(st.WidthOf(a)-k-1, 0, a)))
		}
	case term.OpIntToBv:
		return r.by(bvToIntIntToBv, r.Mod(st.Arg(a, 0), r.Numeral(num.FromInt64(1).Lsh(uint(st.WidthOf(a))))))
	}
	return st.BvToInt(a)
}

// IntToBv returns an Int modulo two to the width.
//
// Rules: INT_TO_BV_CONST, INT_TO_BV_ITE, INT_TO_BV_MOD, INT_TO_BV_BV_TO_INT.
func (r *Rewriter) IntToBv(width int, a term.Term) term.Term {
	st := r.st
	if c, x, y, ok := r.iteOfNumerals(a); ok {
		return r.by(intToBvIte, r.Ite(c, r.IntToBv(width, x), r.IntToBv(width, y)))
	}
	if st.IsNum(a) {
		return r.by(intToBvConst, r.literal(num.WordFromInt(width, st.Num(a))))
	}
	power := num.FromInt64(1).Lsh(uint(width))
	if d, ok := r.modulus(a); ok && power.Divides(d) {
		return r.by(intToBvMod, r.IntToBv(width, st.Arg(a, 0)))
	}
	start := len(r.mons)
	var c num.Int
	r.collectLimited(a, num.FromInt64(1), &c)
	words := true
	for _, m := range r.mons[start:] {
		words = words && r.isValue(m.Term, intToBvBvToInt)
	}
	if !words {
		r.mons = r.mons[:start]
		return st.IntToBv(width, a)
	}
	base := len(r.terms)
	r.terms = append(r.terms, r.literal(num.WordFromInt(width, c)))
	for i := start; i < len(r.mons); i++ {
		m := r.mons[i]
		r.keep(r.BvMul(r.literal(num.WordFromInt(width, m.Coeff)), r.resize(width, st.Arg(m.Term, 0))))
	}
	r.mons = r.mons[:start]
	return r.by(intToBvBvToInt, r.apply(base, r.BvAdd))
}

// resize returns the lowest bits of t, or t with zeros in front.
func (r *Rewriter) resize(width int, t term.Term) term.Term {
	if n := r.st.WidthOf(t); n < width {
		return r.zeroExtend(width-n, t)
	}
	return r.Extract(width-1, 0, t)
}

// endsDiffer reports whether two terms begin or end with different literals.
func (r *Rewriter) endsDiffer(a, b term.Term) bool {
	x, y := r.piece(a, 0), r.piece(b, 0)
	if r.st.IsBits(x) && r.st.IsBits(y) && r.commonTop(a, b) < min(r.st.WidthOf(x), r.st.WidthOf(y)) {
		return true
	}
	x, y = r.lastPiece(a), r.lastPiece(b)
	return r.st.IsBits(x) && r.st.IsBits(y) && r.commonBottom(a, b) < min(r.st.WidthOf(x), r.st.WidthOf(y))
}

// isValue reports whether t is the value of a bit-vector, which rule, if it is on, is about.
func (r *Rewriter) isValue(t term.Term, rule Rule) bool {
	return r.st.Op(t) == term.OpBvToInt && !r.off[rule]
}

// leValues builds p <= k for the value of a bit-vector or a difference of two; or it
// returns 0.
//
// Rules: BV_TO_INT_LE.
func (r *Rewriter) leValues(p term.Term, k num.Int) term.Term {
	st := r.st
	if r.isValue(p, bvToIntLe) {
		r.fired[bvToIntLe]++
		x := st.Arg(p, 0)
		n := st.WidthOf(x)
		switch {
		case k.Sign() < 0:
			return st.False()
		case k.BitLen() > n:
			return st.True()
		}
		return r.BvUle(x, r.literal(num.WordFromInt(n, k)))
	}
	strict := k.Equal(num.FromInt64(-1))
	if st.Op(p) != term.OpAdd || st.NumArgs(p) != 2 || !k.IsZero() && !strict {
		return 0
	}
	a, m := st.Arg(p, 0), st.Arg(p, 1)
	if !r.isValue(a, bvToIntLe) || st.Op(m) != term.OpMul || st.Arg(m, 0) != r.Int(-1) ||
		!r.isValue(st.Arg(m, 1), bvToIntLe) {
		return 0
	}
	r.fired[bvToIntLe]++
	x, y := r.level(st.Arg(a, 0), st.Arg(st.Arg(m, 1), 0))
	if strict {
		return st.Not(r.BvUle(y, x))
	}
	return r.BvUle(x, y)
}

// eqValue builds x = k for the value of a bit-vector.
//
// Rules: BV_TO_INT_EQ.
func (r *Rewriter) eqValue(x term.Term, k num.Int) term.Term {
	r.fired[bvToIntEq]++
	x = r.st.Arg(x, 0)
	n := r.st.WidthOf(x)
	if k.Sign() < 0 || k.BitLen() > n {
		return r.st.False()
	}
	return r.Eq(x, r.literal(num.WordFromInt(n, k)))
}

// level extends the shorter of two terms by zeros.
func (r *Rewriter) level(a, b term.Term) (x, y term.Term) {
	n, m := r.st.WidthOf(a), r.st.WidthOf(b)
	return r.zeroExtend(max(n, m)-n, a), r.zeroExtend(max(n, m)-m, b)
}

// half returns the value of the bits of t, the value of a bit-vector, from k on, if high, or below k.
//
// Rules: BV_TO_INT_DIV, BV_TO_INT_MOD.
func (r *Rewriter) half(t term.Term, k int, high bool) term.Term {
	x := r.st.Arg(t, 0)
	n := r.st.WidthOf(x)
	switch {
	case high && k >= n:
		return r.Int(0)
	case high:
		return r.BvToInt(r.Extract(n-1, k, x))
	case k >= n:
		return t
	case k == 0:
		return r.Int(0)
	}
	return r.BvToInt(r.Extract(k-1, 0, x))
}

// exponent returns k if v is two to the power of k.
func exponent(v num.Int) (k int, ok bool) {
	k = v.BitLen() - 1
	return k, v.Sign() > 0 && num.FromInt64(1).Lsh(uint(k)).Equal(v)
}

// wordOf returns the value of a literal.
func (r *Rewriter) wordOf(t term.Term) num.Word {
	return num.WordFromInt(r.st.WidthOf(t), r.st.Num(t))
}

// literal returns the term of a value.
func (r *Rewriter) literal(v num.Word) term.Term {
	return r.st.Bits(r.st.BitVecSort(v.Width()), v.Int())
}
