// Package proof writes and checks the proofs of package sat. Everything in it is
// a sat.Tracer: LRAT and DRAT are forward checkers for the two kinds of proof,
// which share no code with the solver, and Writer writes proof files.
//
// LRAT (Cruz-Filipe et al., CADE 2017) believes no clause without the list of
// antecedents that propagate to a conflict, and needs no search. DRAT ignores
// the antecedents and finds the conflict by unit propagation (its RUP part; the
// solver makes no RAT steps). Theory lemmas are axioms to both.
package proof
