// Package prog is the program that every front end produces and every pass
// transforms: procedures made of basic blocks, whose commands speak about
// typed terms (theory/term).
//
// A variable is a Var with a constant term of its own that stands for its
// value in expressions; every procedure's variables, and every quantifier's,
// are different terms, so expressions can move between procedures by
// substitution and never clash. Where an expression speaks of a global's value
// at the procedure's entry (Boogie's old), it contains that global's Old term.
//
// The question asked of a Program is: can an execution of its entry procedure
// reach a return (the Legion paper, section 2.1)? Assertions,
// loops and contracts are part of the language here; verifier/passes brings a
// program down to the core that verifier/vcgen understands: no Assert, no
// cyclic control flow, every Requires and Ensures free.
//
// Programs are executed by verifier/interp.
package prog
