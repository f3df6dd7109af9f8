package execute

import (
	"encoding/binary"
	"slices"
)

// sort is a type without synonyms.
type sort struct {
	kind  sortKind
	width int   // of a bit-vector
	elem  *sort // of a map
	index []*sort
}

type sortKind uint8

const (
	boolSort sortKind = iota
	intSort
	ownSort // a declared type: its values can only be compared
	mapSort
	bitsSort
)

// value is a value, or a symbol whose value is still open.
type value struct {
	kind   sortKind
	symbol bool
	width  int   // of a bit-vector
	n      int64 // the value, or the symbol's number
	m      *table
}

// table is a map or the graph of a function, as far as it is known; it is arbitrary
// elsewhere. Tables with the same base were once the same map, and get the same symbol when a
// cell is needed. A table is immutable.
type table struct {
	base  int64
	sort  *sort
	keys  [][]int64 // in order
	elems []value
}

func truth(b bool) value {
	if b {
		return value{kind: boolSort, n: 1}
	}
	return value{kind: boolSort}
}

func integer(n int64) value { return value{kind: intSort, n: n} }

func (t *table) find(key []int64) (int, bool) {
	return slices.BinarySearchFunc(t.keys, key, slices.Compare)
}

// with returns the table with an element at a key.
func (t *table) with(key []int64, v value) *table {
	i, ok := t.find(key)
	u := &table{base: t.base, sort: t.sort, elems: slices.Clone(t.elems)}
	if ok {
		u.keys = t.keys
		u.elems[i] = v
		return u
	}
	u.keys = slices.Insert(slices.Clone(t.keys), i, key)
	u.elems = slices.Insert(u.elems, i, v)
	return u
}

// each replaces the values of a table bottom up; it returns the same table if none changes.
func (t *table) each(f func(value) value) *table {
	var u *table
	for i, v := range t.elems {
		w := f(v)
		if w == v {
			continue
		}
		if u == nil {
			u = &table{base: t.base, sort: t.sort, keys: t.keys, elems: slices.Clone(t.elems)}
		}
		u.elems[i] = w
	}
	if u == nil {
		return t
	}
	return u
}

// appendKey writes a value; equal values are written equally.
func appendKey(b []byte, v value) []byte {
	tag := byte(v.kind)
	if v.symbol {
		tag |= 16
	}
	b = append(b, tag)
	if v.m == nil {
		return binary.AppendVarint(b, v.n)
	}
	b = binary.AppendVarint(b, v.m.base)
	b = binary.AppendUvarint(b, uint64(len(v.m.keys)))
	for i, k := range v.m.keys {
		for _, n := range k {
			b = binary.AppendVarint(b, n)
		}
		b = appendKey(b, v.m.elems[i])
	}
	return b
}
