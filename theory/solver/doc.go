// Package solver is the SMT solver as engines use it: formulas are asserted, in
// scopes if wanted, and checked under assumptions, with models and cores. It is
// the only package that imports all theories. Programs that embed the solver use
// package theory/smt, which is built on it.
//
// A Solver works over a term.Store in which its owner makes terms; it checks and
// copies nothing. It is not safe for concurrent use. A context given to Check may
// be cancelled from any goroutine, and the solver can be used afterwards. What
// verification engines need (hints, flow clauses, reached constants, cones, proof
// logs) is here, too.
//
// # Backends
//
// Two backends decide (backend.go): package bv, by blasting bits (blaster.go), and the
// combination of theories (combination.go). What is asserted and assumed decides which of them
// a check uses, and only way.go asks: formulas over bit-vectors, with arrays and functions over
// them, go to package bv, all else to the combination. What has numbers besides, or needs
// relevancy (Options.Combine, Options.Cone), goes there with bit-vectors as one more theory
// (bv/plugin). When the way changes, a new backend gets the assertions in force. Both decide arrays
// and congruence; package bv says by a number why.
//
// Scopes, preprocessing, what sleeps, and the proof log's account of assertions are above the
// backends, which know guards, literals and clauses. What the two have in common (common) outlives
// them: the options, symbols, how models are checked for quantifiers (oracle.go).
//
// Under a proof or certificates, what has bit-vectors is simplified only by steps that the log's
// checker verifies (checked.go, checkedmaker.go). Quantifiers are atoms to package bv; they are
// simplified first (resolve.go), but not under a proof, checked in its models and instantiated
// where a model violates them (bitquant.go). A check by package bv under a proof is first given
// to a solver without a log, for a model needs none (finder.go).
//
// # Many small queries
//
// Engines that learn ask many small questions about one template, under assumptions that
// change. What such a question costs must not grow with what was asked before, nor with
// what else the store holds (BenchmarkQueries).
//
// A clause for one check (Constrain) is the constraint of the SAT solver, and to relevancy a
// root for this check. It leaves no constant and no clause behind, and learned clauses do
// not depend on it. So 20,000 questions about a template of 100 blocks, each with a clause
// of four, take 0.15 ms and 404 variables; with a constant that implies the clause and is
// false afterwards 0.35 ms and 20,404 variables, and with the disjunction as an assumption
// 0.60 ms (BenchmarkConstrain). That assumption is the way where the engine has no
// constraints: package bv, proofs, cones.
//
// Model walks all Boolean constants and interprets all that is relevant. LazyModel has the
// same values, one by one as they are needed (model.Source), in tables that are used again:
// the values of the eight assumptions cost 3 us after each of the questions of
// BenchmarkQueries, and 11 us if a million terms lie beside the template, a model 57 and
// 150 us. An array needs the values of all arrays, a function a walk over what is relevant.
// It is made as a whole where models are completed afterwards: by preprocessing, for
// quantifiers, and in package bv.
//
// A fact under a guard (AssertGuarded) sleeps until a check assumes the guard: the engine does
// not know it. Where its atoms are known it is not asleep, however relevancy sees it: bounds
// imply its atoms, merges visit the terms in which a class occurs, and where the guard is any
// negated constant of a clause, it may be that of a template, so that the true one is
// decided. A question to a template beside 10,000 facts, of which it assumes 8 of 64, takes
// 0.14 ms without facts, 0.19 with bounds or clauses as facts and 0.42 with gates; as assertions
// they take 2.0, 31 and 8.3 ms (BenchmarkSleeping). Facts whose guards were not assumed for 256
// checks are garbage: they sleep again in the next engine. Facts do not sleep for package
// bv, under a proof, in a scope and with preprocessing.
//
// # A solver for each template
//
// Tables of all packages are indexed by terms, variables or nodes. A pool of few solvers, with
// a root guard for each template, would have those of all templates in each, and one more
// literal in each clause. So an engine with many templates gives each a store and a solver
// of its own (verifier/learn). That costs 63 KB, of which the store takes 19, in 0.04 ms and 146
// allocations; 177 KB after a first question to a template of ten blocks (BenchmarkSmallSolver).
// First tables are small for this reason: with the former ones, of 4,096 slots for terms and
// for pairs of applications and of 512 symbols, it was 121, 77 and 248 KB.
//
// # Scopes
//
// Scopes are assumptions inside: Pop asserts the negation of the scope's guard,
// and the SAT solver drops the clauses that this satisfies when it collects
// garbage. Variables, nodes and atoms stay until the garbage of popped scopes
// outweighs what lives more than twice; then a new engine takes the assertions in
// force (renew.go, garbage.go). A proof log describes one engine, so with one the
// engine stays. Under the build tag invariants engines are renewed early, so that
// all random scripts test it.
//
// # Refuted guards
//
// When a Boolean constant g is false at level 0, what (or (not g) ...) asserts is
// given back in the same way: once it outweighs what lives, the new engine gets
// (not g) instead. Definitions of constants that nothing else mentions then sleep
// until something does (sweep.go). So an engine of the verifier that refutes one
// instance after the other holds those that matter. The terms stay in the store: they
// are numbered in order of making, those of instances that live are among those of
// dead ones, and tables of all packages are indexed by them.
//
// # Preprocessing
//
// The assertions since the last check go through theory/preprocess as one batch per scope. Options.Cone,
// Certify and Proof switch that off, since they account for assertions as they are; so do the verification
// engines, which preprocess templates once instead of instances. Under a proof linear equations of
// bit-vectors that contradict each other are refuted by a lemma (systems.go). Where proofs, certificates or
// cones switch it off, what the pass joins finds is handed to the combination as expected facts (expect.go):
// after a few conflicts the search derives them, so certificates and proofs know them as learned clauses, and
// no rule of the log is needed. Assert only remembers a formula then: simplification, preprocessing and
// clausification wait for the next check and poll its limit, and the next check continues what a stop leaves
// undone.
//
// # Quantifiers
//
// When E-matching finds nothing more, the candidate model is checked (oracle.go): package theory/mbqi completes it, and
// asks a fresh solver over the same store about each active quantifier. If all hold, the answer is sat with exactly
// that model; a violated one gives an instance, a lemma with a certificate like any other. Quantifiers inside a
// quantifier are questions of the fresh solver, at most four deep, but in linear arithmetic package theory/game decides
// (games.go): its instances are terms over all that is free, with those inside in view, so there are finitely many.
// Over integers it is given few moves, and mbqi takes over: a sum modulo 2^32 has too many projections. With
// Options.Candidates this is skipped, and the answer is unknown with a candidate: verification engines replay it in the
// program, which is stronger. Options.Quantifiers makes the same of a script whose quantifiers all have patterns, with
// the limits that clients of Z3 set.
//
// # Faults
//
// A broken invariant inside a call, or a panic of a plugin, is recovered here and
// nowhere else. It comes back from Check as Unknown with a reason of the kind
// reason.Internal, and the solver is dead: every later check gives the same
// answer. A smt.Session returns it as an error, and makes a new solver.
//
// # Words
//
//   - garbage, renew: what popped scopes leave in the engine; to replace the engine when that outweighs what lives.
//   - reached: of a guard: true and relevant in the model of the last check.
package solver
