// Package smt is the solver for programs that embed it: terms are made over a
// Store; a Session asserts and checks them, and has models and cores. Engines,
// which own their terms, use package theory/solver, on which this one is built.
//
// # Terms
//
// Terms of the types Bool, Int, Real, BitVec, Elem, Array and Fun1 to Fun3 are small values
// that == compares. What is only known at run time goes through Term, AnySort, Func
// and Store.Apply, which check their arguments and return errors. The typed methods
// panic with a *Misuse where Go's types cannot see a mistake: zero terms, terms of
// two stores, elements of two sorts, bit-vectors of two widths, one name with two sorts.
//
// Bit-vectors are decided down to the bits, with arrays, functions, quantifiers and elements. Beside Int and Real
// they are one theory among others.
//
// Horn clauses over these terms are for package verifier/horn. It leads them to its engines and back over a Bridge.
//
// # Answers
//
// An answer is a Result: Sat, Unsat, or Unknown with a Reason, such as a limit of
// Config. An error is that of the context, or a fault of the solver, which wraps
// reason.Internal (package theory/reason). A session can be used after any of them.
// It prints nothing, ends no process, starts no goroutine that outlives a call, and
// needs no closing.
//
// Unsat has no core at once: guards for all assertions would slow down every check. Session.Core
// solves again with them. Session.Interpolant and Interpolants need no check before, and check
// what they give with fresh solvers.
//
// # Recordings
//
// Session.Record writes the calls on a session as an SMT-LIB script, so that muster solve and other solvers read it,
// and a case can be made smaller by hand. What scripts do not have is in set-info commands, which solvers pass over:
// :answer after a question is what was answered, stopped if a clock or a context ended the check; :call is
// Core, MinimizeCore or Interpolants. Models gives the checks and the blocked values of which it consists. Comments
// show models, cores by the numbers of their assertions, and reasons.
//
// A recording in testdata/recordings is a test (TestRecordings): its calls are made again, answers compared, models
// evaluated and cores solved again, for other models and cores are right, too. Where a program got a wrong answer,
// its :answer is corrected by hand.
//
// # Goroutines and memory
//
// Store, Model and terms may be used from any goroutine. A Session serves one at a
// time and notices two; sessions over one Store may run at the same time. Each copies
// the store's terms to a store of its own (term.Copier), so the search takes no lock,
// and what popped scopes leave behind is dropped with the copy. Models are copies,
// too: they outlive their session. Fork makes a second session with the same
// assertions.
//
// Config.Memory limits what the whole process holds, not counting garbage
// (limit.WithMemory). A session whose check has reached the limit drops its solver, so
// that the next check begins with nothing but the assertions.
//
// # Words
//
//   - kernel, tracked: the solver inside a Session, over its own copy of the terms; with a guard for each assertion.
package smt
