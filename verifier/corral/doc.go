// Package corral is over-approximation refinement: stratified inlining guided
// by counterexamples (Lal, Qadeer and Lahiri, "A Solver for Reachability
// Modulo Theories", Fig. 2; the Legion paper, Algorithms 1 and 2).
package corral
