// Package euf decides equality with uninterpreted functions by an e-graph:
// congruence closure with explanations (Nieuwenhuis and Oliveras, "Fast
// congruence closure and extensions", 2007), over nodes plus integer offsets
// (their section on integer offsets), undone by typed records.
//
// Every class has a root; value(n) = value(root(n)) + offset(n) for its members
// n. All small numerals are offsets of one node, theory.Zero. Applications are
// kept in a signature table under their symbol and the (root, offset) pairs of
// their arguments. Equality atoms are nodes too, with a signature of their own
// (the two roots and the difference), so that an asserted disequality decides
// all congruent ones, and a merge of both sides decides the atom.
//
// Explanations come from a proof forest: every merge is an edge between the two
// nodes that it was asked for. An edge path never changes while the merge
// stands, so an explanation given late is one that held early. Where a true
// equality atom, older than what is explained, joins two nodes of the path, it
// stands for the edges between them (shortcut.go).
package euf
