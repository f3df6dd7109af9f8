package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// concatLimit is the greatest length of a nested concatenation that is flattened.
const concatLimit = 64

// depthLimit bounds how deep extraction is pushed into a term.
const depthLimit = 64

// Zeros returns the bit-vector 0 of a width.
func (r *Rewriter) zeros(width int) term.Term { return r.literal(num.WordFromUint64(width, 0)) }

// Concat returns its arguments joined, the first one the most significant.
//
// Rules: BV_CONCAT_FLATTEN, and those of joined.
func (r *Rewriter) Concat(args ...term.Term) term.Term {
	base := len(r.terms)
	for _, a := range args {
		r.appendPiece(base, a)
	}
	t := r.st.Concat(r.terms[base:]...)
	r.terms = r.terms[:base]
	return t
}

// appendPiece appends a piece to those of a concatenation in r.terms[base:].
func (r *Rewriter) appendPiece(base int, t term.Term) {
	if r.st.Op(t) == term.OpConcat && r.st.NumArgs(t) <= concatLimit {
		r.fired[bvConcatFlatten]++
		for _, a := range r.st.Args(t) {
			r.appendPiece(base, a)
		}
		return
	}
	if n := len(r.terms); n > base {
		if m := r.joined(r.terms[n-1], t); m != 0 {
			r.terms = r.terms[:n-1]
			r.appendPiece(base, m)
			return
		}
	}
	r.terms = append(r.terms, t)
}

// joined returns a followed by b if that is simpler than a concatenation, else 0.
//
// Rules: BV_CONCAT_CONST, BV_CONCAT_EXTRACT, BV_CONCAT_SIGN_EXTEND, BV_CONCAT_ITE, BV_CONCAT_NOT.
func (r *Rewriter) joined(a, b term.Term) term.Term {
	st := r.st
	switch {
	case st.IsBits(a) && st.IsBits(b):
		return r.by(bvConcatConst, r.literal(r.wordOf(a).Join(r.wordOf(b))))
	case st.Op(a) == term.OpBvNot && st.Op(b) == term.OpBvNot:
		if m := r.joined(st.Arg(a, 0), st.Arg(b, 0)); m != 0 {
			return r.by(bvConcatNot, r.BvNot(m))
		}
		return 0
	case st.Op(a) == term.OpExtract && st.Op(b) == term.OpExtract && st.Arg(a, 0) == st.Arg(b, 0):
		hi, lo := st.ExtractBounds(a)
		top, bottom := st.ExtractBounds(b)
		if lo == top+1 {
			return r.by(bvConcatExtract, r.Extract(hi, bottom, st.Arg(a, 0)))
		}
	case st.Op(a) == term.OpIte && st.Op(b) == term.OpIte && st.Arg(a, 0) == st.Arg(b, 0):
		c, x, y, ok := r.iteOfNumerals(a)
		_, u, v, ok2 := r.iteOfNumerals(b)
		if ok && ok2 {
			return r.by(bvConcatIte, r.Ite(c, r.joined(x, u), r.joined(y, v)))
		}
	}
	bit, k := a, 1
	if st.Op(a) == term.OpSignExt {
		bit, k = st.Arg(a, 0), st.WidthOf(a)
	}
	if st.WidthOf(bit) == 1 && !st.IsBits(bit) && r.isSign(bit, b) {
		return r.by(bvConcatSignExtend, r.SignExtend(k, b))
	}
	return 0
}

// isSign reports whether a term of width 1 is obviously the highest bit of t.
func (r *Rewriter) isSign(bit, t term.Term) bool {
	st := r.st
	if st.Op(t) == term.OpSignExt {
		t = st.Arg(t, 0)
	}
	if bit == t {
		return true
	}
	if st.Op(bit) == term.OpBvNot && st.Op(t) == term.OpBvNot {
		bit, t = st.Arg(bit, 0), st.Arg(t, 0)
	}
	if st.Op(bit) != term.OpExtract {
		return false
	}
	k, _ := st.ExtractBounds(bit)
	if st.Op(t) == term.OpExtract {
		hi, _ := st.ExtractBounds(t)
		return hi == k && st.Arg(t, 0) == st.Arg(bit, 0)
	}
	return t == st.Arg(bit, 0) && k == st.WidthOf(t)-1
}

