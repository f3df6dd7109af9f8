// Package local looks for models of formulas over bit-vectors by local search: propagation of
// values, with inversion, over words (Niemetz, Preiner and Biere, "Propagation based local search
// for bit-precise reasoning", 2017; with what is known of bits, as in Niemetz and Preiner, "Ternary
// Propagation-Based Local Search for more Bit-Precise Reasoning", 2020). It never finds that there
// is no model.
//
// # Moves
//
// All constants have values, and all terms those that follow. A move takes a formula that does not
// hold, at random, and goes down from it: at each operator it chooses an argument, and what that is
// to become so that the operator gives its target. At a constant, this is the new value, and what
// is above is evaluated again, level by level, as far as anything changes.
//
// At an operator, the argument is one for which there is an inverse value: one that gives the
// target while the other arguments stay. If there is none for the other argument, this one is
// essential; if there is one for both, chance decides. Without any, the argument becomes a
// consistent value: one with which the target is possible for some value of the other. Bits that do
// not matter stay as they are: of a product, that took fewer than 1,000 moves where
// random ones took more.
//
// # Known bits
//
// Package known bounds terms, first from below, then from the formulas, once for a search. Targets
// are within these bounds; an argument that can have one value only gets it first. What bounds
// cannot say is that the upper bits of a sign extension are equal: of bits that do not matter,
// those are taken that make it possible. Otherwise many moves end there.
//
// # Effort
//
// A tick is about a word of 64 bits that is evaluated; an inversion costs four. Words of more limbs
// cost their number, for products and divisions its square, and the memory that they need. A tick
// takes about as long as one of the SAT core. To make a node costs some. There is no clock, and
// chance is a generator with a seed.
//
// Operators of many arguments are balanced trees, so that a change costs the logarithm of their
// number.
//
// The tests compare values and inversions with the evaluator of terms and with enumeration, for all
// operators, arguments, values and targets at widths of one to four bits.
package local
