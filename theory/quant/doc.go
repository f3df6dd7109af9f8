// Package quant instantiates universal quantifiers by E-matching (Detlefs,
// Nelson and Saxe, "Simplify", 2005): terms of the quantifier's patterns are
// matched, modulo the e-graph, against the relevant applications, and each
// match gives an instance that is sent as a lemma, (or (not q) instance).
// Existential quantifiers, and negated universal ones, are skolemised by
// theory/cnf and never seen here.
//
// Patterns are those of the user, or inferred (trigger.go). Each is compiled
// once to a program for a small backtracking machine (de Moura and Bjorner,
// "Efficient E-matching for SMT solvers", 2007; compile.go, machine.go) whose
// registers are points, so that x+1 in a pattern matches any integer and a
// numeral any class that is known to have its value.
//
// A round of matching happens at effort Quant. Matches are taken modulo the
// present classes: one that agrees, argument by argument, with an instance that
// is live already says nothing new. Instances whose body is true already are
// left out; those whose body is false come first and alone, then those that
// propagate a literal (if models are to be looked at); the others come by
// generation, the depth of instances that a term owes its existence to, and great
// numbers wait, and what is deeper than the greatest generation is not matched on,
// which bounds matching loops; the check then ends in unknown with the reason
// IncompleteInstantiation.
//
// Matching is incremental, without a trail. A match is kept from round to round
// as long as the nodes that its pattern's terms begin with are not changed: a hash
// of all that a pattern can see below each node tells (changes.go), whatever was
// undone and done again in between. Only changed nodes are matched anew; a
// multi-pattern is compiled once for each of its terms to come first, and finds
// the others by the classes of arguments that are known (index.go). The set of
// matches is that of matching everything anew, which the tag invariants checks in
// each round that no limit cut short; instances come in the same order but for
// matches that are equal in generation, quantifier, pattern and first nodes.
//
// A pattern select(a, x) with a ground array a watches a: it also matches the
// reads of arrays that stores connect with a, since the theory of arrays does
// not make the reads of a that they depend on unless it must.
//
// E-matching never proves that a quantifier holds. So while one is active, no
// model is vouched for.
//
// Quantifiers that copy or fill arrays piece by piece belong to package arrays
// and never come here.
package quant
