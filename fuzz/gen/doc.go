// Package gen makes random inputs, biased to the corners where solvers have been
// wrong. All that is random comes from the generator that is given, so that a seed
// stands for an input.
//
// SAT makes scripts of calls on the SAT solver (sat.go), of clauses from package
// clauses.
package gen
