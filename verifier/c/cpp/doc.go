// Package cpp is the preprocessor of C: it reads files, obeys directives, expands macros, and returns the tokens that
// are left (translation phases 1 to 4).
//
// The reference is gcc 12 with -std=gnu17, also where the standard leaves something open. Macros are expanded as gcc
// does it: what is read next is a stack of contexts, each a list of tokens, above the file. A macro is disabled as
// long as its context is on the stack; a name that is met meanwhile is marked, and never expanded later on. Contexts
// that are read to their end leave the stack when the next token is asked for. So a macro that ends with the name of
// another one can take its arguments from behind it, and then is no longer disabled itself. Expansions and arguments
// leave padding where they begin and end, which says whether there was white space: # needs that, and so does whoever
// prints tokens.
//
// Positions are physical: #line and line markers change __LINE__ and __FILE__ only. What a macro yields has the
// position of the outermost macro's name.
//
// What would take for ever or overflow a stack has a bound: the tokens that macros make, nested calls of macros in
// arguments, nested expressions behind #if, nested files, and the bytes that are read. Errors are panics of type
// *Error inside the package.
//
// Some things are not as in gcc, on purpose. Dates are the beginning of Unix time, so that answers can be repeated.
// Files with #pragma once are the same if they have the same text; gcc looks at the time of their last change, too.
// Assertions (#assert) are refused. Identifiers may have the characters of C11, also in C99. #pragma GCC dependency is
// left to the caller, as are all pragmas but those about macros and messages. The first error is the only one.
package cpp
