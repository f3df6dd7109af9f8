// Package combine is DPLL(T): it makes one sat.Propagator of the e-graph and
// the theory plugins, and decides what in the formula is relevant.
//
// # Relevancy
//
// Every clause is a root or a piece of the definition of a literal (its guard,
// see theory/cnf). A root is always active; a piece is active while its guard
// is true and relevant; a theory lemma is active from when it is sent until the
// level is undone, or while a condition holds (theory.While): nodes are relevant,
// as for the definition of an if-then-else term, or a literal, as for the ways to
// satisfy a disequality. An active clause is justified when one of its literals is
// true; that literal becomes relevant. Only literals of active clauses that are
// not justified are eligible for decision, the most active variable first
// (focused search decides it in the polarity that justifies, stable search in
// its saved phase); theories see only literals that are true and relevant. When
// every active clause is justified, the formula is satisfied by the relevant
// part alone: all guards and gates outside it count as false, which satisfies
// every clause that is not active (Z3 calls this relevancy propagation; de Moura
// and Bjorner, 2007). Unit propagation, learned clauses and theory propagation
// work on everything.
//
// A clause with a negated Boolean constant is a piece of the constant's
// definition, so block guards need no declaration. Clauses that only help to
// propagate (AssertFlow: post-dominators, incoming edges) need no
// justification. Where a refutation is checked again (verifier/validate) they
// are ordinary clauses.
//
// A variable that Eligible rejects leaves the decision heap, and backtracking
// does not put it back. Instead offer puts back the literals of a clause, also
// the false ones, whenever the clause becomes active without a true literal or
// loses the one it had.
//
// Decisions go by activity or, after DecideInOrder (order.go), to the clause that has
// been active longest: in turns to its first open literal and to one by lot.
//
// An assumption is relevant for one check only, even if it holds at level 0: it
// is marked at the assumption level, so that dropping it does not leave its
// quantifiers active.
//
// A constraint, the clause of one check (constrain.go), is a root from the assumption level
// on, and the SAT solver decides one of its literals first. Its number and its place in the
// lists of occurrences are used again by the next one.
//
// # What backtracking keeps
//
// Nodes, atoms, definitions and lemmas that are made in the middle of the
// search survive backtracking (theory, rules 2 and 8). Assertions come at the
// current level, as lemmas do, and a check whose assumptions include those of
// the previous one continues from its trail, decisions and all. A root or
// definition that arrives above the level at which it is required is late: it
// is on a stack (lateActive), and backtracking below the level at which it is
// active activates it again. An assumption that the old trail already implies
// would become relevant too late on it, so that trail is dropped (assume).
//
// Scopes are guards that the check assumes. The clauses of a popped scope are
// dropped when the number of clauses has doubled (collect.go). Its variables,
// nodes and atoms stay until theory/solver renews the whole engine.
//
// With the build tag invariants, every return to level 0 with nothing relevant
// asks the e-graph and all plugins whether anything is left (Undone).
//
// # Required and redundant lemmas
//
// A lemma that is live is required: without it the theory would miss a model's
// contradiction, or split again and again at the same place. The SAT solver always has
// its clause. Any other lemma is redundant, and only spares the search conflicts. Under a
// policy that forgets (LemmaPolicy) it is treated as a learned clause: it counts how
// often it takes part in conflicts, and a reduction drops it if it did not lately. Then
// relevancy keeps the literals and the conditions (forget.go). When the plugin sends the
// lemma again, or a condition holds, the clause comes back before the next decision, and
// the final check does not begin without it. The lists of occurrences have it only
// while it is live or in the SAT solver. A lemma without conditions is dropped for good
// by the collection of clauses.
//
// # The final check
//
// The efforts of theory.Effort run in order; all plugins finish one before the next begins. The
// check evaluates before it splits: arithmetic proposes candidate values, different ones for
// different classes where possible, and only two applications with equal candidate arguments in
// different classes cause a split on an equality of arguments. This is the care graph, built
// lazily (careSplits), after effort Early: an equality that is only guessed makes instances
// that nothing needs. There may be quadratically many such pairs, and each costs an atom
// permanently, so a round stops after 16,384 (10,000 nested "mod y": 1,320 MB without the
// limit, 51 MB with it).
//
// A check answers the violations that it finds in its candidate together: package arrays
// up to 64 groups of reads, careSplits all pairs. Arithmetic alone branches on one term,
// after which others may be integers. The plugins after one that reports progress wait
// for the next round, since their candidate rests on values that will change.
//
// Tried and dropped: moving tableau variables apart in the candidate model. It
// took 85% of the time of an under-approximation run and saved nothing.
//
// If a limit strikes during a callback, the model is not believed: package sat
// discards it, since whatever polled the limit may have left something out.
//
// # Proofs
//
// A SAT variable stands for one formula permanently, so a literal of the proof
// log is a formula with a sign, and a clause's number is the SAT solver's
// (prooflog.go). With Options.Cone only antecedents are kept, to find the
// assertions below a refutation (cone.go).
//
// # Joins
//
// An equality that holds by several derivations, as at the end of a diamond, gets an
// atom once explanations have shown it often enough (package euf, joins.go). The atom
// is in no clause but learned ones: the e-graph propagates it, and nobody decides it.
// So a chain of n diamonds costs about 4n conflicts, not 2^n.
//
// What every case of a short clause makes equal, by congruence too, is found before: where
// there are functions or arrays, cases are tried after restarts (cases.go, sat.Trier).
//
// Facts that the owner of the engine expects (Expect) are derived in the same way, as soon as a check has had a few
// conflicts: the fact is denied, and cases are decided, those inside others too, until all are refuted. A fact in a
// chain costs a conflict for each case. How many are tried depends on the conflicts that none of them has caused, so
// those that do not follow, or are of no use, cost little.
//
// # Superfluous equalities
//
// A learned clause comes from several explanations, so its equalities may close a cycle,
// and its disequalities may say the same. Of each cycle the youngest is left out (superfluous.go),
// in proofs by a lemma about the others. The SAT solver minimizes by reasons before that.
//
// # Plugins
//
// The engine knows no theory by name. It resolves the claims of all plugins once
// to tables by operator, sort and symbol (claims.go): who gets a node, who owns
// the values of a sort, whose atom a formula is. A quantifier is offered to the
// plugins that claim OpForall in turn (theory.AtomTaker), so that arrays take
// the piecewise ones before E-matching gets the others.
//
// # Private variables
//
// A plugin may have variables without a formula (theory, rule 14). Relevancy has no clause
// of them, and they are not observed. Eligible lets the search decide one while the node is
// relevant for which it was wanted last. Definitions have no origin, so cones ignore them.
//
// # Files
//
// engine.go holds the state and the propagation loop, relevancy.go implements relevancy, collect.go drops clauses
// that are no longer needed. claims.go says what belongs to which plugin, atoms.go and intern.go make atoms and
// e-graph nodes, host.go is what plugins may do, lemmas.go their lemmas and forget.go when these are forgotten,
// explain.go the explanations, superfluous.go what learned clauses need not say, joins.go the atoms at joins,
// cases.go the facts that hold in every case of a clause and expect.go those that are expected to, constrain.go the
// clauses for one check, certify.go certificates, final.go the final check with the model-based combination,
// model.go the model and values.go the same one by one. prooflog.go and cone.go listen to the SAT solver.
package combine
