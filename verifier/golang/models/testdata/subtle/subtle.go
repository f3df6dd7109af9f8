// Package subtle has models of package crypto/subtle, whose time depends on what they are given.
package subtle

import "unsafe"

// ConstantTimeCompare returns 1 if the slices have equal contents, and else 0.
func ConstantTimeCompare(x, y []byte) int {
	if string(x) == string(y) {
		return 1
	}
	return 0
}

// ConstantTimeSelect returns y if v is 0, and else x.
func ConstantTimeSelect(v, x, y int) int {
	if v == 0 {
		return y
	}
	return x
}

// ConstantTimeByteEq returns 1 if x == y, and else 0.
func ConstantTimeByteEq(x, y uint8) int {
	if x == y {
		return 1
	}
	return 0
}

// ConstantTimeEq returns 1 if x == y, and else 0.
func ConstantTimeEq(x, y int32) int {
	if x == y {
		return 1
	}
	return 0
}

// XORBytes sets dst[i] = x[i] ^ y[i] for all i that x and y have, and returns how many these are.
func XORBytes(dst, x, y []byte) int {
	n := min(len(x), len(y))
	if n == 0 {
		return 0
	}
	if n > len(dst) {
		panic("subtle.XORBytes: dst too short")
	}
	if &dst[0] != &x[0] && overlap(dst[:n], x[:n]) || &dst[0] != &y[0] && overlap(dst[:n], y[:n]) {
		panic("subtle.XORBytes: invalid overlap")
	}
	for i := range n {
		dst[i] = x[i] ^ y[i]
	}
	return n
}

// overlap reports whether two slices, of which neither is empty, have an element in common.
func overlap(a, b []byte) bool {
	return uintptr(unsafe.Pointer(&a[0])) <= uintptr(unsafe.Pointer(&b[len(b)-1])) &&
		uintptr(unsafe.Pointer(&b[0])) <= uintptr(unsafe.Pointer(&a[len(a)-1]))
}
