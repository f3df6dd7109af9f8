// Package script runs SMT-LIB 2.6 scripts over the solver: commands in, answers
// out, in the order and in the form of the standard (Barrett, Fontaine, Tinelli:
// The SMT-LIB Standard, Version 2.6, chapter 3.9 and 4).
//
// Each answer is flushed before the next command is read, so that a pipe can
// drive it. An error in a command whose parentheses match is answered by
// (error "line:column: ...") and has no effect; what follows is read on, unless
// Options.ExitOnError. What cannot be read at all ends the run with an error.
//
// Where the standard asks for an option before a command may be used, the option
// is needed only if it costs something: :produce-unsat-cores, :produce-assertions
// and :produce-assignments. Models and unsat assumptions are always there. A
// logic that is named has no influence: what a script contains decides.
//
// define-fun-rec and define-funs-rec declare the functions and assert the equation of
// each for all arguments, with the application as its pattern: applications are
// unfolded as they come up, while the limits of quantifiers allow. So unsat is found
// where finitely many unfoldings refute, but where the unfolding does not end by
// itself there is no sat, and a check may end by a limit only, with unknown. Such
// functions have no definition in get-model.
//
// After unsat and with :produce-proofs, get-proof answers (proof "line" ...): the
// strings are the lines of a proof log (its format: theory/proof) of only what
// the answer rests on, which theory/check and muster check verify: a file with all
// that a script has answered will do.
package script
