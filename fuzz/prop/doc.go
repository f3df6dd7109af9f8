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
//		prop.Check(t, lo.Le(hi).Implies(lo.Le(mid).And(mid.Lt(hi))))
//	}
//
//	prop: not valid; smallest counterexample:
//	    lo = 0
//	    hi = 0
//
// Formulas are those of package theory/smt: Booleans, integers and reals without
// bounds, arrays, functions, quantifiers. An answer that the solver does not find fails the
// test, with the reason.
//
// # Inputs
//
// ForAll runs a Go function on values that satisfy a constraint, and Gen is the
// generator of gopter that it draws them from. A generator that filters random values
// finds hardly a solution of x*x = y+1; the solver does. Each value is drawn with hints that
// are random (corners of the constraint and of machine words, uniform and small
// numbers, residues, relations between two numbers), of which those are kept that
// the constraint allows. So values are diverse, as a solver's own models are not.
// They shrink within the constraint.
//
// # Values
//
// An array or a function is a Table: a value for all points, with exceptions. It is
// drawn with a random number of entries, whose points and values are drawn as other numbers are.
// Elements of an uninterpreted sort are numbers from 0 on; all that matters is which are the
// same. Values print as
//
//	x = -1
//	q = 1/3
//	a = [0: 7, 3: -2, else: 0]
//	owner = [#0: #1, else: #0]
//	(mod -1 0) = 1
//
// the last of which says what a division by zero was, where it mattered.
//
// What is small: each array and function, in the order of declaration (or of the vars that
// are given), has as few entries as those before it allow. Then no number, in tables or not, is
// greater in absolute value than the greatest must be; then, in the same order, each scalar
// is as small as those before it allow: a number as near to 0 as can be, false before
// true, positive before negative, integers before fractions, an element that there is before a new one;
// in a table what is elsewhere, then entry by entry.
//
// # Regressions
//
// What fails is kept under testdata/prop, in a file for each test, which the next run
// replays first. It is text, to be committed, changed or deleted:
//
//	formula 34f5c3b1d09a7e62
//	lo = 0
//	hi = 0
//
// An entry is tried on whatever formulas the test has now; if they don't speak of its names, or if
// its values are no case of theirs, the test's log says that it is ignored. Entries are added to the
// end of the file, and nothing takes them away but you.
//
// All is the same in every run, unless a limit of time ends a search.
package prop
