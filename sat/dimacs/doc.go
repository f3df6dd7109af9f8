// Package dimacs reads propositional formulas in DIMACS CNF, and incremental
// ones in iCNF.
//
// Comments may stand wherever a number may. The header must be there, and what
// "p cnf" declares must be what follows, so that a truncated file is an error
// and not another formula. SATLIB's end mark (a line that begins with %) ends
// the input.
//
// An iCNF file (Wieringa, 2011) begins with "p inccnf", declares nothing, and
// has between its clauses queries "a LITERAL... 0": are the clauses so far
// satisfiable under these assumptions?
package dimacs
