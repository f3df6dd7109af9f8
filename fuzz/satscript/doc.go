// Package satscript has scripts of calls on a sat.Solver: a text that a person
// can read and change, a runner that checks every answer, and shrinking.
//
// # Format
//
// A script extends the manner of iCNF: a line is a clause, "LITERAL... 0", or a
// word with what it needs. Comments begin with c. The first line that is none is
// "p satscript". The words, and what they do, are the rows of the table in ops.go.
//
// A script means something whatever lines are left out. So a pop without a group
// does nothing, nor does a line that asks about a core or a model if there is none.
//
// # What is checked
//
// Each answer is compared with an oracle that knows nothing of the solver.
// Models are evaluated, cores asked again; with proof, each clause that the solver
// derives is checked by its antecedents (LRAT), and the last one before unsat is
// the core's. What is fixed or implied must follow. An answer may be unknown only if a
// line asked for a limit, and then with that reason; budgets are kept. Whatever
// happened, the solver must answer what comes next.
package satscript
