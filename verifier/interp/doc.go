// Package interp executes programs of verifier/prog command by command over
// the values of theory/model.
//
// Run is the plainest reading of what a program means: an Oracle chooses what
// the program leaves open. Replay executes a Script, which a solver's model
// claims to be an execution, and either confirms it as a Trace or returns the
// first Failure. Where the script skips blocks and calls that were optimised
// away, Replay searches for a way through them.
//
// Quantified assumptions are checked last: completely where model.Decide can,
// else at the instances that match what the execution evaluated and at the
// boundaries of the quantifier. Axioms by which the front end says what a lambda
// expression or a datatype means are confirmed by these instances, unless
// something else is said of such values (define.go).
package interp
