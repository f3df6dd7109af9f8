package rewrite

import (
	"math/rand"
	"strconv"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

var _ theory.Maker = (*Rewriter)(nil)

// gen draws random terms of every operator and random models of their symbols.
type gen struct {
	*rand.Rand
	st       *term.Store
	s        term.Sort // an uninterpreted sort
	sorts    []term.Sort
	consts   map[term.Sort][]term.Term
	pool     map[term.Sort][]term.Term // what was drawn before, for sharing
	f, g, h  term.Sym
	k        term.Sym // Real, Int -> Real
	symbols  []term.Sym
	intArray term.Sort
	small    bool // only machine words as numerals
	bits     *bitGen
}

func newGen(seed int64) *gen {
	st := term.NewStore()
	s := st.UninterpretedSort("S")
	g := &gen{Rand: rand.New(rand.NewSource(seed)), st: st, s: s,
		consts: map[term.Sort][]term.Term{}, pool: map[term.Sort][]term.Term{}}
	g.intArray = st.ArraySort(term.Int, term.Int)
	g.sorts = []term.Sort{term.Bool, term.Int, term.Real, s, g.intArray, st.ArraySort(term.Bool, term.Int),
		st.ArraySort(s, term.Bool), st.ArraySort(term.Int, g.intArray), st.ArraySort(term.Real, term.Real),
		st.BitVecSort(3), st.BitVecSort(40), st.ArraySort(st.BitVecSort(3), st.BitVecSort(40))}
	for _, sort := range g.sorts {
		for range 3 {
			g.consts[sort] = append(g.consts[sort], st.FreshConst("c", sort))
		}
	}
	g.bits = newBitGen(g.Rand, st)
	g.bits.vars = append(g.bits.vars, g.consts[st.BitVecSort(3)]...)
	g.bits.vars = append(g.bits.vars, g.consts[st.BitVecSort(40)]...)
	g.bits.bools = g.consts[term.Bool]
	g.f = st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	g.g = st.DeclareFun("g", []term.Sort{s, term.Bool}, s)
	g.h = st.DeclareFun("h", []term.Sort{g.intArray, term.Int}, term.Bool)
	g.k = st.DeclareFun("k", []term.Sort{term.Real, term.Int}, term.Real)
	g.symbols = []term.Sym{g.f, g.g, g.h, g.k}
	return g
}

func (g *gen) pick(ts []term.Term) term.Term { return ts[g.Intn(len(ts))] }

func (g *gen) numeral() term.Term {
	switch k := g.Intn(12); {
	case k == 0 && !g.small:
		return g.st.Numeral(num.FromInt64(1).Lsh(uint(60 + g.Intn(10))).Add(num.FromInt64(int64(g.Intn(3) - 1))))
	case k == 1:
		return g.st.Int(int64(g.Intn(200) - 100))
	}
	return g.st.Int(int64(g.Intn(9) - 4))
}

// rational draws a numeral of sort Real.
func (g *gen) rational() term.Term {
	v, _ := g.st.NumeralValue(g.numeral())
	if g.Intn(2) == 0 {
		v = v.Div(num.RatFromInt64(int64(1 + g.Intn(6))))
	}
	return g.st.Rat(v)
}

// term draws a term of the given sort and at most the given depth.
func (g *gen) term(sort term.Sort, depth int) term.Term {
	if depth > 0 && g.Intn(10) == 0 && len(g.pool[sort]) > 0 {
		return g.pick(g.pool[sort])
	}
	t := g.fresh(sort, depth)
	g.pool[sort] = append(g.pool[sort], t)
	return t
}

func (g *gen) fresh(sort term.Sort, depth int) term.Term {
	st := g.st
	if depth == 0 || g.Intn(8) == 0 {
		if sort == term.Int && g.Intn(2) == 0 {
			return g.numeral()
		}
		if sort == term.Real && g.Intn(2) == 0 {
			return g.rational()
		}
		if sort == term.Bool && g.Intn(4) == 0 {
			return st.Bool(g.Intn(2) == 0)
		}
		return g.pick(g.consts[sort])
	}
	d := depth - 1
	if g.Intn(8) == 0 {
		return st.Ite(g.term(term.Bool, d), g.term(sort, d), g.term(sort, d))
	}
	if g.Intn(12) == 0 { // read an array with elements of this sort
		for _, a := range g.sorts {
			if st.IsArray(a) {
				if index, elm := st.ArraySorts(a); elm == sort {
					return st.Select(g.term(a, d), g.term(index, d))
				}
			}
		}
	}
	switch {
	case sort == term.Bool:
		return g.formula(d)
	case sort == term.Int:
		return g.integer(d)
	case sort == term.Real:
		return g.real(d)
	case sort == g.s:
		return st.App(g.g, g.term(g.s, d), g.term(term.Bool, d))
	}
	if st.IsBitVec(sort) {
		return g.bits.term(st.Width(sort), d)
	}
	index, elm := st.ArraySorts(sort)
	if g.Intn(6) == 0 {
		return st.ConstArray(sort, g.term(elm, d))
	}
	return st.Store(g.term(sort, d), g.term(index, d), g.term(elm, d))
}

func (g *gen) many(sort term.Sort, d, least int) []term.Term {
	ts := make([]term.Term, least+g.Intn(4))
	for i := range ts {
		ts[i] = g.term(sort, d)
	}
	return ts
}

func (g *gen) formula(d int) term.Term {
	st := g.st
	any := g.sorts[g.Intn(len(g.sorts))]
	switch g.Intn(17) {
	case 0:
		return st.Not(g.term(term.Bool, d))
	case 1:
		return st.And(g.many(term.Bool, d, 0)...)
	case 2:
		return st.Or(g.many(term.Bool, d, 0)...)
	case 3:
		return st.Distinct(g.many(any, d, 2)...)
	case 4:
		return st.App(g.h, g.term(g.intArray, d), g.term(term.Int, d))
	case 5, 6, 7:
		return st.Le(g.term(term.Int, d), g.term(term.Int, d))
	case 8:
		return st.Eq(g.term(term.Int, d), g.term(term.Int, d))
	case 9, 10:
		return st.Le(g.term(term.Real, d), g.term(term.Real, d))
	case 11:
		return st.Eq(g.term(term.Real, d), g.term(term.Real, d))
	case 12:
		return st.IsInt(g.term(term.Real, d))
	case 13, 14:
		return g.bits.formula(d)
	}
	return st.Eq(g.term(any, d), g.term(any, d))
}

func (g *gen) real(d int) term.Term {
	st := g.st
	switch g.Intn(10) {
	case 0, 1:
		return st.Add(g.many(term.Real, d, 1)...)
	case 2:
		return st.Mul(g.rational(), g.term(term.Real, d))
	case 3:
		return st.Mul(g.term(term.Real, d), g.term(term.Real, d))
	case 4:
		return st.Quo(g.term(term.Real, d), g.rational())
	case 5:
		return st.Quo(g.term(term.Real, d), g.term(term.Real, d))
	case 6:
		return st.Sub(g.term(term.Real, d), g.term(term.Real, d))
	case 7, 8:
		return st.ToReal(g.term(term.Int, d))
	}
	return st.App(g.k, g.term(term.Real, d), g.term(term.Int, d))
}

func (g *gen) integer(d int) term.Term {
	st := g.st
	switch g.Intn(11) {
	case 10:
		return g.bits.integer(d)
	case 0, 1:
		return st.Add(g.many(term.Int, d, 0)...)
	case 2:
		return st.Mul(g.numeral(), g.term(term.Int, d))
	case 3:
		return st.Mul(g.term(term.Int, d), g.term(term.Int, d))
	case 4:
		return st.Div(g.term(term.Int, d), g.numeral())
	case 5:
		return st.Mod(g.term(term.Int, d), g.numeral())
	case 6:
		if g.Intn(2) == 0 {
			return st.Div(g.term(term.Int, d), g.term(term.Int, d))
		}
		return st.Mod(g.term(term.Int, d), g.term(term.Int, d))
	case 7:
		return st.Sub(g.term(term.Int, d), g.term(term.Int, d))
	case 8:
		return st.ToInt(g.term(term.Real, d))
	}
	return st.App(g.f, g.term(term.Int, d))
}

func (g *gen) value(sort term.Sort) model.Value {
	switch {
	case sort == term.Bool:
		return model.Bool(g.Intn(2) == 0)
	case sort == term.Int:
		if g.Intn(8) == 0 {
			return model.Int64(int64(g.Intn(2000) - 1000))
		}
		return model.Int64(int64(g.Intn(11) - 5))
	case sort == term.Real:
		return model.Rat(num.FromInts(num.FromInt64(int64(g.Intn(21)-10)), num.FromInt64(int64(1+g.Intn(4)))))
	case sort == g.s:
		return model.Elem(sort, g.Intn(3))
	}
	if g.st.IsBitVec(sort) {
		return model.Bits(g.st, sort, g.st.Num(g.bits.literal(g.st.Width(sort))))
	}
	index, elm := g.st.ArraySorts(sort)
	a := model.ConstArray(g.st, sort, g.value(elm))
	for range g.Intn(4) {
		a = a.Store(g.value(index), g.value(elm))
	}
	return a
}

func (g *gen) model() *model.Model {
	m := model.New(g.st, model.Options{})
	for _, sort := range g.sorts {
		for _, c := range g.consts[sort] {
			m.SetConst(c, g.value(sort))
		}
	}
	for _, f := range g.symbols {
		args, res := g.st.SymSorts(f)
		m.SetDefault(f, g.value(res))
		for range 5 {
			point := make([]model.Value, len(args))
			for i, sort := range args {
				point[i] = g.value(sort)
			}
			m.SetFun(f, point, g.value(res))
		}
	}
	for i := int64(-5); i < 6; i++ {
		m.SetDivZero(num.FromInt64(i), num.FromInt64(int64(g.Intn(5))))
		m.SetQuoZero(num.RatFromInt64(i), num.FromInts(num.FromInt64(int64(g.Intn(5))), num.FromInt64(2)))
		m.SetModZero(num.FromInt64(i), num.FromInt64(int64(g.Intn(5))))
	}
	return m
}

// TestRandomTerms checks on random terms that simplification keeps the value in
// random models, is idempotent, and gives the promised shapes.
func TestRandomTerms(t *testing.T) {
	rounds := extent.Of(int64(10), 60)
	for seed := range rounds {
		g := newGen(seed)
		r := New(g.st)
		var off []string
		if seed%2 == 1 {
			off = Optional()
			r.Without(off...)
		}
		models := make([]*model.Model, 8)
		for i := range models {
			models[i] = g.model()
		}
		for range 300 {
			sort := g.sorts[g.Intn(len(g.sorts))]
			if g.Intn(2) == 0 {
				sort = term.Bool
			}
			from := g.term(sort, 1+g.Intn(5))
			to := r.Simplify(from)
			for _, m := range models {
				want, err1 := m.Eval(from)
				got, err2 := m.Eval(to)
				if err1 != nil || err2 != nil || !want.Equal(got) {
					t.Fatalf("seed %d: %s\nis %v, %v, but\n%s\nis %v, %v", seed, text(g.st, from), want, err1, text(g.st, to), got, err2)
				}
			}
			second := New(g.st)
			second.Without(off...)
			if again := second.Simplify(to); again != to {
				t.Fatalf("seed %d: not idempotent: %s\ngives %s\ngives %s", seed, text(g.st, from), text(g.st, to), text(g.st, again))
			}
			checkShape(t, g.st, to)
		}
	}
}

// text writes a term as a tree.
func text(st *term.Store, t term.Term) string {
	switch {
	case st.IsNum(t):
		return st.Num(t).String()
	case st.IsRat(t):
		return st.RatValue(t).String() + "r"
	case st.Op(t) == term.OpApp && st.NumArgs(t) == 0:
		return st.SymName(st.Sym(t)) + string(rune('0'+t%10))
	case st.IsBits(t):
		return st.Num(t).String() + ":" + strconv.Itoa(st.WidthOf(t))
	}
	s := "(" + st.Op(t).String() + st.Indices(t)
	for _, a := range st.Args(t) {
		s += " " + text(st, a)
	}
	return s + ")"
}

// checkShape checks the canonical forms that the package comment promises.
func checkShape(t *testing.T, st *term.Store, root term.Term) {
	t.Helper()
	stack := []term.Term{root}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], st.Args(u)...)
		if bad := shapeFault(st, u); bad != "" {
			t.Fatalf("%s: %s", bad, text(st, u))
		}
	}
}

