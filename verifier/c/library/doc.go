// Package library knows the functions that C11, POSIX and gcc define.
//
// # What a call means
//
// A call of such a function never returns just anything. It is, in this order,
//
//   - lowered by hand, where loops would cost more than a formula: memory, allocation, bits, what ends an execution (package c);
//   - an input (inputs.txt): any value in the range that is written there, and nothing else changes;
//   - not modelled. Then it may return anything, and write what it reaches, so that an answer that holds whatever it does is one; an
//     execution that fails after such a call says nothing about the program, and the answer names the function.
//
// standard.txt has the names. Functions that no standard knows are inputs of the program, as other verifiers have it.
package library
