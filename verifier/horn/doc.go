// Package horn solves constrained Horn clauses: it has engines decide the system that
// package chc makes of a script, and has each answer checked on the script itself.
//
//	script, err := chc.Read("file.smt2", src, term.NewStore(), nil)
//	...
//	rep, err := horn.SolveScript(ctx, script, horn.Options{Model: true})
//	...
//	fmt.Println(rep.Status, string(rep.AppendModel(nil)))
//
// Programs build a System of predicates and clauses over the typed terms of theory/smt:
//
//	inv := s.Pred("inv", x, n) // x and n give the sorts
//	s.Rule("start", inv.At(st.IntVal(0), n), n.Gt(st.IntVal(0)))
//	s.Rule("step", inv.At(x.Add(st.IntVal(1)), n), inv.At(x, n), x.Lt(n))
//	s.Query("end", inv.At(x, n), x.Gt(n))
//	a, err := horn.Solve(ctx, s, horn.Options{Model: true})
//
// A System becomes a script, whose assertions are the clauses for all values of their constants,
// so all that follows is true of it, too. Its Answer has the definitions of the predicates as
// formulas about their parameters, and derivations with the names of clauses.
//
// # Engines
//
// An engine joins by a row of the table (options.go). The inlining engines are bounded
// model checking here: they are asked for one recursion depth after the other, each twice
// the one before, and look for facts that prove all depths in between. An engine that
// proves all depths by itself is asked once. As Auto they look for the answer together,
// each with a copy of the script; with one processor they take turns by counts, so equal
// runs are equal. Spacer answers most systems, and has the longest turns at first. What it has
// not decided after some it is as likely to fail on as others, and its steps cost more: of a
// long run it had 58 to 75 of a hundred seconds, and each engine that inlines 6 to 11. So the
// turns of the others grow, until they are longer (engine.length).
//
// The searches of engines that inline calls are not divided here, as those of programs are (verifier/split). Of the 119
// systems of the set chc, with one processor and 30 s of CPU, all engines together decide 114 (a build of the day of
// 40e7d7ae). Those that inline answer seven of them, the slowest after 2.6 s of CPU of all together; a search is
// divided after some ten seconds of its own. And a solution is made of one tree (tree.go), not of a proof by cases.
//
// # Passes
//
// Before an engine is asked, passes make the system smaller (package chcpass), and what it answers is led back to the
// clauses. What is not confirmed there is asked about again without passes. A depth up to which there is no
// derivation is one for the clauses, too: passes make derivations only lower. The proof of an inlining engine that
// opened call sites says nothing about the clauses if there were passes, so it always becomes a solution.
//
// # Quantifiers
//
// What is quantified in a body without predicates, as in (forall v. f(v, x)) => p(x), is an alternation: the clause
// holds for all x, and f for all v. Of linear arithmetic it is eliminated by a pass, whatever is quantified inside.
// Where a quantifier is left (elements of arrays, bit-vectors, products), the engines' solvers check it in their models
// (theory/mbqi), since replay has no repair to offer; where that finds no model within a budget, the answer is unknown
// and says which formula is open. A predicate below such a quantifier is no Horn clause, and is refused with its place.
//
// # Answers
//
// Unsat comes with a derivation. The model of an execution gives the values of each
// instance on its path (Replayer); validate.Derivation evaluates the assertions under
// them, and asks a fresh solver only about quantified formulas of values.
//
// Sat comes with a solution, which validate.Solution checks on the assertions. If the
// proof opened no call site, its facts are one: what is not said of a predicate is
// true. Otherwise facts are what callees are known by below the instances of a tree
// that contradicts itself, and tree interpolants complete them (tree.go): with the
// interpolant at each instance as one more fact about its predicate, the template of
// each instance and what is known of its callees imply what is said of it. A predicate
// has the conjunction of what is said of its instances; a stronger callee only makes
// these implications easier. For the interpolants instances that call sites share are
// made one for each, up to 400. That costs one interpolant an instance, and is done
// only where a solution is asked for. Otherwise, and if no interpolants are found,
// validate.Proof has confirmed the proof, the answer is sat without a solution, and
// Report.NoSolution says why. An answer without either is unknown.
package horn
