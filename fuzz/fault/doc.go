// Package fault changes a program in one place, to see whether its tests detect the
// change (mutation testing: DeMillo, Lipton and Sayward, "Hints on test data selection",
// 1978). It finds the places in the syntax tree of a file that can be changed in one of
// five ways, which are common faults of solvers: a dropped literal, a swapped bound, a lost
// undo, a negated guard, a number off by one.
//
// Command faults plants such faults, one at a time, and runs the tests and the fuzzer.
package fault
