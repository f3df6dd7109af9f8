// Package rerun runs all executions of a program once more: it checks proofs that consist in having run them
// (verifier.Runs).
//
// What is arbitrary has no value here: it is unknown, and so is what is computed of it, unless the rest determines
// the result (Kleene's strong logic; elements of maps are known or unknown each for itself). An execution that
// depends on nothing arbitrary is the only one, whatever there is that nobody reads.
//
// # Why that is a proof
//
// For each execution of the program there is a run in which, at each step, every variable and every element of a map
// is unknown or has the value that it has in the execution. By induction over the steps: operators are strict in what
// is unknown, or their result is the same for all values of it; what is havocked becomes unknown; a quantifier over
// the integers of a range that is known is the conjunction of its instances (every.go); what a constant, a function,
// another quantifier or a division by zero means is unknown. An assumption that is unknown is passed: executions in
// which it is false end there. Where that is so, it holds, so what it says a variable is, the variable is; of a few
// Boolean variables without a value all values are tried, and those for which it is false are none. So it is with an
// integer that was havocked before, if the assumptions say that it is in a short range, or an index at which a map is
// true (seek.go): runs split where several values are left. Where control depends on what is unknown, runs split, and
// one of them goes where the execution goes; likewise where an unknown truth value is assigned, or one of several
// alternatives is assumed. So if all runs end, and none at the exit of the entry, no execution reaches it. The converse
// does not hold: a run may be no execution.
//
// A run that is in a state in which it was before is not gone on with (repeat.go): the shortest run to the exit, if
// there is one, is in no state twice. Nor is a run that comes behind a split to a state that was there behind one
// before: the runs that part from that state go where this one would.
//
// Axioms and where clauses would only make executions fewer, so axioms are not read.
//
// # Independence
//
// Package execute finds such proofs by a code of registers in which unknown is a word among others. Here terms are
// closures, which return a word or say that they have none; what has none, since it is unknown or a number of more
// than 64 bits, is computed by a second closure over exact numbers. Calls have frames of their own. The two packages
// share the program and nothing else. Which splits there are is left to each, so a proof does not name them: it says
// how much effort is to be expected.
package rerun
