// Package vcgen turns a program in its core form (acyclic, no assert, every
// contract free; see verifier/passes) into a vc.System: one partial VC per
// procedure, made once and stamped out by the engines as often as they inline
// (the Legion paper, section 2.2).
//
// Bodies are passified by one walk in topological order over values of live
// variables only (pruned SSA). An assignment is a substitution where the value
// is small, else a definition that holds under no guard; a variable gets a new
// incarnation at a merge only if it is live there and its incoming values
// differ, and each edge equates the incarnation with its own value (Flanagan
// and Saxe's compact VCs; Barnett and Leino, "Weakest-precondition of
// unstructured programs"). Values are never merged by if-then-else: over
// arrays that would hide the store chains.
package vcgen
