// Package machine has the integers of processors as terms: values of a type with so many bits, signed or not. Front
// ends for languages with such integers share it.
//
// A value is a term of sort Int that is the number itself, and always within its type. Beside it stand bounds, which
// may be closer than those of the type, and how many of its low bits are 0. So an operation makes the exact result
// first, by arithmetic of Int, and then brings it into its type by the least that does it: nothing, where the bounds
// say that it fits; one addition or subtraction of 2^n under a condition, where it is less than one turn beyond; else
// a remainder. Engines and lia see sums and differences, which is what most conditions of programs are about, and no
// bit-vectors.
//
// Operations on bits are arithmetic, too, where that can say them. What a constant masks is a sum of fields, by
// division and remainder; or and exclusive or with a constant follow from that; two values whose bits are disjoint by
// their bounds and low bits, as in uint16(b[0]) | uint16(b[1])<<8, are added; and a shift is a product or a quotient,
// by the amount, one case for each amount that there may be. All others are operations of bit-vectors that are as wide
// as the bounds need, whose results are numbers again.
//
// # What it leaves to languages
//
// The package never asks whether an operation has a meaning. Exact results let callers look before they wrap: C
// excludes an overflow, Go wraps it. Divide truncates towards zero, as both do, and the divisor must not be 0; what
// the only quotient that does not fit becomes, is again up to who calls Wrap. Shift takes amounts beyond the width and
// gives what is left then, 0 or -1; ByAmount with ShiftBy is for those that exclude them.
//
// A value that has been read from a variable or a map is raw: it is in its range in all executions, but the solver
// does not know that. Ranged has the caller assume it, once in a block of commands; operations that need it call it
// themselves, comparisons do not.
package machine
