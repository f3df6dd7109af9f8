package passes

import "math/bits"

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }
func (s bitset) add(i int32)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) del(i int32)      { s[i>>6] &^= 1 << (i & 63) }

// union adds o, which is not longer than s, and reports whether s grew.
func (s bitset) union(o bitset) bool {
	grew := false
	for i, w := range o {
		if w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

// unionOf adds the common part of a and b, and reports whether s grew.
func (s bitset) unionOf(a, b bitset) bool {
	grew := false
	for i := range b {
		if w := a[i] & b[i]; w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

// minus removes o, which is not longer than s.
func (s bitset) minus(o bitset) {
	for i, w := range o {
		s[i] &^= w
	}
}

// each calls f for the members in increasing order.
func (s bitset) each(f func(i int32)) {
	for k, w := range s {
		for w != 0 {
			f(int32(k<<6 + bits.TrailingZeros64(w)))
			w &= w - 1
		}
	}
}
