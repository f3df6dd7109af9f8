// Package smtscript defines scripts of calls on the SMT solver (theory/solver), and checks
// their answers.
//
// A Script is a list of operations over one store: assertions, scopes, checks under
// assumptions. Its text is SMT-LIB, which other solvers can read; what the standard does not
// have is in set-info commands at the beginning.
//
// Run checks each answer: models are evaluated; a core must be refuted again by the solver
// and by a fresh one, and no small model may satisfy it (judge.go; none at all, where the script
// says which values there are, box.go). Quantifiers over small bit-vectors are evaluated by their
// instances (grounded.go). Then it runs the script a second
// time, in the way that the script's plan names (plans.go): with other options, with
// certificates or a proof that are checked, or as a variation that must have the same answers
// (vary.go, varybits.go): in another order, with equivalent terms, or with additional commands.
package smtscript
