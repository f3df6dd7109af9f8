// Package interpolate finds Craig interpolants: what one formula a says that contradicts another
// one b, over the constants and functions that both have. Engines that learn about procedures ask it
// for the reason of a conflict, and embedders and scripts for invariants.
//
// # What is promised
//
// An interpolant is a conjunction of clauses over the shared symbols; a implies each, and together they
// contradict b. All of that is checked before an answer is given, both implications by fresh solvers with
// the formulas as they came (verify). So nothing in the search needs to be right but unsat answers, and a
// fault in it is a reason of the kind reason.Internal, never a wrong interpolant. That the sides have a common model
// is asked again, too, and that each clause excludes the model from which it came.
//
// # Search
//
// Interpolants are not read off the solver's proofs: these are not local, as splits on equal arguments,
// cuts and instances mix the sides, and they are as special as the search was. Two solvers are asked
// instead, one for each side. From models of b and of the clauses so far come implicants of b, never of the
// clauses. Each is refuted by a, and the negation of what is left of it is the next clause:
//
//   - The literals are assumed on the solver of a. The core is minimised before anything is eliminated.
//   - If it has local symbols, these are eliminated by steps that lose something, but keep to no model
//     (weaken): equations replace terms, a disequality of applications becomes that of the arguments that differ, rows
//     are combined as Fourier and Motzkin do, integers being taken for reals; what is then local is dropped.
//     Whether what is left contradicts a is asked; then the same of all literals, as those that the core does
//     not need may say what a local constant is.
//   - If it does not, the core is projected in the model (package project). For linear arithmetic a core has
//     finitely many projections, and b finitely many implicants, so the search ends. Elsewhere, as where
//     functions or arrays are applied to local integers, a limit may end it.
//   - The cube is minimised. Then its equations of numbers are weakened to inequalities and two inequalities to their
//     sum, by asking again.
//
// At the end a fresh solver drops the clauses that are not needed.
//
// Functions of b alone are replaced by constants, with their congruence as clauses (Ackermann): projection keeps
// all functions.
//
// If that finds none, as with quantifiers in b, the sides change their roles: the negation of an
// interpolant of b and a is one of a and b, though rarely a conjunction of clauses.
//
// Quantified interpolants are not made. Arrays have none without quantifiers in general: two that differ at one place
// that only a knows, against two places that only b knows where they differ, end at a limit.
//
// # For engines
//
// A Weakener eliminates local symbols from literals of an engine's goal, and leaves it to the engine to ask whether
// what is left is an interpolant. With bound variables for local indices (Abstract, Close) it has quantifiers.
// Instances takes quantified literals, and what arrays are, to the indices that occur.
package interpolate
