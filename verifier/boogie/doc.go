// Package boogie turns Boogie text into programs (verifier/prog).
//
// Load does all of it: parse (package syntax), resolve and check, lower. Checking follows "This is Boogie 2"
// (K. R. M. Leino, 2008) in its scopes (functions, constants and variables, procedures, and types have separate name
// spaces, and every declaration may come after its uses), its types, modifies clauses, and its two-state contexts.
//
// Lowering keeps the statements' meaning and order. Functions with bodies are expanded where they are applied, once for
// equal arguments; if and while become blocks as in Boogie, and loops stay loops; where clauses
// become assumptions at the entry, after a havoc and after a call. Asserts and contracts are kept as they are.
//
// Bit-vectors are read and typed, but nothing after this package understands them: a procedure that uses one is
// marked, and refused only if it is reachable from the entry.
package boogie
