// Package proof checks the proofs of package sat while they are made. LRAT and
// DRAT are forward checkers for the two kinds of proof; both are sat.Tracers and
// share no code with the solver.
//
// LRAT (Cruz-Filipe et al., CADE 2017) believes no clause without the list of
// antecedents that propagate to a conflict, and needs no search. DRAT ignores
// the antecedents and finds the conflict by unit propagation (its RUP part; the
// solver makes no RAT steps). Theory lemmas are axioms to both.
package proof
