package rewrite

import (
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestRules has an example for each rule of arithmetic, arrays and ite; random terms
// cover those of Booleans and equality.
func TestRules(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	x, y, z := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("z", term.Int)
	p, q := st.FreshConst("p", term.Bool), st.FreshConst("q", term.Bool)
	sort := st.ArraySort(term.Int, term.Int)
	a := st.FreshConst("a", sort)
	i := st.Int
	xx, xy, xz, yy, yz := st.Mul(x, x), st.Mul(x, y), st.Mul(x, z), st.Mul(y, y), st.Mul(y, z)
	ite := st.Ite(p, i(3), i(5))
	mod8 := st.Mod(x, i(8))
	rx, ry := st.ToReal(x), st.ToReal(y)
	u, v := st.FreshConst("u", term.Real), st.FreshConst("v", term.Real)
	f := func(n, d int64) term.Term { return st.Rat(num.FromInts(num.FromInt64(n), num.FromInt64(d))) }
	for _, test := range []struct {
		rule     string
		from, to term.Term
	}{
		{"L1", st.Add(y, i(3), st.Add(x, i(-3)), st.Mul(i(-1), y), x), st.Mul(i(2), x)},
		{"L1", st.Add(i(1), y, x), st.Add(x, y, i(1))},
		{"L2", st.Mul(i(-2), st.Add(x, i(3))), st.Add(st.Mul(i(-2), x), i(-6))},
		{"L3", st.Le(st.Add(x, i(3)), y), st.Le(st.Add(x, st.Mul(i(-1), y)), i(-3))},
		{"L4", st.Le(st.Mul(i(2), x), st.Add(i(5), st.Mul(i(4), y))), st.Le(st.Add(x, st.Mul(i(-2), y)), i(2))},
		{"L5", st.Le(i(3), x), st.Not(st.Le(x, i(2)))},
		{"L5", st.Le(i(3), st.Mul(i(2), x)), st.Not(st.Le(x, i(1)))},
		{"L6", st.Le(ite, i(3)), p},
		{"L6", st.Le(ite, i(5)), st.True()},
		{"L7", st.Eq(st.Add(x, i(1)), st.Add(x, i(2))), st.False()},
		{"L8", st.Eq(st.Add(st.Mul(i(2), x), st.Mul(i(4), y)), i(3)), st.False()},
		{"L9", st.Eq(st.Mul(i(2), st.Add(y, i(3))), st.Mul(i(2), x)), st.Eq(x, st.Add(y, i(3)))},
		{"L9", st.Eq(st.Add(x, y), i(3)), st.Eq(st.Add(x, y), i(3))},
		{"L10", st.Eq(i(5), ite), st.Not(p)},
		{"L10", st.Eq(i(7), ite), st.False()},
		{"N1", st.Mul(st.Add(x, i(1)), st.Add(y, i(-1))), st.Add(st.Mul(i(-1), x), y, xy, i(-1))},
		{"N2", st.Mul(z, st.Mul(st.Mul(i(2), y), x)), st.Mul(i(2), st.Mul(z, xy))},
		{"N2", st.Add(st.Mul(y, x), xy), st.Mul(i(2), xy)},
		{"D1", st.Mod(x, i(-8)), mod8},
		{"D2", st.Mod(st.Add(st.Mul(i(9), x), st.Mul(i(8), y), i(15)), i(8)), st.Mod(st.Add(x, i(-1)), i(8))},
		{"D3", st.Mod(st.Add(st.Mod(x, i(16)), i(1)), i(8)), st.Mod(st.Add(x, i(1)), i(8))},
		{"D4", st.Mod(st.Mul(i(2), x), i(16)), st.Mul(i(2), mod8)},
		{"D5", st.Mod(mod8, i(9)), mod8},
		{"D6", st.Div(x, i(-3)), st.Mul(i(-1), st.Div(x, i(3)))},
		{"D7", st.Le(mod8, i(7)), st.True()},
		{"D7", st.Le(i(0), mod8), st.True()},
		{"D8", st.Eq(mod8, i(8)), st.False()},
		{"D9", st.Div(st.Add(st.Mul(i(3), x), y, i(-1)), i(3)), st.Add(x, st.Div(st.Add(y, i(2)), i(3)), i(-1))},
		{"D10", st.Div(st.Add(st.Mul(i(2), x), i(3)), i(6)), st.Div(st.Add(x, i(1)), i(3))},
		{"D11", st.Div(st.Div(x, i(3)), i(2)), st.Div(x, i(6))},
		{"D12", st.Div(st.Add(mod8, i(2)), i(10)), i(0)},
		{"D", st.Div(i(-7), i(2)), i(-4)},
		{"D", st.Mod(i(-7), i(2)), i(1)},
		{"D", st.Div(i(7), i(0)), st.Div(i(7), i(0))},
		{"A1", st.Select(st.Store(a, x, y), x), y},
		{"A2", st.Select(st.Store(a, x, y), st.Add(x, i(1))), st.Select(a, st.Add(x, i(1)))},
		{"A2", st.Select(st.Store(a, st.Add(x, y, i(2)), y), st.Add(x, y)), st.Select(a, st.Add(x, y))},
		{"A2", st.Select(st.Store(a, x, y), z), st.Select(st.Store(a, x, y), z)},
		{"A3", st.Select(st.ConstArray(sort, y), x), y},
		{"A4", st.Store(st.Store(a, x, y), x, z), st.Store(a, x, z)},
		{"A5", st.Store(a, x, st.Select(a, x)), a},
		{"A6", st.Eq(a, st.Store(a, x, y)), st.Eq(y, st.Select(a, x))},
		{"A7", st.Eq(st.ConstArray(sort, x), st.ConstArray(sort, y)), st.Eq(x, y)},
		{"I2", st.Ite(st.Not(p), x, y), st.Ite(p, y, x)},
		{"I3", st.Ite(p, st.Ite(p, x, y), st.Ite(p, y, z)), st.Ite(p, x, z)},
		{"I4", st.Ite(st.Eq(x, y), x, y), y},
		{"I5", st.Ite(p, q, st.False()), st.And(p, q)},
		{"I6", st.Ite(p, q, st.Not(q)), st.Eq(p, q)},
		{"R1", st.ToReal(st.Add(st.Mul(i(3), x), i(2))), st.Add(st.Mul(f(3, 1), rx), f(2, 1))},
		{"R2", st.Le(st.Mul(f(1, 2), rx), st.Add(ry, f(5, 4))), st.Le(st.Add(x, st.Mul(i(-2), y)), i(2))},
		{"R2", st.Le(f(1, 2), rx), st.Not(st.Le(x, i(0)))},
		{"R2", st.Eq(rx, f(1, 2)), st.False()},
		{"R2", st.Eq(rx, st.Add(ry, f(2, 1))), st.Eq(x, st.Add(y, i(2)))},
		{"R3", st.Le(st.Add(st.Mul(f(-2, 3), u), v), f(3, 1)), st.Le(f(-9, 1), st.Add(st.Mul(f(2, 1), u), st.Mul(f(-3, 1), v)))},
		{"R3", st.Lt(u, f(1, 3)), st.Not(st.Le(f(1, 3), u))},
		{"R3", st.Le(st.Mul(f(2, 1), u), rx), st.Le(f(0, 1), st.Add(rx, st.Mul(f(-2, 1), u)))},
		{"R3", st.Le(st.Ite(p, f(1, 2), f(3, 1)), f(2, 1)), p},
		{"R4", st.Eq(st.Mul(f(2, 1), u), f(3, 1)), st.Eq(u, f(3, 2))},
		{"R4", st.Eq(st.Mul(f(2, 1), u), st.Add(f(3, 1), st.Mul(f(2, 1), v))), st.Eq(st.Add(u, st.Mul(f(-1, 1), v)), f(3, 2))},
		{"R4", st.Eq(v, u), st.Eq(u, v)},
		{"R4", st.Eq(f(3, 1), st.Ite(p, f(1, 2), f(3, 1))), st.Not(p)},
		{"R5", st.Quo(st.Add(u, f(1, 1)), f(-2, 3)), st.Add(st.Mul(f(-3, 2), u), f(-3, 2))},
		{"R5", st.Quo(u, f(0, 1)), st.Quo(u, f(0, 1))},
		{"R6", st.ToInt(st.Add(u, st.Mul(f(3, 2), rx), f(-1, 3))), st.Add(x, st.ToInt(st.Add(st.Mul(f(1, 2), rx), u, f(2, 3))), i(-1))},
		{"R7", st.ToInt(st.Add(st.Mul(f(1, 2), rx), ry, f(3, 4))), st.Add(y, st.Div(st.Add(x, i(1)), i(2)))},
		{"R7", st.ToInt(rx), x},
		{"R7", st.ToInt(f(-3, 2)), i(-2)},
		{"N1", st.Mul(st.Add(x, y), st.Add(x, y, z, i(1))), st.Add(x, y, xx, st.Mul(i(2), xy), xz, yy, yz)},
		{"N3", st.Mul(st.Mul(rx, u), ry), st.Mul(u, st.ToReal(xy))},
		{"Q1", st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{st.BoundVar("v", term.Int)}, Body: st.Eq(x, x)}), st.True()},
	} {
		if got := r.Simplify(test.from); got != test.to {
			t.Errorf("%s: %s gives %s, want %s", test.rule, text(st, test.from), text(st, got), text(st, test.to))
		}
	}
}

