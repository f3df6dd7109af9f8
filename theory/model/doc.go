// Package model provides values, models, and the evaluation of any term in a
// model. It is the slow oracle: everything that claims to be a model, a
// simplification or an execution is checked against it, so it is plain on
// purpose and shares no code with the solver.
//
// A Value is true or false, a number, an element of an uninterpreted sort, or an array. Arrays are persistent maps
// with a default, canonical up to extensional equality: two arrays are Equal exactly if they agree at every index.
// Their search trees are treaps whose priorities are hashes of the keys (Seidel and Aragon, "Randomized search
// trees", 1996), so their shape is a function of their content, an update copies one path, and equality stops at
// shared or differently hashed subtrees. What maps integers of a machine word to such ones, as memories of programs
// do, is in tries of blocks instead, for which the same holds (Okasaki and Gill, "Fast mergeable integer maps",
// 1998).
//
// Evaluation is three-valued inside (Kleene's strong logic): a quantifier, or
// in a Strict model an unassigned constant, is unknown, and the result is an
// error only if it depends on an unknown. There is no recursion over terms.
//
// A model with a Source asks it for what it lacks, so a few values of a large model cost
// what they depend on. Forget makes it ready for the next model of the same source
// without new tables, whose size is that of the store.
//
// A quantifier over one integer or real x usually has a truth value in a model:
// arrays have finitely many entries and functions finitely many table lines;
// outside them every number in the body is linear in x. So Model.Decide looks
// only at entries, roots, and one point between two neighbouring roots. Checks
// of models, the replay of traces and the random tests use it.
package model
