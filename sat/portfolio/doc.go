// Package portfolio runs several solvers on one formula, each in a goroutine of
// its own. The first answer counts, and the others are stopped.
//
// The workers differ by seed, first phase and mode of the search. They share
// unit clauses and short or low-glue learned ones (Hamadi, Jabbour, Sais, JSAT
// 2009): a worker publishes at its restarts what it has found since the last one,
// and takes what the others have published, without locks (exchange.go). Why that
// is sound, with variable elimination too, is said at sat.Exchange.
//
// With a tracer there is one proof of all workers: their steps are put into one
// order, in which each comes after its antecedents, and are numbered anew
// (ledger.go). What a worker deletes others may still use, so clauses of the
// formula and shared ones stay.
//
// The answer does not depend on the order in which the goroutines run, but which
// model or core is found does, and so do all counters.
package portfolio
