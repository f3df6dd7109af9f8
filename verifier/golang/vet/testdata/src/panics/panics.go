// Package panics has functions that panic, and such as must not be reported.
package panics

import (
	"errors"
	"io"
	"strings"
)

type pair struct{ left, right *pair }

func Find(xs []int, x int) int { // the call is short
	for i := 0; ; i++ {
		if xs[i] == x { // want `Find\(nil, -?[0-9]+\) panics: runtime error: index out of range \[0\] with length 0`
			return i
		}
	}
}

func Left(p pair) *pair {
	return p.left.left // want `panics: runtime error: invalid memory address or nil pointer dereference`
}

// The same place is reported once.
func LeftAgain(p pair) *pair { return Left(p) }

// A panic in a function that others do not call is where it is.
func Quotient(n, d int) int {
	return quotient(n, d)
}

func quotient(n, d int) int {
	return n / d // want `Quotient\(-?[0-9]+, 0\) panics: runtime error: integer divide by zero`
}

func safe(n int) int {
	if n == 0 {
		return 0
	}
	return 100 / n
}

// Nobody outside calls at with an index that is too large.
func at(xs []int, i int) int { return xs[i] }

func First(xs []int) int {
	if len(xs) == 0 {
		return 0
	}
	return at(xs, 0) + safe(len(xs))
}

// What another package's variable is, is not known: it is not nil.
func Ended(err error) int {
	if io.EOF == nil {
		panic("no io.EOF")
	}
	if &io.EOF == nil {
		panic("no variable")
	}
	return 0
}

// Nor what its functions return.
func Cut(s string) string {
	i := strings.Index(s, ":")
	return s[i:]
}

var errOdd = errors.New("odd")

// Nor a variable that such a function initialises.
func Odd(n int) error {
	if errOdd == nil {
		panic("no error")
	}
	if n%2 != 0 {
		return errOdd
	}
	return nil
}

// An error is made only where there is one.
func Even(n int) (int, error) {
	if n < 0 {
		return 0, errors.New("negative")
	}
	var digits [4]int
	return digits[n], nil // want `Even\([0-9]+\) panics: runtime error: index out of range \[[0-9]+\] with length 4`
}

// Least is called as its comment says.
//
//muster:requires len(xs) > 0
func Least(xs []int) int { return xs[0] }

func Map[K comparable, V any](m map[K]V, k K, v V) { m[k] = v }

type Stack struct{ top []int }

// Whose top is what other methods leave.
func (s *Stack) Pop() int {
	x := s.top[len(s.top)-1]
	s.top = s.top[:len(s.top)-1]
	return x
}
