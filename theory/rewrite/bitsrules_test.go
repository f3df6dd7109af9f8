package rewrite

import (
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// TestBitRules has an example for each rule of bit-vectors.
func TestBitRules(t *testing.T) {
	st := term.NewStore()
	r := New(st)
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
	for _, test := range []struct {
		rule     string
		from, to term.Term
	}{
		{"V1", st.Concat(a, st.Concat(b, a)), st.Concat(a, b, a)},
		{"V2", st.Concat(h(1), h(2), a), st.Concat(k(18), a)},
		{"V2", st.Concat(st.Extract(7, 5, x), st.Extract(4, 1, x)), st.Extract(7, 1, x)},
		{"V2", st.Concat(st.Extract(3, 3, a), a), st.SignExtend(1, a)},
		{"V2", st.Repeat(3, u), st.SignExtend(2, u)},
		{"V2", st.Concat(st.Ite(p, h(1), h(2)), st.Ite(p, h(3), h(4))), st.Ite(p, k(19), k(36))},
		{"V3", st.Extract(7, 0, x), x},
		{"V4", st.Extract(3, 1, st.Extract(6, 2, x)), st.Extract(5, 3, x)},
		{"V4", st.Extract(5, 2, st.Concat(a, b)), st.Concat(st.Extract(1, 0, a), st.Extract(3, 2, b))},
		{"V4", st.Extract(5, 2, st.SignExtend(4, a)), st.SignExtend(2, st.Extract(3, 2, a))},
		{"V5", st.Extract(5, 2, not(x)), not(st.Extract(5, 2, x))},
		{"V6", st.Extract(3, 0, and(x, st.Concat(a, b))), and(b, st.Extract(3, 0, x))},
		{"V7", st.Extract(3, 0, st.BvAdd(za, zb)), st.BvAdd(a, b)},
		{"V8", st.SignExtend(4, h(9)), k(249)},
		{"V9", st.SignExtend(2, st.SignExtend(2, a)), st.SignExtend(4, a)},
		{"V10", st.SignExtend(4, st.Concat(a, b)), st.Concat(st.SignExtend(4, a), b)},
		{"V11", st.BvShl(x, k(3)), st.Concat(st.Extract(4, 0, x), st.Uint(3, 0))},
		{"V11", st.BvLshr(x, k(3)), st.Concat(st.Uint(3, 0), st.Extract(7, 3, x))},
		{"V11", st.BvAshr(x, k(3)), st.SignExtend(3, st.Extract(7, 3, x))},
		{"V11", st.BvShl(x, k(8)), k(0)},
		{"V11", st.BvAshr(x, k(255)), st.SignExtend(7, st.Extract(7, 7, x))},
		{"V12", st.BvShl(k(0), x), k(0)},
		{"V13", st.BvLshr(x, st.Concat(h(1), a)), k(0)},
		{"V14", st.BvLshr(x, x), k(0)},
		{"V15", st.BvAshr(not(x), y), not(st.BvAshr(x, y))},
		{"V15", st.BvAshr(za, y), st.BvLshr(za, y)},
		{"V16", st.BvAdd(y, k(3), st.BvAdd(x, k(253)), st.BvNeg(y), x, x), st.BvMul(k(3), x)},
		{"V17", st.BvAdd(u, v, u), v},
		{"V18", st.BvNeg(st.BvNeg(x)), x},
		{"V18", st.BvNeg(x), st.BvMul(k(255), x)},
		{"V19", st.BvAdd(not(x), x), k(255)},
		{"V20", st.BvAdd(x, st.BvShl(x, k(1))), st.BvMul(k(3), x)},
		{"V20", st.BvSub(st.BvShl(x, k(2)), st.BvMul(x, k(4))), k(0)},
		{"V21", st.BvMul(k(16), st.Concat(a, b)), st.Concat(b, h(0))},
		{"V22", st.BvMul(k(2), ite), st.Ite(p, k(6), k(10))},
		{"V22", st.BvAdd(ite, k(250)), st.Ite(p, k(253), k(255))},
		{"V23", st.BvSub(y, x), not(st.BvAdd(x, st.BvMul(k(255), y), k(255)))},
		{"V23", st.BvAdd(st.BvNeg(x), k(255)), not(x)},
		{"V24", st.BvMul(u, v), and(u, v)},
		{"V25", st.BvMul(st.BvAdd(x, k(1)), y), st.BvAdd(y, xy)},
		{"V26", st.BvMul(st.BvAdd(x, y), st.BvMul(k(3), z)), st.BvMul(k(3), st.BvMul(z, st.BvAdd(x, y)))},
		{"V27", st.BvMul(st.BvMul(z, y), x), st.BvMul(z, xy)},
		{"V28", not(not(x)), x},
		{"V29", not(za), st.Concat(h(15), not(a))},
		{"V29", not(st.SignExtend(2, a)), st.SignExtend(2, not(a))},
		{"V29", not(ite), st.Ite(p, k(252), k(250))},
		{"V29", not(st.BvXor(x, k(3))), st.BvXor(x, k(252))},
		{"V30", st.BvOr(x, y), not(and(not(x), not(y)))},
		{"V31", and(y, x, k(0x55), y, k(0xf5)), and(x, y, k(0x55))},
		{"V31", and(x, y, not(x)), k(0)},
		{"V32", and(x, k(0x3c)), st.Concat(st.Uint(2, 0), st.Extract(5, 2, x), st.Uint(2, 0))},
		{"V32", st.BvOr(x, k(15)), st.Concat(st.Extract(7, 4, x), h(15))},
		{"V33", and(x, not(and(x, y))), and(x, not(y))},
		{"V33", and(x, not(and(not(x), y))), x},
		{"V33", st.BvOr(x, and(x, y)), x},
		{"V34", and(st.BvOr(x, y), not(and(x, y))), st.BvXor(x, y)},
		{"V35", and(st.BvOr(x, y), st.BvOr(x, not(y))), x},
		{"V36", st.BvXor(y, not(x), k(3), y, z), st.BvXor(x, z, k(252))},
		{"V37", st.BvXor(st.FromBool(p), st.FromBool(q)), st.Ite(st.Eq(p, q), zero, one)},
		{"V37", and(st.FromBool(p), st.FromBool(q)), st.FromBool(st.And(p, q))},
		{"V38", st.BvOr(st.Concat(a, h(0)), zb), st.Concat(a, b)},
		{"V38", st.BvXor(st.Concat(a, b), st.Concat(b, a)), st.Concat(st.BvXor(a, b), st.BvXor(a, b))},
		{"V39", st.Eq(u, zero), st.Not(st.Eq(u, one))},
		{"V40", st.Eq(not(x), not(y)), st.Eq(x, y)},
		{"V41", st.Eq(st.BvMul(st.BvAdd(x, y), z), st.BvAdd(st.BvMul(z, x), st.BvMul(z, y))), st.True()},
		{"V41", st.Eq(st.BvAdd(x, k(1)), st.BvAdd(x, k(2))), st.False()},
		{"V42", st.Eq(st.BvMul(k(3), x), k(1)), st.Eq(x, k(171))},
		{"V42", st.Eq(st.BvAdd(x, st.BvMul(k(2), y)), st.BvAdd(k(1), st.BvMul(k(2), x))), st.Eq(x, st.BvAdd(st.Concat(st.Extract(6, 0, y), zero), k(255)))},
		{"V43", st.Eq(st.BvMul(k(2), x), k(3)), st.False()},
		{"V43", st.Eq(st.BvMul(k(6), x), k(2)), st.Eq(st.Extract(6, 0, x), st.Uint(7, 43))},
		{"V44", st.Eq(ite, k(5)), st.Not(p)},
		{"V44", st.Eq(st.Ite(p, k(3), x), k(3)), st.Or(p, st.Eq(x, k(3)))},
		{"V45", st.Eq(st.FromBool(p), u), st.Eq(p, st.Eq(u, one))},
		{"V46", st.Eq(st.Concat(a, b), k(18)), st.And(st.Eq(a, h(1)), st.Eq(b, h(2)))},
		{"V47", st.Eq(and(x, y), k(255)), st.And(st.Eq(x, k(255)), st.Eq(y, k(255)))},
		{"V47", st.Eq(and(x, k(0x55)), k(2)), st.False()},
		{"V48", st.Eq(st.SignExtend(4, a), k(7)), st.Eq(a, h(7))},
		{"V48", st.Eq(st.SignExtend(4, a), k(8)), st.False()},
		{"V49", st.Eq(st.Concat(a, b), st.Concat(b, h(3))), st.And(st.Eq(a, b), st.Eq(b, h(3)))},
		{"V50", st.Eq(st.SignExtend(4, a), st.SignExtend(4, b)), st.Eq(a, b)},
		{"V51", st.Eq(st.Ite(p, x, y), x), st.Or(p, st.Eq(x, y))},
		{"V52", st.Eq(not(x), y), st.Eq(x, not(y))},
		{"V53", st.Eq(st.BvXor(x, y), st.BvXor(y, k(3))), st.Eq(x, k(3))},
		{"V54", st.Ite(p, st.FromBool(q), zero), st.FromBool(st.And(p, q))},
		{"V54", st.BvComp(u, one), u},
		{"V55", st.Ite(p, not(x), k(3)), not(st.Ite(p, x, k(252)))},
		{"V56", st.Ite(p, za, k(7)), st.Concat(h(0), st.Ite(p, a, h(7)))},
		{"V57", st.BvToInt(za), st.BvToInt(a)},
		{"V58", st.BvToInt(st.IntToBv(8, i)), st.Mod(i, st.Int(256))},
		{"V59", st.IntToBv(8, st.Int(-1)), k(255)},
		{"V60", st.IntToBv(4, st.Mod(i, st.Int(32))), st.IntToBv(4, i)},
		{"V61", st.IntToBv(8, st.Add(st.BvToInt(a), st.BvToInt(x), st.Int(-1))), st.BvAdd(x, za, k(255))},
		{"V62", st.BvUle(x, k(0)), st.Eq(x, k(0))},
		{"V62", st.BvUle(k(255), x), st.Eq(x, k(255))},
		{"V63", st.BvUle(u, v), st.Or(st.Not(st.Eq(u, one)), st.Eq(v, one))},
		{"V64", st.BvUle(not(x), not(y)), st.BvUle(y, x)},
		{"V64", st.BvUle(not(y), x), st.BvUle(not(x), y)},
		{"V65", st.BvUle(k(10), x), st.Not(st.BvUle(x, k(9)))},
		{"V66", st.BvUle(x, k(15)), st.Eq(st.Extract(7, 4, x), h(0))},
		{"V66", st.BvUle(k(0xf0), x), st.Eq(st.Extract(7, 4, x), h(15))},
		{"V67", st.BvUle(ite, k(4)), p},
		{"V68", st.BvUle(za, k(18)), st.True()},
		{"V68", st.BvUle(st.Concat(a, h(5)), k(52)), st.BvUle(a, h(2))},
		{"V69", st.BvUle(st.SignExtend(4, a), k(2)), st.BvUle(a, h(2))},
		{"V69", st.BvUle(st.SignExtend(4, a), k(99)), st.Not(bit(3, a))},
		{"V70", st.BvUle(st.BvUrem(x, k(10)), k(9)), st.True()},
		{"V71", st.BvUle(za, zb), st.BvUle(a, b)},
		{"V71", st.BvUle(st.Concat(a, h(3)), st.Concat(b, h(2))), st.Not(st.BvUle(b, a))},
		{"V72", st.BvUle(and(x, y), x), st.True()},
		{"V72", st.BvUle(x, st.BvOr(x, y)), st.True()},
		{"V73", st.BvUle(x, st.BvAdd(x, k(5))), st.BvUle(x, k(250))},
		{"V73", st.BvUle(st.BvAdd(x, k(5)), x), st.Not(st.BvUle(x, k(250)))},
		{"V74", st.BvSle(k(128), x), st.True()},
		{"V75", st.BvSle(za, zb), st.BvUle(a, b)},
		{"V75", st.BvSle(st.Concat(h(9), a), zb), st.True()},
		{"V76", st.BvSle(st.SignExtend(4, a), st.SignExtend(4, b)), st.BvSle(a, b)},
		{"V76", st.BvSle(st.Concat(a, b), st.Concat(a, a)), st.BvUle(b, a)},
		{"V77", st.BvSlt(x, k(0)), bit(7, x)},
		{"V78", st.BvUdiv(x, k(0)), k(255)},
		{"V78", st.BvUdiv(x, k(16)), st.Concat(h(0), st.Extract(7, 4, x))},
		{"V79", st.BvUdiv(x, x), st.Ite(st.Eq(x, k(0)), k(255), k(1))},
		{"V80", st.BvUdiv(x, k(200)), st.ZeroExtend(7, st.Ite(st.BvUle(x, k(199)), zero, one))},
		{"V81", st.BvUdiv(st.BvUdiv(x, k(3)), k(5)), st.BvUdiv(x, k(15))},
		{"V81", st.BvUdiv(st.BvUdiv(x, k(20)), k(20)), k(0)},
		{"V82", st.BvUdiv(za, k(3)), st.ZeroExtend(4, st.BvUdiv(a, h(3)))},
		{"V83", st.BvUrem(za, zb), st.ZeroExtend(4, st.BvUrem(a, b))},
		{"V83", st.BvUrem(x, k(4)), st.ZeroExtend(6, st.Extract(1, 0, x))},
		{"V90", st.BvAdd(z, st.BvMul(st.BvUdiv(x, y), y), st.BvUrem(x, y)), st.BvAdd(x, z)},
		{"V90", st.BvSub(st.BvUrem(x, k(3)), st.BvMul(k(253), st.BvUdiv(x, k(3)))), x},
		{"V91", st.BvUlt(st.BvUrem(x, y), y), st.Not(st.Eq(y, k(0)))},
		{"V91", st.BvUle(st.BvUrem(x, y), x), st.True()},
		{"V84", st.BvUmulo(x, k(10)), st.Not(st.BvUle(x, k(25)))},
		{"V85", st.BvUmulo(za, zb), st.False()},
		{"V86", st.BvSmulo(x, k(255)), st.Eq(x, k(128))},
		{"V87", st.Le(st.BvToInt(x), st.Int(99)), st.BvUle(x, k(99))},
		{"V87", st.Le(st.BvToInt(x), st.Int(255)), st.True()},
		{"V87", st.Lt(st.BvToInt(a), st.BvToInt(x)), st.Not(st.BvUle(x, za))},
		{"V88", st.Eq(st.BvToInt(x), st.Int(9)), st.Eq(x, k(9))},
		{"V88", st.Eq(st.BvToInt(x), st.BvToInt(y)), st.Eq(x, y)},
		{"V89", st.Mod(st.BvToInt(x), st.Int(16)), st.BvToInt(st.Extract(3, 0, x))},
		{"V89", st.Div(st.BvToInt(x), st.Int(16)), st.BvToInt(st.Extract(7, 4, x))},
		{"V92", st.ExtRotateLeft(st.ExtRotateLeft(x, za), za), rotated(st.BvMul(k(2), za))},
		{"V92", st.ExtRotateRight(st.ExtRotateLeft(x, y), y), x},
		{"V92", st.ExtRotateRight(x, st.BvNeg(y)), rotated(y)},
		{"V92", st.BvOr(st.BvLshr(x, and(st.BvNeg(y), k(7))), st.BvShl(x, and(y, k(7)))), rotated(y)},
		{"V93", st.BvXor(z, and(x, st.BvXor(y, z))), st.BvXor(and(x, y), and(not(x), z))},
		{"V93", st.BvXor(z, and(x, not(st.BvXor(y, z)))), st.BvXor(and(x, not(y)), and(not(x), z))},
		{"V94", st.BvXor(and(x, y), and(y, z), and(z, x)), st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y))))},
		{"V95", st.BvOr(and(x, y), and(z, st.BvOr(x, y))), st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y))))},
		{"V95", not(st.BvOr(and(x, z), and(y, z), and(x, y))), not(st.BvXor(and(z, st.BvXor(x, y)), and(x, not(st.BvXor(x, y)))))},
		{"A2", st.Select(st.Store(array, x, y), st.BvAdd(x, k(1))), st.Select(array, st.BvAdd(x, k(1)))},
		{"A2", st.Select(st.Store(array, st.Concat(a, h(1)), y), st.Concat(b, h(2))), st.Select(array, st.Concat(b, h(2)))},
	} {
		got, want := r.Simplify(test.from), New(st).Simplify(test.to)
		if got != want || st.Op(want) != st.Op(test.to) {
			t.Errorf("%s: %s gives %s, want %s", test.rule, text(st, test.from), text(st, got), text(st, test.to))
		}
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
