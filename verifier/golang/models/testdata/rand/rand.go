// Package rand has models of package math/rand.
package rand

// Intn returns a number from 0 to n-1.
func Intn(n int) int {
	if n <= 0 {
		panic("invalid argument to Intn")
	}
	x := anyInt()
	assume(0 <= x && x < n)
	return x
}

// Int31n returns a number from 0 to n-1.
func Int31n(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int31n")
	}
	x := anyInt32()
	assume(0 <= x && x < n)
	return x
}

// Int63n returns a number from 0 to n-1.
func Int63n(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int63n")
	}
	x := anyInt64()
	assume(0 <= x && x < n)
	return x
}

// Int returns a number that is not negative.
func Int() int {
	x := anyInt()
	assume(0 <= x)
	return x
}

// Int31 returns a number that is not negative.
func Int31() int32 {
	x := anyInt32()
	assume(0 <= x)
	return x
}

// Int63 returns a number that is not negative.
func Int63() int64 {
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

func anyUint32() uint32 { return 1 }

func anyUint64() uint64 { return 1 }

func assume(c bool) {
	if !c {
		panic("assume")
	}
}