// TestHostileSizes rewrites chains whose flattening would be quadratic, and
// deep terms.
func TestHostileSizes(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	const n = 50000
	and, sum, deep, prod := st.True(), st.Int(0), st.FreshConst("x", term.Int), st.Int(1)
	for range n {
		and = st.And(and, st.FreshConst("p", term.Bool))
		sum = st.Add(st.FreshConst("x", term.Int), sum)
		prod = st.Mul(prod, st.FreshConst("x", term.Int))
		deep = st.Div(deep, st.Int(3))
	}
	before := st.Len()
	for _, u := range []term.Term{and, sum, deep, prod} {
		r.Simplify(u)
	}
	if grown := st.Len() - before; grown > 12*n {
		t.Fatalf("%d new terms", grown)
	}
}

func TestRewritingKnownTermsDoesNotAllocate(t *testing.T) {
	g := newGen(7)
	g.small = true
	r := New(g.st)
	var made []term.Term
	for range 200 {
		u := r.Simplify(g.term(term.Bool, 5))
		if g.st.NumArgs(u) > 0 {
			made = append(made, u)
		}
	}
	again := func() {
		for _, u := range made {
			r.Rebuild(u, g.st.Args(u))
		}
	}
	again()
	if n := testing.AllocsPerRun(10, again); n > 0 {
		t.Fatalf("%v allocations", n)
	}
}

