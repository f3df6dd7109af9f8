// Package graph has algorithms on graphs whose nodes are small numbers: the blocks of a procedure, or procedures that
// call each other.
package graph
