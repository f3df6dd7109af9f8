// Package cert is the certificates of theory conflicts, explanations and
// lemmas, and the checker that verifies them. It shares no code with the
// search: it knows terms and numbers, and has its own congruence (union-find
// over linear forms, with offsets), its own linear arithmetic and its own
// evaluator.
//
// A Certificate is a clause of formulas and a Rule that says why it is valid.
// The clause of a Refutation follows since its negated literals lead to a
// contradiction, by Steps: equalities (from one literal, by congruence, by
// reflexivity, by array axioms along a path of stores, by bounds that meet, by
// a linear combination of equations), bounds (of a literal, of mod, past an
// excluded value, of a combination with integer rounding), and contradictions
// (a combination that says 0 <= negative, no multiple of a common divisor in a
// range). Steps may stand in any order: the checker takes each when its
// premises are there, and is satisfied when there is a contradiction. An
// equality that a bound needs, between terms of one class, must be there as
// well, so the certificates nest. The other rules are instances of axioms.
//
// What is checked by evaluation at pseudo-random points only (Verdict tells):
// nonlinear lemmas, instances of quantifiers (the checker evaluates the body
// with the bindings, by itself, and the simplified clause must hold where that
// does), and instances of read-over-write that rewriting has changed beyond what
// the checker recognizes.
//
// What is not covered is Unsupported, never accepted: Gomory cuts, instances of
// quantifiers with a quantifier inside, literals without a formula, terms too
// deep to evaluate. A literal that stands for another formula than the one that
// a step speaks of is rejected.
//
// Trusted: that a literal of the SAT solver stands for the formula that the
// certificate gives for it (clausification, and the rewriting before it).
package cert
