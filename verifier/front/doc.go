// Package front is the contract between the verifier and the languages that it verifies.
//
// A Front reads the programs of one language: it turns files into a program of blocks and commands over terms
// (verifier/prog), and a Source, which says in the words of the language what an execution of that program does. The
// driver and the reports get fronts from whoever calls them and know no language; what only some sources can answer
// is an interface of its own, which they find by a type assertion:
//
//	Compiled    statements are lowered to several commands each, so steps of a trace are collected by statements
//	Loops       loops have places of their own, and it is known what is behind them
//	Invariants  formulas are written as expressions of the language
//	Selective   only some kinds of faults are asked about
//	Incomplete  what is not supported is an assertion that fails where an execution gets there
//	Grouped     several assertions are about the same fault
//	Worded      assertions may say themselves what is wrong
//	Approximate  some executions may be none of the program's
//	Executable  an unsafe answer says that nobody has run the program yet
//
// Keyed is what a Front may be: answers about its programs are kept, and given again. One that looks at more than the
// files of the question is Reading, too: so the driver knows on what texts, and on what missing files, an answer
// depends, and finds it again by these, without a program. Names and texts are the front end's own: a package of Go may
// be a name under which there is a list of files.
//
// A source of which a command is a statement needs none of them. toy_test.go has a whole front end of that kind.
package front
