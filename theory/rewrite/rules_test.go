package rewrite

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// example is a term to which a rule applies, and what comes out; or one to which it does not, although it seems so.
type example struct {
	rule     Rule
	from, to term.Term
}

// TestRules tries the examples of all rules, and misses those without.
func TestRules(t *testing.T) {
	st := term.NewStore()
	var seen [numRules]bool
	for _, test := range append(numberExamples(st), bitExamples(st)...) {
		r := New(st)
		got, want := r.Simplify(test.from), New(st).Simplify(test.to)
		if got != want || st.Op(want) != st.Op(test.to) {
			t.Errorf("%s: %s gives %s, want %s", test.rule, text(st, test.from), text(st, got), text(st, test.to))
		}
		applied := r.fired[test.rule] > 0
		if applied != (got != test.from) {
			t.Errorf("%s: %s gives %s, applied: %v", test.rule, text(st, test.from), text(st, got), applied)
		}
		seen[test.rule] = seen[test.rule] || applied
		if slices.Contains(optional, test.rule) {
			r := New(st)
			r.Without(test.rule.String())
			if r.Simplify(test.from); r.fired[test.rule] > 0 {
				t.Errorf("%s: applied to %s, but switched off", test.rule, text(st, test.from))
			}
		}
	}
	for rule, ok := range seen {
		if !ok {
			t.Errorf("%s: no example", Rule(rule))
		}
	}
}

// TestRuleNames: the names of the rules are those of the constants, in their order.
func TestRuleNames(t *testing.T) {
	text, err := os.ReadFile("rules.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	upper := regexp.MustCompile(`[A-Z]`)
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) .*// `).FindAllSubmatch(text, -1) {
		want = append(want, strings.ToUpper(upper.ReplaceAllString(string(m[1]), "_$0")))
	}
	if got := ruleNames; !slices.Equal(got, want) || len(got) != numRules {
		t.Errorf("names are\n%q\nconstants are\n%q", got, want)
	}
}

// TestRulesInComments: the comments above the constructors name all rules, and no others.
func TestRulesInComments(t *testing.T) {
	missing := map[string]bool{}
	for _, name := range ruleNames {
		missing[name] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`\b[A-Z]+(_[A-Z0-9]+)+\b`)
	for _, file := range files {
		if file == "rules.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range word.FindAllString(string(text), -1) {
			if !slices.Contains(ruleNames, name) {
				t.Errorf("%s: no rule is %s", file, name)
			}
			delete(missing, name)
		}
	}
	for name := range missing {
		t.Errorf("%s: in no comment", name)
	}
}