func shapeFault(st *term.Store, u term.Term) string {
	switch st.Op(u) {
	case term.OpNot:
		if st.IsValue(st.Arg(u, 0)) || st.Op(st.Arg(u, 0)) == term.OpNot {
			return "negated value or negation"
		}
	case term.OpAdd:
		ms, _ := polynomial(st, u)
		for i, m := range ms {
			if i > 0 && ms[i-1].t >= m.t || m.c.IsZero() || st.IsValue(m.t) || st.Op(m.t) == term.OpAdd {
				return "sum"
			}
		}
		for _, a := range st.Args(u)[:st.NumArgs(u)-1] {
			if st.IsValue(a) {
				return "constant not last"
			}
		}
	case term.OpLe:
		p, k := st.Arg(u, 0), st.Arg(u, 1)
		if st.IsRat(p) {
			p, k = k, p
		}
		if !st.IsValue(k) || !primitive(st, p) || integers(st, p) {
			return "inequality"
		}
	case term.OpToReal:
		if a := st.Arg(u, 0); st.IsValue(a) || st.Op(a) == term.OpAdd || st.Op(a) == term.OpMul && st.IsNum(st.Arg(a, 0)) {
			return "to_real of a polynomial"
		}
	case term.OpToInt:
		ms, c := polynomial(st, st.Arg(u, 0))
		for _, m := range ms {
			if st.Op(m.t) == term.OpToReal && (m.c.Sign() < 0 || m.c.Floor().Sign() > 0) {
				return "to_int of an integer"
			}
		}
		if !c.Floor().IsZero() || integers(st, st.Arg(u, 0)) {
			return "to_int"
		}
	case term.OpBvNeg, term.OpBvOr:
		return "operator"
	case term.OpBvNot:
		if a := st.Arg(u, 0); st.Op(a) == term.OpBvNot || st.Op(a) == term.OpConcat || st.Op(a) == term.OpSignExt || st.IsBits(a) {
			return "bvnot"
		}
	case term.OpEq:
		return eqFault(st, st.Arg(u, 0), st.Arg(u, 1))
	case term.OpIte:
		if st.IsValue(st.Arg(u, 0)) || st.Op(st.Arg(u, 0)) == term.OpNot || st.Arg(u, 1) == st.Arg(u, 2) {
			return "condition"
		}
	}
	return ""
}

