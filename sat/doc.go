// Package sat is an incremental CDCL solver that carries theories: clauses at
// any time, assumptions with cores, a propagator hook with lazy explanations,
// and proof events.
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
//	Push Activate             Idle                   Input; one group or activation literal more
//	Pop                       Idle, a group is open  Input; its clauses and variables are gone
//	Retire                    Idle, the literal is   Input; its clauses are gone
//	                          from Activate
//	Freeze                    Idle                   v is in the formula, and stays
//	Melt                      Idle, v is frozen      one Freeze less
//	MinimizeCore              Unsat                  Unsat; a core that is a part of the one before
//	ConstraintFailed          Unsat
//	Clone                     Idle                   a copy in the same state, without the propagator
//	Add AddClause AddFrom     Idle                   Input; false: unsatisfiable for good
//	                          Propagate Final        likewise, and the search goes on with it
//	NewVar Bump Offer         all but Explain
//	Observe                   Idle Assign Propagate  assignments of v are reported, also one
//	                          Final Decide           that is there already
//	Unobserve                 Idle                   Input; they are not
//	Enqueue                   Propagate Final        l is true, or it was false (result) and is
//	                                                 explained and a conflict afterwards
//	Conflict                  Propagate Final        analysed after the callback returns
//	Value FixedValue Before LevelOf Level Decided Observed ModelValue Core Okay WhyUnknown Stats
//	NumVars Depth SetPhase PhaseLit Reason: all
//
// Decide is Eligible and MayWait, Level is NewLevel and Backtrack. Tracer and
// Progress are called in Search, and the Tracer by Add and the like; they may only
// look.
//
// Every answer leaves the solver usable: what was learned stays. So does a stop,
// wherever it comes (stop.go).
//
// A panic of a callback (also of a Tracer or of Progress) is nobody's here: it comes
// out of the call that the callback was called from. No lock is held and no goroutine
// left then. But the solver was in the midst of its work, and has no right answer any
// more: Solve and Imply panic from then on, in every build. A Clone made before goes on.
//
// After Solve returned Sat, or Unknown because of FinalUnknown, the trail stays
// in place and Value reads it, as it does after Imply at the assumption level.
// Solve, Imply, Connect and Reset end that. Add leaves the trail alone, and Solve
// goes on from it if all assumptions of the call before are wanted again: what
// was decided and implied is not done anew. A new assumption on an open variable
// is tardy: true as of level 1, however late on the trail, and made true again by
// whatever backtracking unassigns it. Reset goes back to level 0.
// After Unsat, and after a limit, the solver is at level 0.
// ModelValue and Core stay valid until the next Solve; MinimizeCore keeps the model.
//
// # Levels
//
// Level 0 holds what is true for good. All assumptions together are level 1,
// however many they are; decisions begin at level 2. Assumptions that only forbid
// wait until the search comes upon them (wait.go). Without assumptions
// decisions begin at level 1. Restarts return to the assumption level, the glue
// of a clause ignores it, and a conflict at it is analysed to a core.
//
// Every literal is assigned at the level that is current at that time. What
// follows from a lower level only (an added clause that is a unit, a theory
// propagation that comes late) is undone with its level; the solver repeats the
// clauses, the propagator its own propagations.
//
// # Groups
//
// A group (group.go) is a literal that Solve assumes and whose negation is in all
// clauses of the group. Groups are opened and closed as a stack by Push and Pop;
// who needs another order takes activation literals. What a group leaves behind is
// collected, and the numbers of its variables are given out again (recycle.go):
// thousands of rounds of Push and Pop need no more memory than a few.
//
// The constraint (constrain.go) is no group: it is one disjunction, for one Solve.
//
// # Inprocessing
//
// The clauses are simplified between restarts, at level 0; the table is in
// inprocess.go. With a propagator too: it hears nothing of the levels that
// inprocessing opens, and is asked nothing, since all is done by unit propagation
// through clauses; what comes out at level 0 is reported as ever. Some techniques take variables out of the
// formula. Their clauses are kept on a stack, which gives them values in models
// (ModelValue; Value knows none). A clause or an assumption that speaks of such
// a variable brings it back, and so do Freeze, and Imply for all of them; it then
// stays. Clauses that a literal blocks go to the same stack, and come back with the
// negation of the literal; where they change the value of a variable in a model, Value
// tells the new one, and the next Solve does not go on from that trail. Variables of the present assumptions and observed ones are not taken out,
// and one that a propagator enqueues or offers comes back; with a Decider, which
// leaves variables open, none are. Each step is
// reported to the Tracer with its antecedents; all of them follow by unit
// propagation, since clauses that may come back are not deleted.
//
// # Propagator
//
// At each fixpoint of unit propagation the solver calls Assign with the
// observed news, if any, and then Propagate, and goes on until nothing new
// happens. When nothing is left to decide it calls Final. Explain is called
// in conflict analysis; then the literal and everything older is still
// assigned. Callbacks must not call Solve.
//
// In the words of IPASIR-UP:
//
//	connect, disconnect_external_propagator    Connect, Disconnect
//	add, remove_observed_var, is_decision      Observe, Unobserve, Decided
//	notify_assignment(l, is_fixed)             Assign; FixedValue tells what is fixed
//	notify_new_decision_level, _backtrack      NewLevel, Backtrack
//	cb_check_found_model                       Final, which may also say that it does not know
//	cb_decide                                  Decider.Eligible
//	cb_propagate                               Propagate and in it Enqueue
//	cb_add_reason_clause_lit                   Explain, when analysis asks for it
//	cb_has_, cb_add_external_clause(_lit)      Add in Propagate and Final, whatever values the
//	                                           literals have; forgettable ones are Learned.
//	                                           Conflict for one that is false and not to be kept
//
// # Determinism
//
// Equal calls and equal seeds give equal runs on every machine: no clock, no map
// order, no fused multiply-add. A limit.Limit is the only outside influence.
//
// # Files
//
// One technique per file: propagate (two watched literals with blockers),
// analyze (first unique implication point), minimize (recursive clause
// minimisation), onthefly (on-the-fly strengthening; not with a propagator), final
// (cores), decide and heap (EVSIDS), phase (target phases),
// restart (Glucose averages, reluctant doubling, mode switching), reduce (glue
// tiers, arena collection), rephase, add (clauses during search), wait (assumptions
// that need not be made true), state (who may call what), group, recycle, constrain,
// core (minimising cores), exchange (clauses of other solvers), propagator, trace; inprocess (the schedule of what
// follows), quiet (levels without a word to the propagator), probe (failed
// literals), substitute (equivalent literals), vivify, dense (occurrence lists),
// subsume, forward (subsumption by learned clauses too), eliminate, gate, blocked, extend (models, restoring).
//
// Tried and left out: trail saving, since what is made true again is propagated all
// the same. A sixth of the propagations could be taken over from the trail before
// (the median of 12 formulas), but literals per second were 1.01 and time 1.07 of
// those without (18 formulas).
//
// The ideas are those of MiniSat, Glucose and CaDiCaL; the hook is in the shape
// of IPASIR-UP (Fazekas et al., SAT 2023).
package sat
