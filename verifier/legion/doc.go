// Package legion is under-approximation widening: stratified inlining guided
// by unsatisfiable cores (Chatterjee, Meda, Lal and Roy, "Proof-guided
// Underapproximation Widening for Bounded Model Checking", Algorithm 3).
package legion
