// Package cpp is the preprocessor of C: it reads files, obeys directives, expands macros, and returns the tokens that are left.
//
// The reference is gcc 12 with -std=gnu17.
package cpp
