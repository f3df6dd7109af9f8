// Package sat compares SAT solvers on formulas in DIMACS CNF. It believes none of
// them: every model is evaluated, Muster's proofs can be checked, and answers are
// compared with each other and with the expected one.
package sat
