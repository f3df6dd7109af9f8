// Package syntax reads Boogie 2 text: a byte scanner and a recursive-descent parser that build a compact syntax tree.
//
// The language is that of "This is Boogie 2" (K. R. M. Leino, 2008) without polymorphism, lambda, reals, floats,
// strings, code expressions, datatypes and concurrency; each of these is refused by one error that names the construct
// and its position.
//
// Real drivers come as files of a million tokens, and hostile files as one expression of as many: so identifiers are
// interned to dense numbers, and an expression is a run of nodes in postfix order, children before parents, with the
// number of nodes in each subtree. Whoever wants to check or translate an expression walks the run from left to right
// with a stack of values and never recurses. Only the parser itself recurses, up to a fixed depth that is an error to
// exceed.
package syntax
