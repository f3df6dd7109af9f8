// Package smt is the solver for programs that embed it: terms are made over a
// Store, a Session asserts and checks them and reads models and cores. Engines,
// which own their terms, use package theory/solver, on which it is built.
//
// Terms of the types Bool, Int, Real, Elem, Array and Fun1 to Fun3 are small values
// that == compares. What is known at run time only goes through Term, AnySort, Func
// and Store.Apply, which check and return errors; the typed methods panic with a
// *Misuse where the types of Go cannot see a mistake: zero terms, terms of two
// stores, elements of two sorts, one name with two sorts.
//
// An answer is a Result: Sat, Unsat, or Unknown with a reason, such as a limit of
// the Session's Config. An error is that of the context, or a fault of the solver.
// A session can be used after any of them. It prints nothing, ends no process,
// starts no goroutine that outlives a call, and needs no closing.
//
// Store, Model and terms may be used from any goroutine. A Session serves
// one at a time and notices if there are two; sessions over one Store may run at
// once. They share nothing but the store's terms, which each copies to where it
// works: no lock is taken in the search, and what a popped scope leaves behind is
// dropped with the copy. Fork makes a second session of the same assertions.
package smt
