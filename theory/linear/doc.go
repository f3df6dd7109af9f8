// Package linear has linear sums: multiples of terms, and a number, added up. Passes, projection and
// interpolation read terms as such sums, combine them, and make terms of the results.
//
// Coefficients are rational also in sums of integers: whoever solves for a term divides, and num.Rat
// holds machine words as long as they suffice.
//
// Some sums stay where they are, since their summands are no terms: nodes with offsets (lia), columns
// (lia/simplex), literals (bv/blast), values at program points (verifier/summary), and names in C
// (verifier/c). The rewriter, which makes the canonical sums that are read here, builds them in place in
// units of one denominator; for bit-vectors it counts modulo a power of two. Checkers (theory/cert) have
// their own, so that they share no fault with what they check.
package linear
