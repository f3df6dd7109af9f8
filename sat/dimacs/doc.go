// Package dimacs reads propositional formulas in DIMACS CNF.
//
// Comments may stand on any line of their own. The header must be there, and
// what it declares must be what follows, so that a truncated file is an error
// and not another formula. SATLIB's end mark (a line that begins with %) ends
// the input.
package dimacs
