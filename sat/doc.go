// Package sat is an incremental CDCL solver that carries theories: clauses at
// any time, assumptions with cores, a propagator hook with lazy explanations,
// inprocessing, and proof events.
//
// # States
//
// The solver is always in one of these states. Under the build tag "invariants"
// every method checks that it is called in a state that allows it.
//
//	            Solve                        Solve returns
//	   Idle ------------>  Search  ------------------------------> Idle
//	                       |  ^
//	             callback  |  | return
//	                       v  |
//	   Assign  Propagate  Final  Decide  Level  Explain
//
//	   Idle is one of   Sat Unsat Unknown   after that answer of Solve, and
//	                    Input               from the next call on that may change
//	                                        what the answer was about
//
//	Method                    allowed in             ensures
//	Solve                     Idle                   Sat, Unsat or Unknown
//	Imply Reset               Idle                   Input
//	Connect                   Idle, no propagator    Input; callbacks; with a Decider an empty heap
//	Disconnect                Idle                   Input; no callbacks, nothing is observed
//	Constrain                 Idle                   Input; the next Solve makes one of the literals true
//	Scopes                    Idle                   Input; sets what the next Solve assumes
//	Push Activate             Idle                   Input; one more group or activation literal
//	Pop                       Idle, a group is open  Input; its clauses and variables are gone
//	Retire                    Idle, the literal is   Input; its clauses are gone
//	                          from Activate
//	Reserve                   Idle                   Input; room for variables and clauses
//	Freeze                    Idle                   v is in the formula, and stays
//	Melt                      Idle, v is frozen      one Freeze less
//	MinimizeCore              Unsat                  Unsat; a subset of the core before
//	ConstraintFailed          Unsat
//	Clone                     Idle                   a copy in the same state, without the propagator
//	Add AddClause AddFrom     Idle                   Input; false: unsatisfiable without assumptions
//	                          Propagate Final        likewise, and the search goes on with it
//	AddLemma                  Propagate Final        Add of a clause that may be forgotten
//	AddCounted                Propagate Final        Add of a clause whose use is reported
//	Used                      all but Explain        reports it
//	ForgetLemmas              all but Explain        the search soon drops lemmas
//	NewVar Bump Offer         all but Explain
//	Observe                   Idle Assign Propagate  assignments of v are reported, the present
//	                          Final Decide           one too
//	Unobserve                 Idle                   Input; they are not
//	Enqueue                   Propagate Final        l is true; or it was false, Enqueue returns
//	                                                 false, and its explanation becomes a conflict
//	Conflict                  Propagate Final        analyzed after the callback returns
//	Value FixedValue Before LevelOf Level Decided Observed ModelValue Core Okay WhyUnknown Stats Stages
//	NumVars Depth SetPhase PhaseLit Reason: all
//
// Decide is Eligible and MayWait, Level is NewLevel and Backtrack, or a method of
// Forgetter; Explain is also a method of Minimizer. Tracer, Progress and Stage are called in Search, the Tracer and
// Stage also by Add and other methods; both may only read.
//
// Every answer leaves the solver usable, also after a stop (stop.go): it keeps what it
// has learned.
//
// A panic of a callback, Tracer and Progress included, passes through the call that
// made the callback. No lock is held and no goroutine is left behind then. But the
// solver was interrupted at an arbitrary point and cannot give right answers any more:
// from then on Solve and Imply panic in every build. A Clone made before is not
// affected.
//
// After Solve returned Sat, or Unknown because of FinalUnknown, the trail stays in
// place and Value reads it (without a propagator it may leave variables open, to which only
// ModelValue gives values), as it does after Imply at the assumption level. Solve,
// Imply, Connect and Reset end that. Add leaves the trail alone, and the next Solve
// goes on from it, decisions and all, if it assumes all that the call before did
// (assume.go), or from below the scopes that were closed (scope.go). Reset goes back to level 0. After Unsat, and
// after a limit, the solver is at level 0. ModelValue and Core stay valid until the next Solve.
//
// # Levels
//
// Level 0 holds what is true without assumptions. All assumptions together are level
// 1, however many there are; decisions begin at level 2, or at level 1 if there are no
// assumptions. Restarts return to the assumption level, the glue of a clause does not
// count it, and a conflict at it is analyzed to a core. Assumptions that only forbid
// wait until the search violates them (wait.go).
//
// A literal is assigned at the level that is current then. If its reason holds from a
// lower level on (a clause added late, a theory propagation that comes late), it is
// still undone with the level at which it was assigned. The solver then implies it
// again by the clause (reimply.go); the propagator repeats its own propagations.
//
// # The life of a clause
//
//  1. It comes from the owner or the propagator (Add), who may give it an Origin for
//     the Tracer; from another solver (Exchange); from a conflict (learn in analyze.go);
//     or from inprocessing. Add puts it into the innermost open group, brings back
//     the variables and clauses that inprocessing has removed and that it concerns
//     (restoreFor), and takes out duplicates and literals that are false at level 0.
//     The Tracer gets the clause as an axiom, its normal form as derived.
//  2. newClause writes it to the arena (clause.go), and attach lets its first two
//     literals watch it (watch.go). If no two literals can watch it at the present
//     level it is late (reimply.go). Clauses of Conflict and Explain never get
//     there: they are kept while they are needed (explain.go).
//  3. Propagation visits it. Each conflict that it takes part in renews its right to
//     survive the next reductions, and may lower its glue (useClause).
//  4. Inprocessing may shorten it: a new clause takes its place (replace). It may
//     remove it as satisfied, subsumed or implied by others. Or it may take it out of
//     the formula, with an eliminated or substituted variable or as blocked: then the
//     clause goes to a record, which extends models and from which it may come back
//     (extend.go, restore.go).
//  5. A learned clause of high glue that was not used lately is dropped by reduce, one of a
//     thousand literals unless it is used at once; so
//     are lemmas that the propagator does not need (lemmas.go), and clauses that are
//     true at level 0, those of retired groups among them.
//  6. kill reports to the Tracer and marks the clause dead, flushDead removes its watches,
//     and collect reclaims its space (collect.go).
//
// # What runs at a restart
//
// The search (search.go) is a ladder of predicates and actions. Each time propagation
// has ended without a conflict it takes the first action that is due, and propagates
// again:
//
//	assume       at level 0: opens level 1 with the assumptions
//	openScope    if scopes are deferred: after a conflict, or if nothing is left to decide
//	try          what the propagator wants to try after a restart (trial.go), before any decision
//	constrain    if no literal of the constraint is true: decides one
//	giveUp       ends the repair of the last model (repair.go) after a few conflicts or many decisions
//	tryLuck      once, with no propagator and no assumptions: simple assignments (lucky.go)
//	restart      in focused mode if recent glue is bad, in stable mode by reluctant doubling
//	switchMode   from focused to stable mode and back, after equal numbers of ticks
//	rephase      sets the saved phases, also by local search; not with a propagator
//	inprocess    simplifies the clauses, at level 0
//	reduce       drops learned and satisfied clauses, and garbage
//	decide       if nothing else is due; if nothing is left to decide, or the last model is
//	             repaired: finalCheck
//
// A restart itself (restart.go) returns to the assumption level, or to level 0 if a
// clause added late is a unit there, or keeps the decisions that it would make again; then it exports and imports
// clauses (exchange.go) and calls Options.Progress. The actions below it have schedules of their own, in conflicts or
// ticks. If they are due they come next, but they do not need a restart before them: switchMode and rephase return to
// the assumption level and inprocess to level 0 themselves; reduce keeps the trail.
//
// A conflict of inprocessing at level 0 is resolved before the limit is polled, since
// the clauses it came from may be gone.
//
// # Inprocessing
//
// A round (inprocess.go) goes back to level 0 and runs the techniques in the order of
// the table there: failed literals, equivalent literals, congruence closure of gates, sweeping,
// elimination of exclusive ors, counting of literals that exclude each other, transitive reduction,
// forward subsumption, vivification, variable elimination with backward subsumption,
// blocked clauses. The effort of each is a share of the ticks that the search has spent
// since it last ran, so it is deterministic; the first round of elimination has more if
// the formula is large, since half a round may do harm. A round waits until the search has
// gone over a part of the clauses, and once the formula has settled until it has done ten
// times as much as the last round; for that, each technique has a weight, the time of one of
// its ticks. Before each one, satisfied clauses and false
// literals of level 0 are removed (clean).
//
// Every step is reported to the Tracer with its antecedents, and follows from them by
// unit propagation. That makes inprocessing sound with a propagator too, whatever the
// theory would say: the levels that it opens are not reported, the propagator is not
// called, and what is found at level 0 is reported as always. But ticks do not count
// the work of theories, so with a propagator each technique has another share, which
// may be 0.
//
// Techniques that remove variables leave those alone that are frozen, assumed, in the
// constraint, or observed, and do not run with a Decider: it leaves variables open, and
// the records need values for all of them. A clause or an assumption that has a removed
// variable brings it back, as do Freeze, Observe, Enqueue, Offer, and Imply for all
// variables; it then stays. Clauses that a literal blocks go to records too, and come
// back with a clause or an assumption that has the negation of the literal.
// ModelValue gives removed variables their values: the first question about a variable
// that a record may change extends the model to all of them (model.go). Where that changes
// a variable that the search has assigned, Value shows the new value, and the trail keeps
// the old one.
//
// To add a technique:
//
//   - Write a file with its paper, its state as a struct, and a method of Solver that
//     takes its effort in ticks. Give Solver a field for the state, and Clone a line.
//   - Make it a row of techniques in inprocess.go, with its shares of effort and how
//     often it runs; set removes if it moves variables or clauses to records. Name it
//     under "Inprocessing" and "Files" here.
//   - It starts at level 0 without a conflict, and no literal of a clause has a value. It
//     may decide by probeDecide and undo by probeBacktrack (probe.go), or replace the
//     watches by occurrence lists (dense.go). It counts its work in Stats.Ticks, stops
//     when the effort is spent, and polls the limit in every long loop. A stop may leave
//     it anywhere between two steps; if the watches are wrong then it calls loseWatches.
//   - It adds only clauses that follow, by derive with antecedents, and changes clauses
//     by replace and kill. Units go through rootUnit, a conflict stays for the search.
//     What it removes goes to a record (beginRecord, recordClause, bury), after
//     freezeWanted, and only if removable allows it.
//   - Count what it does in Stats, let the random tests of inprocess_test.go see it, and
//     write testdata/counters.txt again with -update.
//
// # Groups
//
// A group (group.go) is a literal that Solve assumes and whose negation is in all
// clauses of the group. Groups are opened and closed as a stack by Push and Pop;
// activation literals (Activate, Retire) serve any other order. What a group leaves
// behind is collected, and the numbers of its variables are used again (recycle.go):
// thousands of rounds of Push and Pop need no more memory than a few.
//
// The constraint (constrain.go) is a disjunction for one Solve, and no group.
//
// # Propagator
//
// At each fixpoint of unit propagation the solver calls Assign with the newly assigned
// observed literals, if there are any, and then Propagate, until nothing new happens.
// When nothing is left to decide it calls Final. Explain is called in conflict
// analysis; the literal and everything assigned before it are still assigned then.
// Callbacks must not call Solve. A model that the propagator accepts after the limit
// has stopped is not believed: whatever polls the limit may have left something out.
//
// In the words of IPASIR-UP:
//
//	connect, disconnect_external_propagator    Connect, Disconnect
//	add, remove_observed_var, is_decision      Observe, Unobserve, Decided
//	notify_assignment(l, is_fixed)             Assign; FixedValue reports what is fixed
//	notify_new_decision_level, _backtrack      NewLevel, Backtrack
//	cb_check_found_model                       Final, which may also say that it does not know
//	cb_decide                                  Decider.Eligible
//	cb_propagate                               Propagate, which calls Enqueue
//	cb_add_reason_clause_lit                   Explain, when analysis needs it
//	cb_has_, cb_add_external_clause(_lit)      Add in Propagate and Final, whatever values the
//	                                           literals have; forgettable ones are Learned.
//	                                           Conflict for one that is false and not to be kept
//
// # Determinism
//
// Equal calls and equal seeds give equal runs on every machine: no clock, no map
// order, no fused multiply-add. A limit.Limit is the only outside influence. So the
// counters of fixed runs are goldens (TestCounters): a heuristic that is broken gives
// no wrong answer, and no other test would notice. A change that is meant to change
// the search writes them again with -update, and is measured.
//
// # Files
//
// One technique per file, with its state and constants. The search: search, stop (limits
// and budgets), propagate (two watched literals with blockers), analyze (first unique
// implication point), minimize (recursive clause minimization), shrink (one literal for each
// level), superfluous (minimization by the propagator), onthefly (on-the-fly
// strengthening), decide and heap (EVSIDS), phase (saved and target phases), restart,
// mode (focused and stable), rephase, walk (local search), repair (of the last model), reduce (glue tiers), collect
// (satisfied clauses and garbage). Assumptions: assume, wait, constrain, core, mincore
// (MinimizeCore), scope, group, recycle, imply (Imply). Data: clause, watch, watchlists, reserve, trail, root (level
// 0), reimply (late clauses), add, model, clone. Theories: propagator, explain, lemmas
// (which clauses of the propagator may be dropped).
// Inprocessing: lucky (assignments to try before the search), inprocess (the table), probe (failed literals, and the
// levels that inprocessing opens), substitute (equivalent literals), congruence, gatefind, gateform and gateproof
// (gates with equal inputs), sweep (literals that the clauses around them make equivalent), small and smallproof (a
// solver for a few clauses), xor (exclusive ors in clauses), gauss and densexor (their elimination), xorsum and
// xorchain (proofs of sums), count and match (literals that exclude each other), tally and hint (proofs by counting),
// transitive, vivify, forward and backward (subsumption), eliminate, gate, definition, blocked, dense (occurrence
// lists), extend and restore (what was removed). Others: trace, exchange, state (which method is allowed when),
// invariant, stress, stats, stage (what the solver is doing).
//
// Trail saving was tried and left out: a sixth of the propagations could have been
// taken from the trail before (the median of 12 formulas), but the literals are
// propagated all the same: 1.01 of the literals per second and 1.07 of the time
// without it (18 formulas).
//
// Left out as well, each measured on few formulas (docs/history/experiments.md): a queue by the last bump for focused
// search, as in CaDiCaL; keeping all levels but the last when a jump undoes more than 100, with the learned clause as a
// late one; the first switch of modes after 3 million ticks.
//
// The ideas are those of MiniSat, Glucose and CaDiCaL; the hook has the shape of
// IPASIR-UP (Fazekas et al., SAT 2023).
//
// # Words
//
//   - constraint: a disjunction that one Solve has to satisfy (constrain.go).
//   - group: clauses and variables between Push and Pop, under an activation literal (group.go).
//   - offered: of a variable: in the decision heap, or returning to it when unassigned (propagator.go).
package sat
