package rewrite

import (
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// bitExamples has an example for each rule of bit-vectors.
func bitExamples(st *term.Store) []example {
	w8 := st.BitVecSort(8)
	x, y, z := st.FreshConst("x", w8), st.FreshConst("y", w8), st.FreshConst("z", w8)
	p, q := st.FreshConst("p", term.Bool), st.FreshConst("q", term.Bool)
	u, v := st.FreshConst("u", st.BitVecSort(1)), st.FreshConst("v", st.BitVecSort(1))
	a, b := st.FreshConst("a", st.BitVecSort(4)), st.FreshConst("b", st.BitVecSort(4))
	i := st.FreshConst("i", term.Int)
	array := st.FreshConst("array", st.ArraySort(w8, w8))
	k := func(n int) term.Term { return st.Uint(8, uint64(n)) }
	h := func(n int) term.Term { return st.Uint(4, uint64(n)) }
	one, zero := st.Uint(1, 1), st.Uint(1, 0)
	bit := func(n int, t term.Term) term.Term { return st.Eq(st.Extract(n, n, t), one) }
	xy := st.BvMul(x, y)
	ite := st.Ite(p, k(3), k(5))
	not, and := st.BvNot, st.BvAnd
	rotated := func(t term.Term) term.Term {
		t = and(t, k(7))
		return not(and(not(st.BvShl(x, t)), not(st.BvLshr(x, st.BvSub(k(8), t)))))
	}
	za, zb := st.ZeroExtend(4, a), st.ZeroExtend(4, b)
	wide, signed := st.BvMul(za, zb), st.BvMul(st.SignExtend(4, a), st.SignExtend(4, b))
	five := func(n int) term.Term { return st.Uint(5, uint64(n)) }
	forwards, backwards := x, z // of the same terms, too many to be flat
	var many []term.Term
	for range sumLimit {
		many = append(many, st.FreshConst("m", w8))
	}
	for i, m := range many {
		forwards, backwards = st.BvAdd(forwards, m), st.BvAdd(backwards, many[len(many)-1-i])
	}
	forwards, backwards = st.BvAdd(forwards, z), st.BvAdd(backwards, x)
	return []example{
		{bvConcatFlatten, st.Concat(a, st.Concat(b, a)), st.Concat(a, b, a)},
		{bvConcatConst, st.Concat(h(1), h(2), a), st.Concat(k(18), a)},
		{bvConcatExtract, st.Concat(st.Extract(7, 5, x), st.Extract(4, 1, x)), st.Extract(7, 1, x)},
		{bvConcatSignExtend, st.Concat(st.Extract(3, 3, a), a), st.SignExtend(1, a)},
		{bvConcatSignExtend, st.Repeat(3, u), st.SignExtend(2, u)},
		{bvConcatIte, st.Concat(st.Ite(p, h(1), h(2)), st.Ite(p, h(3), h(4))), st.Ite(p, k(19), k(36))},
		{bvExtractWhole, st.Extract(7, 0, x), x},
		{bvExtractExtract, st.Extract(3, 1, st.Extract(6, 2, x)), st.Extract(5, 3, x)},
		{bvExtractConcat, st.Extract(5, 2, st.Concat(a, b)), st.Concat(st.Extract(1, 0, a), st.Extract(3, 2, b))},
		{bvExtractSignExtend, st.Extract(5, 2, st.SignExtend(4, a)), st.SignExtend(2, st.Extract(3, 2, a))},
		{bvExtractNot, st.Extract(5, 2, not(x)), not(st.Extract(5, 2, x))},
		{bvExtractBitwise, st.Extract(3, 0, and(x, st.Concat(a, b))), and(b, st.Extract(3, 0, x))},
		{bvExtractArith, st.Extract(3, 0, st.BvAdd(za, zb)), st.BvAdd(a, b)},
		{bvSignExtendConst, st.SignExtend(4, h(9)), k(249)},
		{bvSignExtendSignExtend, st.SignExtend(2, st.SignExtend(2, a)), st.SignExtend(4, a)},
		{bvSignExtendConcat, st.SignExtend(4, st.Concat(a, b)), st.Concat(st.SignExtend(4, a), b)},
		{bvShlConst, st.BvShl(x, k(3)), st.Concat(st.Extract(4, 0, x), st.Uint(3, 0))},
		{bvLshrConst, st.BvLshr(x, k(3)), st.Concat(st.Uint(3, 0), st.Extract(7, 3, x))},
		{bvAshrConst, st.BvAshr(x, k(3)), st.SignExtend(3, st.Extract(7, 3, x))},
		{bvShlConst, st.BvShl(x, k(8)), k(0)},
		{bvAshrConst, st.BvAshr(x, k(255)), st.SignExtend(7, st.Extract(7, 7, x))},
		{bvShiftZero, st.BvShl(k(0), x), k(0)},
		{bvShiftTooFar, st.BvLshr(x, st.Concat(h(1), a)), k(0)},
		{bvLshrSelf, st.BvLshr(x, x), k(0)},
		{bvAshrNot, st.BvAshr(not(x), y), not(st.BvAshr(x, y))},
		{bvAshrLshr, st.BvAshr(za, y), st.BvLshr(za, y)},
		{bvAddNorm, st.BvAdd(y, k(3), st.BvAdd(x, k(253)), st.BvNeg(y), x, x), st.BvMul(k(3), x)},
		{bvAddBit, st.BvAdd(u, v, u), v},
		{bvNegElim, st.BvNeg(st.BvNeg(x)), x},
		{bvNegElim, st.BvNeg(x), st.BvMul(k(255), x)},
		{bvAddNot, st.BvAdd(not(x), x), k(255)},
		{bvAddConcat, st.BvAdd(x, st.BvShl(x, k(1))), st.BvMul(k(3), x)},
		{bvAddConcat, st.BvSub(st.BvShl(x, k(2)), st.BvMul(x, k(4))), k(0)},
		{bvMulHighBits, st.BvMul(k(16), st.Concat(a, b)), st.Concat(b, h(0))},
		{bvMulIte, st.BvMul(k(2), ite), st.Ite(p, k(6), k(10))},
		{bvAddIte, st.BvAdd(ite, k(250)), st.Ite(p, k(253), k(255))},
		{bvAddNegate, st.BvSub(y, x), not(st.BvAdd(x, st.BvMul(k(255), y), k(255)))},
		{bvAddNegate, st.BvAdd(st.BvNeg(x), k(255)), not(x)},
		{bvMulBit, st.BvMul(u, v), and(u, v)},
		{bvMulDistrib, st.BvMul(st.BvAdd(x, k(1)), y), st.BvAdd(y, xy)},
		{bvMulFactor, st.BvMul(st.BvAdd(x, y), st.BvMul(k(3), z)), st.BvMul(k(3), st.BvMul(z, st.BvAdd(x, y)))},
		{bvMulSort, st.BvMul(st.BvMul(z, y), x), st.BvMul(z, xy)},
		{bvNotNot, not(not(x)), x},
		{bvNotConcat, not(za), st.Concat(h(15), not(a))},
		{bvNotSignExtend, not(st.SignExtend(2, a)), st.SignExtend(2, not(a))},
		{bvNotIte, not(ite), st.Ite(p, k(252), k(250))},
		{bvNotXor, not(st.BvXor(x, k(3))), st.BvXor(x, k(252))},
		{bvOrElim, st.BvOr(x, y), not(and(not(x), not(y)))},
		{bvAndConst, and(y, x, k(0x55), y, k(0xf5)), and(x, y, k(0x55))},
		{bvAndComplement, and(x, y, not(x)), k(0)},
		{bvAndMask, and(x, k(0x3c)), st.Concat(st.Uint(2, 0), st.Extract(5, 2, x), st.Uint(2, 0))},
		{bvAndMask, st.BvOr(x, k(15)), st.Concat(st.Extract(7, 4, x), h(15))},
		{bvAndAbsorb, and(x, not(and(x, y))), and(x, not(y))},
		{bvAndAbsorb, and(x, not(and(not(x), y))), x},
		{bvAndAbsorb, st.BvOr(x, and(x, y)), x},
		{bvAndXor, and(st.BvOr(x, y), not(and(x, y))), st.BvXor(x, y)},
		{bvAndResolve, and(st.BvOr(x, y), st.BvOr(x, not(y))), x},
		{bvXorConst, st.BvXor(y, not(x), k(3), y, z), st.BvXor(x, z, k(252))},
		{bvBitwiseBool, st.BvXor(st.FromBool(p), st.FromBool(q)), st.Ite(st.Eq(p, q), zero, one)},
		{bvBitwiseBool, and(st.FromBool(p), st.FromBool(q)), st.FromBool(st.And(p, q))},
		{bvBitwiseConcat, st.BvOr(st.Concat(a, h(0)), zb), st.Concat(a, b)},
		{bvBitwiseConcat, st.BvXor(st.Concat(a, b), st.Concat(b, a)), st.Concat(st.BvXor(a, b), st.BvXor(a, b))},
		{bvEqBit, st.Eq(u, zero), st.Not(st.Eq(u, one))},
		{bvEqNot, st.Eq(not(x), not(y)), st.Eq(x, y)},
		{bvEqExpand, st.Eq(st.BvMul(st.BvAdd(x, y), z), st.BvAdd(st.BvMul(z, x), st.BvMul(z, y))), st.True()},
		{bvEqConst, st.Eq(st.BvAdd(x, k(1)), st.BvAdd(x, k(2))), st.False()},
		{bvEqSolve, st.Eq(st.BvMul(k(3), x), k(1)), st.Eq(x, k(171))},
		{bvEqSolve, st.Eq(st.BvAdd(x, st.BvMul(k(2), y)), st.BvAdd(k(1), st.BvMul(k(2), x))), st.Eq(x, st.BvAdd(st.Concat(st.Extract(6, 0, y), zero), k(255)))},
		{bvEqConst, st.Eq(st.BvMul(k(2), x), k(3)), st.False()},
		{bvEqEven, st.Eq(st.BvMul(k(6), x), k(2)), st.Eq(st.Extract(6, 0, x), st.Uint(7, 43))},
		{bvEqIteConst, st.Eq(ite, k(5)), st.Not(p)},
		{bvEqIteConst, st.Eq(st.Ite(p, k(3), x), k(3)), st.Or(p, st.Eq(x, k(3)))},
		{bvEqBool, st.Eq(st.FromBool(p), u), st.Eq(p, st.Eq(u, one))},
		{bvEqConcat, st.Eq(st.Concat(a, b), k(18)), st.And(st.Eq(a, h(1)), st.Eq(b, h(2)))},
		{bvEqAndOnes, st.Eq(and(x, y), k(255)), st.And(st.Eq(x, k(255)), st.Eq(y, k(255)))},
		{bvEqAndMask, st.Eq(and(x, k(0x55)), k(2)), st.False()},
		{bvEqSignExtendConst, st.Eq(st.SignExtend(4, a), k(7)), st.Eq(a, h(7))},
		{bvEqSignExtendConst, st.Eq(st.SignExtend(4, a), k(8)), st.False()},
		{bvEqConcat, st.Eq(st.Concat(a, b), st.Concat(b, h(3))), st.And(st.Eq(a, b), st.Eq(b, h(3)))},
		{bvEqSignExtend, st.Eq(st.SignExtend(4, a), st.SignExtend(4, b)), st.Eq(a, b)},
		{bvEqMulExtend, st.Eq(st.ZeroExtend(4, st.BvMul(a, b)), wide), st.Eq(st.Extract(7, 4, wide), h(0))},
		{bvEqMulExtend, st.Eq(signed, st.SignExtend(4, st.BvMul(a, b))),
			st.Or(st.Eq(st.Extract(7, 3, signed), five(0)), st.Eq(st.Extract(7, 3, signed), five(31)))},
		{bvEqIteBranch, st.Eq(st.Ite(p, x, y), x), st.Or(p, st.Eq(x, y))},
		{bvEqNotSort, st.Eq(not(x), y), st.Eq(x, not(y))},
		{bvEqXor, st.Eq(st.BvXor(x, y), st.BvXor(y, k(3))), st.Eq(x, k(3))},
		{bvIteBool, st.Ite(p, st.FromBool(q), zero), st.FromBool(st.And(p, q))},
		{bvIteBit, st.BvComp(u, one), u},
		{bvIteNot, st.Ite(p, not(x), k(3)), not(st.Ite(p, x, k(252)))},
		{bvIteConcat, st.Ite(p, za, k(7)), st.Concat(h(0), st.Ite(p, a, h(7)))},
		{bvToIntZeroExtend, st.BvToInt(za), st.BvToInt(a)},
		{bvToIntIntToBv, st.BvToInt(st.IntToBv(8, i)), st.Mod(i, st.Int(256))},
		{intToBvConst, st.IntToBv(8, st.Int(-1)), k(255)},
		{intToBvMod, st.IntToBv(4, st.Mod(i, st.Int(32))), st.IntToBv(4, i)},
		{intToBvBvToInt, st.IntToBv(8, st.Add(st.BvToInt(a), st.BvToInt(x), st.Int(-1))), st.BvAdd(x, za, k(255))},
		{bvUlePrefix, st.BvUle(x, k(0)), st.Eq(x, k(0))},
		{bvUlePrefix, st.BvUle(k(255), x), st.Eq(x, k(255))},
		{bvUleBit, st.BvUle(u, v), st.Or(st.Not(st.Eq(u, one)), st.Eq(v, one))},
		{bvUleNot, st.BvUle(not(x), not(y)), st.BvUle(y, x)},
		{bvUleNot, st.BvUle(not(y), x), st.BvUle(not(x), y)},
		{bvUleFlip, st.BvUle(k(10), x), st.Not(st.BvUle(x, k(9)))},
		{bvUlePrefix, st.BvUle(x, k(15)), st.Eq(st.Extract(7, 4, x), h(0))},
		{bvUlePrefix, st.BvUle(k(0xf0), x), st.Eq(st.Extract(7, 4, x), h(15))},
		{bvUleIte, st.BvUle(ite, k(4)), p},
		{bvUleConcatConst, st.BvUle(za, k(18)), st.True()},
		{bvUleConcatConst, st.BvUle(st.Concat(a, h(5)), k(52)), st.BvUle(a, h(2))},
		{bvUleSignExtendConst, st.BvUle(st.SignExtend(4, a), k(2)), st.BvUle(a, h(2))},
		{bvUleSignExtendConst, st.BvUle(st.SignExtend(4, a), k(99)), st.Not(bit(3, a))},
		{bvUleBound, st.BvUle(st.BvUrem(x, k(10)), k(9)), st.True()},
		{bvUleConcat, st.BvUle(za, zb), st.BvUle(a, b)},
		{bvUleConcat, st.BvUle(st.Concat(a, h(3)), st.Concat(b, h(2))), st.Not(st.BvUle(b, a))},
		{bvUleArg, st.BvUle(and(x, y), x), st.True()},
		{bvUleArg, st.BvUle(x, st.BvOr(x, y)), st.True()},
		{bvUleAdd, st.BvUle(x, st.BvAdd(x, k(5))), st.BvUle(x, k(250))},
		{bvUleAdd, st.BvUle(st.BvAdd(x, k(5)), x), st.Not(st.BvUle(x, k(250)))},
		{bvSleConst, st.BvSle(k(128), x), st.True()},
		{bvSleSign, st.BvSle(za, zb), st.BvUle(a, b)},
		{bvSleSign, st.BvSle(st.Concat(h(9), a), zb), st.True()},
		{bvSleSignExtend, st.BvSle(st.SignExtend(4, a), st.SignExtend(4, b)), st.BvSle(a, b)},
		{bvSleConcat, st.BvSle(st.Concat(a, b), st.Concat(a, a)), st.BvUle(b, a)},
		{bvSleZero, st.BvSlt(x, k(0)), bit(7, x)},
		{bvUdivZero, st.BvUdiv(x, k(0)), k(255)},
		{bvUdivPow2, st.BvUdiv(x, k(16)), st.Concat(h(0), st.Extract(7, 4, x))},
		{bvUdivSelf, st.BvUdiv(x, x), st.Ite(st.Eq(x, k(0)), k(255), k(1))},
		{bvUdivUle, st.BvUdiv(x, k(200)), st.ZeroExtend(7, st.Ite(st.BvUle(x, k(199)), zero, one))},
		{bvUdivUdiv, st.BvUdiv(st.BvUdiv(x, k(3)), k(5)), st.BvUdiv(x, k(15))},
		{bvUdivSmall, st.BvUdiv(st.BvUdiv(x, k(20)), k(20)), k(0)},
		{bvUdivZeroExtend, st.BvUdiv(za, k(3)), st.ZeroExtend(4, st.BvUdiv(a, h(3)))},
		{bvUremZeroExtend, st.BvUrem(za, zb), st.ZeroExtend(4, st.BvUrem(a, b))},
		{bvUremPow2, st.BvUrem(x, k(4)), st.ZeroExtend(6, st.Extract(1, 0, x))},
		{bvAddUdivUrem, st.BvAdd(z, st.BvMul(st.BvUdiv(x, y), y), st.BvUrem(x, y)), st.BvAdd(x, z)},
		{bvAddUdivUrem, st.BvSub(st.BvUrem(x, k(3)), st.BvMul(k(253), st.BvUdiv(x, k(3)))), x},
		{bvUleUrem, st.BvUlt(st.BvUrem(x, y), y), st.Not(st.Eq(y, k(0)))},
		{bvUleUrem, st.BvUle(st.BvUrem(x, y), x), st.True()},
		{bvUmuloConst, st.BvUmulo(x, k(10)), st.Not(st.BvUle(x, k(25)))},
		{bvUmuloZeroExtend, st.BvUmulo(za, zb), st.False()},
		{bvSmuloConst, st.BvSmulo(x, k(255)), st.Eq(x, k(128))},
		{bvToIntLe, st.Le(st.BvToInt(x), st.Int(99)), st.BvUle(x, k(99))},
		{bvToIntLe, st.Le(st.BvToInt(x), st.Int(255)), st.True()},
		{bvToIntLe, st.Lt(st.BvToInt(a), st.BvToInt(x)), st.Not(st.BvUle(x, za))},
		{bvToIntEq, st.Eq(st.BvToInt(x), st.Int(9)), st.Eq(x, k(9))},
		{bvToIntEq, st.Eq(st.BvToInt(x), st.BvToInt(y)), st.Eq(x, y)},
		{bvToIntMod, st.Mod(st.BvToInt(x), st.Int(16)), st.BvToInt(st.Extract(3, 0, x))},
		{bvToIntDiv, st.Div(st.BvToInt(x), st.Int(16)), st.BvToInt(st.Extract(7, 4, x))},
		{bvOrRotate, st.ExtRotateLeft(st.ExtRotateLeft(x, za), za), rotated(st.BvMul(k(2), za))},
		{bvOrRotate, st.ExtRotateRight(st.ExtRotateLeft(x, y), y), x},
		{bvOrRotate, st.ExtRotateRight(x, st.BvNeg(y)), rotated(y)},
		{bvOrRotate, st.BvOr(st.BvLshr(x, and(st.BvNeg(y), k(7))), st.BvShl(x, and(y, k(7)))), rotated(y)},
		{bvXorChoice, st.BvXor(z, and(x, st.BvXor(y, z))), st.BvXor(and(x, y), and(not(x), z))},
		{bvXorChoice, st.BvXor(z, and(x, not(st.BvXor(y, z)))), st.BvXor(and(x, not(y)), and(not(x), z))},
		{bvXorMajority, st.BvXor(and(x, y), and(y, z), and(z, x)), st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y))))},
		{bvAndMinority, st.BvOr(and(x, y), and(z, st.BvOr(x, y))), st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y))))},
		{bvAndMinority, not(st.BvOr(and(x, z), and(y, z), and(x, y))), not(st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y)))))},
		{arrayReadOverWriteApart, st.Select(st.Store(array, x, y), st.BvAdd(x, k(1))), st.Select(array, st.BvAdd(x, k(1)))},
		{arrayReadOverWriteApart, st.Select(st.Store(array, st.Concat(a, h(1)), y), st.Concat(b, h(2))), st.Select(array, st.Concat(b, h(2)))},
		{bvConcatNot, st.Concat(not(st.Extract(7, 5, x)), not(st.Extract(4, 1, x))), not(st.Extract(7, 1, x))},
		{bvExtractConst, st.Extract(5, 2, k(52)), h(13)},
		{bvExtractIntToBv, st.Extract(3, 0, st.IntToBv(8, i)), st.IntToBv(4, i)},
		{bvExtractIte, st.Extract(3, 0, st.Ite(p, st.Concat(a, b), st.Concat(b, a))), st.Ite(p, b, a)},
		{bvSignExtendIte, st.SignExtend(4, st.Ite(p, h(9), h(1))), st.Ite(p, k(249), k(1))},
		{bvAddFlatten, st.BvAdd(x, st.BvAdd(y, z)), st.BvAdd(x, y, z)},
		{bvMulConst, st.BvMul(k(3), st.BvMul(k(5), x)), st.BvMul(k(15), x)},
		{bvMulPow2, st.BvMul(x, k(4)), st.Concat(st.Extract(5, 0, x), st.Uint(2, 0))},
		{bvNotConst, not(k(3)), k(252)},
		{bvNotAdd, not(st.BvAdd(st.BvMul(k(128), x), y)), st.BvAdd(st.BvMul(k(128), x), st.BvMul(k(255), y), k(255))},
		{bvAndFlatten, and(x, and(y, z)), and(x, y, z)},
		{bvAndDuplicate, and(x, y, x), and(x, y)},
		{bvAndSort, and(y, x), and(x, y)},
		{bvAndIte, and(ite, k(0x55)), st.Ite(p, k(1), k(5))},
		{bvXorFlatten, st.BvXor(x, st.BvXor(y, z)), st.BvXor(x, y, z)},
		{bvXorDuplicate, st.BvXor(x, y, x), y},
		{bvXorSort, st.BvXor(y, x), st.BvXor(x, y)},
		{bvXorNot, st.BvXor(not(x), y), not(st.BvXor(x, y))},
		{bvXorIte, st.BvXor(ite, k(1)), st.Ite(p, k(2), k(4))},
		{bvEqCancel, st.Eq(forwards, backwards), st.True()},
		{bvUleSelf, st.BvUle(x, x), st.True()},
		{bvUleConst, st.BvUle(k(3), k(2)), st.False()},
		{bvUleSignExtend, st.BvUle(st.SignExtend(4, a), st.SignExtend(4, b)), st.BvUle(a, b)},
		{bvSleSelf, st.BvSle(x, x), st.True()},
		{bvSleBit, st.BvSle(u, v), st.Or(st.Eq(u, one), st.Not(st.Eq(v, one)))},
		{bvSleNot, st.BvSle(not(x), not(y)), st.BvSle(y, x)},
		{bvSleFlip, st.BvSle(k(10), x), st.Not(st.BvSle(x, k(9)))},
		{bvSleEq, st.BvSle(k(127), x), st.Eq(x, k(127))},
		{bvSleIte, st.BvSle(ite, k(4)), p},
		{bvSleConcatConst, st.BvSle(st.Concat(a, h(5)), k(52)), st.BvSle(a, h(2))},
		{bvSleSignExtendConst, st.BvSle(st.SignExtend(4, a), k(2)), st.BvSle(a, h(2))},
		{bvUdivConst, st.BvUdiv(k(20), k(6)), k(3)},
		{bvUdivBit, st.BvUdiv(u, v), st.Ite(st.Eq(v, one), u, one)},
		{bvUdivOfZero, st.BvUdiv(k(0), x), st.Ite(st.Eq(x, k(0)), k(255), k(0))},
		{bvUremConst, st.BvUrem(k(20), k(6)), k(2)},
		{bvUremZero, st.BvUrem(x, k(0)), x},
		{bvUremBit, st.BvUrem(u, v), and(u, not(v))},
		{bvUremSelf, st.BvUrem(x, x), k(0)},
		{bvUremSmall, st.BvUrem(and(x, k(0x55)), k(200)), and(x, k(0x55))},
		{bvUmuloBit, st.BvUmulo(u, v), st.False()},
		{bvUmuloSort, st.BvUmulo(y, x), st.BvUmulo(x, y)},
		{bvSmuloBit, st.BvSmulo(u, v), st.And(st.Eq(u, one), st.Eq(v, one))},
		{bvSmuloSort, st.BvSmulo(y, x), st.BvSmulo(x, y)},
		{bvToIntConst, st.BvToInt(k(7)), st.Int(7)},
		{bvToIntIte, st.BvToInt(ite), st.Ite(p, st.Int(3), st.Int(5))},
		{bvToIntBound, st.Mod(st.BvToInt(x), st.Int(300)), st.BvToInt(x)},
		{intToBvIte, st.IntToBv(8, st.Ite(p, st.Int(3), st.Int(-3))), st.Ite(p, k(3), k(253))},
	}
}

