// Package search has a function that panics, for some arguments.
package search

// Find returns the position of the first element that is not less than x, and whether it is x.
func Find(a []int, x int) (int, bool) {
	lo, hi := 0, len(a)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if a[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, a[lo] == x
}
