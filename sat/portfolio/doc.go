// Package portfolio runs several solvers on one formula, each in its own goroutine.
// The first answer counts, and the others are stopped.
//
// The workers differ in seed, initial phase and mode of the search. They share unit
// clauses, and learned clauses that are short or of low glue (Hamadi, Jabbour, Sais, JSAT
// 2009). That is sound, with variable elimination too, because all that a worker derives
// is implied by the formula, whatever the assumptions (sat.Exchange).
//
// A worker appends what it exports to a list of batches of its own. The others read the
// list at their restarts, each at its own pace and without locks, and the garbage
// collector frees what all have read (exchange.go). An imported clause is a learned
// clause with its size as glue; one with a variable that the importer has eliminated is
// not imported, since it would have to restore the variable.
//
// With a tracer there is one proof of all workers (ledger.go). Each worker's tracer
// translates its clause ids to common ones under one mutex, and a clause is published
// after its step is in the proof, so antecedents come first. An imported clause has no
// step: it is the exporter's clause under another name. Deletions of clauses of the
// formula and of shared clauses are left out, since other workers may use them.
//
// The answer does not depend on how the goroutines are scheduled. Which model or core is
// found does, and so do all counters.
package portfolio
