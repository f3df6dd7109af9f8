// Package prop is property-based testing with a solver behind it, for tests of Go
// programs: properties over all integers are proved, not just tried, and inputs are
// made to satisfy a condition, however rarely random values would.
//
// # Proofs
//
// Check proves a formula in a Go test. If it is not valid, the test fails with a
// smallest counterexample:
//
//	func TestMiddle(t *testing.T) {
//		st := smt.NewStore()
//		lo, hi := st.Int("lo"), st.Int("hi")
//		mid := lo.Add(hi).Div(st.IntVal(2))
//		prop.Check(t, lo.Le(hi).Implies(lo.Le(mid).And(mid.Lt(hi))))
//	}
//
//	prop: not valid; smallest counterexample:
//	    lo = 0
//	    hi = 0
//
// Formulas are those of package theory/smt: Booleans, unbounded integers and reals,
// bit-vectors, arrays, functions, quantifiers. Go's integers of fixed width are bit-vectors
// (Values.Uint64, Values.Signed). If the solver finds neither a proof nor a
// counterexample, the test fails with the reason.
//
// # Inputs
//
// ForAll runs a Go function on values that satisfy a constraint. Gen is the gopter
// generator from which it draws them. Filtering random values hardly ever finds a
// solution of x*x = y+1; the solver does. Each draw tries random hints (bounds of the
// constraint and of machine words, uniform and small numbers, residues, relations
// between two numbers) and keeps those that the constraint allows. Therefore the
// values are diverse, unlike the models that a solver finds on its own. They shrink
// within the constraint.
//
// # Values
//
// The value of an array or a function is a Table: a default and a list of exceptions.
// It is drawn with a random number of entries, whose arguments and values are drawn
// like other scalars. Elements of an uninterpreted sort are numbered from 0; only
// their identity matters. Values print as
//
//	x = -1
//	q = 1/3
//	w = #x0f
//	a = [0: 7, 3: -2, else: 0]
//	owner = [#0: #1, else: #0]
//	(mod -1 0) = 1
//
// The last line gives the result of a division by zero, which the model may choose.
//
// "Smallest" means: first, each array and function, in the order of declaration (or of
// the vars given), has as few entries as those before it allow. Then the greatest
// absolute value of all numbers, including those in tables, is minimal. Then, in the
// same order, each scalar is as small as those before it allow: numbers by their
// distance from 0, integers before fractions and positive before negative numbers,
// bit-vectors as unsigned numbers;
// false before true; elements that occur earlier before new ones. In a table the
// default comes first, then the entries in order.
//
// # Regressions
//
// Failing values are kept in testdata/prop, in a file for each test, and replayed first
// in later runs. The files are text, to be committed, edited or deleted:
//
//	formula 34f5c3b1d09a7e62
//	lo = 0
//	hi = 0
//
// An entry is tried on whatever formula the test has now. If that formula lacks one of
// its names, or its values do not satisfy the present constraint, the entry is ignored,
// and the test's log says so. New entries are appended; nothing removes them but you,
// not even a proof, since another check of the same test may have kept them.
//
// All results are deterministic unless a time limit ends a search.
//
// # How it works
//
// A draw is a session of its own: it finds a model, and then for each scalar, in random
// order, tries a hint, and if the constraint forbids that, the half-space towards it.
// So a draw depends only on its random numbers, and no clauses that block earlier
// values accumulate. Shrinking tries goals, each of which lowers a well-founded measure.
//
// That an array or a function has at most k entries is a formula over fresh constants,
// a = store(... store(const d, i1, v1) ...) or forall z. f(z) = ite(z = i1, v1, ... d).
// These constants are scalars like any others, so drawing, shrinking and minimizing know
// nothing of arrays. The quantifier fixes the function at all points; to state it only
// for the applications in the formula was tried, and left the default to the model.
//
// # Words
//
//   - place, table, hint: a constant for one point or value of a table; a default with exceptions; a random wish of
//     a draw.
package prop
