// Package smtlib writes and reads SMT-LIB 2.6: scripts, sessions with an
// external solver over a pipe, and that solver's answers. (Barrett, Fontaine,
// Tinelli: The SMT-LIB Standard, Version 2.6.)
//
// Writer serves files and pipes alike. Its output is linear in the size of the
// term graph: shared subterms without free bound variables become constants by
// define-fun, the others let-bound variables in the body of their quantifier.
// What it needs is declared on demand, and symbols that share a name are told
// apart by a suffix.
//
// Reader is a hand-written streaming reader: one command at a time is read into
// a flat array of s-expression nodes, and its terms are built from there with
// an explicit stack, so nesting has no limit. It covers Bool, Int, Real,
// arrays, uninterpreted sorts and functions, and quantifiers with patterns. All
// else is an error that names the construct and its position.
//
// An Int argument where a Real is wanted is converted, as Z3 and cvc5 do; in a
// logic of reals without integers (QF_LRA, QF_RDL), 1 is 1.0.
package smtlib
