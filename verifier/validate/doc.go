// Package validate checks answers apart from the run that found them.
//
// Proof checks the evidence behind a safe verdict with a solver that shares
// nothing with the run: the formula is rebuilt from the templates, call site
// by call site, and refuted again. Axioms closes the one gap that the replay
// of an unsafe verdict leaves: the axioms that no replay evaluates.
//
// (The replay itself, verifier/witness, is part of the engines' last check.)
package validate