// Extract returns the bits hi to lo of a.
//
// Rules: BV_EXTRACT_WHOLE, BV_EXTRACT_CONST, BV_EXTRACT_EXTRACT, BV_EXTRACT_CONCAT, BV_EXTRACT_SIGN_EXTEND,
// BV_EXTRACT_NOT, BV_EXTRACT_INT_TO_BV, BV_EXTRACT_ITE, BV_EXTRACT_BITWISE, BV_EXTRACT_ARITH.
func (r *Rewriter) Extract(hi, lo int, a term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if lo == 0 && hi == n-1 {
		return r.by(bvExtractWhole, a)
	}
	switch op := st.Op(a); op {
	case term.OpBits:
		return r.by(bvExtractConst, r.literal(r.wordOf(a).Slice(hi, lo)))
	case term.OpExtract:
		_, k := st.ExtractBounds(a)
		return r.by(bvExtractExtract, r.Extract(hi+k, lo+k, st.Arg(a, 0)))
	case term.OpConcat:
		return r.by(bvExtractConcat, r.extractPieces(hi, lo, a))
	case term.OpSignExt:
		return r.by(bvExtractSignExtend, r.extractSign(hi, lo, st.Arg(a, 0)))
	case term.OpBvNot:
		return r.by(bvExtractNot, r.BvNot(r.Extract(hi, lo, st.Arg(a, 0))))
	case term.OpIntToBv:
		if lo == 0 {
			return r.by(bvExtractIntToBv, r.IntToBv(hi+1, st.Arg(a, 0)))
		}
	case term.OpIte:
		if r.sliceable(st.Arg(a, 1)) && r.sliceable(st.Arg(a, 2)) && r.descend() {
			x, y := r.Extract(hi, lo, st.Arg(a, 1)), r.Extract(hi, lo, st.Arg(a, 2))
			r.depth--
			return r.by(bvExtractIte, r.Ite(st.Arg(a, 0), x, y))
		}
	case term.OpBvAnd, term.OpBvXor:
		if slices.ContainsFunc(st.Args(a), r.sliceable) && r.descend() {
			return r.by(bvExtractBitwise, r.extractArgs(hi, lo, a))
		}
	case term.OpBvAdd, term.OpBvMul:
		if lo == 0 && r.allNarrow(a, hi+1) && r.descend() {
			return r.by(bvExtractArith, r.extractArgs(hi, lo, a))
		}
	}
	return st.Extract(hi, lo, a)
}

// descend counts a level of pushing a slice inwards; where it returns true, the caller
// decrements r.depth.
func (r *Rewriter) descend() bool {
	if r.depth >= depthLimit {
		return false
	}
	r.depth++
	return true
}

// extractArgs applies the operator of a to slices of its arguments.
func (r *Rewriter) extractArgs(hi, lo int, a term.Term) term.Term {
	base := len(r.terms)
	for _, x := range r.st.Args(a) {
		r.keep(r.Extract(hi, lo, x))
	}
	r.depth--
	args := r.terms[base:]
	var t term.Term
	switch r.st.Op(a) {
	case term.OpBvAnd:
		t = r.BvAnd(args...)
	case term.OpBvXor:
		t = r.BvXor(args...)
	case term.OpBvAdd:
		t = r.BvAdd(args...)
	default:
		t = r.BvMul(args[0], args[1])
	}
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) extractPieces(hi, lo int, a term.Term) term.Term {
	base := len(r.terms)
	top := r.st.WidthOf(a)
	for _, x := range r.st.Args(a) {
		bottom := top - r.st.WidthOf(x)
		if h, l := min(hi, top-1), max(lo, bottom); h >= l {
			r.keep(r.Extract(h-bottom, l-bottom, x))
		}
		top = bottom
	}
	return r.apply(base, r.Concat)
}

// extractSign returns bits of the sign extension of x.
func (r *Rewriter) extractSign(hi, lo int, x term.Term) term.Term {
	n := r.st.WidthOf(x)
	switch {
	case hi < n:
		return r.Extract(hi, lo, x)
	case lo >= n:
		return r.SignExtend(hi-lo, r.Extract(n-1, n-1, x))
	}
	return r.SignExtend(hi-n+1, r.Extract(n-1, lo, x))
}

// sliceable reports whether slices of t are simpler than t.
func (r *Rewriter) sliceable(t term.Term) bool {
	st := r.st
	t = r.positive(t)
	switch st.Op(t) {
	case term.OpBits, term.OpConcat, term.OpExtract, term.OpSignExt:
		return true
	case term.OpIte:
		return st.IsValue(st.Arg(t, 1)) && st.IsValue(st.Arg(t, 2))
	}
	return false
}

// allNarrow reports whether the lowest bits of a sum or product are those of simpler terms:
// all atoms, but at least one, are slices, concatenations or the like.
func (r *Rewriter) allNarrow(t term.Term, width int) bool {
	st := r.st
	some := false
	for _, a := range st.Args(t) {
		if st.Op(a) == term.OpBvMul && st.IsBits(st.Arg(a, 0)) {
			a = st.Arg(a, 1)
		}
		if !r.sliceable(a) {
			return false
		}
		some = some || !st.IsBits(a)
	}
	return some
}

