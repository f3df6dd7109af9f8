// Package syntax reads Boogie 2 text: a byte scanner and a recursive-descent parser that build a compact syntax tree.
//
// The language is that of "This is Boogie 2" (K. R. M. Leino, 2008) and of Boogie since then, without Civl's
// concurrency, which is refused by an error that names the construct and its position. Keywords that
// came later, such as datatype and is, are names where they cannot be keywords.
//
// Real drivers are files of a million tokens, and a hostile file may be one expression of as many. So identifiers are
// interned to dense numbers, and an expression is a run of nodes in postfix order, children before parents, with the
// number of nodes in each subtree. To check or translate an expression, walk the run from left to right with a stack of
// values, without recursion. Only the parser itself recurses, and only up to a fixed depth: deeper input is an error.
package syntax
