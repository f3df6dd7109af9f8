// Package spacer is RecMC, model checking of recursive programs for all bounds (Komuravelli, Gurfinkel and Chaki,
// "SMT-based model checking for recursive programs", 2014).
//
// A query asks whether an execution of a procedure within a bound satisfies a conjunction of literals over its
// interface. The bound is the paper's depth of the call stack, but only calls count whose callee may call its caller
// again (learn.Frames): the others end without a bound, and a fact about a chain of procedures would be proved again
// at each depth up to that of the chain. It is answered by facts about the callees, without unfolding any:
// summary facts say what they do not do (the paper's sigma; learn.Frames), reachability facts what they do (rho).
// recMC is Fig. 5, answer has the rules of Fig. 6:
//
//   - Sum: the callees' summary facts exclude all executions. The core of the query's literals is generalised, and
//     its negation is a summary fact. Its level comes from the facts in the core, and may exceed the bound that was
//     asked about.
//   - Reach: the model's execution passes only calls that satisfy reachability facts. Its path is projected
//     (theory/project) to the interface of the procedure: a reachability fact.
//   - Query: the last call that satisfies none is asked about. What has to hold there is projected from the path, the
//     reachability facts of the calls after it, and the summary facts of the calls before it. Before that, the solver
//     is asked for an execution with a known call there.
//
// So one check serves the over- and the under-approximation: its model is looked through for reachability facts, and a
// check that demands them is only made where the callee has some.
//
// Queries with small bounds come first, and one that is answered by Sum is asked again with the next bound: so the
// same goal is excluded at all levels before another path to it is tried. Equations of numbers are split, so that
// cores can do with one half.
//
// Literals over constants of the program that each execution of the entry satisfies, such as the order of the
// addresses of its globals, are no part of queries (rigid.go). A procedure takes such a literal when an execution of
// it contradicts one, and facts for all bounds have those that they need as premises.
//
// Facts that are true of one number, or one index of an array, come one after the other without end. When queries
// differ in numbers only, what they have in common is asked first, within a limit (conjecture.go). So that this is
// seen, a query has no bounds that follow from others. Where two sums differ, it says which one is less: facts add up
// inequalities, and an invariant such as (a = c => b + d = e) is a sum. Comparisons with a quotient are multiplied by
// the divisor (divide.go).
//
// # Loops
//
// Loops of programs are searched as predicates of their entry and the state at their head (verifier/cutpoint), so
// their facts are invariants, which follow from the iteration before. As procedures that call themselves at the end,
// which is what verifier/passes makes of them, they have facts about the rest of the loop, from a state to the exit.
// Of the 54 programs of examples and of the tests of learn and annotate 46 are decided so in 5 s each, and 37 as
// procedures, all of them among the 46: of a sum that a condition bounds (template_sum in verifier/learn) there is an
// invariant, but as a procedure facts about one number after the other. Where an execution is found by computing
// forwards, it takes longer (3.3 s in place of 0.1). On drivers, whose properties are about
// flags, both are alike: of 40, 20 s each, the same 27, with 30,713 and 30,455 checks. If the search gives up, loops
// are searched as procedures.
//
// # Termination
//
// A search with a bound ends where the solver decides all conditions and a formula has finitely many projections
// (theorems 2 and 5): over Booleans and linear arithmetic, without values in projections. There the only reason to
// give up is a limit; the tests and fuzz target horn hold it to that, the latter with arrays and bit-vectors, too.
// For Boolean programs the rules that are applied are within the square of the states of all procedures (theorem 3):
// queries of one procedure do not overlap, and each is answered once for each bound. What was measured beside full
// elimination is in TestEliminationBench.
//
// # Answers
//
// Safe: when no fact is left at a level, those above it are inductive, and so is what they say about the entry. They
// are the evidence; each is proved again by verifier/validate from its template and the facts of callees.
//
// Unsafe: the calls of the entry's reachability fact, and theirs, are opened in a tree as the inlining engines do it,
// all others blocked. The path that the solver finds is replayed by the program. If it finds none, the answer is
// unknown: quantified conditions are no part of projections, and models are candidates where there are any, so a
// reachability fact may say too much. Where an execution can be given call by call, as to Horn clauses, nothing is
// unfolded: each procedure's solver says how it gets to the values that its caller needs (derive.go), and calls that
// do the same are one step, where the tree may be exponential.
//
// This bound is no recursion bound (verifier/inline): an execution may exceed that of the options.
package spacer
