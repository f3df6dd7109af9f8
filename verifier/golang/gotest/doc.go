// Package gotest makes the counterexample of a Go program a test that fails, and runs it. An answer unsafe about Go
// rests on that: on go test, which knows nothing of what muster believes that Go means.
//
// # The test
//
// The arguments of the entry are a tree of Values, whose types are those of go/types where the values stand. Write
// makes a file of the entry's own package of them, since fields and types that are not exported are named there only:
//
//	func TestMuster_Parse_1(t *testing.T) {
//		Parse([]byte{0x80, 0x07, 0x00}[:2], -4)
//	}
//
// Slices have their capacity; variables that several pointers or slices share are declared; functions, readers and
// other interfaces of which only calls are known return what has been recorded. Names are ones that nothing in the
// package or its tests has. What no code of the package can name, such as a field of a type of another package, is an
// error: then there is no test. The test of a fuzz target adds one seed to it, and what is kept of it is that seed, in
// the file of the corpus that go test would write.
//
// # What is executed when
//
// Run runs the test by go test -run, and with it executes what that executes: the init functions of the package and of
// what it imports, TestMain, cgo. Nothing else in this package executes anything but go env and go mod edit. Who calls
// Run says by a Consent what may be executed: nothing, packages of the main module (and of files that were named), as
// go test in their directory would, or packages of other modules, too. The program has no say in it.
//
// No file of a module changes. Where it can, the go command sees the test by means of -overlay, among the files where
// they are. In the module cache, where that is refused, it is a copy of the module that is tested, which a copy of
// go.mod (-modfile) has in the place of the module: versions of all else are those that the user's build has. Tests
// that the package of another module has are left out, since they may need what is not there. The environment is the
// user's, and so are the settings of the go command, but for flags that change what is written. The test may run for 10
// s. What it writes is kept as far as its end, and it is ended, with all processes that it has started, when the
// context ends.
//
// # What confirms
//
// The last panic in what is written has to be of the kind that was predicted, by the runtime's words, and in its stack
// the predicted lines have to be the innermost frame, but for those of the standard library: so a panic within bytes
// may be predicted where it is called, but not one in another function of the package. An explicit panic may have to
// print a given value. A failure of a test or fuzz target (t.Fatal, t.Error) has to be logged from the predicted line.
// All else is a reason, in words, why an answer is unknown: the test passes, panics elsewhere or otherwise, does not
// compile, ends the process, or does not end.
package gotest