// numberExamples has an example for each rule of formulas, numbers and arrays.
func numberExamples(st *term.Store) []example {
	x, y, z := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("z", term.Int)
	p, q, s := st.FreshConst("p", term.Bool), st.FreshConst("q", term.Bool), st.FreshConst("s", term.Bool)
	sort := st.ArraySort(term.Int, term.Int)
	a := st.FreshConst("a", sort)
	i := st.Int
	xx, xy, xz, yy, yz := st.Mul(x, x), st.Mul(x, y), st.Mul(x, z), st.Mul(y, y), st.Mul(y, z)
	ite := st.Ite(p, i(3), i(5))
	mod8 := st.Mod(x, i(8))
	rx, ry := st.ToReal(x), st.ToReal(y)
	u, v := st.FreshConst("u", term.Real), st.FreshConst("v", term.Real)
	f := func(n, d int64) term.Term { return st.Rat(num.FromInts(num.FromInt64(n), num.FromInt64(d))) }
	return []example{
		{boolFlatten, st.And(p, st.And(q, s)), st.And(p, q, s)},
		{boolUnit, st.Or(p, q, st.False()), st.Or(p, q)},
		{boolZero, st.Or(p, q, st.True()), st.True()},
		{boolDuplicate, st.And(p, q, p), st.And(p, q)},
		{boolComplement, st.And(p, q, st.Not(p)), st.False()},
		{boolSort, st.Or(q, st.Not(p)), st.Or(st.Not(p), q)},
		{boolEqConst, st.Eq(st.False(), p), st.Not(p)},
		{boolEqNot, st.Eq(st.Not(p), q), st.Not(st.Eq(p, q))},
		{eqRefl, st.Eq(a, a), st.True()},
		{eqSort, st.Eq(q, p), st.Eq(p, q)},
		{distinctShort, st.Distinct(x, y), st.Not(st.Eq(x, y))},
		{distinctDuplicate, st.Distinct(x, y, x), st.False()},
		{distinctBool, st.Distinct(p, q, s), st.False()},
		{distinctValues, st.Distinct(i(1), i(2), i(3)), st.True()},
		{distinctSort, st.Distinct(z, x, y), st.Distinct(x, y, z)},
		{iteConstCond, st.Ite(st.False(), x, y), y},
		{iteSameBranches, st.Ite(p, x, x), x},
		{arithAddFlatten, st.Add(y, i(3), st.Add(x, i(-3)), st.Mul(i(-1), y), x), st.Mul(i(2), x)},
		{arithAddNorm, st.Add(i(1), y, x), st.Add(x, y, i(1))},
		{arithMulNumeral, st.Mul(i(-2), st.Add(x, i(3))), st.Add(st.Mul(i(-2), x), i(-6))},
		{arithLeConst, st.Le(i(3), i(2)), st.False()},
		{arithLeNormSides, st.Le(st.Add(x, i(3)), y), st.Le(st.Add(x, st.Mul(i(-1), y)), i(-3))},
		{arithLeNormCoeff, st.Le(st.Mul(i(2), x), st.Add(i(5), st.Mul(i(4), y))), st.Le(st.Add(x, st.Mul(i(-2), y)), i(2))},
		{arithLeNormSign, st.Le(i(3), x), st.Not(st.Le(x, i(2)))},
		{arithLeNormSign, st.Le(i(3), st.Mul(i(2), x)), st.Not(st.Le(x, i(1)))},
		{arithLeIte, st.Le(ite, i(3)), p},
		{arithLeIte, st.Le(ite, i(5)), st.True()},
		{arithEqConst, st.Eq(st.Add(x, i(1)), st.Add(x, i(2))), st.False()},
		{arithEqGcd, st.Eq(st.Add(st.Mul(i(2), x), st.Mul(i(4), y)), i(3)), st.False()},
		{arithEqOffset, st.Eq(st.Mul(i(2), st.Add(y, i(3))), st.Mul(i(2), x)), st.Eq(x, st.Add(y, i(3)))},
		{arithEqOffset, st.Eq(st.Add(x, y), i(3)), st.Eq(st.Add(x, y), i(3))},
		{arithEqIte, st.Eq(i(5), ite), st.Not(p)},
		{arithEqIte, st.Eq(i(7), ite), st.False()},
		{arithMulDistrib, st.Mul(st.Add(x, i(1)), st.Add(y, i(-1))), st.Add(st.Mul(i(-1), x), y, xy, i(-1))},
		{arithMulSort, st.Mul(z, st.Mul(st.Mul(i(2), y), x)), st.Mul(i(2), st.Mul(z, xy))},
		{arithMulSort, st.Add(st.Mul(y, x), xy), st.Mul(i(2), xy)},
		{arithModNegDivisor, st.Mod(x, i(-8)), mod8},
		{arithModCoeff, st.Mod(st.Add(st.Mul(i(9), x), st.Mul(i(8), y), i(15)), i(8)), st.Mod(st.Add(x, i(-1)), i(8))},
		{arithModMod, st.Mod(st.Add(st.Mod(x, i(16)), i(1)), i(8)), st.Mod(st.Add(x, i(1)), i(8))},
		{arithModFactor, st.Mod(st.Mul(i(2), x), i(16)), st.Mul(i(2), mod8)},
		{arithModSmall, st.Mod(mod8, i(9)), mod8},
		{arithIntDivNegDivisor, st.Div(x, i(-3)), st.Mul(i(-1), st.Div(x, i(3)))},
		{arithLeMod, st.Le(mod8, i(7)), st.True()},
		{arithLeMod, st.Le(i(0), mod8), st.True()},
		{arithEqMod, st.Eq(mod8, i(8)), st.False()},
		{arithIntDivMultiple, st.Div(st.Add(st.Mul(i(3), x), y, i(-1)), i(3)), st.Add(x, st.Div(st.Add(y, i(2)), i(3)), i(-1))},
		{arithIntDivCancel, st.Div(st.Add(st.Mul(i(2), x), i(3)), i(6)), st.Div(st.Add(x, i(1)), i(3))},
		{arithIntDivIntDiv, st.Div(st.Div(x, i(3)), i(2)), st.Div(x, i(6))},
		{arithIntDivSmall, st.Div(st.Add(mod8, i(2)), i(10)), i(0)},
		{arithIntDivMultiple, st.Div(i(-7), i(2)), i(-4)},
		{arithModConst, st.Mod(i(-7), i(2)), i(1)},
		{arithIntDivMultiple, st.Div(i(7), i(0)), st.Div(i(7), i(0))},
		{arrayReadOverWrite, st.Select(st.Store(a, x, y), x), y},
		{arrayReadOverWriteApart, st.Select(st.Store(a, x, y), st.Add(x, i(1))), st.Select(a, st.Add(x, i(1)))},
		{arrayReadOverWriteApart, st.Select(st.Store(a, st.Add(x, y, i(2)), y), st.Add(x, y)), st.Select(a, st.Add(x, y))},
		{arrayReadOverWriteApart, st.Select(st.Store(a, x, y), z), st.Select(st.Store(a, x, y), z)},
		{arrayReadConst, st.Select(st.ConstArray(sort, y), x), y},
		{arrayWriteOverWrite, st.Store(st.Store(a, x, y), x, z), st.Store(a, x, z)},
		{arrayWriteRead, st.Store(a, x, st.Select(a, x)), a},
		{arrayEqWrite, st.Eq(a, st.Store(a, x, y)), st.Eq(y, st.Select(a, x))},
		{arrayEqConst, st.Eq(st.ConstArray(sort, x), st.ConstArray(sort, y)), st.Eq(x, y)},
		{iteNotCond, st.Ite(st.Not(p), x, y), st.Ite(p, y, x)},
		{iteSameCond, st.Ite(p, st.Ite(p, x, y), st.Ite(p, y, z)), st.Ite(p, x, z)},
		{iteEqCond, st.Ite(st.Eq(x, y), x, y), y},
		{iteBoolConst, st.Ite(p, q, st.False()), st.And(p, q)},
		{iteBoolEq, st.Ite(p, q, st.Not(q)), st.Eq(p, q)},
		{arithToRealAdd, st.ToReal(st.Add(st.Mul(i(3), x), i(2))), st.Add(st.Mul(f(3, 1), rx), f(2, 1))},
		{arithRelToReal, st.Le(st.Mul(f(1, 2), rx), st.Add(ry, f(5, 4))), st.Le(st.Add(x, st.Mul(i(-2), y)), i(2))},
		{arithRelToReal, st.Le(f(1, 2), rx), st.Not(st.Le(x, i(0)))},
		{arithRelToReal, st.Eq(rx, f(1, 2)), st.False()},
		{arithRelToReal, st.Eq(rx, st.Add(ry, f(2, 1))), st.Eq(x, st.Add(y, i(2)))},
		{arithLeNormCoeff, st.Le(st.Add(st.Mul(f(-2, 3), u), v), f(3, 1)), st.Le(f(-9, 1), st.Add(st.Mul(f(2, 1), u), st.Mul(f(-3, 1), v)))},
		{arithLeIte, st.Lt(u, f(1, 3)), st.Not(st.Le(f(1, 3), u))},
		{arithLeNormSign, st.Le(st.Mul(f(2, 1), u), rx), st.Le(f(0, 1), st.Add(rx, st.Mul(f(-2, 1), u)))},
		{arithLeIte, st.Le(st.Ite(p, f(1, 2), f(3, 1)), f(2, 1)), p},
		{arithEqNormCoeff, st.Eq(st.Mul(f(2, 1), u), f(3, 1)), st.Eq(u, f(3, 2))},
		{arithEqNormSides, st.Eq(st.Mul(f(2, 1), u), st.Add(f(3, 1), st.Mul(f(2, 1), v))), st.Eq(st.Add(u, st.Mul(f(-1, 1), v)), f(3, 2))},
		{arithEqOffset, st.Eq(v, u), st.Eq(u, v)},
		{arithEqIte, st.Eq(f(3, 1), st.Ite(p, f(1, 2), f(3, 1))), st.Not(p)},
		{arithDivConst, st.Quo(st.Add(u, f(1, 1)), f(-2, 3)), st.Add(st.Mul(f(-3, 2), u), f(-3, 2))},
		{arithDivConst, st.Quo(u, f(0, 1)), st.Quo(u, f(0, 1))},
		{arithToIntAdd, st.ToInt(st.Add(u, st.Mul(f(3, 2), rx), f(-1, 3))), st.Add(x, st.ToInt(st.Add(st.Mul(f(1, 2), rx), u, f(2, 3))), i(-1))},
		{arithToIntDiv, st.ToInt(st.Add(st.Mul(f(1, 2), rx), ry, f(3, 4))), st.Add(y, st.Div(st.Add(x, i(1)), i(2)))},
		{arithToIntDiv, st.ToInt(rx), x},
		{arithToIntDiv, st.ToInt(f(-3, 2)), i(-2)},
		{arithMulDistrib, st.Mul(st.Add(x, y), st.Add(x, y, z, i(1))), st.Add(x, y, xx, st.Mul(i(2), xy), xz, yy, yz)},
		{arithMulToReal, st.Mul(st.Mul(rx, u), ry), st.Mul(u, st.ToReal(xy))},
		{quantConstBody, st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{st.BoundVar("v", term.Int)}, Body: st.Eq(x, x)}), st.True()},
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
