// Package simplex decides conjunctions of linear constraints over integers
// and reals, incrementally and with explanations. It knows no terms and no
// literals: package lia, the plugin above it, translates.
//
// The method is the general simplex of Dutertre and de Moura ("A fast
// linear-arithmetic solver for DPLL(T)", CAV 2006): a tableau of linear
// equalities that only grows, bounds on single variables that come and go
// with the search, and an assignment that always satisfies the equalities and
// the bounds of the nonbasic variables.
//
// # Who calls what, when
//
// Variables. NewVar makes a variable, NewRow a slack variable that stands for
// a linear combination. Both may be called at any time and survive
// backtracking. The caller divides a combination over integers by the
// greatest common divisor of its coefficients before NewRow (bounds are then
// rounded more sharply) and makes each combination only once. A combination
// of one variable needs no row.
//
// Bounds. AssertLower, AssertUpper and AssertEqual record bounds, each with
// an opaque Reason. They only look at the opposite bound of the same variable;
// false means that the two contradict each other: the new bound is not
// recorded, and Conflict returns the two reasons. A bound that is not stronger
// than the present one is not recorded either. Bounds of an integer variable
// are rounded when they are asserted.
//
// Levels. Push begins a level; Backtrack(n) forgets the bounds of all levels
// above n. Basis and definitions stay. The assignment goes back to the last
// feasible one if that satisfies the remaining bounds, so that a Check after
// backtracking is usually free.
//
// Check makes the assignment satisfy all bounds over the rationals, or says
// Infeasible (Conflict then has a Farkas certificate), or Stopped if spend,
// which is called before each pivot, returned false. The tableau can be used after
// any result. After Infeasible the caller must backtrack.
//
// Propagation. PropagateBounds derives bounds of watched variables (Watch)
// from the rows that contain a variable whose bound changed since the last
// call; Offsets derives x - y = k and x = k for shared variables (Share).
// Both may be called before or after Check, and only return consequences; the
// caller may assert a derived bound, with a Reason of its own that remembers
// the Token. ExplainBound and ExplainOffset expand a Token lazily, into bounds
// that were recorded before the derivation. A Token dies when the level in
// which it was derived is left.
//
// Integers. After a feasible Check:
//
//	GCDTest     refutes rows that have no integer solution (Conflict explains)
//	Diophantine refutes systems of equations that have none (likewise)
//	Patch       moves nonbasic variables to make values integral, without a pivot
//	Round       derives a bound of the integers in a row from those of its Reals
//	Vertex      moves the variables of a row to bounds, for the next two
//	Cut         derives a Gomory cut for a variable, valid under the bounds it names
//	Direction   gives an integer combination to branch on instead of one variable: a
//	            coordinate in a reduced lattice (direction.go, lattice.go)
//	Form        derives another one, from the bounds at a vertex
//	Bounded     reports whether branching must end
//
// Diophantine eliminates reals first, so that what is left is a system over integers alone.
// Cut and Form need a row at a vertex: patches and nudges leave nonbasic variables
// between their bounds. A cut of a row with reals is a mixed-integer cut and is not
// rounded. Each cut comes with the case split that proves it (Split).
//
// The caller sends the split x <= k or x >= k+1, or the cut, as a lemma.
//
// Models. Value is a rational plus a multiple of an infinitesimal; the latter
// is nonzero only if strict bounds were asserted on real variables. Epsilon
// is a number that can stand for it.
//
// # Representation
//
// A row is den*base = sum of coeff*var with integer coefficients, den > 0,
// without a common divisor: fractions appear only in the assignment. Rows
// and columns are dense lists that point at each other; removal swaps in the
// last element.
//
// Definitions are kept beside the tableau, as the caller gave them. The row
// of a slack variable enters the tableau when the variable is first bounded,
// and leaves it again when a pivot would have to touch it while the variable
// is basic and has no bounds. Rows of atoms that the search has not assigned
// therefore cost nothing in pivots; they take part in bound propagation through
// their definitions, which are also sparser than pivoted rows.
//
// # Order
//
// Everything is deterministic: equal calls give equal answers and equal Stats.
//
// # Words
//
//   - dive: to fix fractional terms inside the tableau one after another; the bounds are taken back.
//   - dormant: of a slack variable: its row is not in the tableau, since nothing bounds it.
//   - form: an integer combination of variables that is branched on instead of a single one.
//   - nudge: to move one nonbasic variable so that a basic one satisfies its bound, without a pivot.
package simplex
