package model

import (
	"cmp"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Kind says what a Value is.
type Kind uint8

// The kinds of values. The zero Value, of KindNone, stands for none.
const (
	KindNone Kind = iota
	KindBool
	KindInt
	KindReal
	KindElem
	KindArray
	KindBits
)

// Value is an immutable value of some sort.
type Value struct {
	kind  Kind
	width uint16 // of a bit-vector
	sort  term.Sort
	// Bool: 0 or 1; Int; a Real's numerator; the number of an element; the unsigned value of a bit-vector; an unknown:
	// the index of its reason
	n   num.Int
	den *num.Int // a Real's denominator, in lowest terms; nil if it is 1
	arr *array
}

// Bool returns a truth value.
func Bool(b bool) Value {
	if b {
		return Value{kind: KindBool, sort: term.Bool, n: num.FromInt64(1)}
	}
	return Value{kind: KindBool, sort: term.Bool}
}

// Int returns an integer.
func Int(n num.Int) Value { return Value{kind: KindInt, sort: term.Int, n: n} }

// Int64 returns an integer.
func Int64(n int64) Value { return Int(num.FromInt64(n)) }

// Rat returns a real number.
func Rat(r num.Rat) Value {
	v := Value{kind: KindReal, sort: term.Real, n: r.Num()}
	if !r.IsInt() {
		den := r.Den()
		v.den = &den
	}
	return v
}

// Elem returns the n-th element of an uninterpreted sort. Elements with
// different numbers are different.
func Elem(sort term.Sort, n int) Value {
	return Value{kind: KindElem, sort: sort, n: num.FromInt64(int64(n))}
}

// Bits returns the bit-vector of this sort, one of bit-vectors of st, whose unsigned value is n
// modulo two to the width.
func Bits(st *term.Store, sort term.Sort, n num.Int) Value {
	width := st.Width(sort)
	if n.Sign() < 0 || n.BitLen() > width {
		n = modulo(n, width)
	}
	return Value{kind: KindBits, width: uint16(width), sort: sort, n: n}
}

// Width returns the width of a bit-vector.
func (v Value) Width() int { return int(v.width) }

// Bit reports whether bit k of a bit-vector is 1.
func (v Value) Bit(k int) bool { return bit(v.n, k) }

// Kind returns the kind of v.
func (v Value) Kind() Kind { return v.kind }

// IsValid reports whether v is a value, not the zero Value.
func (v Value) IsValid() bool { return v.kind != KindNone }

// Sort returns the sort of v.
func (v Value) Sort() term.Sort { return v.sort }

// IsTrue reports whether v is the value true.
func (v Value) IsTrue() bool { return v.kind == KindBool && !v.n.IsZero() }

// IsFalse reports whether v is the value false.
func (v Value) IsFalse() bool { return v.kind == KindBool && v.n.IsZero() }

// Int returns the value of an integer or the unsigned value of a bit-vector; of another kind it
// is meaningless.
func (v Value) Int() num.Int { return v.n }

// Rat returns the value of a real number or an integer; of another kind it is
// meaningless.
func (v Value) Rat() num.Rat {
	if v.den == nil {
		return num.RatFromInt(v.n)
	}
	return num.FromInts(v.n, *v.den)
}

// Number returns the number of an element of an uninterpreted sort.
func (v Value) Number() int {
	n, _ := v.n.Int64()
	return int(n)
}

// Equal reports whether v and w are the same value.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind || v.sort != w.sort {
		return false
	}
	if v.kind == KindArray {
		return v.arr.equal(w.arr)
	}
	if v.den == nil || w.den == nil {
		return v.den == w.den && v.n.Equal(w.n)
	}
	return v.n.Equal(w.n) && v.den.Equal(*w.den)
}

// Compare is a total order of values: by kind, sort, then content.
func (v Value) Compare(w Value) int {
	if c := cmp.Compare(v.kind, w.kind); c != 0 {
		return c
	}
	if c := cmp.Compare(v.sort, w.sort); c != 0 {
		return c
	}
	if v.kind == KindArray {
		return v.arr.compare(w.arr)
	}
	return v.cmpNumber(w)
}

// cmpNumber compares two numbers of one sort.
func (v Value) cmpNumber(w Value) int {
	if v.den == nil && w.den == nil {
		return v.n.Cmp(w.n)
	}
	return v.Rat().Cmp(w.Rat())
}

// Hash returns a hash that is equal for equal values and the same in every run.
func (v Value) Hash() uint64 {
	h := v.n.Hash()
	if v.kind == KindArray {
		h = v.arr.hash()
	} else if v.den != nil {
		h = mix(h ^ v.den.Hash()<<1)
	}
	return mix(h ^ uint64(v.kind)<<56 ^ uint64(v.sort)<<24)
}

// Key returns a string that is equal exactly for equal values.
func (v Value) Key() string { return string(v.append(nil)) }

// String returns v for readers: 5, true, 5/2 (a Real; 5/1 if it is integral),
// #xff, #b101 (bit-vectors), @3:1 (element 1 of sort 3), [default; index->element ...]. See theory/smtlib
// for SMT-LIB syntax.
func (v Value) String() string { return string(v.append(nil)) }

func (v Value) append(dst []byte) []byte {
	switch v.kind {
	case KindBool:
		return strconv.AppendBool(dst, v.IsTrue())
	case KindInt:
		return v.n.Append(dst)
	case KindReal:
		dst = append(v.n.Append(dst), '/')
		if v.den == nil {
			return append(dst, '1')
		}
		return v.den.Append(dst)
	case KindBits:
		return v.appendBits(dst)
	case KindElem:
		dst = strconv.AppendUint(append(dst, '@'), uint64(v.sort), 10)
		return v.n.Append(append(dst, ':'))
	case KindArray:
		dst = strconv.AppendUint(append(dst, '['), uint64(v.sort), 10)
		dst = v.arr.def.append(append(dst, ' '))
		v.arr.each(func(i, e Value) bool {
			dst = i.append(append(dst, ' '))
			dst = e.append(append(dst, "->"...))
			return true
		})
		return append(dst, ']')
	}
	return append(dst, "none"...)
}

// Term returns the term of a value; it fails for elements of uninterpreted
// sorts, which no term denotes.
func (v Value) Term(st *term.Store) (term.Term, error) {
	switch v.kind {
	case KindBool:
		return st.Bool(v.IsTrue()), nil
	case KindInt:
		return st.Numeral(v.n), nil
	case KindReal:
		return st.Rat(v.Rat()), nil
	case KindBits:
		return st.Bits(v.sort, v.n), nil
	case KindArray:
		return v.arr.term(st, v.sort)
	}
	return 0, fmt.Errorf("no term denotes the value %v", v)
}

func mix(x uint64) uint64 {
	x = (x ^ bits.RotateLeft64(x, 25)) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
