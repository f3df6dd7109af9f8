// Package vet finds panics of exported functions, as an analyzer that runs wherever those of go/analysis do, such as
// go vet -vettool and the linters that bring many of them together. The command is cmd/muster-vet.
//
// The analyzer asks of each function that others call with any arguments (golang.Package.Entries) whether a panic
// leaves it, for a short time, and says so where the panic is: with the runtime's words, and the call that leads there
// if it is short. It is silent about all else, and claims nothing about what it is silent about.
//
// # What an alarm rests on
//
// Drivers of analyzers bring the syntax of one package at a time, and of others types only. So a call of a function of
// another package, and what its variables are, is a hole (golang.Typed): an execution that gets there shows nothing.
// What is reported is an execution that the interpreter of programs has replayed to its end, without a hole on its
// way. Nothing is executed, no test either, since linters run in editors and on code that nobody has looked at: muster
// verify does that, with the same call.
package vet
