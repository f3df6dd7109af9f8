// Package validate checks answers apart from the run that found them.
//
// Proof checks the evidence behind a safe verdict with a solver and a rewriter of
// its own, which share only the store of terms with the run. The instances that the refutation needs are stamped
// again from the templates, call site by call site, and refuted again. If the
// first solver recorded the cone of its refutation, only the assertions in it
// are asserted; constraints on the flow of control are then ordinary
// assertions, since what implied them may be missing. Then the facts that the templates
// contain (verifier/summary), or that were learned (verifier/learn), are proved for the procedures
// of which the refutation may use them, each in a store of its own: on two SDV drivers the check took
// 7.7 s and 6.3 s in the store of all, now 1.5 s and 1.4 s; on one with a search of 2.7 s 0.4 s in place of 1.8.
//
// What the tree takes to hold of single instances, as values that calls pass to an instance that they share, is proved
// for each from the template of one procedure and from what holds of its neighbours (claims).
//
// Facts about loops (verifier.Proof.Loops) may follow from the iteration before, not from that to come. They are
// proved as invariants on the same templates, where what makes a procedure a loop is asked of the solver, too
// (loopRule).
//
// Basis finds the facts on which a proof rests, by the cores of these questions, and leaves one after the other out.
//
// A proof for a bound by facts of levels (verifier.Levels), which lazyann gives, has no tree: each fact is proved at
// its level, in a store of its own, by those that its callees have at the level which a call leaves (levels).
//
// A proof by cases (verifier.Split), of searches that were divided, is checked part by part, and so is that the halves
// of each split speak of the same call site (composed).
//
// The calls beyond the bound that a proof says it does not cover (verifier.Proof.Cut), which reports name, are those
// that it blocks, no more and no fewer. Of facts of levels, and of executions that were run, no report looks at that
// list.
//
// Abstraction closes the gap between a proof about an abstraction (verifier/abstract) and the program: it compares
// the two, and shares nothing with what made the abstraction.
//
// Derivation and Solution check answers about Horn clauses on the clauses as they were
// read, before a system was made of them: a derivation by evaluation alone, a solution
// by refuting the negation of each assertion with the predicates replaced by their
// definitions, each by a solver of its own.
//
// Where the patterns of quantifiers match too little, all of these also try instances at the terms that matter
// (relevant.go): arguments, what a comparison in a quantifier turns on (roots.go), and calls of defined functions,
// which are unfolded at values (unfold.go). Path asks, with these and with models, whether the assumptions on the
// path of a failing execution can hold for all values. First it looks for a model without the functions and maps that
// quantified facts define (eliminate.go), and in which functions that axioms describe as operations on bits are these
// (bitwise.go): the preludes of drivers, from which all reservations about those of SDV came. The integers are
// renamed for that, so no axiom has to hold of the bits that they have in binary.
//
// Axioms closes the one gap that the replay of an unsafe verdict leaves: the
// axioms that no replay evaluates. (The replay itself, verifier/witness, is
// part of the engines' last check.)
package validate
