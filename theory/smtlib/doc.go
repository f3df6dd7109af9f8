// Package smtlib writes and reads SMT-LIB 2.6: scripts, sessions with an
// external solver over a pipe, and that solver's answers. (Barrett, Fontaine,
// Tinelli: The SMT-LIB Standard, Version 2.6.)
//
// # Writer
//
// Writer serves files and pipes alike. Its output is linear in the size of the
// term graph: shared subterms without free bound variables become constants by
// define-fun, the others let-bound variables in the body of their quantifier.
// Declarations are written on demand, and symbols that share a name get different
// suffixes.
//
// # Reader
//
// Reader is a hand-written streaming reader: an assertion's terms are built while
// its tokens are read, with an explicit stack of 16 bytes for each nesting level
// and 8 for each pending value, so nesting has no limit. Only the text of the
// present command is kept, for positions in errors. Other commands are short:
// they are read into a flat array of s-expression nodes first, and terms in them
// are lexed again from the text, so that one elaborator serves all. A name has one
// entry that holds everything it means.
//
// It covers Bool, Int, Real, bit-vectors, arrays, uninterpreted sorts and functions, and
// quantifiers with patterns. All else is an error that names the construct and
// its position.
//
// Labels of formulas (:lblpos, :lblneg) become conjuncts when the term is complete,
// since only then its polarity is known; see Label.
//
// A name can have several meanings of different ranks. The sorts of the arguments choose
// one, exactly before with conversions, or the result that (as f S) names; names of the
// theories can be declared too, and keep their own meaning for other arguments. Choices
// that remain are errors. Beside the standard, what Z3 reads is read: iff, implies, if, ~,
// 2., powers with integer exponents (products), and constraints on the number or weight of
// true formulas (decision diagrams, or sums if these would be large).
//
// Arrays given by a term for each index (lambda, as-array, map) are read at once where
// they are read; elsewhere they are new functions, whose definitions become conjuncts of
// what is asserted (lambda.go). Such a definition is checked by E-matching and MBQI: unsat
// is found as with other quantifiers, sat if tables suffice for the arrays.
//
// Of Z3's fixedpoint dialect, declare-rel, declare-var, rule and query are read. A variable of
// declare-var is bound by each rule and query in which it occurs; elsewhere it is an error. A
// predicate alone is queried for any arguments. The options of a query are read and have no meaning.
//
// An Int argument where a Real is wanted is converted, as Z3 and cvc5 do; in a
// logic of reals without integers (QF_LRA, QF_RDL), 1 is 1.0.
//
// A name that is declared again after its scope was popped becomes the same
// symbol, if its rank is the same: nothing is asserted about it any longer.
// Otherwise a session that declares in its scopes would fill the store with
// copies of the same terms (12 MB for 87 scripts, found by the soak test).
package smtlib
