// Package pipe is an SMT solver in another process: an [inline.Solver] that
// writes SMT-LIB to its standard input and reads the answers. Only tests and
// musterbench use it, to compare Muster's own solver with others.
package pipe
