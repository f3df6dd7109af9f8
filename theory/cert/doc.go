// Package cert is the certificates of theory conflicts, explanations and
// lemmas, and the checker that verifies them. It shares no code with the
// search: it knows terms and numbers, and has its own normal forms of terms
// (polynomials, formulas, reads and writes, division by numerals), its own
// congruence (union-find over normal forms, with offsets) and its own linear
// arithmetic. Nothing is accepted because it held where it was tried.
//
// A Certificate is a clause of formulas and a Rule that says why it is valid.
// The clause of a Refutation follows since its negated literals lead to a
// contradiction, by Steps: equalities (from one literal, by congruence, by
// reflexivity, by array axioms along a path of stores, by bounds that meet, by
// a linear combination of equations), bounds (of a literal, of mod, past an
// excluded value, of a combination with integer rounding), products of bounds
// and of an equation and a term, and contradictions (a combination that says 0
// <= negative, no multiple of a common divisor in a range, a form of integers
// that can neither be at most k nor more). Steps may stand in any order: the
// checker takes each when its premises are there, and is satisfied when there
// is a contradiction. An equality that a bound needs, between terms of one
// class, must be there as well, so the certificates nest.
//
//   - A lemma on x*y is a product of two bounds, one for each factor, and a sum
//     with what the lemma says (signs, sizes, tangents), or the product of the
//     equation x = a and y (values).
//   - A Gomory mixed-integer cut is proved by cases on a form of integers: each
//     of form <= k and form >= k+1 and the cut's negation contradict the bounds.
//   - A split is a clause with complementary literals.
//
// The other rules are instances of axioms: the checker makes the instance from
// Args (the body of a quantifier with terms for its variables, for one), and
// verifies that it is false where the clause is, by simplifying it under what
// the negated literals say, with a few case splits at most. So a clause may be
// made of simplified formulas, and may be a part only of what the instance says
// (a conjunct of a quantifier's body).
//
// Not covered, and never accepted (Unsupported), are clauses with a literal
// without a formula, or with free variables.
//
// Trusted here: that a literal of the SAT solver stands for the formula that the
// certificate gives for it, and that witnesses of extensionality are fresh. A
// proof log (theory/proof) has both verified: clausification and constants by
// its own rules, simplification by Checker.Equal.
package cert
