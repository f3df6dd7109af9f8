// Package vcgen turns a program in its core form (acyclic, no assert, every
// contract free; see verifier/passes) into a vc.System: one partial VC per
// procedure, made once and stamped by the engines as often as they inline (the
// Legion paper, section 2.2).
//
// A body becomes passive by one walk in topological order over the values of
// live variables only (pruned SSA). An assignment is a substitution if the value
// is small, else a definition that holds under no guard. A variable gets a new
// incarnation at a merge only if it is live there and its incoming values
// differ; each edge then equates the incarnation with its own value (Flanagan
// and Saxe's compact VCs; Barnett and Leino, "Weakest-precondition of
// unstructured programs"). A constant of which a dominating block or a contract
// says that it equals a literal is that literal from there on. Values are never merged by if-then-else: over
// arrays that would hide the store chains.
//
// Generate also returns the way back (Back): what a template, a block or a call
// site was made from, and which term holds the value that a command gave to a
// variable.
package vcgen
