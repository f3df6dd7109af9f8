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
// Where Boogie departs from that paper, Boogie is followed. A quote behind a backslash ends a string only if no later
// quote on the line can. The parameters of a function that have no colon are names if one of them has a colon, else
// types. A trigger that contains logic or is a lone variable is refused. Quantifiers directly inside each other are one,
// unless they have triggers of their own, and variables that do not occur bind nothing: else no term would ever match
// them. Assumption variables are assumed at the entry. Attributes are not resolved.
//
// A function with {:bvbuiltin "op"} or {:builtin "op"} is the operator op of SMT-LIB, read by package smtlib with the sorts
// that the function declares. One that is unknown marks the procedures that use it, which are refused only if they are
// reachable from the entry. Types without use get no sort, since programs declare bit-vectors that they do not use.
package boogie
