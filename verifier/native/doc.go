// Package native presents Muster's own solver as an inline.Solver. It stands
// apart from verifier/inline so that the engines do not import the solver:
// whoever runs an engine chooses one.
package native
