// Package witness turns the path that a model describes into an execution of
// the program, or into facts that the model violates.
//
// # How an unsafe answer is replayed
//
//  1. A query ends in a model or a candidate. Run.Path (verifier/inline) reads
//     the path off it: from the entry on, through the instances, along the
//     guards that are true. The engine passes a path without open call sites
//     to Run.Confirm.
//  2. Run.Confirm takes the solver's model and calls Replayer.Replay.
//  3. The writer makes a script (interp.Script) for the core program, which is
//     the program before phase two of the passes. For each instance it writes a
//     frame: the procedure, by vcgen.Back; the blocks, spelled out by Origin;
//     the calls.
//  4. Into the frames go the values that the program leaves open, evaluated in
//     the model: formals and globals at the entry, what havocs choose, what
//     calls of procedures without a body return. Back says which term holds
//     which. All other values the replay computes itself.
//  5. interp.Replay executes the script, command by command, with the exact
//     meaning of every operator. It searches for a way through blocks and calls
//     that phase two dropped because they have no effect. All axioms except the
//     dropped ones, all assumptions and all contracts must hold.
//     Quantified assumptions that the replay cannot decide are checked at the
//     instances seen. If there are some, validate.Path asks whether what the
//     solver was given about the path can hold at all, for all values. If not, the
//     path is excluded by a lemma: that one of the guards or
//     equations fails that make these facts hold. If so, the execution is that
//     with the values of the model found there. If the budget is too small,
//     the trace says at how many instances they were checked, and if one was
//     checked at none, there is no answer (except in modular checks, see
//     Replayer.Unseen).
//  6. If everything holds, the trace becomes a verifier.Trace and the answer is
//     unsafe, once validate.Axioms (called by verifier/driver) has found that
//     the dropped axioms can hold, too.
//  7. Otherwise the repair evaluates what the solver knows of the path:
//     axioms, definitions, conditions, equations of edges. For a formula that
//     turns out false it hands back lemmas that make its products and quotients
//     linear: if one operand has its present value, then the product is that
//     value times the other. If an instance of a quantifier failed, it hands
//     back instances, at terms where possible, so that they serve other models,
//     too. Every lemma holds in all executions, and some lemma is false in the
//     model as the solver understood it. The engine asserts them and asks again.
//     If there are none, or many such replays have failed, validate.Path is asked
//     about the path here, too. If that does not help, the answer is unknown.
//
// Of 150 random programs with quantified assumptions over a type of at most two
// elements (verifier/driver), patterns and replays alone called 12 unsafe that are
// safe, and 53 unsafe with a remark; with validate.Path 140 are decided, without any.
//
// # What a trace shows
//
// Where Replayer.Small is set, the engine first asks its solver for small values on the path, of what Choices names
// (verifier/inline/small.go), and replays these: sizes are 1000, 9, 1 and 0, then numbers that are not negative, each
// for as many values as can have it together.
//
// If the program has threads, each step says of which one, and in which round. The replay runs thread by thread; the
// trace has the steps in the order of the rounds, which is that of the execution, up to the failure (schedule.go).
//
// A trace is an execution of the core program, with assertions encoded and
// loops extracted: what is replayed is what is shown. It shows the values that
// the VC mentions: those that a call begins with, those written, and those
// recorded by boogie_si_record_*.
//
// A map that is a lambda expression where it is written is shown as one, with the values of what is the same for all
// elements, not as the table that the model has. Of functions the trace has the values for which a command asks.
//
// Of each command it also says what that did in the names of the source (verifier.Command, source.go): what it read
// and wrote, of a map the elements that changed, whether it is an assumption that chose one of several ways, and
// whether the passes made it. From this verifier/report shows the execution by statements.
package witness
