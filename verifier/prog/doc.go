// Package prog represents the programs that front ends produce and passes
// transform: procedures made of basic blocks, whose commands are over typed
// terms (theory/term).
//
// A variable is a Var with a constant term of its own, which stands for its
// value in expressions. The variables of all procedures and quantifiers are
// different terms, so expressions can move between procedures by substitution
// without clashes. For the value of a global at the procedure's entry (Boogie's
// old) an expression contains the global's Old term.
//
// The question asked of a Program is: can an execution of its entry procedure
// reach a return (the Legion paper, section 2.1)? Assertions, loops and
// contracts are part of the language. verifier/passes reduces a program to the
// core that verifier/vcgen understands: no Assert, no cyclic control flow, all
// Requires and Ensures free.
//
// Programs are executed by verifier/interp.
package prog
