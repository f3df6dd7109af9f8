// Package corral is over-approximation refinement: stratified inlining guided
// by counterexamples (Lal, Qadeer and Lahiri, "A Solver for Reachability
// Modulo Theories", Fig. 2; the Legion paper, Algorithms 1 and 2).
//
// Two things differ from the papers. Of the two queries in each round of Fig. 2
// only the over-approximate one is asked: a model of it that passes no open call
// site is a model of the other. And bounds that can change nothing are skipped:
// if a refutation needs only call sites past a greater bound, the next bound is
// the least one that allows one of them.
package corral
