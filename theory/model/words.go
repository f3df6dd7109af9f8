package model

import (
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
)

// words holds entries of an array whose indices and elements are integers of one machine word: a Patricia trie with
// blocks of neighbouring indices (C. Okasaki and A. Gill, "Fast Mergeable Integer Maps", ML Workshop 1998). It is
// persistent, and its shape is a function of the indices. A nil *words is empty. An update copies a few hundred
// bytes, without pointers where they are most.
type words struct {
	at    uint64 // the number of the block; of a branch, of one below it
	bit   uint64 // of a branch: the highest bit in which the numbers below it differ
	sum   uint64 // of the hashes of the entries
	n     int
	l, r  *words // nil in a leaf
	block *block // nil in a branch
}

const blockSize = 16

type block struct {
	has uint16
	v   [blockSize]int64
}

// place returns the number of the block of an index, in the order of the indices, and where it is there.
func place(i int64) (at uint64, k int) {
	u := uint64(i) ^ 1<<63
	return u / blockSize, int(u % blockSize)
}

// index is the inverse of place.
func (t *words) index(k int) int64 { return int64((t.at*blockSize + uint64(k)) ^ 1<<63) }

// hashWords hashes an entry, as node.fix does.
func hashWords(i, v int64) uint64 { return mix(mix(Int64(i).Hash()) ^ mix(Int64(v).Hash())) }

// asWord returns an integer that is a machine word.
func (v Value) asWord() (int64, bool) {
	if v.kind != KindInt {
		return 0, false
	}
	return v.n.Int64()
}

func (t *words) size() int {
	if t == nil {
		return 0
	}
	return t.n
}

func (t *words) total() uint64 {
	if t == nil {
		return 0
	}
	return t.sum
}

func (t *words) get(i int64) (int64, bool) {
	at, k := place(i)
	for t != nil && t.block == nil {
		if at&t.bit == 0 {
			t = t.l
		} else {
			t = t.r
		}
	}
	if t == nil || t.at != at || t.block.has>>k&1 == 0 {
		return 0, false
	}
	return t.block.v[k], true
}

// set returns t with v at i: t itself if that is there already.
func (t *words) set(i, v int64) *words {
	old, ok := t.get(i)
	if ok && old == v {
		return t
	}
	sum, n := hashWords(i, v), 1
	if ok {
		sum, n = sum-hashWords(i, old), 0
	}
	at, k := place(i)
	return t.put(at, k, v, sum, n)
}

// put sets an element of a block; the sum and the number of entries grow by sum and n.
func (t *words) put(at uint64, k int, v int64, sum uint64, n int) *words {
	if t == nil || t.apart(at) {
		x := &words{at: at, sum: sum, n: n, block: &block{has: 1 << k}}
		x.block.v[k] = v
		if t == nil {
			return x
		}
		return branch(t, x)
	}
	u := *t
	u.sum, u.n = t.sum+sum, t.n+n
	switch {
	case t.block != nil:
		b := *t.block
		b.has |= 1 << k
		b.v[k] = v
		u.block = &b
	case at&t.bit == 0:
		u.l = t.l.put(at, k, v, sum, n)
	default:
		u.r = t.r.put(at, k, v, sum, n)
	}
	return &u
}

// apart reports whether a block is none of those that t can have.
func (t *words) apart(at uint64) bool {
	if t.block != nil {
		return at != t.at
	}
	return (at^t.at)&^(t.bit<<1-1) != 0
}

// branch returns the one over two tries that are apart.
func branch(a, b *words) *words {
	bit := uint64(1) << (bits.Len64(a.at^b.at) - 1)
	if a.at&bit != 0 {
		a, b = b, a
	}
	return &words{at: a.at, bit: bit, sum: a.sum + b.sum, n: a.n + b.n, l: a, r: b}
}

// remove returns t without i: t itself if it is not there.
func (t *words) remove(i int64) *words {
	old, ok := t.get(i)
	if !ok {
		return t
	}
	at, k := place(i)
	return t.drop(at, k, hashWords(i, old))
}

func (t *words) drop(at uint64, k int, sum uint64) *words {
	if t.n == 1 {
		return nil
	}
	u := *t
	u.sum, u.n = t.sum-sum, t.n-1
	switch {
	case t.block != nil:
		b := *t.block
		b.has &^= 1 << k
		b.v[k] = 0
		u.block = &b
	case at&t.bit == 0:
		if u.l = t.l.drop(at, k, sum); u.l == nil {
			return t.r
		}
		u.at = u.l.at
	default:
		if u.r = t.r.drop(at, k, sum); u.r == nil {
			return t.l
		}
	}
	return &u
}

// each calls yield for the entries, in increasing order of the index, until it returns false.
func (t *words) each(yield func(i, v int64) bool) bool {
	switch {
	case t == nil:
		return true
	case t.block == nil:
		return t.l.each(yield) && t.r.each(yield)
	}
	return t.some(t.block.has, func(i int64) bool { return yield(i, t.block.v[uint64(i)%blockSize]) })
}

// some calls yield for indices in a block.
func (t *words) some(has uint16, yield func(i int64) bool) bool {
	for ; has != 0; has &= has - 1 {
		if !yield(t.index(bits.TrailingZeros16(has))) {
			return false
		}
	}
	return true
}

// sameWords reports whether two tries hold the same entries; since the shape is a function of the indices, they are
// compared node by node.
func sameWords(a, b *words) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.n != b.n || a.sum != b.sum || a.bit != b.bit || (a.block == nil) != (b.block == nil) {
		return false
	}
	if a.block != nil {
		return a.at == b.at && *a.block == *b.block
	}
	return sameWords(a.l, b.l) && sameWords(a.r, b.r)
}

// wordChanges calls yield for the indices at which two tries differ, in increasing order, until it returns false.
// What they share is passed over.
func wordChanges(a, b *words, yield func(i int64) bool) bool {
	switch {
	case a == b:
		return true
	case a == nil:
		return b.each(func(i, _ int64) bool { return yield(i) })
	case b == nil:
		return wordChanges(b, a, yield)
	case a.block != nil && b.block != nil && a.at == b.at:
		has := a.block.has ^ b.block.has
		for k := range a.block.v {
			if a.block.v[k] != b.block.v[k] {
				has |= 1 << k
			}
		}
		return a.some(has, yield)
	case a.bit == b.bit && !a.apart(b.at): // two branches
		return wordChanges(a.l, b.l, yield) && wordChanges(a.r, b.r, yield)
	case a.bit < b.bit:
		a, b = b, a
	}
	switch { // b has no branch above a
	case a.block != nil || a.apart(b.at):
		if a.at > b.at {
			a, b = b, a
		}
		return wordChanges(a, nil, yield) && wordChanges(nil, b, yield)
	case b.at&a.bit == 0:
		return wordChanges(a.l, b, yield) && wordChanges(a.r, nil, yield)
	}
	return wordChanges(a.l, nil, yield) && wordChanges(a.r, b, yield)
}

// word returns an integer value.
func word(n int64) Value { return Int(num.FromInt64(n)) }
