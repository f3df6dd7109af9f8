// Package known bounds what bit-vectors may be: it knows bits that are fixed, and an interval of
// unsigned numbers, for each term. Bounds go both ways: Forward bounds a term by its arguments,
// Backward its arguments by the term. (Known bits as in Regehr and Duongsaa, "Deriving
// Abstract Transfer Functions for Analyzing Embedded Software", 2006; sums as in LLVM's
// KnownBits.)
//
// Truth values are words of one bit. A value that may be positive or negative has no interval
// of signed numbers: -1 <= x <= 1 bounds nothing.
//
// All functions are sound: they lose no value that is possible. They need not find the least set.
// The tests try all sets of words of two bits, a sample of them for operators of three
// arguments, and random ones up to 70 bits.
package known
