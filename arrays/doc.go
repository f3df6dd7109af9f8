// Package arrays decides select, store, constant arrays and extensionality
// over the e-graph, lazily.
//
// Equalities between arrays live in the e-graph. The plugin adds what follows
// from the axioms, in three layers:
//
//   - At once: select(store(a,j,v),j) = v for every relevant store, and the
//     element of a constant array for every read of its class.
//   - Cheaply, in Propagate: a read that just became relevant, or whose class
//     or index became equal to others, walks along stores at indices known to
//     differ from its own. A read or a store at its own index that it meets gives
//     it its value; no term is made on the way, and the explanation is the path. It
//     does not walk again before a merge, a new term or backtracking changes a class.
//   - In the final check, against the candidate values of the indices: two
//     classes are weakly equivalent at an index value x when stores at other
//     index values lead from one to the other (Christ and Hoenicke, "Weakly
//     equivalent arrays", 2015). Reads at x that are weakly equivalent at x
//     but have different values violate an axiom. Only then are the read-over-write
//     lemmas along the path sent: i = j or select(store(a,j,v),i) =
//     select(a,i). The index i is that of a read if possible: there are fewer reads
//     than stores, and the lemmas serve for all values of i. Whether i is equal to
//     the index at the other end is decided, equal first, as in the candidate: if
//     the search refused it, each check would get another candidate value.
//     After that the lemma of a store and a read is live whenever both are relevant
//     (theory.While), also for other reads at i of the same classes once they are
//     met, so that no final check has to find it again. In such a lemma i = j is decided
//     first, false as in the candidate: equal reads would leave open which stores
//     the read passes over.
//     Without a violation the candidate values extend to a model
//     (model.go), so reads that no model needs are never created.
//
// Where patterns are matched to the end (ReadThrough), each read is also made below the stores of its array, at
// effort Early, and each store is read at its own index. That costs terms which no model needs, but a pattern sees
// only terms.
//
// The violated groups of reads are found all together (view.go, suspects.go):
// divide and conquer over a union-find that can be undone.
//
// An asserted disequality of arrays gets a witness index. Classes that are not
// known to be different need none, except where arrays are arguments of functions
// or elements of arrays: there the same lemma distinguishes or merges classes that
// would get the same value in the model.
//
// # Piecewise quantifiers
//
// A universal quantifier over one integer x whose clauses state, for an interval
// of x, that array a has at x the element of array b at x+shift, or a value (memcpy
// and memset), is an atom of this theory and never reaches E-matching.
// recognise (piecewise.go) finds it by its clauses, through any nesting of and,
// or, not and if-then-else.
//
// Each clause is a rule, and rules take part in the final check only. A rule
// without a shift is an edge between two classes of the weak-equivalence graph,
// open at the index values of its interval; one with a shift carries values to
// other indices (virtual sources); one with a value is one more source. So copying
// costs nothing until the candidate model violates it; only then is the instance
// at that index sent (its certificate: an instance of the quantifier), which is live
// again whenever a read at that index of one of its arrays is relevant. Without a
// violation the classes that rules connect get one default, which makes the model
// satisfy the quantifier for all x, and the check may end in sat.
//
// The check gives up where there may be no such model: if a rule gives values other
// than the default to more than 4,096 indices, constant arrays of different values
// are on both sides of a rule, or chains of shifts do not end (exact.go).
// theory/combine makes the ground terms of such a quantifier relevant together with
// it (TakeAtom), since its interval must have a value.
//
// # Arrays of bit-vectors
//
// Package bv decides arrays over bit-vectors, too; its doc.go says by a number why.
//
// # Model
//
// A component of weakly equivalent classes has one default. One of its classes is
// evaluated index by index, and the others differ from a neighbour at the index
// of one store (model.go).
//
// # How to add an operator
//
// One of another theory goes the same way, with its package in place of this one.
//
//  1. The term: theory/term/op.go and theory/term/build.go (operator, constructor),
//     theory/model/eval.go (its value), theory/rewrite/array.go (rules, each with a name)
//     and theory/rewrite/rewriter.go (Rebuild calls them).
//  2. The theory, in arrays: plugin.go (Claims, if the result is not an array), attach.go
//     (what its nodes are), lemmas.go (axioms), propagate.go (what a read walks over),
//     view.go (edges of weak equivalence), shared.go, model.go, invariant.go. For
//     quantifiers: theory/quant/plugin.go and theory/quant/trigger.go,
//     theory/mbqi/encode.go.
//  3. The proof: theory/cert/normal.go, theory/cert/arrays.go and theory/cert/axiom.go
//     (normal form, paths of reads, rule), theory/proof/declare.go, theory/proof/terms.go
//     and its doc.go (its line is written, read, and described), theory/check/match.go.
//  4. The languages: theory/smtlib/apply.go, theory/smtlib/elaborate.go,
//     theory/smtlib/print.go and theory/smtlib/symbol.go (reserved names),
//     theory/smt/typed.go and theory/smt/untyped.go; if programs have it, verifier/boogie,
//     verifier/passes/symbols.go, verifier/interp/seen.go, verifier/prog/print.go.
//  5. The tests: fuzz/gen/terms.go must produce it, or nothing is tested;
//     fuzz/smtscript/session.go imports it if smt.Store.Apply does not make it.
package arrays
