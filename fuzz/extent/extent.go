// Package extent tells tests how much to do. Go test alone is quick: each test runs the
// cases that buy the most. With MUSTER_LONG=1 in the environment each runs all of them.
// Flag -short overrules the environment, for runs that make everything slower, such as
// the race detector's.
//
// The package is for tests. CONTRIBUTING.md has a table of what the minutes buy.
package extent

import (
	"os"
	"testing"
)

// Long reports whether tests are to do all they can.
func Long() bool { return os.Getenv("MUSTER_LONG") != "" && !testing.Short() }

// Of returns the first number of cases in a quick run, and the second in a long one.
func Of[N ~int | ~int64 | ~uint64](quick, long N) N {
	if Long() {
		return long
	}
	return quick
}

// NeedLong skips a test that is of no use in a quick run; why says what takes so long.
func NeedLong(t testing.TB, why string) {
	t.Helper()
	if !Long() {
		t.Skipf("MUSTER_LONG is not set, or -short is: %s", why)
	}
}
