// Package ladder has lemmas about products and divisions of bit-vectors whose circuits are too
// large to begin with: what follows from the operator's meaning and excludes a wrong result,
// weak but cheap lemmas first, and the circuit itself last (Niemetz, Preiner and Zohar, "Scalable
// Bit-Blasting with Abstractions", 2024).
//
// A Fact is such an operator: its result is a word of free inputs. When an assignment gives it a
// wrong value, Refine returns the first lemma of the ladder that the assignment violates, as a
// bit over the same graph. The rungs are: facts that need no numbers (division by zero,
// remainders are less than divisors, bounds where nothing overflows, signs), those about the
// place of the lowest bit (which include parity and inverses of odd numbers), multiples and
// fractions by sparse constants such as powers of two, lengths, bounds by the numbers in the
// assignment, of which only some are used up, then the low bits of the equation, twice as many
// each time. After all of them Refine returns what is left of the meaning by the circuit; if that
// is too large, the result for the operands in the assignment, a few hundred times.
//
// Quotient and remainder of one division are one fact. Squares have the circuits of squares for
// their low bits, and so what is known of squares modulo powers of two.
//
// Tests prove each schema: by evaluation of all operands and all parameters up to width 5, by the
// SAT solver at random widths.
package ladder
