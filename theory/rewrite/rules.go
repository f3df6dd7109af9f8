package rewrite

import "strings"

// Rule is a rule of rewriting. Its name is that of the operator that it is about and of what it does with it.
// Statistics count how often it was applied; one that is optional can be switched off.
type Rule uint16

// String returns the name of a rule, such as BV_CONCAT_FLATTEN.
func (x Rule) String() string { return ruleNames[x] }

// The rules. What they make of a term is equivalent in every model, and in the canonical forms of the package comment.
const (
	// Formulas and if-then-else.

	boolFlatten       Rule = iota // a conjunction in a conjunction, or a disjunction in a disjunction, is flattened
	boolUnit                      // true is dropped from conjunctions, false from disjunctions
	boolZero                      // false decides conjunctions, true decides disjunctions
	boolDuplicate                 // an argument that occurs twice is dropped once
	boolComplement                // a formula and its negation decide a junction
	boolSort                      // the arguments of a junction are ordered by atom
	boolEqConst                   // an equality with true or false is a formula or its negation
	boolEqNot                     // negations move out of an equality of formulas
	eqRefl                        // a term equals itself
	eqSort                        // the sides of an equality are ordered by id
	distinctShort                 // of one term distinct is true, of two it is a negated equality
	distinctDuplicate             // a term that occurs twice is not distinct from itself
	distinctBool                  // three formulas are not distinct
	distinctValues                // different values are distinct
	distinctSort                  // the arguments of distinct are ordered by id
	iteConstCond                  // a condition that is true or false chooses
	iteSameBranches               // equal branches need no condition
	iteNotCond                    // a negated condition swaps the branches
	iteSameCond                   // a branch that is an ite under the same condition, is decided by it
	iteEqCond                     // if x = y then x else y is y
	iteBoolConst                  // a branch that is constant, the condition or its negation makes a junction
	iteBoolEq                     // complementary branches make an equality
	quantConstBody                // sorts are not empty, so a quantifier over true or false is its body

	// Integers and reals.

	arithAddFlatten       // nested sums are flattened
	arithAddNorm          // monomials are ordered by atom, those of one atom added, and zeros dropped
	arithMulNumeral       // numerals in a product multiply the coefficients
	arithMulDistrib       // a product of sums is multiplied out if it is small
	arithMulSort          // products of atoms are flat, and the factors ordered by id
	arithMulToReal        // the product of integers as reals is that of the integers, as a real
	arithDivConst         // a division by a numeral other than 0 is a product
	arithLeConst          // a comparison of numerals is decided
	arithLeNormSides      // all monomials of a comparison move to the left, its constant to the right
	arithLeNormCoeff      // coefficients of a comparison are coprime integers, and a bound of integers is rounded
	arithLeNormSign       // the first coefficient of a comparison is positive
	arithLeIte            // a choice between numerals, compared with a numeral, is its condition or decided
	arithLeMod            // a remainder modulo k is at least 0 and less than k
	arithEqConst          // an equality of numerals is decided
	arithEqNormSides      // all monomials of an equation are on the left, its constant on the right
	arithEqNormCoeff      // coefficients of an equation are coprime integers, the first one positive
	arithEqGcd            // a divisor of all coefficients, but not of the constant, excludes solutions in integers
	arithEqOffset         // x - y = c becomes x = y + c, which congruence closure understands
	arithEqIte            // a choice between numerals that equals a numeral is its condition or decided
	arithEqMod            // a remainder modulo k equals no number outside 0 to k-1
	arithRelToReal        // a relation of integers as reals is one of integers
	arithToRealAdd        // to_real moves into sums and products by numerals
	arithToIntAdd         // integral parts of a sum move out of to_int
	arithToIntDiv         // to_int of a combination of integers is a division of integers
	arithModConst         // a remainder of a numeral is one
	arithModNegDivisor    // the sign of a divisor does not matter to the remainder
	arithModCoeff         // coefficients and the constant are reduced to the residue of least absolute value
	arithModMod           // c times a remainder modulo d is, modulo a divisor of c*d, c times what was divided
	arithModFactor        // a common divisor of coefficients, constant and divisor moves out of a remainder
	arithModSmall         // a remainder is not needed of what is less than the divisor
	arithIntDivNegDivisor // a quotient by -k is minus the quotient by k
	arithIntDivMultiple   // monomials, and the part of the constant, that the divisor divides move out of a quotient
	arithIntDivCancel     // a common divisor of coefficients and divisor is cancelled
	arithIntDivIntDiv     // a quotient of a quotient divides once
	arithIntDivSmall      // a quotient of what is less than the divisor is 0

	// Arrays.

	arrayReadOverWrite      // a read of what was just written at the index is that value
	arrayReadOverWriteApart // a read passes a write at an index that is certainly another one
	arrayReadConst          // a read of a constant array is its value
	arrayWriteOverWrite     // a write hides the one at the same index below it
	arrayWriteRead          // a write of the value that is there changes nothing
	arrayEqWrite            // an array equals itself with a write if the value is there already
	arrayEqConst            // constant arrays are equal if their values are

	// Bit-vectors: concatenations, slices, extensions, shifts.

	bvConcatFlatten        // nested concatenations are flattened
	bvConcatConst          // neighbours that are literals are joined
	bvConcatExtract        // neighbours that are adjacent slices of one term are joined
	bvConcatSignExtend     // copies of a sign before its term are a sign extension
	bvConcatIte            // neighbours that are choices between literals under one condition are joined
	bvConcatNot            // neighbours that are negated are joined if what is negated can be
	bvExtractWhole         // all bits of a term are the term
	bvExtractConst         // a slice of a literal is a literal
	bvExtractExtract       // a slice of a slice is one slice
	bvExtractConcat        // a slice of a concatenation is one of its pieces
	bvExtractSignExtend    // a slice of a sign extension is one of the term, or extends one
	bvExtractNot           // negation moves out of a slice
	bvExtractBitwise       // a slice moves into a bitwise operator of which it makes an argument simpler
	bvExtractIte           // a slice moves into a choice of which it makes both branches simpler
	bvExtractArith         // the lowest bits of a sum or product are those of its arguments, if it makes them simpler
	bvExtractIntToBv       // the lowest bits of a converted integer are converted with fewer bits
	bvSignExtendConst      // a sign extension of a literal is a literal
	bvSignExtendIte        // a sign extension moves into a choice between literals
	bvSignExtendSignExtend // sign extensions add up
	bvSignExtendConcat     // a sign extension of a concatenation is one of its first piece
	bvShlConst             // a shift to the left by a literal is a product
	bvLshrConst            // a shift to the right by a literal is a concatenation
	bvAshrConst            // a signed shift to the right by a literal is a sign extension
	bvShiftZero            // 0 stays 0 under shifts
	bvShiftTooFar          // a shift by an amount that is certainly the width or more leaves no bit
	bvLshrSelf             // a term is less than two to its power, so shifted by itself it is 0
	bvAshrNot              // negation moves out of a signed shift
	bvAshrLshr             // a signed shift of a term with sign 0 is an unsigned one

	// Bit-vectors: sums and products.

	bvAddBit      // of width 1 a sum is an exclusive or
	bvAddFlatten  // nested sums are flattened
	bvAddNorm     // monomials are ordered by atom, those of one atom added, and zeros dropped
	bvAddNot      // in a sum, (bvnot t) is -1 - t
	bvAddConcat   // in a sum, a concatenation that ends with zeros is a product
	bvAddIte      // a choice between literals, plus a literal, is such a choice
	bvAddUdivUrem // a quotient times the divisor, plus the remainder, is the dividend
	bvAddNegate   // the first coefficient of a sum is at most half the modulus: else the sum is negated
	bvNegElim     // a negative is a product by -1
	bvMulBit      // of width 1 a product is a conjunction
	bvMulConst    // a product by a literal multiplies the coefficients
	bvMulPow2     // a product by a power of two is a concatenation with zeros
	bvMulHighBits // a product by a power of two does not need the highest bits of the other factor
	bvMulIte      // a number times a choice between literals is such a choice
	bvMulDistrib  // a product is multiplied out if that makes at most one product of atoms
	bvMulFactor   // coefficients move out of a product
	bvMulSort     // products of atoms are flat, and the factors ordered by id

	// Bit-vectors: bitwise operators.

	bvNotConst      // the negation of a literal is a literal
	bvNotNot        // a double negation is dropped
	bvNotAdd        // negation moves into sums
	bvNotConcat     // negation moves into concatenations
	bvNotSignExtend // negation moves into sign extensions
	bvNotIte        // negation moves into a choice between literals
	bvNotXor        // negation moves into the literal of an exclusive or
	bvOrElim        // a disjunction is a conjunction of negations, negated
	bvOrRotate      // a disjunction of shifts that is a rotation has one form, and rotations of rotations add up
	bvAndFlatten    // nested conjunctions are flattened
	bvAndConst      // literals of a conjunction are one mask; 0 decides, ones are dropped
	bvAndDuplicate  // an argument that occurs twice is dropped once
	bvAndComplement // a term and its negation make a conjunction 0
	bvAndSort       // the arguments of a conjunction are ordered by atom, the literal last
	bvAndIte        // a mask of a choice between literals is such a choice
	bvAndMask       // a mask of few runs of equal bits makes slices
	bvAndAbsorb     // a and not (a and b) is a and not b; a and not (not a and b) is a
	bvAndXor        // not (a and b) and not (not a and not b) is a xor b
	bvAndResolve    // not (a and b) and not (a and not b) is not a
	bvAndMinority   // negations that are 1 where two of three terms are 0 are the negation of their majority
	bvXorFlatten    // nested exclusive ors are flattened
	bvXorConst      // literals of an exclusive or are one, and 0 is dropped
	bvXorDuplicate  // an argument that occurs twice is dropped
	bvXorSort       // the arguments of an exclusive or are ordered by id, the literal last
	bvXorNot        // negations move out of an exclusive or, or into its literal
	bvXorIte        // an exclusive or of a literal and a choice between literals is such a choice
	bvXorChoice     // g xor (e and (f xor g)) chooses: it is (e and f) xor (not e and g)
	bvXorMajority   // an exclusive or of the conjunctions of all pairs of three terms is their majority
	bvBitwiseBool   // a bitwise operator on bits made from formulas is one on formulas
	bvBitwiseConcat // a bitwise operator is cut where an argument is a concatenation with a literal, or all have a cut

	// Bit-vectors: choices.

	bvIteBool   // a choice between bits made from formulas is one between formulas
	bvIteBit    // a choice between 1 and 0 under a condition x = 1 is x
	bvIteNot    // negations of both branches move out of a choice
	bvIteConcat // what both branches begin or end with moves out of a choice

	// Bit-vectors: equalities.

	bvEqBit             // a bit is compared with 1 only
	bvEqBool            // an equality with a bit made from a formula is one of formulas
	bvEqConst           // an equality whose sides differ by a literal is decided
	bvEqNot             // an equality of negations, or of one and a literal, is one of what is negated
	bvEqNotSort         // of x = not y, the later atom is negated
	bvEqCancel          // what both sides have in common in sums too long to be flat is dropped
	bvEqExpand          // polynomials that are equal once they are multiplied out, or differ by a literal, decide
	bvEqSolve           // an equation of sums is solved for the first atom with an odd coefficient
	bvEqEven            // where all coefficients are even, the highest bits do not matter
	bvEqIteConst        // an equality of a literal and a choice with a literal branch is one of conditions
	bvEqIteBranch       // a term equals a choice of which it is a branch if it is chosen or equals the other
	bvEqConcat          // concatenations are compared by pieces where they have a common cut
	bvEqAndMask         // a conjunction equals no literal that is not in its mask
	bvEqAndOnes         // a conjunction equals ones if its arguments do
	bvEqSignExtendConst // a sign extension equals only literals that are extensions
	bvEqSignExtend      // sign extensions are equal if what is extended is
	bvEqMulExtend       // a product is an extension of its own last bits if the others are zeros, or all like the sign
	bvEqXor             // an equation of exclusive ors is solved for the first term

	// Bit-vectors: comparisons.

	bvUleSelf            // x <= x
	bvUleBit             // of width 1, a <= b is a clause
	bvUleConst           // a comparison of literals, or with the least or greatest number, is decided
	bvUleNot             // negations on both sides of <= swap them, and a single one is where the smaller atom is
	bvUleFlip            // a literal is on the right of <=: c <= x is not x <= c-1
	bvUlePrefix          // x < 0..010..0 and x < 1..10..0 are equalities of the highest bits
	bvUleIte             // a choice between literals, compared with a literal, is its condition or decided
	bvUleConcatConst     // a literal at the beginning or end of what is compared with a literal is dropped, or decides
	bvUleSignExtendConst // a sign extension has a literal bound if what is extended has one, or by its sign
	bvUleBound           // a term that is certainly at most a literal is
	bvUleConcat          // equal ends of two concatenations are dropped from <=, different literals decide
	bvUleSignExtend      // sign extensions of one width keep the unsigned order
	bvUleArg             // a conjunction is at most its arguments; a remainder, quotient or shift at most what it is of
	bvUleUrem            // a remainder is at most the dividend, and less than a divisor other than 0
	bvUleAdd             // p <= p + c for a literal c is a bound of p
	bvSleSelf            // x <= x for signed numbers
	bvSleBit             // of width 1, a signed a <= b is a clause
	bvSleConst           // a signed comparison of literals, or with the least or greatest number, is decided
	bvSleNot             // as BV_ULE_NOT, for signed numbers
	bvSleFlip            // a literal is on the right of a signed <=: c <= x is not x <= c-1
	bvSleEq              // a signed comparison with the number next to the least or greatest is an equality
	bvSleZero            // x < 0 is the sign of x
	bvSleIte             // a choice between literals, compared with a signed literal, is its condition or decided
	bvSleSign            // signs that are known decide a signed comparison, or make it unsigned
	bvSleConcatConst     // a literal at the end of what is compared with a signed literal is dropped
	bvSleSignExtendConst // a sign extension has a signed literal bound if what is extended has one, or none
	bvSleConcat          // equal ends of two concatenations are dropped from a signed <=, different literals decide
	bvSleSignExtend      // sign extensions of one width keep the signed order

	// Bit-vectors: division and overflow.

	bvUdivConst       // a quotient of literals is a literal
	bvUdivZero        // a quotient by 0 is all ones
	bvUdivPow2        // a quotient by a power of two is a shift
	bvUdivBit         // of width 1, x divided by y is x, or 1 if y is 0
	bvUdivSelf        // x divided by x is 1, or all ones if x is 0
	bvUdivOfZero      // 0 divided by x is 0, or all ones if x is 0
	bvUdivSmall       // a quotient of what is less than the divisor is 0
	bvUdivUle         // a quotient that is at most 1 is a comparison
	bvUdivUdiv        // a quotient of a quotient divides once
	bvUdivZeroExtend  // zeros in front of dividend and divisor are not divided
	bvUremConst       // a remainder of literals is a literal
	bvUremZero        // a remainder by 0 is the dividend
	bvUremPow2        // a remainder by a power of two is a slice
	bvUremBit         // of width 1, a remainder of x by y is x and not y
	bvUremSelf        // x divided by x has the remainder 0, and so has 0
	bvUremSmall       // the remainder of what is less than the divisor is that
	bvUremZeroExtend  // zeros in front of dividend and divisor are zeros in front of the remainder
	bvUmuloBit        // of width 1, no unsigned product overflows
	bvUmuloConst      // an unsigned product by a literal overflows beyond a bound
	bvUmuloZeroExtend // enough zeros in front of the factors exclude an unsigned overflow
	bvUmuloSort       // the factors of an overflow of an unsigned product are ordered by id
	bvSmuloBit        // of width 1, the signed product of 1 and 1, which is -1 times -1, overflows
	bvSmuloConst      // a signed product by a literal overflows beyond two bounds
	bvSmuloSort       // the factors of an overflow of a signed product are ordered by id

	// Bit-vectors and integers.

	bvToIntConst      // the value of a literal is a numeral
	bvToIntIte        // the value of a choice between literals is one between numerals
	bvToIntZeroExtend // zeros in front do not change a value
	bvToIntIntToBv    // the value of a converted integer is a remainder
	bvToIntBound      // a value is less than two to the width, where a remainder or quotient of it is taken
	bvToIntLe         // a comparison of values is one of bit-vectors
	bvToIntEq         // an equality of values is one of bit-vectors
	bvToIntDiv        // a quotient of a value by a power of two is the value of a slice
	bvToIntMod        // a remainder of a value by a power of two is the value of a slice
	intToBvConst      // a converted numeral is a literal
	intToBvIte        // a converted choice between numerals is one between literals
	intToBvMod        // a remainder by a multiple of two to the width is not taken
	intToBvBvToInt    // a converted sum of values is a sum of bit-vectors

	numRules = iota
)

