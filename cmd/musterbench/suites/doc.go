// Package suites runs the regression tests of other tools on Muster, from checkouts that the user has, and compares
// the answers. The suites themselves are others' and not part of the repository.
//
// What a test expects is beside it, or in it, in one of these forms:
//
//	Boogie       X.bpl with lines "RUN: %boogie FLAGS "%s"" and "%diff "%s.expect"": the expected
//	             output is in the file that is named there
//	z3test       X.smt2, and the expected output in X.expected.out
//	cvc5         X.smt2 with comments "; EXPECT: LINE", as in Bitwuzla's suite, else the status
//	             that the script itself names
//	Yices        X.smt2, and the expected output in X.smt2.gold or X.gold
//
// Of a program, the numbers of verified procedures and of errors, and the place and kind of each error are compared;
// of a malformed one, the lines with errors. Of a script, what its checks answer, and whether there are errors:
// models, proofs and messages are each solver's own.
package suites
