// Package own has what no package of the library declares.
package own

// Panic is a panic of the runtime, by the place in the program that has it.
type Panic int

// Error returns what the runtime says.
func (Panic) Error() string { return anyText() }

// RuntimeError makes a Panic a runtime.Error.
func (Panic) RuntimeError() {}

func anyText() string { return "" }
