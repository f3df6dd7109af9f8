// Package mbqi checks universal quantifiers in a model and, if one is violated,
// chooses ground terms to instantiate it with: model-based quantifier
// instantiation (Ge and de Moura, "Complete instantiation for quantified formulas
// in satisfiability modulo theories", CAV 2009).
//
// # Checking
//
// First a model of the ground part is completed (Complete): every function gets a default, the
// most frequent value of its table, and every uninterpreted sort a universe, the elements that
// occur in the model. Then all symbols in the quantifier's body are replaced by their
// interpretations (encode.go). Elements become the numbers 0..n-1 and functions chains of
// if-then-else, so that most of the body folds away. Only the bound variables are left, and a
// fresh solver looks for values that make it false. If there are none, the quantifier holds in
// the completed model, which is the model returned to the user. Quantifiers over elements
// inside the body are expanded if their universes are small; other nested quantifiers stay
// quantifiers, over integers, and are left to the fresh solver, which may check its own models
// in turn.
//
// # Instances
//
// An instance by values excludes one model, an instance by terms excludes many. So the
// values of a counterexample become terms (terms.go):
//
//   - An element becomes a term of its class.
//   - An array becomes a ground term of the body, or a constant, with the same value. Its
//     value written out would exclude one array of infinitely many.
//   - An integer becomes the greatest lower bound, or the least upper one, that the
//     body's comparisons give it in this model, divided and rounded, plus an offset that
//     keeps its residues; or the solution of an equation (bound.go).
//   - A real becomes the solution of an equation, such a bound if it is allowed itself, the
//     middle of two bounds, or a point beyond one (real.go): the test points of Ferrante
//     and Rackoff.
//   - The value itself is the last resort. After some models, negative values are preferred in every second one: if
//     i(c(x)) = x and i(p) >= 0, only they refute.
//
// There are finitely many such terms, so that linear arithmetic terminates, also with
// alternating quantifiers (Reynolds, King and Kuncak, "Solving quantified linear
// arithmetic by counterexample-guided instantiation", FMSD 2017). Destructive equality
// resolution and elimination of integer variables need no rewriting: they come as instances.
package mbqi
