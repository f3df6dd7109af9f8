// Package btor2 reads transition systems in the format BTOR2 and looks for bad states by
// bounded model checking (Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0",
// CAV 2018; Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs", TACAS 1999).
//
// # The format
//
// Read checks what a line says against the sorts of its operands. It takes what btor2tools
// takes, and a bit more: identifiers need not ascend, as long as each is defined once and
// before its use, and any expression over earlier states may initialise a state. An array has
// bit-vectors as indices and elements. Liveness (fair, justice) is refused by name.
//
// # Unrolling
//
// Check unrolls the system step by step into one solver. A state is no constant but the term
// that its next function has made of the states and inputs of the step before, so rewriting
// carries what is known of the initial states forward; only inputs and states without an init
// or a next function are constants of their step. Only nodes on which bad states or
// constraints depend, perhaps over several steps, are unrolled. Constraints are asserted; each
// step asks under an assumption whether one of its states is bad, and asserts that none is
// when that is refuted. If a refutation does without the assumption, no execution is that
// long, and the search ends for all depths.
//
// # Evidence
//
// Simulate computes a witness step by step. It shares no code with the unrolling: it evaluates
// the nodes, not terms. A witness that is not confirmed is an internal fault. The format has no
// defaults of arrays, so a witness lists elements, and all others are 0: an array that a model
// gives another default is listed as a whole if it is small, and otherwise the answer is
// unknown unless zeros do as well. Options.Check verifies the refutations by their proofs while
// they are written (theory/check).
package btor2
