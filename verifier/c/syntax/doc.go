// Package syntax reads C: it makes a small typed tree of the tokens that package cpp returns.
//
// The reference is gcc 12 with -std=gnu17: what is accepted, what it means, how it is laid out, and in what words it
// is refused. Where the standard and gcc differ, gcc is right, since that is what programs are compiled by.
//
// # A parser of our own
//
// One recursive descent over the tokens declares names, gives types, folds constants, lays out structures, and makes
// the tree. A parser that only makes a syntax tree would know less, and do the same work a second time. That of a
// library did not say which attributes it passed over, which types it got wrong and what made it hang; here each of
// these is in a table (constructs.go), in a test against gcc, or bounded.
//
// # The tree
//
// In the tree all conversions are explicit, and so are loads and the decay of arrays; names are resolved; of the many
// forms of an expression in the grammar few are left. An expression is where its first token is. Its text, after
// macros, is that of its tokens.
//
// What the tree cannot say is a Hole with its name, so that whoever reads the tree decides what becomes of it.
// What gcc refuses is one error with its place. What gcc only warns about is a warning (Unit.Warnings).
//
// # Types
//
// A qualified type, or one that a typedef aligns, is a variant of the plain one, and is Canonical like it: lvalues
// and what pointers point to have qualifiers, values have none. Long bit-fields have types of their own, as in gcc
// (Type.Bits). layout.go follows gcc's layout step by step.
//
// An array whose length is a value (variable.go) has a hidden object for it, which is evaluated where the declarator
// is.
//
// # Nested functions
//
// Functions within others are lifted (nested.go): each gets the addresses of the variables that it uses of those
// around, and direct calls pass them. A pointer needs them, too. So it is the address of a descriptor (Closure), as
// with gcc -fno-trampolines. As in gcc's frames, there is one for each nested function in each call of the one around
// it, whoever asks for it, so that all pointers to the function are equal. It lives until that call returns, since
// the manual of gcc allows calls up to then, as far as the variables live. But it is filled where a pointer is made,
// which may only be where all variables live: addresses of those in blocks are not known before.
//
// # Bounds
//
// What is nested, tokens of an expression, members of a structure and the work of macros are bounded, so that no
// input leads to a stack that is full, or to a tree that is much larger than the text.
//
// # Several files
//
// Each file is read on its own; link.go makes one program of them.
package syntax
