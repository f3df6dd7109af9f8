// Package chc reads constrained Horn clauses and makes a vc.System of them, on which every engine works.
package chc
