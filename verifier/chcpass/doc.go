// Package chcpass makes systems of constrained Horn clauses smaller.
package chcpass
