// Package mbqi finds out whether universal quantifiers hold in a model, and, if
// one does not, by which ground terms to instantiate it: model-based quantifier
// instantiation (Ge and de Moura, "Complete instantiation for quantified formulas
// in satisfiability modulo theories", CAV 2009).
//
// A model of the ground part is completed first (Complete): every function gets a
// default, the value that its table has most often, and every uninterpreted sort
// a universe, the elements that the model speaks of. Then all symbols of the
// quantifier's body are replaced by what they mean in that model (encode.go).
// Elements become the numbers 0..n-1, functions chains of if-then-else, so that
// most of it folds away; what is left speaks of the bound variables alone, and a
// fresh solver is asked for values that make it false. None: the quantifier
// holds in the completed model, the very one that is returned. Quantifiers inside
// the body stay quantifiers, over integers, and are the fresh solver's business,
// which may in turn check its own models.
//
// The values of a counterexample become terms (terms.go), since an instance by
// values excludes one model and an instance by terms excludes many: an element is
// named by a term of its class, an integer by the greatest lower bound, or the
// least upper one, that the body's arithmetic sets it in this model, plus an
// offset that keeps its residues; a real number by such a bound if it is allowed
// itself, or what lies between the two, or beyond the one that there is (real.go).
// There are finitely many such terms, so linear arithmetic comes to an end
// (Reynolds, King and Kuncak, "Solving quantified linear arithmetic by
// counterexample-guided instantiation", FMSD 2017).
package mbqi
