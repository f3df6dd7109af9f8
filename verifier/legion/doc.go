// Package legion is under-approximation widening: stratified inlining guided
// by unsatisfiable cores (Chatterjee, Meda, Lal and Roy, "Proof-guided
// Underapproximation Widening for Bounded Model Checking", Algorithm 3).
//
// What other engines prove of procedures (learn.Demand.Opened) is told to the call sites that are opened, as lemmas: no model with
// open call sites blocked violates them, but a core may rest on them in place of the call sites below, which then stay closed. Told
// to a blocked call site they would say nothing.
package legion
