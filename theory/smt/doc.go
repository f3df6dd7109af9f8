// Package smt is the facade of the solver: formulas are asserted, in scopes if
// wanted, and checked under assumptions, with models and cores. It is the only
// package that imports all theories.
//
// A Solver works over a term.Store that its owner makes terms in. It is not
// safe for concurrent use; a context given to Check may be cancelled from
// anywhere, and the solver can be used on afterwards.
//
// Scopes are assumptions inside: what a pop takes away is switched off for
// good. A broken invariant inside a check is recovered here, once, and comes
// back as Unknown with a reason that says so; the solver is dead then.
package smt
