// Package difference decides conjunctions of x - y <= c over integers,
// incrementally and with explanations. It knows no terms and no literals:
// package lia, the plugin above it, translates. Rational and strict
// constraints are integer ones after scaling, which is the caller's business.
//
// # The matrix
//
// The constraints are edges of a graph; the least bound of x - y that follows
// from all of them is the length of a shortest path. The lengths of all
// shortest paths are kept in a square matrix, which a new edge (u, v) of length
// c changes only where d(a,u) + c + d(v,b) < d(a,b): the a and b for which the
// edge shortens the way from a to v, or from u to b, are found by a scan of one
// column and one row. So what an assertion costs is what it changes, plus the
// number of variables, and nothing is left to search for afterwards: an edge is
// contradictory if d(v,u) + c < 0, every implied bound is in the matrix, an
// edge that closes a cycle of length 0 makes all variables on such cycles
// equal up to offsets, and values can be chosen variable by variable, each
// within the bounds from those chosen before, without ever going back.
//
// The alternative is a potential function and a search for shortest paths per
// assertion (Cotton and Maler, "Fast and Flexible Difference Constraint
// Propagation for DPLL(T)", SAT 2006), which needs less memory. Propagation by
// search visits the edges of the graph again at every assertion, the matrix
// only what changes; but the matrix is quadratic, so there is a greatest number
// of variables (MaxVars), beyond which the caller must use something else.
//
// # Explanations
//
// Each change of an entry is a record: the edge, the length, and the record
// that it replaced. Records are in the order of time, so the path from a to b
// at the time of record r is: the path from a to u before r, the edge, the path
// from v to b before r. Explanations are made on demand, long after the
// assertion, and name only edges that were there at that time. All coefficients
// of the certificate are 1.
//
// # Undo
//
// Push begins a level; Backtrack removes records and edges from the ends of
// their lists. Variables and watches stay.
package difference