// TestHostileBits rewrites chains of bit-vector operators, whose flattening or slicing could be
// quadratic, and long concatenations.
func TestHostileBits(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	const n = 20000
	sort := st.BitVecSort(32)
	fresh := func() term.Term { return st.FreshConst("x", sort) }
	var chains [9]term.Term
	for i := range chains {
		chains[i] = fresh()
	}
	for range n {
		x := fresh()
		for i, f := range []func(a, b term.Term) term.Term{
			func(a, b term.Term) term.Term { return st.BvAnd(a, b) },
			func(a, b term.Term) term.Term { return st.BvXor(a, b) },
			func(a, b term.Term) term.Term { return st.BvAdd(a, b) },
			st.BvMul,
			func(a, b term.Term) term.Term { return st.BvOr(a, b) },
			func(a, b term.Term) term.Term { return st.BvAnd(st.BvShl(a, st.Uint(32, 1)), b) },
			func(a, b term.Term) term.Term { return st.BvXor(a, st.ZeroExtend(16, st.Extract(20, 5, a))) },
			func(a, b term.Term) term.Term { return st.BvMul(st.BvAdd(a, b), st.BvAdd(b, st.Uint(32, 1))) },
			func(a, b term.Term) term.Term { return st.Ite(st.Eq(a, b), st.BvNot(a), st.BvLshr(a, st.Uint(32, 3))) },
		} {
			chains[i] = f(chains[i], x)
		}
	}
	before := st.Len()
	for i, u := range chains {
		at := st.Len()
		r.Simplify(u)
		t.Log(i, st.Len()-at)
	}
	wide := fresh()
	for range 2000 {
		wide = st.Concat(wide, st.Extract(3, 3, wide))
	}
	r.Simplify(st.Eq(wide, st.Bits(st.Sort(wide), st.Num(st.Uint(8, 85)))))
	if grown := st.Len() - before; grown > 20*9*n {
		t.Fatalf("%d new terms", grown)
	}
}

