// Package sweep finds gates of a graph that are equal, opposite or constant, whatever the inputs
// are: SAT sweeping (Kuehlmann, "Dynamic transition relation simplification for bounded property
// checking", 2004; Mishchenko, Chatterjee, Jiang and Brayton, "FRAIGs: a unifying representation
// for logic synthesis and verification", 2005). Two circuits for one function have many equal
// gates inside, each of which is easy to prove from those before it, while a search that does not
// know of them has to find the same again and again.
//
// # Candidates
//
// All gates are simulated at random patterns, 64 at a time, some of them mostly zeros or ones.
// Gates that no pattern distinguishes, up to signs, are a class. When a model distinguishes two of
// them, it becomes a pattern with 63 neighbors, by which all classes are split.
//
// # Proofs
//
// A pass goes over the gates in order, so that inputs come before their gates, and makes each one
// again in a reduced graph, from what its inputs were found to be equal to: many become equal by
// that alone. If a gate still differs from the first one of its class, a SAT core that has the
// clauses of the reduced graph is asked whether they are equal, with a budget of conflicts. What
// is given up is asked again in the next pass, with a larger budget. A core that has gathered too
// many gates is replaced by a new one, since it decides all of them.
//
// # Effort
//
// Run has a budget of ticks and goes on where it stopped. Package bv gives it a share of what its
// search takes, beginning after a few hundred conflicts, so that easy problems pay nothing. The
// share grows while proofs come, and shrinks to a small part if they do not. Nothing depends on a
// clock.
//
// Only definitions are used: what is asserted may make more gates equal, but what is proved here
// holds in all scopes.
package sweep
