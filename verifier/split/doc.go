// Package split divides a search on call sites, so that several places search for one answer: processors, or machines.
// It is what Hydra, the distributed search of the authors of Legion, does with a tree of instances (Chatterjee, Roy,
// Diep and Lal, "Distributed Bounded Model Checking", FMCAD 2020).
//
// # Halves
//
// A search that has earned it, where a place is idle, decides about a call site of its tree: one half of the executions
// passes the block of the call, the other does not. The search goes on with the half that does not, with its solver
// and what that has learned, since a decision is an assumption of all later checks (inline.Tree.Decide). The other half
// becomes a State, and another place makes the tree from that. Either may be divided again.
//
// The guard of the block is decided, not that of the call site: it is true exactly where an execution gets there, and
// constraints on the flow of control make what leads there true, too, in the caller and above. So the half that must
// reach the call has only instances from the entry down to it, beside it and below it; to assert the guards of all
// callers, as Hydra does, is to say the same.
//
// An execution enters an instance at most once, so a split loses nothing, whichever call site it is on. What is learned
// of procedures, or claimed of instances, holds whatever is decided. So facts are exchanged as between engines
// (verifier.Exchange).
//
// # Where
//
// inline.Tree.Divide takes the block for which the smaller of two numbers is greatest: that of the instances which
// executions enter only by way of it, and that of those which no execution enters that gets to it. The one half is rid
// of the first, the other of the second, so conflicts in these are nobody else's. What both have is searched twice, so
// nothing is divided where one of the two would be rid of less than a tenth of the instances
// (docs/history/experiments.md).
//
// # When
//
// Effort is counted, not timed (limit.Meter): a search divides itself only when it has spent Effort since it began or
// last did, and only while Places.Idle says that a place has nothing to do. So a search of a moment is never divided,
// and the depth of the splits follows from how many places there are. A long check stops after some conflicts to see
// whether that is so, and then goes on.
//
// # The answer
//
// An execution in a half is one of the program. When all halves are refuted within the bound, their proofs are
// composed, from the last split of each search to its first (verifier.Split). A refutation that does not need a
// decision, as its core says, answers for the other half, too, which then ends wherever it is. Searches for a proof for
// all bounds do not begin before that: it is the first search that looks for one, with nothing decided, since facts
// would be looked for in each half again. Where no refutation blocks a call there is nothing left to look for.
//
// Of a half, answers for bounds on the way to the one that is asked about say nothing. Such as the first search had
// before it was divided are what remains if a limit ends it.
//
// # State
//
// A State is bytes, of a version, and says nothing that only one process knows: the hash of the system, the bound, the
// call sites in the order in which they were opened, decisions, counters, what the search knows of procedures, and the
// seed of the solver. The tree that is made from it must have the same counters, else the half is not searched, and
// there is no answer. What is read is bounded by the length of the bytes, and checked. Another engine that inlines
// calls may go on with it.
//
// Facts in a state may come from anybody, and a wrong one would make a wrong refutation. So whoever gets a state from
// another process takes them as candidates (learn.Prove): those that are inductive together hold for all bounds,
// whatever level they were given, and the others are left out. So a fact of a level gets to a half only if it holds for
// all of them: engines that inline calls count a depth that is not that of levels. What a refutation then rests on is
// in its proof, and is checked with that. The parts of one process exchange facts as they find them, and prove none
// again.
//
// # Other processes
//
// Where no place of the process is idle, one of another process may be (Remote). There Search goes on from the state,
// and its half may be divided again. The answer is that of all of its parts. A half that has none there, for whatever
// reason, is searched here.
package split
