// Package bv decides formulas over bit-vectors, with arrays and functions over them, by
// bit-blasting: terms become circuits (bv/circuit) in one graph (bv/aig), the graph becomes
// clauses as they are needed, and the bare SAT core decides them, with all of its inprocessing.
//
// # Sorts
//
// A term of any sort but an array's is a word: a Bool is one of a single bit, a bit-vector has
// its width, and an element of an uninterpreted sort has blast.ElementBits. A check with more
// terms of such sorts than that has values is given up, so no answer depends on that number. A
// sort may have few elements, though, even one: where two constant arrays are equal but for
// stores, which may be at all indices that there are, the answer is unknown.
//
// # Arrays and functions
//
// An array of at most 256 bits is a word, too: its elements, joined. Reads of larger arrays and
// applications of functions are free words at first. When the SAT core has found an assignment,
// refine looks for what contradicts the theories, and adds clauses that exclude it; then the
// search goes on (Brummayer and Biere, "Lemmas on Demand for the Extensional Theory of Arrays",
// 2009). Without equalities of arrays, reads move down to what an array was made from; with them
// also up, and along the equalities that are true. Two arrays that differ do so at an index of
// their own. Constant arrays that are equal but for stores hold the same element if there are
// more indices than stores between them; if there are not, they are read at every index. A read
// that has come a long way gets reads of its own on its way, with a lemma for each step: one
// clause about all of it would exclude too little. All reads are terms, and a lemma is a clause
// of formulas, which are blasted like those of the script.
//
// Where arrays are elements of arrays, or arguments or values of functions, two of them are the
// same if an equality says so; where that matters, one is added.
//
// The combination of theories decides arrays (package arrays) and congruence (theory/euf), too, with
// bit-vectors as one more theory (bv/plugin), but neither way replaces the other. Of 83 scripts with
// arrays or functions over bit-vectors, the bench's hard ones and every second other one, this
// package decides 68 within 8 s of CPU each, in 136 s altogether; the combination 67, in 113 s. Four
// are decided only here, three of which copy or sort bytes, three only there. Relevancy pays where a
// satisfiable script has the large memory of a program: the 64 that both decide take 31 s here and
// 7.9 s there, of which 24 s and 0.7 s are those of four such scripts.
//
// # Products and divisions
//
// A product or a division whose circuit would be large has free inputs as its result. Where an
// assignment gives it a wrong one, a lemma of package ladder is added, which needs a few gates for each
// bit; the circuit is the last one. First, all results are evaluated as they should be, and if
// what is asserted holds then, that is the answer: the wrong ones did not matter. On the bench's
// scripts with such operators that take 0.05 s or more, the geometric mean of time is 0.86 of that
// without; products and divisions of 64 to 1024 bits under bounds are mostly decided in this way only.
//
// So a circuit that would be too large (blast.MaxCircuit) is missed only where all other lemmas do not
// suffice, and after them a few that say what the result is for the operands of the assignment. Then the
// answer is unknown, unless there was a model before.
//
// With a proof log all operators have their circuits: a lemma would be derived from these.
//
// # Local search
//
// Before there are circuits, and then in turns with the SAT core, package local looks for a model
// of what is asserted and assumed, as long as that is formulas over bit-vectors without arrays,
// functions and quantifiers. It has 120,000 ticks first, for all checks of a Solver together, and
// one for 20 of the SAT core's: the first are a few milliseconds, and fewer for a small formula.
// Its turn is whenever the SAT core is interrupted for a sweep, and after many propagations: a
// formula may take a second for 175 conflicts. More interruptions would only change the course of the
// search. Every model that it finds is evaluated again by package model. It cannot answer unsat. Under
// a proof it works, too: a model needs no log, and what was asserted is logged when there are clauses.
//
// Where it fails, its values are no phases of the SAT core: that makes no difference that can be
// distinguished from chance (docs/history/experiments.md).
//
// # Quantifiers
//
// A quantified formula is a free bit. Whoever uses the Solver looks at its value in each
// assignment, and asserts what follows (theory/solver does so), as lemmas with certificates if
// a proof is written.
//
// # Equal gates
//
// When the search takes long, it is interrupted now and then to sweep the graph (bv/sweep), with
// a share of the effort that grows as long as sweeps find equal gates. The SAT core gets two
// clauses for each pair. They follow from definitions, so they stay when scopes are closed. Under
// a proof there is no sweeping, since the log would need the proofs of package sweep's core.
//
// # Proofs
//
// A log of the proof is written (theory/proof): which term is blasted next, and all clauses,
// with gates as literals. The checker of the log makes the same circuits, by package bv/blast.
// A lemma comes with its formulas and a certificate (theory/cert).
//
// # Scopes
//
// Circuits are definitions, so they stay. Arrays, reads and applications stay, too, but are refined only if an
// assumption depends on them, or what is asserted, under a guard that is assumed (relevant.go): else what closed
// scopes and earlier assumptions have left takes more lemmas than the question. What holds under a guard is asserted
// so, and the guard is assumed; theory/solver makes a new Solver when what is left behind outweighs the rest.
package bv
