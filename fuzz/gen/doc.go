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
// Horn makes Horn clauses over three values (horn.go), so few that there is an oracle. PlantedHorn makes some over numbers,
// arrays and bit-vectors around an answer (hornplant.go): a solution, which each clause respects since what it says of the head
// is a condition of the body, unless it follows from the premise (hornsolution.go); or a derivation on concrete values, whose
// steps are made clauses (hornderivation.go).
//
// Boogie makes programs (boogie.go), BoogieMutant changes existing ones (mutateboogie.go).
package gen
