// Package num provides the exact numbers that every other package computes with:
// Int (integers) and Rat (rationals).
//
// Nearly all numbers of program verification fit a machine word, and the rest
// must still be right. Both types are therefore small immutable values that
// hold an int64 (or a fraction of two, or an integer of two words) and fall back
// to math/big only when a result does not fit. The representation is canonical: a number that fits
// the machine form is never held in the big form. The zero value of each type
// is the number zero. Values are compared with Equal or Cmp; == is only right
// between numbers in machine form.
//
// Operations on machine words do not allocate. Overflow is detected with
// math/bits or sign comparison before the result is used.
package num
