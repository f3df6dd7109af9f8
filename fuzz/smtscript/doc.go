// Package smtscript is scripts of calls on the SMT solver (theory/solver), and what
// must hold of their answers.
//
// A Script is a list of operations over one store: assertions, scopes, checks
// under assumptions. It is written as SMT-LIB text that other solvers read, too; what
// is not of the standard stands in a set-info at its beginning.
//
// Run looks at each answer: a model must satisfy what is asserted, by
// evaluation; a core must be refuted again by the solver and by a fresh one, and no
// small model may satisfy it. Then it asks in another way, which the script's plan
// names (plans.go): with other options, with certificates or a proof that is
// checked, or with a script that must have the same answers, since it says the same in
// another order, in other words, or with something between (vary.go).
package smtscript
