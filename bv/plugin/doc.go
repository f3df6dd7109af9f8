// Package plugin is bit-vectors as a theory of the combination (theory/combine), for what
// package bv does not decide by itself: bit-vectors together with numbers, and under the
// relevancy of verification engines.
//
// # Bits
//
// Relevant terms and asserted atoms become circuits (bv/blast) in a graph of gates (bv/aig)
// when they are first relevant, in Propagate. A circuit is a definition and stays. Bits are
// private variables of the host (theory, rule 14): only what an asserted atom depends on
// becomes clauses, and nothing is announced or decided bit by bit. The literal of an atom,
// be it a comparison or an equality, is made equivalent to the output of its circuit. So
// conjunctions of atoms are refuted by the SAT core alone.
//
// The words of operators are made of those of their arguments. All others are inputs:
// constants, applications of functions, reads, what comes from integers, and if-then-else
// terms, which the engine defines by equalities, so that only one branch is relevant.
//
// # The final check
//
// First all inputs of relevant words that are in clauses must have a value: those without
// one are wanted, with the gates of relevant terms, and the search decides them. (Decisions
// on gates are what makes bit-blasting work.) Then the graph is evaluated, which gives all
// words their values, and three things are compared:
//
//   - The output of each asserted atom with its literal. They may differ only if the SAT
//     core has replaced clauses of the gates by others that are equivalent but propagate
//     less. Then all private variables are wanted.
//   - The values of the members of each class. Where the e-graph knows an equality that the
//     bits do not, the equality gets an atom, and a circuit: congruence and other theories
//     get bits in this way, on demand. A numeral in a class is a member like any other.
//   - Nothing else: words of one value in different classes may be different terms. Where
//     congruence depends on them the engine splits on their equality (theory.Candidates).
//
// # Numbers
//
// A relevant bv2nat(x) is the sum of 2^i for the bits i of x that are 1, and lies within bounds: lemmas for
// package lia. Whether it is below a power of two is an atom, which clauses connect with the bits, so that
// bounds that lia finds become bits. Words of more than 4,096 bits have no number: the answer is unknown. A
// relevant int2bv(i) is a word of inputs, of which bv2nat(int2bv(i)) = i mod 2^w.
//
// # Certificates
//
// What the plugin sends about numbers is an instance of an axiom (cert.WordNumber). Clauses of
// gates need no certificate: a proof log names the terms in the order in which their words are
// made (Host.Circuit), those of operators by circuits and all others as inputs, and its checker
// makes the same gates (theory/proof). So a circuit that is interrupted is taken back, gate by
// gate. Between atoms and numbers there are atoms for bits, not gates: a certificate has formulas.
// What a refutation rests on (combine's cones) needs none: definitions belong to no assertion.
//
// # What it leaves out
//
// Products and divisions always have their circuits. Where these would be too large (blast.MaxCircuit)
// the answer is unknown; package bv has lemmas instead.
//
// Nothing is merged or propagated from bits to classes before the final check, and e-graph
// nodes have no offsets modulo 2^w: that x+1 and x+2 differ is found by their bits.
package plugin
