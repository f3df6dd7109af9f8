// Package horn solves constrained Horn clauses.
package horn
