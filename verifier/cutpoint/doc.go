// Package cutpoint makes the loops of a vc.System predicates of their entry and their current state, which are
// searched forwards, and leads answers back.
//
// An extracted loop (verifier/passes) is a procedure L that either leaves its state as it is, or executes an
// iteration and calls itself at the end:
//
//	L(in, out) :- out = in
//	L(in, out) :- B(in, next), L(next, out)
//
// So L is the iteration of B, and its facts say how the rest of the loop gets from a state to the exit. In the system
// that Turn makes it is
//
//	L(in, out) :- out = in
//	L(in, out) :- L(in, mid), B(mid, out)
//
// which is the same relation. But here its facts relate the entry of the loop to the state at its head: invariants at
// a cut point, which follow from the iteration before.
//
// # What is turned
//
// State says for each result which argument it is the new value of: the procedure returns it unchanged where it does
// not call itself, on a path without conditions. Arguments that are no part of the state are the same in all
// iterations. A path has at most one call of the procedure itself, which is its last call and has the results of the
// procedure. Of the procedures that call themselves in the bench's SDV drivers 1,954 of 2,634 are of this form, in
// those of SV-COMP 591 of 1,057. Most others have no result at all, or something that changes has none, since it is
// dead after the loop; with more results, so that they are turned, too, nothing more was proved
// (docs/history/experiments.md).
//
// Turned templates are made from what find sees in equations, but nothing rests on that: facts are proved again on
// the template as it was, with the conditions above asked of a solver (verifier/validate), and executions are
// replayed by the program.
//
// The results of an iteration's own call are those of the whole loop, of which the iterations before do not know. So
// in a turned template what follows from them is left open, and what contracts and facts say of a loop's results is
// said where others call it, not of the states between, for which it may be false: a contract of the result is none
// of a state. Both only add executions. What is inductive of it is found at once (Known).
//
// # The way back
//
// A fact about a turned loop is one about the loop, but is no invariant of its recursion: verifier.Proof.Loops says
// which procedures were turned, and how. An execution has calls of a loop nested to the left; Unroll lists the
// iterations in their order, which is how calls nest to the right.
package cutpoint
