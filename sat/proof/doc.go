// Package proof writes, reads and checks the proofs of package sat.
//
// LRAT (Cruz-Filipe et al., CADE 2017) and DRAT (Wetzler, Heule, Hunt, SAT 2014) are
// forward checkers for the two kinds of proof; they share no code with the solver. LRAT
// requires for each clause the antecedents that propagate to a conflict, so it does not
// search. The solver knows them, so this is the default of the command. DRAT ignores the
// antecedents and finds the conflict by unit propagation, which takes about the time of
// the solver.
//
// Both are sat.Tracers, so that a proof can be checked while it is made. Then every
// clause must follow by reverse unit propagation (RUP). The RAT property would not do: it
// only preserves the satisfiability of the clauses that are there, and more may be added
// (lemmas, assumptions). Only definitions of fresh variables are allowed, and by LRAT:
// what is added does not have these variables (define.go).
//
// Writer is a sat.Tracer that writes a proof to a file, Reader reads one, and Check
// checks it against a formula. In a file a clause may also have the RAT property: all its
// resolvents on its first literal follow by RUP. Detect recognizes the format of a file
// by its first 16 KiB.
//
// A proof refutes one formula. The answers to the queries of an incremental formula have
// no place in DRAT and LRAT.
//
// # Formats
//
// Each format has a text and a binary form. In text, a DRAT step is "LITERAL... 0" or
// "d LITERAL... 0", an LRAT step "ID LITERAL... 0 HINT... 0" or "ID d ID... 0"; comments
// begin with c. In binary, a step begins with the byte a or d. A literal or id n is
// encoded as 2|n|, plus 1 if it is negative, seven bits per byte, least significant bits
// first, with the eighth bit set in all bytes except the last. An LRAT addition begins
// with its ID; a deletion has none. The clauses of the formula have the ids 1, 2 and so
// on.
//
// A step "o" is an extension: a theory lemma, written like an addition without hints.
// Check rejects it unless Options.Lemmas is set.
//
// In DRAT, deletions of unit clauses and of clauses that are reasons of literals at level
// 0 are ignored, as by other checkers (drat-trim): the clause stays. Clauses are deleted
// by their literals, not by an id.
package proof
