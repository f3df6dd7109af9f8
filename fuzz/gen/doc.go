// Package gen makes random inputs, biased to the corners where solvers have been
// wrong. All that is random comes from the generator that is given, so that a seed
// stands for an input.
//
// CNF makes clauses of a family (cnf.go), SAT scripts of calls on the SAT solver (sat.go).
package gen