// SignExtend returns a with its sign repeated k times before it.
//
// Rules: BV_SIGN_EXTEND_CONST, BV_SIGN_EXTEND_SIGN_EXTEND, BV_SIGN_EXTEND_ITE, BV_SIGN_EXTEND_CONCAT.
func (r *Rewriter) SignExtend(k int, a term.Term) term.Term {
	st := r.st
	if k == 0 {
		return a
	}
	switch st.Op(a) {
	case term.OpBits:
		return r.by(bvSignExtendConst, r.literal(r.wordOf(a).SignExtend(k)))
	case term.OpSignExt:
		x := st.Arg(a, 0)
		return r.by(bvSignExtendSignExtend, st.SignExtend(k+st.WidthOf(a)-st.WidthOf(x), x))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.by(bvSignExtendIte, r.Ite(c, r.SignExtend(k, x), r.SignExtend(k, y)))
		}
	case term.OpConcat:
		base := len(r.terms)
		r.keep(r.SignExtend(k, st.Arg(a, 0)))
		r.terms = append(r.terms, st.Args(a)[1:]...)
		return r.by(bvSignExtendConcat, r.apply(base, r.Concat))
	}
	return st.SignExtend(k, a)
}

// zeroExtend returns a with k zeros before it.
func (r *Rewriter) zeroExtend(k int, a term.Term) term.Term {
	if k == 0 {
		return a
	}
	return r.Concat(r.zeros(k), a)
}

// leadingZeros returns a number of highest bits of t that are obviously 0.
func (r *Rewriter) leadingZeros(t term.Term) int {
	switch r.st.Op(t) {
	case term.OpBits:
		v := r.wordOf(t)
		return v.Width() - v.BitLen()
	case term.OpConcat:
		if a := r.st.Arg(t, 0); r.st.IsBits(a) {
			return r.leadingZeros(a)
		}
	}
	return 0
}

// BvShl returns a shifted to the left by b bits.
//
// Rules: BV_SHL_CONST, BV_SHIFT_ZERO, BV_SHIFT_TOO_FAR.
func (r *Rewriter) BvShl(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case st.IsBits(b):
		r.fired[bvShlConst]++
		if k := r.wordOf(b).Clamp(); k < n {
			return r.BvMul(r.literal(num.PowerOfTwo(n, k)), a)
		}
		return r.zeros(n)
	case st.IsBits(a) && r.wordOf(a).IsZero():
		return r.by(bvShiftZero, a)
	case r.tooFar(b):
		return r.by(bvShiftTooFar, r.zeros(n))
	}
	return st.BvShl(a, b)
}

// BvLshr returns a shifted to the right by b bits.
//
// Rules: BV_LSHR_CONST, BV_LSHR_SELF, BV_SHIFT_ZERO, BV_SHIFT_TOO_FAR.
func (r *Rewriter) BvLshr(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case st.IsBits(b):
		r.fired[bvLshrConst]++
		k := r.wordOf(b).Clamp()
		if k == n {
			return r.zeros(n)
		}
		return r.zeroExtend(k, r.Extract(n-1, k, a))
	case a == b:
		return r.by(bvLshrSelf, r.zeros(n))
	case r.tooFar(b):
		return r.by(bvShiftTooFar, r.zeros(n))
	case st.IsBits(a) && r.wordOf(a).IsZero():
		return r.by(bvShiftZero, a)
	}
	return st.BvLshr(a, b)
}

// BvAshr returns a shifted to the right by b bits, filled with the sign.
//
// Rules: BV_ASHR_CONST, BV_ASHR_LSHR, BV_ASHR_NOT, BV_SHIFT_TOO_FAR.
func (r *Rewriter) BvAshr(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	switch {
	case st.IsBits(b):
		k := min(r.wordOf(b).Clamp(), n-1)
		return r.by(bvAshrConst, r.SignExtend(k, r.Extract(n-1, k, a)))
	case r.leadingZeros(a) > 0:
		return r.by(bvAshrLshr, r.BvLshr(a, b))
	case st.Op(a) == term.OpBvNot:
		return r.by(bvAshrNot, r.BvNot(r.BvAshr(st.Arg(a, 0), b)))
	case st.IsBits(a): // negative
		return r.by(bvAshrNot, r.BvNot(r.BvLshr(r.BvNot(a), b)))
	case r.tooFar(b):
		return r.by(bvShiftTooFar, r.SignExtend(n-1, r.Extract(n-1, n-1, a)))
	}
	return st.BvAshr(a, b)
}

// tooFar reports whether a term is obviously at least its width.
func (r *Rewriter) tooFar(t term.Term) bool {
	st := r.st
	if st.Op(t) != term.OpConcat || !st.IsBits(st.Arg(t, 0)) {
		return false
	}
	v := r.wordOf(st.Arg(t, 0))
	n := st.WidthOf(t)
	return v.Join(num.WordFromUint64(n-v.Width(), 0)).Cmp(num.WordFromUint64(n, uint64(n))) >= 0
}