func BenchmarkRebuild(b *testing.B) {
	st := term.NewStore()
	r := New(st)
	xs := make([]term.Term, 64)
	for i := range xs {
		xs[i] = st.FreshConst("x", term.Int)
	}
	b.ReportAllocs()
	for i := range b.N {
		x, y := xs[i&63], xs[i>>6&63]
		sum := r.Add(x, r.Int(int64(i&15)))
		r.And(r.Le(sum, y), r.Not(r.Eq(sum, y)), r.Eq(y, r.Int(5)))
	}
}

// TestApart: terms that are not canonical, as arguments of Rebuild may be, do not differ by a constant 0.
func TestApart(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	x, u, b := st.FreshConst("x", term.Int), st.FreshConst("u", term.Real), st.FreshConst("b", st.BitVecSort(8))
	zero := num.Rat{}
	for _, c := range []struct {
		a, b term.Term
		want bool
	}{
		{x, st.Add(x, st.Int(0)), false},
		{st.Add(x, st.Int(0)), st.Add(x, st.Int(1)), true},
		{u, st.Add(u, st.Rat(zero)), false},
		{b, st.BvAdd(b, st.Bits(st.BitVecSort(8), num.Int{})), false},
		{b, st.BvAdd(b, st.Bits(st.BitVecSort(8), num.FromInt64(1))), true},
	} {
		if r.apart(c.a, c.b) != c.want || r.apart(c.b, c.a) != c.want {
			t.Errorf("%s, %s: not %v", text(st, c.a), text(st, c.b), c.want)
		}
	}
}
