// Package shrink makes what fails smaller while it goes on to fail: delta
// debugging (Zeller, Hildebrandt, TSE 2002) of lists, of their elements, and of
// numbers, under one budget. It knows nothing of what the elements are.
package shrink

import (
	"slices"
	"time"
)

// Budget bounds the tries of a shrinking. A nil Budget has no bound.
type Budget struct {
	Tries int       // what is left
	End   time.Time // unless zero
}

// spend takes one try. It returns false if there is none.
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

// List returns a part of a failing list that fails, from which no element can be
// left out, unless the budget ends before. Long stretches are tried first, and
// later ones before earlier ones.
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

// Elements replaces elements of a failing list by smaller ones. Smaller returns
// what may stand for an element, the best first, and in the end nothing.
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

// Number returns what is smaller than a number that is not negative, the best
// first.
func Number(n int64) []int64 {
	var out []int64
	for _, m := range [...]int64{0, 1, n / 2, n - 1} {
		if m >= 0 && m < n && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}
