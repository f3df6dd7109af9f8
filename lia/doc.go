// Package lia is the theory of linear arithmetic over integers and reals, as a
// theory.Plugin. Nonlinear terms are refined by lemmas.
//
// # Division of labour
//
// Most atoms of program verification bound one variable, most equalities are
// between a variable and a numeral or another variable plus a constant, and few
// sums have two or more variables. So:
//
//   - Equalities live in the e-graph, which knows integer offsets. There is no
//     theory variable: the plugin is indexed by e-graph node.
//   - Bounds of Ints are kept by e-graph class, as machine words, and decide atoms
//     without a tableau (bounds.go, propagate.go). A bound that moves visits, of a term
//     with many atoms, only those that it passes (ranked.go). Reals have no bounds by class (real.go).
//   - A relevant sum, the terms in it, and every Real in an asserted inequality
//     are active: they take part in linear constraints (activate.go), which one of three
//     procedures decides (procedure.go).
//   - The first procedure is a matrix of differences (differences.go, layout.go,
//     diffmodel.go, realdiff.go; package lia/difference). It suffices as long as all
//     active sums are differences of two terms, and there are few of these. Terms at which nobody but the matrix looks
//     are not merged when it makes them equal (private.go).
//   - For many Ints it is a sparse graph of differences (sparse.go, sparsemodel.go), which sets a few other sums aside
//     for the final check (aside.go), and only propagates their intervals (interval.go).
//   - Otherwise it is the tableau, for the rest of the run (tableau.go, tabderive.go,
//     tabmodel.go, farkas.go; package lia/simplex): the general simplex of Dutertre
//     and de Moura (CAV 2006). A sum has a row, and two active terms of one class
//     are tied by a row for their difference.
//   - At effort Full, integers that differ in pairs and have fewer values than members are a conflict
//     (alldifferent.go). The solution of the tableau is made integral, a candidate model is built and compared with the
//     disequalities (check.go, model.go, diseqs.go), and the sums in which a value has changed are evaluated (sums.go).
//     A numeral times a term has a row only where the candidate is wrong without, or where the term is fixed and the
//     product an argument: then its value matters to congruence.
//   - The bounds of mod by a numeral, and of a tree of if-then-else terms over numerals,
//     are axioms (attach.go): where choices are added up, the sum is bounded before
//     any of them is made.
//   - div and mod by numerals, and to_int, are defined by lemmas (divmod.go).
//     Products, and div and mod by variables, are uninterpreted for the e-graph; at
//     effort Refine wrong values in the candidate are refuted by lemmas (nonlinear.go,
//     product.go), as in Cimatti et al., "Incremental linearization" (TACAS 2017).
//
// Which sorts and operators the plugin claims, and what division by zero means in a model,
// is in claims.go.
//
// # Integers
//
// A split goes through the SAT search and a final check of all theories, so integer
// solutions are looked for in the tableau first. The order is that of integrate.go:
//
//  1. Divisibility refutes single rows (simplex.Tableau.GCDTest) and systems of
//     equations (Diophantine); Patch moves nonbasic variables for free.
//  2. A dive fixes one fractional term after the other inside the tableau (dive.go).
//     Its bounds are taken back, the point stays. Dives that fail cause pauses.
//  3. Only what a dive does not find costs a lemma: that at most one of some integers
//     is 1 (clique.go), a rounded row or a Gomory cut (cut.go; cutpool.go keeps some), a split
//     on a combination of integers or on one term (branch.go). The
//     first combinations are coordinates of the solutions of equations
//     (simplex.Tableau.Direction), so two unknowns in one equation need one split.
//
// Branching goes on as long as the problem is bounded; otherwise its budget ends it, since
// there may be no end (mayBranch in branch.go).
//
// A Gomory cut is derived by simplex.Tableau.Cut (lia/simplex/cut.go), sent as a lemma
// by sendCut and certified by certifyCut (both in cut.go): an integer form is at most k
// or at least k+1, and each case contradicts the bounds and the cut's negation. The
// checker is theory/cert, step Cases.
//
// # Candidate model
//
// Different classes get different values where that is possible, so that few
// equalities have to be guessed ("model mutation", de Moura and Bjørner, "Model-based
// theory combination", SMT 2007). The candidate is compared with the disequalities
// before anything is split on.
//
// # Cliques
//
// Three places look for sets whose members exclude each other in pairs, each in a graph of its own, since their edges
// have little in common. In clique.go an edge is an asserted literal, which the cut names as a premise; the graph goes
// with the trail, and the vertices come in the order of the present solution, which the clique must violate. In
// alldifferent.go one edge stands for those between all pairs of nodes with a certain difference of their offsets.
// In theory/preprocess/graph.go edges hold forever and have no reason, and every edge must be in some clique.
// What they share is a loop of three lines: add what is adjacent to all so far.
//
// # Explanations
//
// Each bound of a class is a record: the node that it was found for, the value,
// and why (a literal, an older bound and a disequality, a procedure's derivation).
// Records live in an arena that backtracking truncates. The Reason of a
// propagated literal or equality is the index of a record; explaining it walks
// the records back to literals and to equalities between the nodes of
// consecutive records, which the e-graph explains (explain.go). Certificates are
// written along the way (certify.go).
//
// # Undo
//
// What the search changes is on one trail of typed records, or in arenas and queues
// that are truncated to the length that they had. Tableau variables, rows and atoms
// stay.
//
// # Words
//
//   - active term: takes part in linear constraints, since a relevant sum or an asserted inequality over Reals
//     contains it.
//   - aside: of a sum: it waits for the final check.
//   - hand over: to replace the matrix of differences by the sparse graph, or either by the tableau, permanently.
//   - product: of two terms that are not numerals.
//   - tie: a constraint that gives two active terms of one class their offset.
package lia