func eqFault(st *term.Store, a, b term.Term) string {
	if sort := st.Sort(a); sort != term.Int && sort != term.Real {
		if st.IsBits(b) && !st.IsBits(a) {
			return ""
		}
		if a >= b || st.Op(a) == term.OpNot || st.Op(b) == term.OpNot || st.IsValue(a) || st.IsValue(b) {
			return "equality"
		}
		return ""
	}
	left, _ := polynomial(st, a)
	right, _ := polynomial(st, b)
	switch {
	case integers(st, a) && integers(st, b):
	case st.IsValue(b) && primitive(st, a):
		return ""
	case len(left) == 1 && len(right) == 1 && (st.Sort(a) == term.Int || right[0].t == b) && left[0].t == a && left[0].t < right[0].t && right[0].c.IsOne():
		return ""
	}
	return "equality of numbers"
}

type ratMonomial struct {
	c num.Rat
	t term.Term
}

// polynomial splits a canonical sum.
func polynomial(st *term.Store, t term.Term) (ms []ratMonomial, c num.Rat) {
	args := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		args = st.Args(t)
	}
	for _, a := range args {
		if v, ok := st.NumeralValue(a); ok {
			c = c.Add(v)
			continue
		}
		k := num.RatFromInt64(1)
		if st.Op(a) == term.OpMul {
			if v, ok := st.NumeralValue(st.Arg(a, 0)); ok {
				k, a = v, st.Arg(a, 1)
			}
		}
		ms = append(ms, ratMonomial{k, a})
	}
	return ms, c
}

