// Package dimacs reads propositional formulas in DIMACS CNF, and incremental ones in
// iCNF.
//
// Comments are allowed wherever a number is. The header is required, and the file must
// have exactly the clauses that "p cnf" declares, so that a truncated file is an error and
// not a different formula. SATLIB's end mark (a line that begins with %) ends the input.
//
// A formula is kept as bytes (store.go), since it is needed again only to check a model. What
// it costs depends on its clauses, not on its header: if its greatest variable is far greater
// than the number of its literals, solvers know the variables by consecutive numbers
// (sparse.go), and models leave out what does not occur.
//
// An iCNF file (Wieringa, 2011) begins with "p inccnf" and declares nothing. Between its
// clauses there are queries "a LITERAL... 0": are the clauses so far satisfiable under
// these assumptions?
package dimacs
