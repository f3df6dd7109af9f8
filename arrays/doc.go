// Package arrays decides select, store, constant arrays and extensionality
// over the e-graph, lazily.
//
// Equalities between arrays live in the e-graph. The plugin adds what follows
// from the axioms, in three layers:
//
//   - At once: select(store(a,j,v),j) = v for every relevant store, and the
//     element of a constant array for every read of its class.
//   - Cheaply, in Propagate: a read that just became relevant, or whose class
//     grew, walks along stores at indices known to differ from its own. A read
//     or a store at its own index that it meets gives it its value; no term is
//     made on the way, and the explanation is the path.
//   - In the final check, against the candidate values of the indices: two
//     classes are weakly equivalent at an index value x when stores at other
//     index values lead from one to the other (Christ and Hoenicke, "Weakly
//     equivalent arrays", 2015). Reads at x that are weakly equivalent at x
//     but have different values violate an axiom; only then the read-over-write
//     lemmas along the path are sent, i = j or select(store(a,j,v),i) =
//     select(a,i). Without a violation the candidate values extend to a model
//     as model.go builds it, so reads that no model needs are never made.
//
// A disequality of arrays that is asserted gets a witness index. Different
// classes that nobody told apart need none, except where arrays are arguments
// of functions or elements of arrays: there, classes that would get the same
// value in the model are told apart or made equal by the same lemma.
//
// A universal quantifier over one integer that says, interval by interval, what
// one array holds there, a value or what another array holds so far away, is
// an atom of this theory (piecewise.go). Its rules take part in the final check
// only: without a distance a rule is an edge of weak equivalence, open at the
// indices of its interval; with one it carries values to other indices (virtual
// sources); a value is one more source. An instance is sent where the candidate
// values violate it. Without a violation the classes that rules connect get one
// default, and the quantifier holds in the model for all integers; where there
// is no such model (exact.go), the check gives up.
package arrays
