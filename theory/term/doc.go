// Package term holds the terms that every other package works on: a
// hash-consed directed acyclic graph in flat arenas with dense 32-bit ids.
//
// Two structurally equal terms have one id, so equality is ==, sharing is
// free, and tables about terms are slices indexed by Term. A Store only
// grows and nothing in it changes, so ids stay valid for its life. Terms
// lie in chunks that never move, with up to four arguments or a word-sized
// numeral inside the 32-byte node, so that reading a term and its arguments
// costs one cache miss.
//
// The constructors of Store build exactly what they are given, in the given argument order.
// Simplification lives in theory/rewrite, whose constructors return canonical terms; only
// operators without a term of their own (">", "implies") and double negations are rewritten
// here. Constructors panic on ill-sorted arguments: that is a broken invariant of the caller;
// front ends check sorts before they build.
//
// The operators +, * and <= are for Int and for Real; the sort of the arguments
// shows which. A rational numeral is OpRat even if it is integral.
//
// Terms can be deep, so nothing recurses over them. Store.Visit and Store.Any go down once, a Walk often. TopDown goes
// to the parts of formulas in order. BottomUp ranges over what a term is made from before the term itself; Fold and
// Subst compute a value, or a term, from those of the arguments, the first one first. Sets and Tables remember what was
// met. The checkers of proofs and models (theory/cert, theory/check, theory/proof, theory/model) have walks of their
// own, so that they share no fault with what they check.
//
// A Store is not safe for concurrent use. Copier copies terms to another store.
package term
