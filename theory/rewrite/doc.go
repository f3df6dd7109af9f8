// Package rewrite has the constructors that return canonical terms. Theories
// rely on the shapes below, and see no other atoms.
//
// # Canonical forms
//
//   - Int and Real terms are polynomials: a numeral, a monomial, or
//     (+ m1 ... mn c) with monomials in increasing order of the ids of their atoms
//     and the numeral c last, omitted if 0. A monomial is an atom or
//     (* numeral atom), the numeral neither 0 nor 1. An atom is any term that is
//     not a sum, a numeral or a product by a numeral. A nonlinear product (* a b)
//     has a <= b by id, and products of atoms are flat to the left, factors by id.
//     (+ and * give up flattening beyond the limits sumLimit, factorLimit and
//     distributeLimit; what is left then counts as an atom.)
//   - (to_real t) is of an atom t, and a product has at most one such factor.
//     (to_int p) is of a p with constant in [0, 1), coefficients of to_real in
//     [0, 1), and an atom that is no to_real. The divisor of / is not a numeral,
//     or 0.
//   - Le over Int is (<= p c), where p is a polynomial without constant, with
//     coprime coefficients, the first one positive. So x >= 3 is (not (<= x 2)).
//   - Le over Real is (<= p c) or (<= c p) for a p as above, with integral
//     coefficients also there, and a numeral c: both are bounds on one row. One
//     atom of p at least is no to_real, else it is an Int Le.
//   - Eq over Int is (= x c), (= x y) or (= x (+ y c)) for atoms x before y by
//     id, or else (= p c) with p as for Le. Over Real x - y = c is (= p c) too: the
//     e-graph has offsets of integers only. Over Bool no side is a constant or
//     negated; over all other sorts the arguments are ordered by id.
//   - And and Or are flat (up to junctionLimit), without constants, duplicates
//     and complementary arguments, ordered by the id of the atom, the positive
//     literal first. Or(not a, b) stands for implication.
//   - Ite conditions are not negated, and no Bool ite has a constant branch.
//   - Div and Mod by a numeral have a divisor of at least 2. In (mod p k) all
//     coefficients c have -k/2 < c <= k/2; in (div p k) the constant is in
//     0..k-1, no coefficient is divisible by k, and they are coprime to k.
//   - Select never looks at a store or a constant array whose element at the
//     index is known; stores at the top two levels are at different indices.
//
// Every rule has a name in the comment above it, a letter for the theory and a
// number: B Booleans, I if-then-else, L linear arithmetic, R reals, N products, D
// division, A arrays, E equality, Q quantifiers. The rules are checked against
// theory/model on random terms.
//
// The constructors are on the path that stamps every partial VC, so they work
// in scratch buffers and allocate only what the term store allocates. Their
// arguments must be canonical for the result to be so; they are right for
// others too, and Simplify makes anything canonical.
package rewrite
