// Package fuzz looks for wrong answers, panics and hangs, all day. A target is a
// row of a table (target.go): it makes a case from a number, runs it against oracles
// that share nothing with what is tested, reads and writes it as text, and makes it
// smaller. Campaign runs the targets in turn and writes what it finds to a
// directory; it goes on where it ended. Cmd/fuzz is its command.
//
// What was found and mended lies in testdata, a directory for each target, with a
// line on its cause; the tests run it again, and some cases with fixed numbers.
package fuzz
