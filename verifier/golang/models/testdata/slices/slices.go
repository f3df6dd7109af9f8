// Package slices has models of package slices.
package slices

// overlaps reports whether the elements of one slice are, in part, those of the other.
func overlaps[E any](a, b []E) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for i := range a {
		if &a[i] == &b[0] {
			return true
		}
	}
	for i := range b {
		if &b[i] == &a[0] {
			return true
		}
	}
	return false
}

// Overlaps is overlaps, for tests.
func Overlaps[E any](a, b []E) bool { return overlaps(a, b) }
