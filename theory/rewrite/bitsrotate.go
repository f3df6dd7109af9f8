package rewrite

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// rotation is x rotated to the left by an amount, modulo its width, a power of two.
type rotation struct {
	x      term.Term
	amount term.Term // as wide as the logarithm of the width
}

// rotated returns a or b, which are bitwise disjoined, if it is a rotation.
//
// A rotation of a rotation, where the width is a power of two, is one by the sum of the amounts. It goes to the side
// where the amount has no negation, and its two shifts are by amounts that add up to the width.
//
// Rules: BV_OR_ROTATE.
func (r *Rewriter) rotated(a, b term.Term) (t term.Term, ok bool) {
	rot, ok := r.rotationOf(a, b)
	if !ok {
		return 0, false
	}
	if inner, ok := r.rotationIn(rot.x); ok {
		rot = rotation{inner.x, r.BvAdd(inner.amount, rot.amount)}
	}
	left, right := r.shifts(rot)
	if left == a && right == b || left == b && right == a {
		return 0, false
	}
	r.fired[bvOrRotate]++
	return r.BvOr(left, right), true
}

// shifts returns what a rotation is the disjunction of.
func (r *Rewriter) shifts(rot rotation) (left, right term.Term) {
	n, m := r.st.WidthOf(rot.x), r.st.WidthOf(rot.amount)
	width := r.literal(num.WordFromUint64(n, uint64(n)))
	if back := r.BvNeg(rot.amount); r.negativeBits(rot.amount) && !r.negativeBits(back) {
		k := r.zeroExtend(n-m, back)
		return r.BvShl(rot.x, r.BvSub(width, k)), r.BvLshr(rot.x, k)
	}
	k := r.zeroExtend(n-m, rot.amount)
	return r.BvShl(rot.x, k), r.BvLshr(rot.x, r.BvSub(width, k))
}

// negativeBits reports whether t is a negation, or a product by a number in the upper half.
func (r *Rewriter) negativeBits(t term.Term) bool {
	st := r.st
	if st.Op(t) == term.OpBvMul && st.IsBits(st.Arg(t, 0)) {
		k := r.wordOf(st.Arg(t, 0))
		return k.Bit(k.Width() - 1)
	}
	return st.Op(t) == term.OpBvNot
}

// rotationIn returns the rotation that t is.
func (r *Rewriter) rotationIn(t term.Term) (rot rotation, ok bool) {
	args := r.nand(t)
	if len(args) != 2 || r.st.Op(args[0]) != term.OpBvNot || r.st.Op(args[1]) != term.OpBvNot {
		return rot, false
	}
	return r.rotationOf(r.st.Arg(args[0], 0), r.st.Arg(args[1], 0))
}

// rotationOf returns the rotation that the disjunction of a and b is: of shifts of one term to both sides, by
// amounts that add up to the width, one of them below it; or to 0 modulo the width, both below it.
func (r *Rewriter) rotationOf(a, b term.Term) (rot rotation, ok bool) {
	st := r.st
	if st.Op(a) == term.OpBvLshr {
		a, b = b, a
	}
	if st.Op(a) != term.OpBvShl || st.Op(b) != term.OpBvLshr || st.Arg(a, 0) != st.Arg(b, 0) {
		return rot, false
	}
	n := st.WidthOf(a)
	if n < 2 || n&(n-1) != 0 {
		return rot, false
	}
	m := bits.Len(uint(n)) - 1
	left, right := st.Arg(a, 1), st.Arg(b, 1)
	e, okLeft := r.lowest(left, m)
	f, okRight := r.lowest(right, m)
	whole := false
	if okLeft || okRight {
		v := r.BvAdd(left, right)
		whole = st.IsBits(v) && r.wordOf(v).Cmp(num.WordFromUint64(n, uint64(n))) == 0
	}
	switch {
	case whole && okLeft:
		return rotation{st.Arg(a, 0), e}, true
	case whole:
		return rotation{st.Arg(a, 0), r.BvNeg(f)}, true
	case okLeft && okRight && r.BvAdd(e, f) == r.zeros(m):
		return rotation{st.Arg(a, 0), e}, true
	}
	return rot, false
}

// lowest returns the lowest m bits of t if the others are obviously 0; of a polynomial, as one of the lowest
// bits of its atoms.
func (r *Rewriter) lowest(t term.Term, m int) (low term.Term, ok bool) {
	if n := r.st.WidthOf(t); r.leadingZeros(t) < n-m {
		return 0, false
	}
	low = r.Extract(m-1, 0, t)
	if m == 1 {
		return low, true
	}
	start, c := len(r.bits), num.WordFromUint64(m, 0)
	r.collectLowest(low, num.WordFromUint64(m, 1), &c)
	return r.buildBits(start, c), true
}

// collectLowest is collectBits, but takes also the lowest bits of polynomials apart.
func (r *Rewriter) collectLowest(t term.Term, k num.Word, c *num.Word) {
	p := t
	if r.st.Op(t) == term.OpExtract {
		if _, lo := r.st.ExtractBounds(t); lo == 0 {
			p = r.st.Arg(t, 0)
		}
	}
	if !r.affine(p) || !r.descend() {
		r.bits = append(r.bits, bitMonomial{k, t})
		return
	}
	start, d := len(r.bits), num.WordFromUint64(r.st.WidthOf(p), 0)
	r.collectBits(p, num.WordFromUint64(d.Width(), 1), &d)
	ms := slices.Clone(r.bits[start:])
	r.bits = r.bits[:start]
	*c = c.Add(k.Mul(d.Slice(k.Width()-1, 0)))
	for _, m := range ms {
		r.collectLowest(r.Extract(k.Width()-1, 0, m.t), k.Mul(m.c.Slice(k.Width()-1, 0)), c)
	}
	r.depth--
}
