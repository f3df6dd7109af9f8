// Package preprocess simplifies the assertions of a solver before they become
// clauses.
//
// A Pipeline takes what was asserted since the last check, as one batch per scope,
// and returns what to assert instead. Its passes are rows of a table and run in
// rounds until nothing changes:
//
//	flatten        conjunctions are taken apart
//	words          comparisons of products of values of bit-vectors, as integers, become comparisons of
//	               wide bit-vectors
//	overflows      whether a product of bit-vectors overflows becomes a question about the first bits of the
//	               product of twice the width, where that occurs
//	relax          rows over 0 and 1 and cliques of literals that exclude each other in
//	               pairs may have no solution over the rationals; cliques become rows where
//	               literals are added up under conditions
//	compare        two comparisons of two numbers in a disjunction become one
//	joins          equalities, bounds of differences and relations between steps that
//	               hold in every case of a disjunction, or on both sides of a guard, are
//	               added; so are bounds of the differences of an if-then-else from other terms.
//	               Of a disjunction with the negation of an assumption, as a named assertion is, the
//	               other cases count, and what they have in common holds under the assumption
//	diamonds       a disjunction whose cases define the same bit-vectors becomes definitions by
//	               if-then-else terms over a new condition; so do two implications of which one has
//	               the negated condition of the other
//	systems        linear equations of bit-vectors are eliminated from each other where that
//	               refutes them or leaves fewer or shorter ones
//	solve          a constant that an equation defines is replaced by its definition; in a
//	               sum of bit-vectors its coefficient must be odd; where an equation defines a
//	               slice of it, the bits around become new constants
//	reads          a read of an if-then-else of arrays at a value becomes one of reads
//	residues       what the branches of an if-then-else of integers have in common modulo
//	               the divisor of their difference is taken out; of two equations of which
//	               one holds, what they have in common is added
//	steps          what both branches of an if-then-else of bit-vectors add is taken out, if the rest
//	               are literals, unless the next such step is not all that depends on it
//	ite            a tree of if-then-else terms over numerals, compared with a
//	               numeral, becomes a formula over its conditions
//	integers       bit-vectors that meet integers become their values, if what is done with all of
//	               them is linear
//	reals          a real constant that occurs in few asserted rows with integers, and
//	               nowhere else, is eliminated (Fourier and Motzkin): between reals, narrow
//	               rows of integers are hidden. An integer part becomes an integer between
//	               two rows
//	unconstrained  a term that can take any value, since a constant occurs in it and
//	               nowhere else, becomes a new constant
//	ranges         known bits and intervals of bit-vectors (theory/known) that follow from
//	               asserted comparisons decide others; bits of constants that they fix are
//	               eliminated; terms with one value whatever the constants are become that
//	values         the atoms of asserted literals, and terms asserted equal to a value,
//	               are replaced by their values
//	bounds         comparisons that the asserted bounds and rows, and the leaves of
//	               if-then-else terms, decide are replaced;
//	               rows over 0 and 1 that are clauses become clauses; cliques of numbers that
//	               keep a distance from each other may have no room
//
// # Scopes and later assertions
//
// A constant stays eliminated while the scope of its elimination is open. Only constants that
// do not occur in anything handed on (returned by Assert before) are eliminated, so earlier
// assertions need no second look. The definitions are applied to later assertions and
// assumptions; where a definition is no substitute (unconstrained terms), the assertion that it
// came from is asserted again as soon as the constant occurs again. Facts, too, hold until
// their scope is closed.
//
// With quantifiers nothing is eliminated, since any ground term may be needed to
// instantiate one; when the first quantifier comes, everything eliminated is asserted again.
//
// # Facts
//
// Facts (asserted literals and equalities with values) are collected in each round, and each
// is simplified strictly below its own atom, by facts about smaller terms only. So no two
// assertions simplify each other away: by induction on the size of the atoms, what is left
// implies every fact. The assertions that intervals are inferred from are not changed. Sums
// are not substituted where that would make rows long (see growth).
//
// # Answers
//
// Models: Back gives the eliminated constants the values of their definitions, evaluated
// in reverse order. Cores: only assertions that hold without assumptions simplify others, so
// cores over assumptions stay correct; a formula that should appear in cores must be asserted
// under a guard that is assumed. Proof logs, certificates and cones of antecedents account for
// assertions as they are: a solver that needs them works without this package, as do the
// verification engines. It takes only the facts of joins (Facts), which its search derives.
//
// No pass is recursive but joins, to a fixed depth. The cost of a batch is linear in its size and that
// of the definitions that it mentions, except for sums, whose growth is bounded.
package preprocess
