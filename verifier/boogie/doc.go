// Package boogie turns Boogie text into programs (verifier/prog).
//
// Load is the whole of it: parse (package syntax), resolve and check, lower. Checking follows "This is Boogie 2"
// (K. R. M. Leino, 2008) in its scopes (functions, constants and variables, procedures, and types have name spaces of
// their own, and every declaration may come after its uses), its types, modifies clauses, and its two-state contexts.
//
// Lowering keeps the statements' meaning and order. Functions with bodies are expanded where they are applied, each
// application to the same arguments once; if and while become blocks as in Boogie, and loops stay loops; where clauses
// become assumptions at the entry, after a havoc and after a call. Asserts and contracts are handed on as they are.
//
// Bit-vectors are read and typed, but nothing behind this package understands them: a procedure that uses one is
// marked, and refused only if it is reachable from the entry.
package boogie
