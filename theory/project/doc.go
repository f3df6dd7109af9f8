// Package project generalises models: from a model of formulas to a cube, a conjunction of
// literals, that holds for many more. Engines that learn about procedures ask it for what is
// needed on the path of a model (Implicant), and for what that says about the interface of a
// procedure (Project).
//
// An implicant of formulas in a model is a list of literals, true in the model, that imply them.
// Literals have no ite and no formula in their terms: each ite is replaced by the branch that the
// model takes, a formula by its value, and what decides these is implied, too. Of a true disjunction
// one true child is taken, when all that must be implied anyway is known: one that is implied
// already, else the cheapest.
//
// # What a projection promises
//
// The cube is over the constants that are kept, and functions, which all are kept; the model satisfies it. If
// Result.Exact, the cube implies the formulas with the witness for the constants eliminated: so values of
// these exist. Where a formula needs an element of an uninterpreted sort other than those of all terms that
// are kept, no cube can say that it exists; then a literal is dropped, and Exact is false: the cube is true
// in the model, no more. A witness is a term over what is kept. (Where any value does and no term denotes
// one, it is the constant itself.) All of this is checked, without quantifiers, by fuzz/smtscript, in the
// tests here and in target project of the fuzzer.
//
// Without ByValue, a formula has finitely many cubes over linear arithmetic, as model-based projection
// demands (Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for recursive programs", 2014,
// section 5), so engines that block one cube after the other terminate.
//
// # Steps
//
// The steps run in this order, and again from the first one after a step that changed something:
//
//   - solve: Booleans by their literals; equations solved for a constant, as many at a time as have no
//     cycle, by one substitution. A chain of n assignments costs O(n).
//   - arrays (reads.go, arrayeq.go): reads over writes as the model says, with the equalities and
//     disequalities of indices; equalities of arrays become those of elements at the indices of writes, and
//     one of the arrays below, solved for an array constant, with new constants for its elements at these indices.
//     Disequalities get an index, a constant with the model's value. When only reads of an array constant are left,
//     each is a constant of its own, one for each index that the model distinguishes
//     (Komuravelli, Bjørner, Gurfinkel and McMillan, "Compositional verification of procedural programs
//     using Horn clauses over integers and arrays", 2015).
//   - pin: where a function, a kept array or a nonlinear operator is applied to a term with something to
//     eliminate, the term becomes one that is kept and has the same value in the model, of those at the same place
//     if possible, and the literals get an equation. Without such a term it gets its value.
//   - arithmetic (rows.go): disequalities as the side on which the model is. Reals by the virtual substitution of
//     Loos and Weispfenning ("Applying linear quantifier elimination", 1993; reals.go). Then sums of integers that
//     reals bound are bounded by integer parts, and integers go in the manner of Cooper ("Theorem proving in
//     arithmetic without multiplication", 1972; ints.go): an equation c*x = e gives (div e c) if c divides e; else x
//     is at the nearest bound in the model, plus what its residue demands. If the bound e/c is over what is kept
//     already, x is (div e c) rounded to it, and no divisibility is needed; else the residue of e modulo c is that of
//     the model. Either takes the side with fewer bounds, infinity if there are none. Divisibility is (= (mod t d) 0)
//     in literals and a row inside; quotients and remainders of what is to be eliminated get the residue that the
//     model gives.
//   - elements of uninterpreted sorts, of which only disequalities are left, by a kept term that satisfies them.
//   - bits: equations of concatenations become those of pieces, constants of which slices occur are cut there;
//     what is only compared, signed or unsigned, becomes its nearest bound.
//   - values: what is left gets the value that it has in the model.
//
// Constants that steps introduce (elements, indices, integer parts, slices) are eliminated like those
// of the formulas. They come from pools, so that the store does not grow from call to call.
//
// A path through writes at n indices that cannot be distinguished syntactically has n²/2 disequalities
// of indices; all else is linear in the size of the path.
//
// # Words
//
//   - pin, representative: to replace an argument by a term that is kept and has the same value in the model, its
//     representative, or by the value.
package project
