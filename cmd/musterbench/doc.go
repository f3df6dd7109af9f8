// Command musterbench measures Muster. Without a subcommand it verifies sets of
// programs and compares the verdicts with reference verdicts; smt, horn and sat compare
// solvers of SMT, of Horn clauses, and of SAT; corpus and proverlog record what is asked of an SMT solver,
// lab replays it, scale measures the cost of growing trees, and growth that of
// growing instances; refine compares refinements of abstractions, cluster simulates many workers, answers runs tables
// of inputs with expected answers, suites the tests of other tools, and study draws and tabulates what the verifier's
// tables hold, as papers do. The packages below do the work; here are only the flags.
//
// --bench names a directory of sets, each with a table in CSV:
//
//	NAME.csv, NAME/  programs; columns file, reference and daily (package programs)
//	smt.csv, smt/    scripts; columns path, logic and verdicts
//	chc.csv, chc/    scripts of Horn clauses; columns path, track and expected
//	growth.csv, growth/  instances; columns file, family and size, expected or answers, perhaps flags
//	cnf/             formulas in DIMACS CNF
package main
