// Command musterbench measures the verifier on sets of programs with reference
// verdicts: every file in a process of its own, with a time limit, one line of
// CSV each, verdicts against the reference first. It runs other verifiers
// beside (--peer), and writes the queries on which verdicts rest
// (--dump-queries) and profiles of each run (--profile).
//
// The solver has its laboratory here: "corpus" records the sessions of the
// engines with the solver, "proverlog" makes sessions of what Boogie asks Z3,
// and "lab" replays sessions natively and through another solver in one run,
// with all counters by query. "scale" measures what stamping and a query cost
// as the tree of instances grows. "smt" runs the solver and other ones over
// scripts with expected answers, and compares by logic. "sat" does the same with
// SAT solvers and formulas in DIMACS, and checks every answer; "cnfgen" makes
// such formulas.
//
// The machine may be busy with other things, so each time stands beside the
// processor time, and limits of the laboratory are of processor time.
package main
