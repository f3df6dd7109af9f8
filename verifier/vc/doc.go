// Package vc is the one problem form that all engines work on: a System of
// procedures, each with interface variables, a body in passive form whose
// blocks stand under guards, and guarded call sites (the Legion paper,
// section 2; the Spacer paper's procedures; Horn clauses with one head).
//
// A Proc is a template. An instance of it is made by renaming every constant
// that the template owns and replacing its interface variables by terms of
// the caller; see Template for what an instance asserts.
package vc
