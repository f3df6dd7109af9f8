// Package difference decides conjunctions of x - y <= c over integers,
// incrementally and with explanations. It knows no terms and no literals:
// package lia, the plugin above it, translates. Rational and strict
// constraints become integer ones by scaling, which is up to the caller.
//
// # The matrix
//
// The constraints are edges of a graph; the least bound of x - y that follows
// from all of them is the length of a shortest path. The lengths of all
// shortest paths are kept in a square matrix, which a new edge (u, v) of length
// c changes only where d(a,u) + c + d(v,b) < d(a,b): the a and b for which the
// edge shortens the path from a to v, or from u to b, are found by a scan of one
// column and one row. So an assertion costs what it changes plus the
// number of variables, and nothing is left to search for afterwards: an edge is
// contradictory if d(v,u) + c < 0, every implied bound is in the matrix, an
// edge that closes a cycle of length 0 makes all variables on such cycles
// equal up to offsets, and values can be chosen variable by variable, each
// within the bounds from those chosen before, without backtracking.
//
// Propagation by search (below) visits the edges of the graph again at every assertion, the matrix
// only the entries that change; but the matrix is quadratic, so the number of variables is limited
// (MaxVars).
//
// # The sparse graph
//
// Sparse is for many variables with few edges each. It keeps values that satisfy the edges: an assertion that they
// violate moves some of them (Cotton and Maler, "Fast and Flexible Difference Constraint Propagation for DPLL(T)", SAT
// 2006), and Backtrack leaves them as they are. Of the matrix it has one row and one column: paths from and to the
// first variable, its origin, which are the bounds of single variables. Equalities are found where two edges are
// opposite; others show in the values.
//
// A conflict is a cycle with as few edges as possible, which are looked for breadth first. The edges by which values
// moved are a cycle, too, but the longest one, step by step where a summary of them would do: with these a driver took
// 68,196 conflicts, with the shortest 3,696.
//
// # Explanations
//
// Each change of an entry is a record: the edge, the length, and the record
// that it replaced. Records are in chronological order, so the path from a to b
// as of record r is the path from a to u before r, the edge, and the path
// from v to b before r. Explanations are made on demand, long after the
// assertion, and name only edges that were present then. All coefficients
// of the certificate are 1.
//
// # Undo
//
// Push begins a level; Backtrack removes records and edges from the ends of
// their lists. Variables and watches stay. Records come in pages: they are most
// of what a graph holds, and a search that went deep once would keep them.
package difference
