// Package gini connects package sat with the solver gini
// (github.com/go-air/gini), whose literals have the same encoding.
//
// Solver makes a sat.Solver look like gini's own solver (inter.S with
// activation literals), so that what is written for gini runs on ours. Backend
// is the way back: gini behind the part of our interface that it can serve.
package gini
