// Package solver is the SMT solver as engines use it: formulas are asserted, in
// scopes if wanted, and checked under assumptions, with models and cores. It is
// the only package that imports all theories. Programs that embed the solver use
// package theory/smt, which is built on it.
//
// A Solver works over a term.Store in which its owner makes terms, without
// checks and copies. It is not safe for concurrent use; a context given to Check
// may be cancelled from anywhere, and the solver can be used afterwards. What
// verification engines need (hints, flow clauses, what is reached, cones, proofs)
// is here, too.
//
// Scopes are assumptions inside: a pop switches off what was asserted in the
// scope. When the garbage of popped scopes outweighs what lives, a new engine
// takes the assertions in force (renew.go).
//
// A broken invariant inside a check, or a panic of a plugin or a guide, is
// recovered here, once, and comes back as Unknown with a reason that says so; the
// solver is dead then. A smt.Session returns it as an error, and makes a new
// solver.
package solver
