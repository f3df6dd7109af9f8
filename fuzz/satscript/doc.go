// Package satscript defines scripts of calls on a sat.Solver: a text that people can read and
// edit, a runner that checks every answer, and shrinking.
//
// # Format
//
// The format extends iCNF: a line is a clause, "LITERAL... 0", or a word with its operands.
// Comments begin with c. The first other line is "p satscript". The table in ops.go has the
// words and their meanings.
//
// A script has a meaning whichever of its lines are left out. Therefore a pop without a group
// does nothing, nor does a line that asks about a core or a model if there is none.
//
// # Recordings
//
// sat.Solver.Record writes the calls of a program as a script with the word recorded, in which each question is followed
// by its answer. Run makes the same calls and compares; without limits even the counters are the same. Lines of such a
// script cannot be left out: its answers are those of the whole. A recording in testdata/recordings is a test.
//
// # What is checked
//
// Each answer is compared with an oracle that shares nothing with the solver. Models are
// evaluated, cores solved again. With the word proof, each derived clause is checked by its
// antecedents (LRAT), and the last one before unsat must be that of the core. What is fixed
// or implied must follow. An answer may be unknown only if a line asked for a limit, and then
// with that reason; budgets must be observed. Whatever happened, the solver must answer the
// next question.
package satscript