// primitive reports whether p has no constant, and coprime integral
// coefficients, the first one positive.
func primitive(st *term.Store, p term.Term) bool {
	ms, c := polynomial(st, p)
	var g num.Int
	for _, m := range ms {
		if !m.c.IsInt() {
			return false
		}
		g = g.GCD(m.c.Num())
	}
	return c.IsZero() && g.IsOne() && ms[0].c.Sign() > 0
}

// integers reports whether p is Real, but all its atoms are integers.
func integers(st *term.Store, p term.Term) bool {
	ms, _ := polynomial(st, p)
	for _, m := range ms {
		if st.Op(m.t) != term.OpToReal {
			return false
		}
	}
	return st.Sort(p) == term.Real
}

// TestRandomDivisions is TestRandomTerms for the division rules alone, which need
// coefficients, constants and divisors with common factors.
func TestRandomDivisions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	st := term.NewStore()
	w := New(st)
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	m := model.New(st, model.Options{})
	k := func() term.Term { return st.Int(int64(r.Intn(25) - 12)) }
	for range 4000 {
		u := x
		for range 1 + r.Intn(3) {
			u = st.Add(st.Mul(k(), u), st.Mul(k(), y), k())
			if r.Intn(2) == 0 {
				u = st.Div(u, k())
			} else {
				u = st.Mod(u, k())
			}
		}
		v := w.Simplify(u)
		for range 6 {
			m.SetConst(x, model.Int64(int64(r.Intn(101)-50)))
			m.SetConst(y, model.Int64(int64(r.Intn(101)-50)))
			a, err1 := m.EvalInt(u)
			b, err2 := m.EvalInt(v)
			if err1 != nil || err2 != nil || !a.Equal(b) {
				t.Fatalf("%s is %v, %v, but %s is %v, %v", text(st, u), a, err1, text(st, v), b, err2)
			}
		}
		if again := New(st).Simplify(v); again != v {
			t.Fatalf("%s gives %s gives %s", text(st, u), text(st, v), text(st, again))
		}
	}
}
