// Package vc is the one problem form that all engines work on: a System of
// procedures, each with interface variables, a body in passive form whose
// blocks stand under guards, and guarded call sites (the Legion paper,
// section 2; the Spacer paper's procedures; Horn clauses with one head).
//
// A Proc is a template. An instance of it renames every constant that the
// template owns and replaces its interface variables by terms of the caller,
// or by fresh ones; verifier/stamp says what an instance asserts.
//
// The package knows no front end. Procedures, blocks and sites carry an Origin:
// a number that has a meaning only for the front end that made the system
// (for Boogie see vcgen.Back), which uses it to lead results back.
//
// Check verifies all that this package promises about a System. It runs on
// every system in the tests, and with the driver's option Invariants.
//
// # Words
//
//   - interface variable: a parameter, result or global in a template, replaced when that is stamped.
package vc
