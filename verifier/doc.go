// Package verifier is the contract between verification engines and their
// callers: what an engine is asked, what it may answer, and which evidence an
// answer needs.
//
// The question is always: can the entry procedure of a vc.System reach its
// exit (the Legion paper, section 2.1)?
//
// # Evidence
//
// A Result is built only together with its evidence: a Proof for the safe
// verdicts, a replayed Trace for Unsafe, a reason for Unknown.
//
// Safe, without a bound, means that the refutation needs no blocked call site,
// even if some were blocked. Engines therefore return, with a refutation, the
// blocked call sites that it needs. A proof up to a bound may also consist of facts
// that hold within a number of recursive calls (Levels). (Corral reports that the bound was reached
// as soon as an open call site lies past it, which makes the answer depend on
// the strategy.)
//
// # How to add an engine
//
//  1. Write a package beside verifier/legion with a type that implements
//     Engine. It may import this package, verifier/vc, and what it builds on:
//     verifier/inline for a tree of instances, verifier/stamp for instances of
//     its own. It imports no solver, no other engine and no front end; say so
//     in the table of cmd/policy_test.go.
//  2. Take the solver and the replayer from outside (inline.Config), so that
//     tests can substitute them.
//  3. Call Options.Proved when the bound is proved: others that look for the same answer stop.
//     Poll ctx between queries. A stop is UnknownBecause; an error is a broken
//     solver or an internal error.
//  4. Add a row to the table of engines in verifier/driver/engines.go. The tests of verifier and verifier/driver then
//     run the engine, and so does the boogie target of fuzz. An engine whose searches go step by step (learn.Stepwise)
//     also answers questions about coverage (verifier/coverage).
//  5. Name the paper in doc.go, and keep its order in the code, so that both
//     can be read side by side.
package verifier
