// Package execute decides whether a small Boogie program can go wrong by exhaustive
// execution, state by state. It shares only the language with the verifier: it works on the
// trees of package bpl, builds its own control flow, and uses neither terms nor passes nor
// verification conditions.
//
// What a program leaves open (the values of havocked and uninitialised variables, of map
// cells and of functions) is a symbol until something depends on it. Then the explorer tries
// each value that the present assumptions allow. If there are too many, it tries some of
// them and remembers that it left out others. Fails returns Yes if an execution fails, No if
// none does and nothing was left out, and otherwise Unknown.
//
// The recursion bound is the verifier's: a procedure may be entered if the enclosing calls
// include fewer than Bound calls of it (plus the extra bound of its attribute), not counting
// the run of the entry. A loop counts as the recursive procedure that does an iteration and
// calls itself: k iterations take k+1 nested entries, a call in the k-th is nested in k of
// them, and the last, partial iteration is in none. The explorer does this literally: at
// each arrival at a loop head it guesses whether another complete iteration follows.
//
// FailsSymbolically is a naive verifier for the same semantics: it unfolds the program up to
// the bound and asks the solver once, without passes, interfaces and call trees.
package execute
