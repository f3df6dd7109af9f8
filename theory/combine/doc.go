// Package combine is DPLL(T): it makes one sat.Propagator of the e-graph and
// the theory plugins, and decides what in the formula is relevant.
//
// # Relevancy
//
// Every clause is a root or a piece of the definition of a literal (its guard,
// see theory/cnf). A root is active always; a piece is active while its guard
// is true and relevant; a theory lemma is active from when it is sent until the
// level is undone. An active clause is justified when one of its literals is
// true; that literal becomes relevant. Only literals of active clauses that are
// not justified are eligible for decision, most active variable first; theories
// see only literals that are true and relevant; and when every active clause is
// justified the formula is satisfied by the relevant part alone: all guards and
// gates outside it are taken to be false, which satisfies every clause that is
// not active (Z3 calls this relevancy propagation; de Moura and Bjorner, 2007).
// Unit propagation, learned clauses and theory propagation work on everything.
//
// # Files
//
// engine.go holds the state and the propagation loop, relevancy.go the above,
// collect.go forgets what of it is dead, intern.go makes e-graph nodes of terms,
// host.go what plugins may do, explain.go the explanations, final.go the final
// check with the model-based combination (care graph), model.go the model.
package combine
