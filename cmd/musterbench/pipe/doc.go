// Package pipe is an SMT solver at the end of a pipe: an inline.Solver that
// speaks SMT-LIB with an external process. It is a debugging back end of the
// bench command, against which the native solver is compared, and never part
// of the product.
package pipe
