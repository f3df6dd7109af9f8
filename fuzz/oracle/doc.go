// Package oracle has slow ways to find the right answer, which share nothing with the solver
// that they judge.
//
// For formulas in conjunctive normal form there are two: Models keeps the set of all
// satisfying assignments, one bit for each, and Decide searches as in Davis, Logemann and
// Loveland (1962), within a bound on its steps. Other solvers answer larger questions.
package oracle
