// Package shrink makes failing inputs smaller: delta debugging (Zeller and Hildebrandt,
// TSE 2002) of lists, of their elements, and of numbers, within one budget.
package shrink

import (
	"slices"
	"time"
)

// Budget bounds the work of shrinking. A nil Budget has no bound.
type Budget struct {
	Tries int       // left
	End   time.Time // zero means no limit
}

// spend takes one try. It returns false if none is left.
func (b *Budget) spend() bool {
	if b == nil {
		return true
	}
	if b.Tries <= 0 || !b.End.IsZero() && time.Now().After(b.End) {
		b.Tries = 0
		return false
	}
	b.Tries--
	return true
}

// Spent reports whether no try is left.
func (b *Budget) Spent() bool { return b != nil && b.Tries <= 0 }

// List returns a failing part of a failing list from which no element can be left out,
// unless the budget ends first. It tries to leave out long stretches first, and later ones
// before earlier ones.
func List[T any](list []T, b *Budget, fails func([]T) bool) []T {
	for size := len(list); size > 0; {
		smaller := false
		for end := len(list); end > 0; {
			start := max(end-size, 0)
			less := slices.Delete(slices.Clone(list), start, end)
			if !b.spend() {
				return list
			}
			if fails(less) {
				list, smaller = less, true
			}
			end = start
		}
		if size > 1 || !smaller {
			size = min(size/2, len(list))
		}
	}
	return list
}

// Elements replaces elements of a failing list by smaller ones. smaller returns the
// candidates for an element, the best first; it must become empty after finitely many
// replacements.
func Elements[T any](list []T, b *Budget, smaller func(T) []T, fails func([]T) bool) []T {
	for i := 0; i < len(list); {
		next := i + 1
		for _, x := range smaller(list[i]) {
			try := slices.Clone(list)
			try[i] = x
			if !b.spend() {
				return list
			}
			if fails(try) {
				list, next = try, i
				break
			}
		}
		i = next
	}
	return list
}

// Number returns candidates that are smaller than a nonnegative number, the best first.
func Number(n int64) []int64 {
	var out []int64
	for _, m := range [...]int64{0, 1, n / 2, n - 1} {
		if m >= 0 && m < n && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}
