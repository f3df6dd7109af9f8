// Package proof writes, reads and checks the proofs of package sat.
//
// LRAT (Cruz-Filipe et al., CADE 2017) and DRAT (Wetzler, Heule, Hunt, SAT 2014)
// are forward checkers for the two kinds of proof. LRAT believes no clause
// without the list of antecedents that propagate to a conflict, and needs no
// search. DRAT ignores the antecedents and finds the conflict by unit
// propagation. Both are sat.Tracers, so that a proof can be checked while it is
// made; then every clause must follow by reverse unit propagation (RUP), for
// more clauses may come. They share no code with the solver.
//
// Writer is a sat.Tracer that writes a proof to a file, Reader reads one, and
// Check holds it against a formula. In a file a clause may also have the RAT
// property: all its resolvents on its first literal follow by RUP.
//
// # Formats
//
// Of each format there is a text and a binary form. In text, a DRAT step is
// "LITERAL... 0" or "d LITERAL... 0", an LRAT step "ID LITERAL... 0 HINT... 0" or
// "ID d ID... 0"; comments begin with c. In binary a step begins with an a or a d,
// and a number n, literal or id, is 2|n|, plus 1 if it is negative, in seven bits a
// byte, least first, the last without the eighth bit. An LRAT addition has its ID
// first; a deletion has none. The clauses of the formula are 1, 2 and so on.
//
// A step "o", followed by what an addition has but hints, is our own: a theory
// lemma, which Check refuses unless it is told to believe lemmas.
//
// Deletions of unit clauses, and of those that are units under what holds, are
// ignored in DRAT, as other checkers do: the clause stays.
package proof
