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
// # Explanations
//
// Explanations come from a proof forest: every merge is an edge between the two
// nodes for which it was requested. The path between two nodes never changes
// while the merge stands, so a late explanation is as valid as an early one.
//
// A path lists every merge between its ends. If explanations did so, each path
// through a program would have its own list, and what is learned from one would say
// nothing about the next. Instead an equality atom between two nodes of a path
// stands for the part of the path between them (shortcut.go); its own reason is
// requested only if conflict analysis reaches it. The atom must be true, older than what is
// explained, and hold in the class (same offset): an atom that is true but
// contradicts its class is itself the conflict, and may not explain it. Where all edges
// that it would stand for are from lower levels than the atom (it was made late, or what
// it follows from was relevant late), these explain: what is older is more general.
//
// Merges have times. With the build tag invariants every edge that explains must be
// older than what it explains (date.go).
//
// Atoms for shortcuts are made where explanations show that they are needed: at joins,
// pairs of nodes between which paths differ again and again (joins.go).
//
// # Undo
//
// Backtracking keeps the nodes and undoes the merges. Undone reports what is
// left of merges when none should be; with the build tag invariants the engine
// calls it whenever the search is back at level 0 and nothing is relevant.
package euf
