// Package smt is the facade of the solver: formulas are asserted, in scopes if
// wanted, and checked under assumptions, with models and cores. It is the only
// package that imports all theories.
//
// # For programs that embed the solver
//
// Terms of the types Bool, Int, Real, Elem, Array and Fun1 to Fun3 are made over a Store;
// a Session solves. Terms are small values that == compares. What is known at run time
// only goes through Term, AnySort, Func and Store.Apply, which check and
// return errors; the typed methods panic with a *Misuse where the types of Go cannot
// see a mistake: zero terms, terms of two stores, elements of two sorts, one
// name with two sorts.
//
// An answer is a Result: Sat, Unsat, or Unknown with a reason, which a limit of the
// Session's Config is. An error is that of the context, or a fault of the
// solver. A session answers on after any of them. It prints nothing, ends no
// process, starts no goroutine that outlives a call, and needs no closing.
//
// Store, Model and terms may be used from any goroutine. A Session serves
// one at a time and notices if there are two; sessions over one Store may
// run at once. They share nothing but the store's terms, which each copies to where it
// works: so no lock is taken in the search, and what a popped scope leaves behind is
// dropped with the copy. Fork makes a second session of the same assertions.
//
// # For the engines
//
// A Solver works over a term.Store that its owner makes terms in, without
// checks and copies. It is not safe for concurrent use; a context given to Check may be
// cancelled from anywhere, and the solver can be used on afterwards. The engines' needs
// (hints, flow clauses, what is reached, cones, proofs) are here. Session is built on it,
// in the same package, since both are the same solver: one of them for whoever
// owns the terms, the other for whoever should not have to.
//
// Scopes are assumptions inside: what a pop takes away is switched off. When
// popped scopes outweigh what lives, a new engine takes the assertions in force
// (renew.go). A broken invariant inside a check, or a panic of a plugin or a guide, is
// recovered here, once, and comes back as Unknown with a reason that says so; the
// solver is dead then. A Session returns it as an error, and makes a new solver.
package smt
