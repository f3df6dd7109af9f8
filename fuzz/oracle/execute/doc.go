// Package execute decides whether a small Boogie program can go wrong by running it in
// all ways, state by state. It shares nothing with the verifier but the language: it
// works on the trees of fuzz/bpl, makes control flow of its own, and knows neither terms
// nor passes nor verification conditions.
//
// What a program leaves open (the values of havocked variables, of uninitialised ones,
// of map cells and of functions) is a symbol until something depends on it. Then each
// value is tried that the assumptions in force allow; if they allow too many, some are
// tried, and the answer is No only if nothing was left out: Fails says Yes for an
// execution that exists, No if there is none, and Unknown.
//
// The recursion bound is the verifier's: a procedure may be entered if it is entered
// less than Bound times (and the extra bound of its attribute) by the calls around it,
// the entry's own run not counted. A loop counts as the recursive procedure that does an
// iteration and calls itself: k iterations take k+1 nested entries, what is called in
// the k-th is nested in k of them, and the last, partial iteration is in none. The
// package runs that as it is written here, by guessing at each arrival at a loop's head
// whether another whole iteration follows.
//
// FailsSymbolically is a naive verifier by the same control: it unfolds the program up to
// the bound and asks the solver once, without passes, interfaces and call trees.
package execute
