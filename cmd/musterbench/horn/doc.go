// Package horn compares solvers of constrained Horn clauses on scripts with expected
// answers, and has other solvers check the solutions clause by clause.
package horn
