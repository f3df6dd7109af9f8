// Package oracle has slow ways to know the right answer, which share nothing
// with the solver that they judge.
//
// For formulas in conjunctive normal form there are two: Models keeps the set of
// all satisfying assignments, a bit for each, and Decide searches as in Davis,
// Logemann and Loveland (1962), by steps that the caller bounds.
package oracle
