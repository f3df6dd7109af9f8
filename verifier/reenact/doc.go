// Package reenact checks traces: it executes the program once more as the front end has read it, before any pass, in
// step with a trace.
//
// The replay that makes a trace (verifier/interp) executes the core program: assertions are encoded there, loops may
// be procedures, and what nobody asks about is gone. What a user reads is about the source. So here each command of
// the program is executed in its order. Where the program leaves something open, the trace has to say it: the first
// values of variables, what is havocked, what a procedure without a body returns and changes, and which of several
// ways control goes. All else is computed, and has to be what the trace says:
//
//   - each command that changes variables has its step, at its place, with its values, and there is no step that the
//     program lacks;
//   - no assumption and no contract that is assumed is false;
//   - no assertion that is asked about fails before the one that the trace names, and that one does.
//
// Constants and functions mean what the trace's model says (verifier.Evidence). A formula with a quantifier has a
// truth value only where its other parts decide it: what quantified assumptions say is looked at where the trace is
// made, for all values (validate.Path). Such an assertion fails if the trace says so.
//
// # Procedures by their contracts
//
// A trace of a procedure that is checked by its contract is an execution from any state that satisfies its
// preconditions, in which calls do what contracts say and a loop begins in any state that its invariants allow. So
// what is executed is the program after the pass that cuts loops and inlines (passes.Result.Cut), before what the
// procedure has to establish is encoded. The trace leaves out blocks on the way into a loop; where there are
// several, each is tried, until one leads to an execution that is what the trace says (runner.try). That gives up after
// maxTries, by name.
//
// Where the question is whether places are reached, a trace names in place of an assertion the procedure or the block
// that it reaches at last.
//
// # Threads
//
// Nothing of the sequential program that stands for one with threads (verifier/passes) is used. Each thread is a
// coroutine with locals of its own, and all share the globals. The steps are executed in the order in which the trace
// has them, each by its thread, which then waits. Assumptions and assertions are steps here, too
// (prog.StepCommand): the trace says at which time they hold. What it leaves out, such as an assertion that
// nobody asks about any more, only reads; so it is executed as soon as it holds, and at the latest before the next
// step of its thread. No other time could be better (runner.when), so there is nothing to search. No step is between
// the beginning and the end of another thread's atomic block. A thread may stop anywhere outside of these.
//
// How many rounds the steps are in is not counted: the execution is one, whatever the bound.
//
// # What is not checked
//
// Where a trace leaves out iterations of a loop (prog.StepSkip), the check ends.
package reenact
