// Package models contains Go in place of functions of the standard library that are assembly, use package unsafe, or
// are too deep. They are texts that programs read, in testdata: a directory has those of one package, whose name its
// file has; table.go says which. When package golang reads the standard library, the bodies of these functions replace
// the library's (Bodies), in the library's own files, so they may use all that the package declares, and are lowered
// like the rest.
//
// A function whose name begins with any returns any value; its body is not read. assume(c) ends executions in
// which c does not hold, blocks() stands for where the only goroutine waits, hashable(err) says whether the type
// of an error has ==, assigns(err, p) sets *p to an error if that is assignable, and overlap(a, b) says whether
// two slices have an element in common. None of them is one of the library. What else a directory declares is
// there so that it compiles by itself: the tests compare what is in it with the library.
//
// Directory own has what no package of the library declares.
package models
