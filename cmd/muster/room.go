package main

import (
	"math"
	"runtime/debug"
)

// room is how much memory the world leaves to this process, where it says so.
type room struct {
	bytes int64 // what the heap may hold; 0 if there is no limit
	// tight says that the process may die before it notices that its memory is used up:
	// one allocation may ask for more than is left.
	tight bool
}

// tightBelow is the size of a container in which the system may end the process between
// two looks at its memory.
const tightBelow = 1 << 30

// within takes the smaller one of two limits, of which 0 is none.
func within(a, b int64) int64 {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// softLimit returns GOMEMLIMIT, or 0. To Go it is a target; here, where a solver could
// collect garbage forever to meet it, a limit.
func softLimit() int64 {
	if n := debug.SetMemoryLimit(-1); n < math.MaxInt64 {
		return n
	}
	return 0
}

// ofContainer is what the heap may hold in a container of so many bytes: the program
// itself, its supervisor and the pages of open files need some.
func ofContainer(bytes int64) int64 { return max(bytes-max(bytes/8, 16<<20), bytes/2) }

// ofAddresses is what the heap may hold if it gets so many bytes of addresses. While an
// array grows, there is the old one and the new one, and there are gaps.
func ofAddresses(bytes int64) int64 { return bytes / 4 * 3 }