// TestLongSums compares sums of more terms than are kept flat.
func TestLongSums(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	width := st.BitVecSort(64)
	var xs []term.Term
	for range 1000 {
		xs = append(xs, st.FreshConst("x", width))
	}
	forwards, backwards := xs[0], xs[len(xs)-1]
	for i := 1; i < len(xs); i++ {
		forwards = st.BvAdd(forwards, xs[i])
		backwards = st.BvAdd(xs[len(xs)-1-i], backwards)
	}
	if got := r.Simplify(st.Eq(forwards, backwards)); got != st.True() {
		t.Error("the same sum in another order is not equal")
	}
	if got := r.Simplify(st.Eq(forwards, st.BvAdd(st.Uint(64, 1), backwards))); got != st.False() {
		t.Error("the same sum and one more is not different")
	}
	if got := r.Simplify(st.Eq(forwards, st.BvSub(backwards, xs[500]))); got != r.Simplify(st.Eq(xs[500], st.Uint(64, 0))) {
		t.Error("what differs is not left")
	}
}

// TestDivisorZero compares a quotient by 0, which only terms that are not canonical have.
func TestDivisorZero(t *testing.T) {
	st := term.NewStore()
	x := st.FreshConst("x", st.BitVecSort(8))
	if got := New(st).BvUle(st.BvUdiv(x, st.Uint(8, 0)), x); got == st.True() {
		t.Error("x / 0, which is 255, is taken for at most x")
	}
}
