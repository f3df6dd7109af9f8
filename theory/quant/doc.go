// Package quant instantiates universal quantifiers by E-matching (Detlefs,
// Nelson and Saxe, "Simplify", 2005): terms of the quantifier's patterns are
// matched, modulo the e-graph, against the relevant applications, and each
// match gives an instance that is sent as a lemma, (or (not q) instance).
// Existential quantifiers, and negated universal ones, are skolemised by
// theory/cnf and never reach this package. Nor do quantifiers that copy or fill
// arrays piece by piece: they belong to package arrays.
//
// Patterns are those of the user, or inferred (trigger.go). Each is compiled
// once to a program for a small backtracking machine (de Moura and Bjorner,
// "Efficient E-matching for SMT solvers", 2007; compile.go, machine.go) whose
// registers are points, so that x+1 in a pattern matches any integer and a
// numeral any class that is known to have its value.
//
// A pattern select(a, x) with a ground array a watches a: it also matches reads of
// arrays that stores connect with a, or quantifiers that copy elements (SetCopies), since the
// theory of arrays creates the reads of a on which they depend only if it must. So does
// select(select(a, x), y), where stores may also connect the array that is read with a read of a,
// and, unless an engine replays candidates, select(f(x), y).
//
// A variable beside ground terms, as in a[o + x], is in no inferred pattern. Where that leaves none, another
// variable takes the place of the sum (move.go): for all y of a[y], with y - o for x. So what engines are given or
// find out about ranges that begin anywhere has instances. With an oracle it stays as it is: models of the
// quantifier find these instances.
//
// # Rounds
//
// A round of matching happens at effort Early, before equalities are guessed. If it chooses
// more instances than there are applications to match, they wait for effort Refine, since the
// guesses may end in a conflict first. Matches are taken modulo the present classes: one that
// agrees, argument by argument, with an instance that is live already is a duplicate. Instances
// whose body is true are skipped. Instances whose body is false come first and alone; then
// those that propagate a literal (Reynolds, Tinelli and de Moura, FMCAD 2014), one for each
// literal, but only if an oracle checks models; the others come in the order of their
// generation, the number of instances in a row from which a term results, but those that were
// sent before come first, and of these the ones of use. A round sends a limited number of them.
//
// An instance is of use if its lemmas took part in a conflict. Then it does not count in the
// generations of the terms that it has made, nor of those that follow from them (uses.go), as
// long as it lives.
//
// Terms of a depth of more than four are not indexed, which bounds matching
// loops; if a list that a program uses has such terms, the check can only end in
// unknown (reason.Instantiation). An oracle doubles the limit, up to 256, when
// matching and a model have not settled a check. Without an oracle the depth is the
// generation, or up to twice that if instances are of use. With one it grows only by what
// an instance binds: a chain of instances for the terms of the input has depth 1, however
// long it is, and ends since there are finitely many terms. Numerals and sums with one are
// as deep as the application that has them as an argument, since there is no end of them.
//
// # Instances stand by
//
// Backtracking makes most instances dead that a final check has sent. So an instance that
// two final checks had to send stands by (standby.go): its lemmas are live whenever its
// quantifier is true and the nodes of its match are relevant, without matching and
// without being sent again. Doing that at once for all keeps instances alive that were of
// use by chance, and what they make relevant brings more.
//
// # Matching is incremental, without a trail
//
// A final check happens at a deep level, so matches on the trail would be lost
// in almost every backjump. Instead each round compares the present classes with
// those of the previous round, whatever was undone and redone in between: each
// indexed application has a hash of everything that a pattern can see below it
// (changes.go). A match is kept as long as the hashes of its top nodes are the
// same. Changed nodes are matched again; a multi-pattern is compiled once for
// each of its terms to come first, and finds the others by the classes of
// arguments that are known (index.go). A collision of hashes would cost a match,
// never an answer. The set of matches is that of matching everything again,
// which the tag invariants checks in each round that no limit has cut short;
// instances come in the same order, except for matches that are equal in
// generation, quantifier, pattern and first nodes.
//
// # Candidates and models
//
// E-matching never proves that a quantifier holds. When it finds no more instances, the check
// ends in unknown with a candidate model, unless there is an Oracle: then, at effort Last, the
// oracle (theory/solver, theory/mbqi) checks each active quantifier in the completed candidate,
// and each violation becomes an instance (model.go). That may go on for ever, so a check ends
// in unknown when it has instantiated too much since an instance last took part in a conflict,
// compared with what it sent before the depth was raised (patience.go). Verification engines
// have no oracle: they inline by candidates, and only a replayed execution makes one unsafe.
//
// # Saturation
//
// Clients that write patterns for all their quantifiers want E-matching to its end and nothing more. With Limits
// (saturate.go) a check ends when all instances are made whose cost is low enough, as Z3 counts it: the generation
// of the match plus the weight of the quantifier. Costs above Limits.Eager, up to Limits.Lazy, are allowed when
// nothing cheaper is left. The oracle is not asked, and what is left out because of its cost is not a reason of its
// own. An instance counts as true only by terms that are relevant, not by those that merely have nodes, nor by
// candidate values of numbers: one that holds already also has the terms that others match. The array theory reads
// through stores (arrays.Solver.ReadThrough), so that patterns match the same terms as where select and store are
// functions with axioms. Proofs that a verifier's user would call obvious need all of that: without it matching
// ended in unknown on 5 of the 8 procedures of a program in the style of dynamic frames which Z3 verifies. A
// quantifier is not compiled before each term of one of its patterns has applications to match.
//
// # Tried
//
// Matching up to generation 10: 113 procedure instances instead of 2,139 in 20 s
// on one driver. Sending only the lowest generation of a round: instances -8%,
// matches +8%, no gain. Oldest matches first within a generation: 26,954
// instances instead of 8,510 on a transitive relation.
package quant
