// Package gen makes random inputs, biased to the corners where solvers have been
// wrong. All that is random comes from the generator that is given, so that a seed
// stands for an input.
//
// SAT makes scripts of calls on the SAT solver (sat.go), of clauses from package
// clauses.
//
// SMT makes scripts on the SMT solver. A family (smt.go) is a profile of terms
// (terms.go) in some shape: sessions, deep, of clauses or of definitions (session.go),
// numbers in boxes (box.go), verification conditions (vc.go), axioms and piecewise
// copies (quant.go). Mutant changes scripts that there are (mutate.go).
//
// Boogie makes programs (boogie.go), BoogieMutant changes real ones (mutateboogie.go).
package gen
