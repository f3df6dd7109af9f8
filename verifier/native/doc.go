// Package native presents Muster's own solver as an inline.Solver. It is apart
// from verifier/inline so that engines do not import the solver; the caller of an
// engine chooses one.
package native
