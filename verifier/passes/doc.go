// Package passes reduces a program to the core language that verifier/vcgen
// understands, and makes it small.
//
// The passes are rows of one table in two phases. Phase one gives the program
// its meaning as a question about reachability: it keeps what the entry
// reaches, encodes assertions by an error flag with early return, and turns
// loops into recursive procedures as Corral and Boogie do. Its output, the
// core program, is what counterexamples are replayed on. Phase two optimises a
// copy of it: constants from axioms, from what only the entry sets, from arguments and assignments, effective read
// and write sets, interprocedural (strong) liveness, dead code, block
// compression. Every block of the result lists in Origin the core blocks it
// stands for, and every command keeps its number, so a path of the optimised
// program spells a path of the core program.
//
// # The question
//
// If the entry reaches an assertion, the question is whether one fails, else
// whether the entry returns. So files that SDV, SMACK or Corral have encoded
// are taken as they are, and hand-written ones work, too.
//
// A failing assertion, in whatever procedure, sets a flag, and all callers
// return at once. (In this mode Corral checks only the assertions of the entry;
// users expect all.)
//
// Options.Properties choose assertions: by position, here or in the source behind the program, or by a name. The others
// are skipped: nobody asks whether they hold, and nothing is concluded from them. So a requires that some call need not
// establish, or an ensures that is not checked, is no longer assumed. But the requires of the entry always say how it
// begins. Options.Passed are assertions that are assumed to hold where they are, chosen or not: executions on which one
// fails end there, as they do where it is checked.
//
// Options.Targets ask something else: which procedures are called, and which targets of branches are reached, as in
// section 4.4 of the Corral paper. Each target asserts that nobody asks about it, which says a constant of its own:
// what is assumed of these constants is the question, so all questions are about one program. The assertions of the
// program are assumed there.
//
// # Contracts
//
// Options.Modular asks about one procedure, as Boogie does: whether it meets its contract and the preconditions of what
// it calls, and whether its assertions and invariants hold. Other rows take the place of phase one. Calls do what the
// contract of their callee says, and that of a recursive one, too; the bodies of procedures with {:inline N} stand
// where they are called, nested at most N times. A loop is cut at its head: what it changes is arbitrary there but for
// its invariants and where clauses. They are obligations on each edge that goes to the head, where an edge from inside
// ends. So the core program has neither loops nor calls of bodies, and no answer is about a bound. It is what traces
// are replayed on.
//
// Each obligation is a target: an execution fails there if somebody asks about it. So the questions about all of them
// are about one program (verifier/coverage), and each has an answer of its own. What is behind an obligation assumes
// it, unless it has {:subsumption 0}.
//
// As in Boogie, and unlike in whole programs: control does not get behind an assert false or assume false, written so,
// and what can be reached only from there is dropped before loops are found; a free precondition is assumed by the body
// and not at calls; a free call checks no precondition and assumes none; the where clause of a variable that gets a
// result is not assumed; free invariants, that is assumptions at the head of a loop, hold there but not on the edges;
// and nobody checks where clauses. An invariant is what a head begins with, also if it is an assert of a loop by goto.
// Boogie 2.4 infers intervals unless /noinfer is given, as present releases do; here nothing is inferred.
// Boogie gives no place to a postcondition of an inlined procedure. A postcondition is one error, whichever returns
// violate it; the others are reported with it.
//
// With {:selective_checking}, here and in whole programs, checks are assumptions where no path leads from a
// {:start_checking_here}, in the graph of blocks without back edges where loops are cut, else in that of the procedure.
// A free clause with {:always_assume} is assumed in its place among those that are checked.
//
// Options.Explain makes what is assumed a premise: a constant of its own says whether it is. A core of these constants
// says what a proof rests on, and probes, obligations that fail where control gets to, whether premises contradict each
// other.
//
// # Threads
//
// If the entry reaches an asynchronous call, the program has threads, and becomes a sequential one as in "Reducing
// concurrent analysis under a context bound to sequential analysis" (A. Lal, T. Reps, CAV 2008), and as in Corral. This
// is done on the prog.Program, before assertions are encoded: contracts, loops and where clauses are commands there,
// nodes of assertions stay what options name, and a trace needs no more than to leave out what is marked as Inner.
//
// The threads run in K rounds (Options.Contexts; Corral's /k, and 2 by default as there). In a round, an asynchronous
// call runs the thread that it creates, as a call would, and then its creator goes on in the same round. In a later
// round each thread goes on where it stopped, in the same order. So threads are called one after the other. Before it
// accesses a global that some thread changes, a thread may go on in a later round, and after each change it may stop
// for good. A command is one step, also if it reads several globals; a result is assigned to a global in a step of its
// own, and a condition is read in one. What is between corral_atomic_begin and corral_atomic_end is one step; a thread
// that is created there begins in a later round, and there is one round more than asked for (in Corral it runs amid the
// block, which no execution does, but what follows the block at once is in the same round).
//
// Threads that cooperate (Options.Cooperative, as Corral's /cooperative) are in an atomic block from their beginning to
// their end, which only yield interrupts; else yield means nothing, since threads can be interrupted there anyway.
//
// A global is always that of the present round, and there is a copy of it for each round: to switch is to assign. So
// the bodies of procedures stay as they are, with old, contracts and maps; Corral has a copy of each command for each
// round instead. The values that rounds begin with are arbitrary, and in the end each must be what the round before
// ended with.
//
// A failing assertion stops its own thread only: others, which are called later, may be what made it fail. At the end
// the question is whether one has failed and the rounds fit. Only one may fail, which is then the first of an
// execution: another thread can always stop before it fails. If there is no assertion, the question is whether the
// first thread returns.
//
// Several implementations marked {:entrypoint} are no threads: as in Corral the entry is one procedure, which starts
// all threads. corral_getThreadID returns 1 in the first thread, and in others any number greater than those before;
// corral_getChildThreadID that of the last thread that the present one created. Procedures of these names with a body
// are ordinary ones. Identifiers may be bit-vectors that are wide enough for any number of threads. The preconditions
// of a thread are about the state in which it is created, so they belong to what starts it. If they read globals that
// change, the procedure may not be called, too (Corral has no contracts over globals at all).
//
// An answer for all recursion bounds is about K rounds only, so no answer is plainly safe
// (verifier.Result.UpToContexts). Of 1200 random programs with up to 3 rounds (verifier/driver), all answers agree with
// an exploration of all interleavings within the rounds, where the schedules of failing assertions are executed, too.
//
// # Settled globals
//
// A global that only the entry sets, before its first branch and its first call, is a constant to all other procedures
// (settle.go): its value, or, if it is an array, a constant of the program with axioms about its elements, which the
// entry takes for equal to the global. As a global it would cross every boundary, and each fact about a loop that reads
// a table or a string would need another one, that the loop leaves it alone. The entry keeps the global, so a trace
// shows its values as before. Globals of which nothing is known stay what they are.
//
// # What is not exact
//
// All passes are exact with one exception, which the Result reports. Axioms that are unrelated to the program are
// dropped, and taken to be satisfiable; verifier/validate checks that before an answer is unsafe. Unrelated means more
// than sharing no symbol: division by zero is a symbol of its own, all unique integers are one symbol together, and if
// some formula may limit the size of an uninterpreted sort (it is not monotonic: it equates a bound variable,
// quantifies over maps, or stores into a map over elements beside a quantifier over elements), then no axiom is
// dropped.
//
// # Loops that count
//
// Options.Trips gives loops that cannot be left before some iterations these beside the bound (trips.go), as Corral's
// /maxStaticLoopBound does: a front end may do so, too (prog.Block.Trips). Corral's /cloops is not here: it replaces a
// loop, of which one iteration does what several do but for a counter, by one iteration and an arbitrary counter, for
// answers that do not end at the bound. That may add executions, which replay would refuse, and proofs for all bounds
// do without.
//
// # Loops with several entries
//
// An irreducible loop gets one entry before it is extracted, and then has proofs, bounds and cut points like others.
// While that takes few copies of blocks (maxCopies for a loop, and together as many as the procedure has blocks), what
// enters it elsewhere than at its head goes to copies, from where it gets to the head or out. So one invariant
// describes the loop, and nothing in it says where control was before. A dense graph would need exponentially many, so
// then nothing of the loop is copied: it gets a new head, and a local that says by which entry to go on (selector.go).
// The entries of the loops with several in it, if no loop with one is around them, are entries of the same head, so
// nested irreducible loops become a single one, of the size that the blocks have: ten blocks that all lead to each
// other become one loop, which is proved at once. Facts about it are distinctions by cases of the entry. Either way
// the bound counts how often control goes back: to the head, or to an entry. When each nested loop had a selector of
// its own, of ten safe programs by construction, with 2 to 8 entries, copies proved all and selection nine, in 1.5
// times the time; of 18 wrong ones both found those of depth 10.
//
// What that takes grows with the blocks that the loops have together: lists of predecessors are kept up to date, and
// copies that turn out to be too many are undone.
//
// Traces show no selectors. Copies of blocks have the label of what they are copies of, as the new head has that of
// its first entry: texts that need different ones number them. Invariants for reports are about loops of the source,
// so of a loop that was copied for another one around it they are those that hold in all copies.
//
// # Candidates
//
// What the source proposes is no part of the program: no pass may conclude
// anything from it. An invariant becomes a candidate for the entry and one for
// the exit of the loop's procedure. What is proposed for one place is live at
// the boundary of its procedure, so it costs the search a wider interface;
// templates are filled when the interfaces are known, from what crosses them.
//
// # How to add a pass
//
//  1. Write a function on state in a file of its own. It changes the program
//     s.p and returns errors about the source by s.errorf.
//  2. Add a row to table in passes.go. Rows before "core" belong to phase one:
//     they give the program its meaning, and traces show what they make. Rows
//     after it belong to phase two: they work on a copy, and may only drop or
//     simplify what influences no answer.
//  3. Lists inside commands are shared with the core program: replace them,
//     never change them in place. Set s.live to nil if the pass changes what
//     is live.
//  4. In phase two keep the way back: a block that is merged or moved lists in
//     Origin the core blocks it stands for, a command that stays keeps its ID,
//     and a new command has the ID 0. Constants that are replaced go to
//     Result.Defs.
//  5. Count what the pass does by s.count; -v prints it.
//  6. The random tests compare programs before and after all passes by
//     executing both exhaustively, check the program after every pass, and
//     replay what they find on the core program. Add a case to testdata for
//     what the pass is about.
//
// # Words
//
//   - face: what is live at the boundary of a procedure.
package passes
