// Package lia is the theory of linear integer arithmetic, as a theory.Plugin,
// with nonlinear terms refined by lemmas.
//
// The work is divided by how common it is. Most atoms of program verification
// bound one variable, most equalities are between a variable and a numeral or
// another variable plus a constant, and few rows have two or more variables.
//
//   - Equalities live in the e-graph, which knows integer offsets.
//   - Bounds of single terms are kept by e-graph class, as machine words, and
//     decide atoms without a tableau (bounds.go, propagate.go).
//   - As long as all relevant sums are differences of two terms they go to a
//     matrix of shortest paths (differences.go, diffmodel.go, realdiff.go,
//     package lia/difference), and the tableau is not used.
//   - Else sums get a row of the tableau when they become relevant (rows.go). Terms
//     that occur in such a sum are active: they are variables of the tableau
//     and get the bounds of their class; two active terms of one class are
//     linked by a row for their difference. The method is the general simplex
//     of Dutertre and de Moura (CAV 2006), in package lia/simplex.
//   - At effort Full the tableau is made integral: divisibility of rows and of
//     systems of equations refutes, patches and dives (dive.go) look for an
//     integer point without the SAT solver, and cuts and branching (branch.go),
//     on terms or on combinations of them, are what is left. Then a candidate model is built in which
//     different classes get different values where that is possible
//     (model.go), so that few equalities have to be guessed ("model mutation",
//     de Moura and Bjørner, "Model-based theory combination", SMT 2007).
//   - div and mod by numerals are defined by lemmas (divmod.go). Products, and
//     div and mod by variables, are uninterpreted for the e-graph; at effort
//     Quant the candidate's values are compared with the true ones and
//     refuted by lemmas (nonlinear.go), in the manner of Cimatti et al.,
//     "Incremental linearization" (TACAS 2017).
//
// # Explanations
//
// Each bound of a class is a record: the node that it was found for, the value,
// and why (a literal, an older bound and a disequality, a row of the tableau).
// Records live in an arena that backtracking truncates. The Reason of a
// propagated literal or equality is the index of a record; explaining it walks
// the records back to literals and to equalities between the nodes of
// consecutive records, which the e-graph explains.
//
// # Undo
//
// All state is on one trail of typed records, or in arenas and queues that are
// cut to the length that they had. Tableau variables, rows and atoms stay.
package lia
