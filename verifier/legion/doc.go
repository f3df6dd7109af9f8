// Package legion is under-approximation widening: stratified inlining guided
// by unsatisfiable cores (Chatterjee, Meda, Lal and Roy, "Proof-guided
// Underapproximation Widening for Bounded Model Checking", Algorithm 3).
//
// With call sites blocked, what other engines prove of procedures says nothing about them. So the last query, with
// none blocked, is also asked early, whenever the others have shared twice as much (learn.Demand.Refutes): what they
// prove is given to the open call sites that its models pass. As lemmas at opened call sites these facts had no
// effect: on drivers the same instances were opened.
package legion
