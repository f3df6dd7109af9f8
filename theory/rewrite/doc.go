// Package rewrite has constructors that return canonical terms. Theories
// rely on the shapes below and see no other atoms.
//
// # Canonical forms
//
//   - Int and Real terms are polynomials: a numeral, a monomial, or
//     (+ m1 ... mn c) with monomials in increasing order of the ids of their atoms
//     and the numeral c last, omitted if 0. A monomial is an atom or
//     (* numeral atom), the numeral neither 0 nor 1. An atom is any term that is
//     not a sum, a numeral or a product by a numeral. A nonlinear product (* a b)
//     has a <= b by id, and products of atoms are flat to the left, factors by id.
//     (+ and * are not flattened beyond the limits sumLimit, factorLimit and
//     distributeLimit; what is left then counts as an atom.)
//   - In (to_real t), t is an atom, and a product has at most one such factor.
//     In (to_int p), p has a constant in [0, 1), coefficients of to_real in
//     [0, 1), and an atom other than to_real. The divisor of / is 0 or not a numeral.
//   - Le over Int is (<= p c), where p is a polynomial without constant, with
//     coprime coefficients, the first one positive. So x >= 3 is (not (<= x 2)).
//   - Le over Real is (<= p c) or (<= c p) for a numeral c and p as above, with integral
//     coefficients: both bounds, strict or not, are on the same row. At least one
//     atom of p is not a to_real; otherwise the comparison is one over Int.
//   - Eq over Int is (= x c), (= x y) or (= x (+ y c)) for atoms x before y by
//     id, or else (= p c) with p as for Le. Over Real x - y = c is (= p c) too, and only
//     x = y is an equality of terms: the e-graph has no offsets of Reals. Over Bool no side
//     is a constant or negated; over all other sorts the arguments are ordered by id.
//   - And and Or are flat (up to junctionLimit), without constants, duplicates
//     and complementary arguments, ordered by the id of the atom, the positive
//     literal first. Or(not a, b) stands for implication.
//   - Ite conditions are not negated, and no Bool ite has a constant branch.
//   - Div and Mod by a numeral have a divisor of at least 2. In (mod p k) all
//     coefficients c have -k/2 < c <= k/2; in (div p k) the constant is in
//     0..k-1, no coefficient is divisible by k, and they are coprime to k.
//   - Select is never applied to a store or a constant array whose element at the
//     index is known; stores at the top two levels are at different indices.
//
// For bit-vectors, which have no BvOr and no BvNeg:
//
//   - A sum is a polynomial modulo two to the width: (bvadd m1 ... mn c) as for Int, with
//     coefficients below the modulus. A monomial is an atom, (bvmul literal atom), or, for a power of
//     two, (concat (extract atom) zeros). The first coefficient is at most half the modulus: else the
//     sum is (bvnot p). Nonlinear products are flat to the left, factors by id; they are
//     multiplied out only where that makes no further product of atoms.
//   - BvAnd and BvXor are flat, ordered by atom, the literal last. BvNot is not applied to literals, a
//     BvNot, concatenations, sign extensions or an ite of literals. Masks of few runs, and
//     arguments that are concatenations with literals, are cut into slices.
//   - Concatenations are flat; neighbours that can be joined are. Extract and SignExt are not applied
//     to literals, slices, concatenations and sign extensions.
//   - Shifts have no literal amount, divisions no divisor that is a power of two.
//   - Eq is (= x p) for an atom x with an odd coefficient, or a literal, which comes
//     second, and no sum. Of width 1 the literal is 1. BvUle and BvSle have literals only on the right,
//     and no trivial ones.
//
// +, * and <= serve both Int and Real, distinguished by the sort of their arguments. Real
// numerals are OpRat even if they are integral. Polynomials under construction have integer
// coefficients over one denominator, so that Int and Real share the code and Int pays nothing.
//
// Every rule has a name, such as BV_CONCAT_FLATTEN, by which statistics count it: rules.go says what each one does, and
// the comments above the constructors which rules are theirs. The rules are checked against theory/model on random
// terms. Some are optional: no theory relies on their forms, so they can be switched off (Without).
//
// The constructors are used to stamp every partial VC, so they work in scratch buffers and
// allocate only what the term store allocates. The result is canonical if the arguments are,
// and equivalent in any case. Simplify makes any term canonical.
package rewrite