// ruleNames has the names of the rules in the order of the constants. A test compares the two.
var ruleNames = func() []string {
	return strings.Fields(`
BOOL_FLATTEN BOOL_UNIT BOOL_ZERO BOOL_DUPLICATE BOOL_COMPLEMENT BOOL_SORT BOOL_EQ_CONST BOOL_EQ_NOT EQ_REFL EQ_SORT
DISTINCT_SHORT DISTINCT_DUPLICATE DISTINCT_BOOL DISTINCT_VALUES DISTINCT_SORT ITE_CONST_COND ITE_SAME_BRANCHES
ITE_NOT_COND ITE_SAME_COND ITE_EQ_COND ITE_BOOL_CONST ITE_BOOL_EQ QUANT_CONST_BODY ARITH_ADD_FLATTEN ARITH_ADD_NORM
ARITH_MUL_NUMERAL ARITH_MUL_DISTRIB ARITH_MUL_SORT ARITH_MUL_TO_REAL ARITH_DIV_CONST ARITH_LE_CONST
ARITH_LE_NORM_SIDES ARITH_LE_NORM_COEFF ARITH_LE_NORM_SIGN ARITH_LE_ITE ARITH_LE_MOD ARITH_EQ_CONST
ARITH_EQ_NORM_SIDES ARITH_EQ_NORM_COEFF ARITH_EQ_GCD ARITH_EQ_OFFSET ARITH_EQ_ITE ARITH_EQ_MOD ARITH_REL_TO_REAL
ARITH_TO_REAL_ADD ARITH_TO_INT_ADD ARITH_TO_INT_DIV ARITH_MOD_CONST ARITH_MOD_NEG_DIVISOR ARITH_MOD_COEFF
ARITH_MOD_MOD ARITH_MOD_FACTOR ARITH_MOD_SMALL ARITH_INT_DIV_NEG_DIVISOR ARITH_INT_DIV_MULTIPLE ARITH_INT_DIV_CANCEL
ARITH_INT_DIV_INT_DIV ARITH_INT_DIV_SMALL ARRAY_READ_OVER_WRITE ARRAY_READ_OVER_WRITE_APART ARRAY_READ_CONST
ARRAY_WRITE_OVER_WRITE ARRAY_WRITE_READ ARRAY_EQ_WRITE ARRAY_EQ_CONST BV_CONCAT_FLATTEN BV_CONCAT_CONST
BV_CONCAT_EXTRACT BV_CONCAT_SIGN_EXTEND BV_CONCAT_ITE BV_CONCAT_NOT BV_EXTRACT_WHOLE BV_EXTRACT_CONST
BV_EXTRACT_EXTRACT BV_EXTRACT_CONCAT BV_EXTRACT_SIGN_EXTEND BV_EXTRACT_NOT BV_EXTRACT_BITWISE BV_EXTRACT_ITE
BV_EXTRACT_ARITH BV_EXTRACT_INT_TO_BV BV_SIGN_EXTEND_CONST BV_SIGN_EXTEND_ITE BV_SIGN_EXTEND_SIGN_EXTEND
BV_SIGN_EXTEND_CONCAT BV_SHL_CONST BV_LSHR_CONST BV_ASHR_CONST BV_SHIFT_ZERO BV_SHIFT_TOO_FAR BV_LSHR_SELF BV_ASHR_NOT
BV_ASHR_LSHR BV_ADD_BIT BV_ADD_FLATTEN BV_ADD_NORM BV_ADD_NOT BV_ADD_CONCAT BV_ADD_ITE BV_ADD_UDIV_UREM BV_ADD_NEGATE
BV_NEG_ELIM BV_MUL_BIT BV_MUL_CONST BV_MUL_POW2 BV_MUL_HIGH_BITS BV_MUL_ITE BV_MUL_DISTRIB BV_MUL_FACTOR BV_MUL_SORT
BV_NOT_CONST BV_NOT_NOT BV_NOT_ADD BV_NOT_CONCAT BV_NOT_SIGN_EXTEND BV_NOT_ITE BV_NOT_XOR BV_OR_ELIM BV_OR_ROTATE
BV_AND_FLATTEN BV_AND_CONST BV_AND_DUPLICATE BV_AND_COMPLEMENT BV_AND_SORT BV_AND_ITE BV_AND_MASK BV_AND_ABSORB
BV_AND_XOR BV_AND_RESOLVE BV_AND_MINORITY BV_XOR_FLATTEN BV_XOR_CONST BV_XOR_DUPLICATE BV_XOR_SORT BV_XOR_NOT
BV_XOR_ITE BV_XOR_CHOICE BV_XOR_MAJORITY BV_BITWISE_BOOL BV_BITWISE_CONCAT BV_ITE_BOOL BV_ITE_BIT BV_ITE_NOT
BV_ITE_CONCAT BV_EQ_BIT BV_EQ_BOOL BV_EQ_CONST BV_EQ_NOT BV_EQ_NOT_SORT BV_EQ_CANCEL BV_EQ_EXPAND BV_EQ_SOLVE
BV_EQ_EVEN BV_EQ_ITE_CONST BV_EQ_ITE_BRANCH BV_EQ_CONCAT BV_EQ_AND_MASK BV_EQ_AND_ONES BV_EQ_SIGN_EXTEND_CONST
BV_EQ_SIGN_EXTEND BV_EQ_MUL_EXTEND BV_EQ_XOR BV_ULE_SELF BV_ULE_BIT BV_ULE_CONST BV_ULE_NOT BV_ULE_FLIP BV_ULE_PREFIX
BV_ULE_ITE BV_ULE_CONCAT_CONST BV_ULE_SIGN_EXTEND_CONST BV_ULE_BOUND BV_ULE_CONCAT BV_ULE_SIGN_EXTEND BV_ULE_ARG
BV_ULE_UREM BV_ULE_ADD BV_SLE_SELF BV_SLE_BIT BV_SLE_CONST BV_SLE_NOT BV_SLE_FLIP BV_SLE_EQ BV_SLE_ZERO BV_SLE_ITE
BV_SLE_SIGN BV_SLE_CONCAT_CONST BV_SLE_SIGN_EXTEND_CONST BV_SLE_CONCAT BV_SLE_SIGN_EXTEND BV_UDIV_CONST BV_UDIV_ZERO
BV_UDIV_POW2 BV_UDIV_BIT BV_UDIV_SELF BV_UDIV_OF_ZERO BV_UDIV_SMALL BV_UDIV_ULE BV_UDIV_UDIV BV_UDIV_ZERO_EXTEND
BV_UREM_CONST BV_UREM_ZERO BV_UREM_POW2 BV_UREM_BIT BV_UREM_SELF BV_UREM_SMALL BV_UREM_ZERO_EXTEND BV_UMULO_BIT
BV_UMULO_CONST BV_UMULO_ZERO_EXTEND BV_UMULO_SORT BV_SMULO_BIT BV_SMULO_CONST BV_SMULO_SORT BV_TO_INT_CONST
BV_TO_INT_ITE BV_TO_INT_ZERO_EXTEND BV_TO_INT_INT_TO_BV BV_TO_INT_BOUND BV_TO_INT_LE BV_TO_INT_EQ BV_TO_INT_DIV
BV_TO_INT_MOD INT_TO_BV_CONST INT_TO_BV_ITE INT_TO_BV_MOD INT_TO_BV_BV_TO_INT`)
}()

// optional lists the rules on whose forms nothing relies.
var optional = []Rule{
	iteSameCond, iteEqCond, iteBoolEq, bvAddUdivUrem, bvOrRotate, bvAndAbsorb, bvAndXor, bvAndResolve,
	bvAndMinority, bvXorChoice, bvXorMajority, bvEqExpand, bvEqIteBranch, bvEqAndMask, bvUleArg, bvUleUrem,
	bvUleAdd, bvUdivSelf, bvUdivUdiv, bvUmuloZeroExtend, bvToIntBound, bvToIntLe, bvToIntEq, bvToIntDiv,
	bvToIntMod, intToBvBvToInt,
}
