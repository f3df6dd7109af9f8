// Package measure is what all measurements share: child processes under limits
// of CPU time, what a process used, comparisons of solvers, and tables.
//
// Other work on the machine must not change what is measured. Limits are
// therefore of CPU time where the system reports it, every time stands beside
// the CPU time, and solvers are compared input by input, one after the other.
package measure
