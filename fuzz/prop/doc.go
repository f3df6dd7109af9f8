// Package prop is property-based testing with a solver behind it, for tests of
// programs: what is true for all integers is proved instead of tried, and what has to
// be tried is tried on inputs that satisfy a condition, however rare these are.
//
// # Proofs
//
// Check proves a formula in a go test. If it is wrong, the test fails with a
// smallest counterexample:
//
//	func TestMiddle(t *testing.T) {
//		st := smt.NewStore()
//		lo, hi := st.Int("lo"), st.Int("hi")
//		mid := lo.Add(hi).Div(st.IntVal(2))
//		prop.Check(t, lo.Lt(hi).Implies(lo.Le(mid).And(mid.Lt(hi))))
//	}
//
// Formulas are those of package theory/smt: Booleans, integers and reals without
// bounds, arrays, functions, quantifiers. An answer that the solver does not find fails the
// test, with the reason.
//
// # Inputs
//
// ForAll runs a Go function on values that satisfy a constraint, and Gen is the
// generator of gopter that it draws them from. A generator that filters random values
// finds no solution of x*x = y+1; the solver does. Each value is drawn with hints that
// are random (corners of the constraint and of machine words, uniform and small
// numbers, residues, relations between two numbers), of which those are kept that
// the constraint allows. So values are diverse, as a solver's own models are not.
// They shrink within the constraint.
//
// What is small: no number is greater in absolute value than the greatest must be; then, in
// the order of declaration, each number is as near to 0 as those before it allow,
// false before true, positive before negative, integers before fractions.
//
// # Regressions
//
// What fails is kept under testdata/prop, in a file for each test, which the next run
// replays first. It is text, to be committed, changed or deleted:
//
//	formula 34f5c3b1d09a7e62
//	lo = -1
//	hi = 0
//
// An entry is tried on whatever formula the test has now if that speaks of its names; if
// not, the test says that it ignores it. Once Check has proved a formula, it removes
// the entries that it could have replayed.
//
// All is the same in every run, unless a limit of time ends a search.
package prop
