// Package sat is an incremental CDCL solver that carries theories: clauses at
// any time, assumptions with cores, a propagator hook with lazy explanations,
// and proof events.
//
// # States
//
// The solver is always in one of these states. Under the build tag
// "invariants" every method checks that it is called in a state that allows it.
//
//	            Solve                       Solve returns
//	   Idle ------------>  Search  ------------------------------> Idle
//	                       |  ^
//	             callback  |  | return
//	                       v  |
//	   Assign  Propagate  Final  Eligible  NewLevel/Backtrack  Explain
//
//	Method                    allowed in                     ensures
//	Connect                   Idle, once, before Solve       callbacks; with a Decider an empty heap
//	NewVar Bump Offer         all but Explain
//	Observe                   Idle, Assign, Propagate,       assignments of v are reported, also one
//	                          Final, Eligible                that is there already
//	Add AddClause             Idle, Propagate, Final         false: unsatisfiable for good
//	Enqueue                   Propagate, Final               l is true, or it was false (result) and is
//	                                                         explained and a conflict afterwards
//	Conflict                  Propagate, Final               analysed after the callback returns
//	Solve Imply Reset Clone   Idle
//	Freeze                    Idle                           v is in the formula, and stays
//	Value FixedValue Before LevelOf Level ModelValue Core Okay Stats SetPhase PhaseLit Reason: all
//
// After Solve returned Sat, or Unknown because of FinalUnknown, the trail stays
// in place and Value reads it, as it does after Imply at the assumption level.
// Solve, Imply, Connect and Reset end that. Add leaves the trail alone, and Solve
// goes on from it if all assumptions of the call before are wanted again: what
// was decided and implied is not done anew. A new assumption on an open variable
// is tardy: true as of level 1, however late on the trail, and made true again by
// whatever backtracking unassigns it. Reset goes back to level 0.
// After Unsat, and after a limit, the solver is at level 0.
// ModelValue and Core stay valid until the next Solve.
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
// # Inprocessing
//
// Without a propagator the clauses are simplified between restarts, at level 0;
// the table is in inprocess.go. Some techniques take variables out of the
// formula. Their clauses are kept on a stack, which gives them values in models
// (ModelValue; Value knows none). A clause or an assumption that speaks of such
// a variable brings it back, and so do Freeze, and Imply for all of them; it then
// stays. Variables of the present assumptions are not taken out. Each step is
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
// # Determinism
//
// Equal calls and equal seeds give equal runs on every machine: no clock, no map
// order, no fused multiply-add. A limit.Limit is the only outside influence.
//
// # Files
//
// One technique per file: propagate (two watched literals with blockers),
// analyze (first unique implication point), minimize (recursive clause
// minimisation), final (cores), decide and heap (EVSIDS), phase (target phases),
// restart (Glucose averages, reluctant doubling, mode switching), reduce (glue
// tiers, arena collection), rephase, add (clauses during search), wait (assumptions
// that need not be made true), propagator, trace; inprocess (the schedule of what
// follows), quiet (levels without a word to the propagator), probe (failed
// literals), substitute (equivalent literals), vivify, dense (occurrence lists),
// subsume, eliminate, gate, extend (models, restoring).
// The ideas are those of MiniSat, Glucose and CaDiCaL; the hook is in the shape
// of IPASIR-UP (Fazekas et al., SAT 2023).
package sat
