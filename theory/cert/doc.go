// Package cert holds the certificates of theory conflicts, explanations and
// lemmas, and the checker that verifies them. It shares no code with the
// search: it knows terms and numbers only, and has its own normal forms of
// terms, its own congruence (union-find over normal forms, with offsets) and its
// own linear arithmetic. It proves; it accepts nothing on the strength of tests.
//
// # Certificates
//
// A Certificate is a clause of formulas and a Rule that says why it is valid. The clause of a Refutation follows
// since its negated literals lead to a contradiction, by Steps: equalities (from one literal, by congruence, by
// reflexivity, by a linear combination modulo a power of two, by array axioms along a path of stores, by a known
// condition of an if-then-else, by bounds that meet, by a linear combination of equations), bounds (of a literal, of
// mod, past an excluded value, of a combination with integer rounding), products of bounds and of an equation and a
// term, and contradictions (a combination that says 0 <= negative, no multiple of a common divisor in a range, a
// form of integers that can neither be at most k nor more, more different integers than values). Steps may stand in
// any order: bounds have names, equalities are what the steps have merged in a union-find, and the checker applies
// each step once its premises are established, until there is a contradiction. So steps are cheap to write in the
// middle of a lazy explanation. An equality between terms of one class that a bound needs must be justified by steps
// as well, so certificates nest.
//
//   - A lemma on x*y is a product of two bounds (step Product), one for each
//     factor, and a sum with what the lemma states (signs, sizes, tangents), or
//     the product of the equation x = a and y (values). Products are checked as
//     polynomial identities.
//   - A Gomory mixed-integer cut is proved by Cases on a form of integers, which
//     the tableau gives with its multipliers (lia/simplex.Split): form <= k and
//     form >= k+1, each with the negated cut, contradict the bounds. lia's
//     certifyCut writes the step; the checker verifies both cases.
//   - A split is a clause with complementary literals.
//
// The other rules are instances of axioms (of arrays, of integer division, of numbers and bits of
// bit-vectors in wordnumber.go): the checker builds the instance from Args (for example the body
// of a quantifier, with terms for its variables), and verifies that it is false where the clause
// is, by simplifying it under the negated literals, with at most 200 case splits. A Skolem
// constant, like a witness of extensionality, stands for one thing only, and is younger. So a
// clause may be made of simplified formulas, and may state only a part of the instance (a
// conjunct of a quantifier's body).
//
// # Normal forms
//
// Every term has a hash-consed normal form (normal.go): polynomials with all products multiplied
// out, mod by a numeral as x - k*(x div k), flat conjunctions, reads that look through stores,
// quantifiers by body. An Int is its own conversion to Real, so there is one kind of polynomial,
// which is rounded if it consists of integer atoms only. Congruence and arithmetic work over these
// forms. Sums and products of bit-vectors are polynomials modulo a power of two (words.go); of the
// other operators the forms know little (bits.go), and what they do not know is not simplified
// under a proof. So a certificate may mention a formula that simplification has changed, and no
// code of theory/rewrite is needed to recognise it.
//
// # What is trusted
//
// Clauses with a literal that has no formula, or with free variables, are not
// covered and never accepted (Unsupported). The tests fail on any of these, for
// each kind of lemma.
//
// It is trusted that a literal of the SAT solver stands for the formula that the
// certificate gives for it, and that witnesses of extensionality are fresh. In a
// proof log (theory/proof) both are verified: clausification and constants by
// the log's own rules, simplification by Checker.Equal.
package cert
