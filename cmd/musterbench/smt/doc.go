// Package smt compares SMT solvers on SMT-LIB scripts with expected answers.
package smt
