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
// Reader is a hand-written streaming reader: an assertion's terms are built while
// its tokens are read, with an explicit stack, so nesting has no limit and costs a
// few words a level; other commands are short, and read into a flat array of
// s-expression nodes first. Only the text of the present command is kept, for
// positions in errors. It covers Bool, Int, Real,
// arrays, uninterpreted sorts and functions, and quantifiers with patterns. All
// else is an error that names the construct and its position.
//
// An Int argument where a Real is wanted is converted, as Z3 and cvc5 do; in a
// logic of reals without integers (QF_LRA, QF_RDL), 1 is 1.0.
package smtlib
