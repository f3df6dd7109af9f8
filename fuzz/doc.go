// Package fuzz looks for wrong answers, panics and hangs. A target is a row of a table
// (Targets): it makes a case from a number, runs it against oracles that share nothing
// with the tested code, writes and reads it as text, and shrinks it. Run runs the targets
// in turn and writes failing cases to a directory, where a later run resumes. Command fuzz
// is its command line.
//
// A case is a text: it is written, read, run and shrunk as text, so that anyone can replay
// a failing case, and it becomes a regression as it is. A script has a meaning whichever of
// its lines are left out, so that shrinking need not understand it. A hang is measured in
// CPU time, since machines that fuzz are busy; stops within scripts are deterministic (the
// n-th step of the proof, the n-th restart). The oracle for Boogie programs works on the
// fuzzer's own syntax trees (package bpl), not on the verifier's, so it judges parsing,
// scoping and lowering, too.
//
// Failing cases whose fault is fixed are in testdata, in a directory for each target, each
// with a line on the cause. The tests run them, and the first cases of each target.
//
// # Words
//
//   - case, target, plan, box: an input, as text; a row of the table of targets; how a script is run a second time;
//     finite ranges that allow enumeration.
package fuzz
