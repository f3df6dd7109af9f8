// Package aig is a graph of gates for bit-vectors, and its translation to clauses.
//
// A gate is an and, an exclusive or of two or three, a choice (ite) or a majority. The
// last two, with the exclusive or of three, keep a full adder at two gates and fourteen
// clauses. A literal is a gate or its negation. Equal gates are one: a hash table finds
// them, after local rules have simplified what is to be built.
//
// # Normal forms
//
//	and     two different inputs, the smaller literal first
//	xor     two different inputs without signs, the smaller first; the sign is outside. None or
//	        both are exclusive ors, or one is one of three: else it is one of three itself
//	xor3    likewise, with three
//	ite     condition and first branch without sign, the branches neither constant, nor
//	        equal, nor opposite, nor the condition
//	maj     three different inputs in order, at most one with a sign
//
// No input is constant, and no two inputs of a gate are opposite.
//
// # Rules
//
// All rules look at most at the inputs of inputs, and none makes more than the one gate
// that it was asked for. Most are instances of one: below an input that must be true,
// another input is simplified (Graph.given). With the rules for two negated ands these are
// those of Brummayer and Biere, "Local two-level and-inverter graph minimization without
// blowup" (2006), and their like for the other kinds.
//
// # Clauses
//
// A CNF gives gates variables as they are asked for, and defines them by equivalences.
// It takes ands of ands, and an exclusive or in another one, as a whole where the inner
// gate has no other use. If it gets one later, it gets a variable then; both definitions
// hold.
package aig
