// Package fault makes a program wrong in one place, to see whether its tests notice
// (mutation testing: DeMillo, Lipton and Sayward, "Hints on test data selection",
// 1978). It reads the syntax tree of a source file and tells all the places that can be
// changed in one of five ways, which are the ways in which solvers have been wrong:
// a literal is dropped, a bound is swapped for the other one, an undo is lost, a guard is
// negated, a number is off by one.
//
// Cmd/faults draws faults at random, plants them one at a time, and runs the tests
// and the fuzzer against them.
package fault
