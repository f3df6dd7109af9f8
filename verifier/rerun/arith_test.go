package rerun

import "testing"

// Products are words only if they fit.
func TestTimes(t *testing.T) {
	const least = -1 << 63
	for _, x := range []struct {
		a, b, want int64
		fits       bool
	}{
		{3, -4, -12, true},
		{1 << 32, 1 << 31, 0, false},
		{1 << 32, -1 << 31, least, true},
		{-1 << 32, 1<<31 + 1, 0, false},
		{least, 1, least, true},
		{least, -1, 0, false},
		{-1, least, 0, false},
		{4294967295, 3, 12884901885, true},
		{1<<63 - 1, -1, -(1<<63 - 1), true},
		{0, least, 0, true},
	} {
		if p, fits := times(x.a, x.b); fits != x.fits || fits && p != x.want {
			t.Errorf("%d * %d is %d, %v", x.a, x.b, p, fits)
		}
	}
}
