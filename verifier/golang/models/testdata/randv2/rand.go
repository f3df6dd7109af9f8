// Package rand has models of package math/rand/v2.
package rand

// IntN returns a number from 0 to n-1.
func IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	x := anyInt()
	assume(0 <= x && x < n)
	return x
}

// Int32N returns a number from 0 to n-1.
func Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	x := anyInt32()
	assume(0 <= x && x < n)
	return x
}

// Int64N returns a number from 0 to n-1.
func Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	x := anyInt64()
	assume(0 <= x && x < n)
	return x
}

// Uint32N returns a number from 0 to n-1.
func Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	x := anyUint32()
	assume(x < n)
	return x
}

// Uint64N returns a number from 0 to n-1.
func Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	x := anyUint64()
	assume(x < n)
	return x
}

// UintN returns a number from 0 to n-1.
func UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	x := anyUint()
	assume(x < n)
	return x
}

// Int returns a number that is not negative.
func Int() int {
	x := anyInt()
	assume(0 <= x)
	return x
}

// Int32 returns a number that is not negative.
func Int32() int32 {
	x := anyInt32()
	assume(0 <= x)
	return x
}

// Int64 returns a number that is not negative.
func Int64() int64 {
	x := anyInt64()
	assume(0 <= x)
	return x
}

// Uint32 returns any number.
func Uint32() uint32 { return anyUint32() }

// Uint64 returns any number.
func Uint64() uint64 { return anyUint64() }

func anyInt() int { return 1 }

func anyInt32() int32 { return 1 }

func anyInt64() int64 { return 1 }

func anyUint() uint { return 1 }

func anyUint32() uint32 { return 1 }

func anyUint64() uint64 { return 1 }

func assume(c bool) {
	if !c {
		panic("assume")
	}
}
