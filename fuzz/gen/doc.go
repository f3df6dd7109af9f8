// Package gen makes random inputs, biased towards the corners where solvers have been
// wrong. All random choices come from the given generator, so that a seed determines the
// input.
//
// SAT makes scripts for the SAT solver (sat.go), with clauses from package clauses.
//
// SMT makes scripts for the SMT solver. A family (smt.go) is a profile of terms (terms.go)
// in some shape: random sessions, deep ones, clauses, definitions (session.go), numbers in
// boxes (box.go), verification conditions (vc.go), axioms and piecewise copies (quant.go). The
// widths of bit-vectors (bits.go) are part of a profile: any, few bits, or so few that all
// values can be tried.
// Mutant changes existing scripts (mutate.go).
//
// Boogie makes programs (boogie.go), BoogieMutant changes existing ones (mutateboogie.go).
package gen
