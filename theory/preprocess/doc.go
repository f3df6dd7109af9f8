// Package preprocess makes the assertions of a solver simpler before they become
// clauses.
//
// A Pipeline gets what was asserted since the last check, as one batch per scope,
// and returns what to assert instead. Its passes are rows of a table and run in
// rounds until they change nothing more:
//
//	flatten        conjunctions are taken apart
//	solve          a constant that an equation defines is replaced by its definition
//	ite            a tree of if-then-else terms over numerals, compared with a
//	               numeral, becomes a formula over its conditions
//	unconstrained  a term that can take any value, since a constant occurs in it and
//	               nowhere else, becomes a new constant
//	values         what asserted literals speak of is replaced by its value
//	bounds         comparisons that the asserted bounds and rows decide are replaced;
//	               rows over 0 and 1 that are clauses become clauses
//
// # Scopes and later assertions
//
// A constant is eliminated for as long as the scope is open in which it was.
// Only constants that nothing handed on speaks of are, so what was asserted
// before needs no second look. Later assertions and assumptions get the
// definitions applied; for a definition that is no substitute the assertion that
// it came from is made again. Facts, too, hold until their scope is closed.
//
// With quantifiers nothing is eliminated, since any ground term may be needed to
// instantiate one, and all that was is asserted again when the first one comes.
//
// # Answers
//
// Models: Back is the way back, which gives the eliminated constants the values
// of their definitions. Cores speak of assumptions, and only assertions that hold
// without any are used to simplify others; so what a core needs besides is
// asserted, and a formula that is to be a member of cores must be asserted under
// a guard that is assumed. Proof logs and certificates know nothing of
// eliminations: a solver that writes them works without this package.
//
// No pass recurs over terms. The cost of a batch is linear in its size and that
// of the definitions that it mentions, but for sums, whose growth is bounded.
package preprocess
