// Package gini connects package sat with the solver gini (github.com/go-air/gini),
// whose literals have the same encoding.
//
// Solver gives a sat.Solver the interface of gini's own solver (inter.S with activation
// literals), so that programs written for gini run on it. Activation literals are
// sat.Solver.Activate and Retire. Test is sat.Solver.Imply, which restores all
// eliminated variables permanently, so that Value, Reasons and the implied literals are
// those of the whole formula. It panics on misuse where gini does.
//
// Backend is gini with the part of the interface of sat.Solver that gini can implement:
// no proofs, no counters, no propagator. Once gini has answered -1 and Why is empty,
// Backend does not call it again, since another Solve would end the process.
package gini
