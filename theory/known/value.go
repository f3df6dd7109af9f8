package known

import "github.com/muster-smt/muster/theory/num"

// Value is a set of words of one width: those between lo and hi in which all bits of ones are 1,
// and no others than those of may. It is not empty. Values that are made or narrowed are
// reduced: lo and hi are members, and what they have in common is known.
type Value struct {
	ones, may num.Word
	lo, hi    num.Word
}

// Top returns all words of a width.
func Top(width int) Value {
	zero, ones := num.WordFromUint64(width, 0), num.Ones(width)
	return Value{ones: zero, may: ones, lo: zero, hi: ones}
}

// Exact returns the set of one word.
func Exact(w num.Word) Value { return Value{ones: w, may: w, lo: w, hi: w} }

// Truth returns the set of one truth value.
func Truth(b bool) Value {
	if b {
		return Exact(num.WordFromUint64(1, 1))
	}
	return Exact(num.WordFromUint64(1, 0))
}

// Between returns the words from lo to hi, which must not be less.
func Between(lo, hi num.Word) Value {
	v := Top(lo.Width())
	v.lo, v.hi = lo, hi
	v.reduce()
	return v
}

// ofBits returns the words with the bits of ones and perhaps others of may, which has all of ones.
func ofBits(ones, may num.Word) Value { return Value{ones: ones, may: may, lo: ones, hi: may} }

// Width returns the number of bits.
func (v Value) Width() int { return v.lo.Width() }

// Bits returns the bits that are 1 in all members, and those that may be 1.
func (v Value) Bits() (ones, may num.Word) { return v.ones, v.may }

// Bounds returns the least and the greatest member.
func (v Value) Bounds() (lo, hi num.Word) { return v.lo, v.hi }

// Word returns the only member, if there is only one.
func (v Value) Word() (num.Word, bool) { return v.lo, v.lo.Cmp(v.hi) == 0 }

// Fixed returns the numbers of the highest and of the lowest bits that are known.
func (v Value) Fixed() (high, low int) {
	unknown := v.ones.Xor(v.may)
	if unknown.IsZero() {
		return v.Width(), 0
	}
	return v.Width() - unknown.BitLen(), unknown.TrailingZeros()
}

// Has reports whether w is a member.
func (v Value) Has(w num.Word) bool {
	return v.lo.Cmp(w) <= 0 && w.Cmp(v.hi) <= 0 && v.ones.And(w).Cmp(v.ones) == 0 && w.And(v.may).Cmp(w) == 0
}

// Meet removes what is not in w. It reports whether that changed v, and whether anything is
// left; if not, v is as before.
func (v *Value) Meet(w Value) (changed, ok bool) {
	m := Value{ones: v.ones.Or(w.ones), may: v.may.And(w.may), lo: larger(v.lo, w.lo), hi: smaller(v.hi, w.hi)}
	if m == *v {
		return false, true
	}
	if !m.reduce() {
		return false, false
	}
	changed = !m.same(*v)
	*v = m
	return changed, true
}

func (v Value) same(w Value) bool {
	return v.lo.Cmp(w.lo) == 0 && v.hi.Cmp(w.hi) == 0 && v.ones.Cmp(w.ones) == 0 && v.may.Cmp(w.may) == 0
}

// join returns the least set with all members of both.
func (v Value) join(w Value) Value {
	return Value{ones: v.ones.And(w.ones), may: v.may.Or(w.may), lo: smaller(v.lo, w.lo), hi: larger(v.hi, w.hi)}
}

// reduce makes lo and hi members, and what they have in common known. It reports whether there
// is a member.
func (v *Value) reduce() bool {
	for {
		if !v.ones.And(v.may.Not()).IsZero() || v.lo.Cmp(v.hi) > 0 {
			return false
		}
		low := lowest(v.Width(), v.lo.Xor(v.hi).BitLen())
		ones, may := v.ones.Or(v.lo.And(low.Not())), v.may.And(v.lo.Or(low))
		if !ones.And(may.Not()).IsZero() {
			return false
		}
		lo, ok := least(v.lo, ones, may)
		if !ok {
			return false
		}
		// The greatest is the complement of the least of the complements.
		hi, ok := least(v.hi.Not(), may.Not(), ones.Not())
		if !ok {
			return false
		}
		next := Value{ones: ones, may: may, lo: lo, hi: hi.Not()}
		if next.same(*v) {
			return true
		}
		*v = next
	}
}

// least returns the least word with all bits of ones and no others than those of may that is not
// less than w.
func least(w, ones, may num.Word) (num.Word, bool) {
	n := w.Width()
	wrong := w.And(may.Not()).Or(ones.And(w.Not()))
	if wrong.IsZero() {
		return w, true
	}
	i := wrong.BitLen() - 1 // the highest bit that does not fit
	if w.Bit(i) {
		// It must become 0, so a higher one becomes 1: the lowest that can.
		above := may.And(w.Not()).And(lowest(n, i+1).Not())
		if above.IsZero() {
			return w, false
		}
		i = above.TrailingZeros()
	}
	keep := lowest(n, i+1).Not()
	return w.And(keep).Or(num.PowerOfTwo(n, i)).Or(ones.And(keep.Not())), true
}

// lowest returns the word with the lowest k bits 1, and no others.
func lowest(width, k int) num.Word {
	if k >= width {
		return num.Ones(width)
	}
	return num.Ones(width).Shl(k).Not()
}

func smaller(a, b num.Word) num.Word {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func larger(a, b num.Word) num.Word {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// halves returns the members that are negative as signed numbers, and the others; only those of
// which there are any.
func (v Value) halves() (neg, pos Value, hasNeg, hasPos bool) {
	sign := num.PowerOfTwo(v.Width(), v.Width()-1)
	neg, pos = v, v
	_, hasNeg = neg.Meet(Between(sign, num.Ones(v.Width())))
	_, hasPos = pos.Meet(Between(num.WordFromUint64(v.Width(), 0), sign.Not()))
	return neg, pos, hasNeg, hasPos
}

// signed returns the least and the greatest member as signed numbers.
func (v Value) signed() (lo, hi num.Word) {
	neg, pos, hasNeg, hasPos := v.halves()
	switch {
	case !hasNeg:
		return pos.lo, pos.hi
	case !hasPos:
		return neg.lo, neg.hi
	}
	return neg.lo, pos.hi
}
