// Package circuit builds the circuits of bit-vector operations.
//
// A word is a slice of literals, the least significant bit first. The operations are those
// of SMT-LIB, with its division by zero and its shifts by more than the width. Operands
// have equal widths of at least 1 unless an operation says otherwise; results are new
// slices. Constant bits simplify themselves away, gate by gate.
//
// # Circuits
//
//	sum, difference       full adders in a row, each an exclusive or and a majority
//	less than             the row's majorities only
//	product               rows of partial products, added one by one; by a constant,
//	                      shifted sums and differences for its signed digits
//	quotient, remainder   restoring division: a conditional subtraction for each bit
//	shift                 a row of choices for each bit of the amount that matters
//	read of an array      choices between pairs of elements, for each bit of the index
//
// Products choose the operand of the rows by its bits, so x*y and y*x are one circuit.
package circuit
