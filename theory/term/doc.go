// Package term holds the terms that every other package talks about: a
// hash-consed directed acyclic graph in flat arenas with dense 32-bit ids.
//
// Two structurally equal terms have one id, so equality is ==, sharing is
// free, and tables about terms are slices indexed by Term. A Store only
// grows; nothing in it is ever changed, so ids stay valid for its life.
//
// The constructors of Store build what they are told, with the argument order
// they are told. Simplification lives in theory/rewrite, whose constructors
// return canonical terms; only trivial normal forms (there is no ">" or
// "implies" operator) are made here. Constructors panic on ill-sorted
// arguments: that is a broken invariant of the caller; front ends check sorts
// before they build.
//
// A Store is not safe for concurrent use.
package term
