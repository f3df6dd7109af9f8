package rewrite

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// bitGen draws random terms over bit-vectors.
type bitGen struct {
	*rand.Rand
	st    *term.Store
	vars  []term.Term // bit-vectors
	bools []term.Term
	pool  map[int][]term.Term // by width, what was drawn before
}

func newBitGen(rnd *rand.Rand, st *term.Store, widths ...int) *bitGen {
	g := &bitGen{Rand: rnd, st: st, pool: map[int][]term.Term{}}
	for _, w := range widths {
		g.vars = append(g.vars, st.FreshConst("v", st.BitVecSort(w)))
	}
	return g
}

func (g *bitGen) literal(width int) term.Term {
	n := num.FromInt64(int64(g.Intn(5) - 2))
	switch g.Intn(4) {
	case 0:
		n = num.FromInt64(1).Lsh(uint(g.Intn(width)))
		if g.Intn(2) == 0 {
			n = n.Sub(num.FromInt64(int64(1) << g.Intn(3)))
		}
	case 1:
		n = num.FromUint64(g.Uint64()).Lsh(uint(g.Intn(8)))
	}
	return g.st.Bits(g.st.BitVecSort(width), n)
}

// fit returns t made longer or shorter.
func (g *bitGen) fit(t term.Term, width int) term.Term {
	switch n := g.st.WidthOf(t); {
	case n > width:
		lo := g.Intn(n - width + 1)
		return g.st.Extract(lo+width-1, lo, t)
	case n < width && g.Intn(3) == 0:
		return g.st.SignExtend(width-n, t)
	case n < width && g.Intn(2) == 0:
		return g.st.Concat(g.literal(width-n), t)
	case n < width:
		return g.st.ZeroExtend(width-n, t)
	}
	return t
}

func (g *bitGen) term(width, depth int) term.Term {
	if pool := g.pool[width]; depth > 0 && g.Intn(6) == 0 && len(pool) > 0 {
		return pool[g.Intn(len(pool))]
	}
	t := g.fresh(width, depth)
	g.pool[width] = append(g.pool[width], t)
	return t
}

func (g *bitGen) fresh(width, depth int) term.Term {
	st := g.st
	if depth == 0 || g.Intn(8) == 0 {
		if g.Intn(3) == 0 {
			return g.literal(width)
		}
		return g.fit(g.vars[g.Intn(len(g.vars))], width)
	}
	d := depth - 1
	a := g.term(width, d)
	if g.Intn(4) == 0 {
		return g.structure(a, width, d)
	}
	b := g.term(width, d)
	if g.Intn(4) == 0 {
		b = g.literal(width)
	}
	switch g.Intn(15) {
	case 0:
		return st.BvNot(a)
	case 1:
		return st.BvNeg(a)
	case 2:
		return st.BvAnd(a, b)
	case 3:
		return st.BvOr(a, b, g.term(width, d))
	case 4:
		return st.BvXor(a, b)
	case 5, 6:
		return st.BvAdd(a, b, g.term(width, d))
	case 7:
		return st.BvSub(a, b)
	case 8:
		return st.BvMul(a, b)
	case 9:
		return st.BvMul(g.literal(width), a)
	case 10:
		return st.BvUdiv(a, b)
	case 11:
		return st.BvUrem(a, b)
	case 12:
		return st.BvShl(a, b)
	case 13:
		return st.BvLshr(a, b)
	}
	return st.BvAshr(a, b)
}

func (g *bitGen) structure(a term.Term, width, d int) term.Term {
	st := g.st
	switch k := g.Intn(8); {
	case k == 7:
		return g.choice(a, g.term(width, d), g.term(width, d))
	case k == 6:
		rotate := []func(a, b term.Term) term.Term{st.ExtRotateLeft, st.ExtRotateRight}
		return rotate[g.Intn(2)](rotate[g.Intn(2)](a, g.term(width, d)), g.term(width, d))
	case k == 0:
		return st.Ite(g.formula(d), a, g.term(width, d))
	case k == 1 && width > 1:
		n := 1 + g.Intn(width-1)
		return st.Concat(g.term(width-n, d), g.term(n, d))
	case k == 2:
		return g.fit(g.term(width+g.Intn(4), d), width)
	case k == 3 && width > 1:
		return g.fit(g.term(1+g.Intn(width-1), d), width)
	case k == 4 && width > 2:
		n := 1 + g.Intn(width-2)
		return st.Concat(g.literal(n), g.term(width-n-1, d), g.literal(1))
	case k == 5:
		return st.IntToBv(width, g.integer(d))
	}
	return st.Ite(g.formula(d), g.literal(width), g.literal(width))
}

// choice returns a choice between two terms by bits, or a majority, in one of several ways.
func (g *bitGen) choice(a, b, c term.Term) term.Term {
	st := g.st
	if g.Intn(3) == 0 {
		b = st.BvNot(b)
	}
	switch g.Intn(4) {
	case 0:
		return st.BvXor(b, st.BvAnd(a, st.BvXor(b, c)))
	case 1:
		return st.BvXor(st.BvAnd(a, b), st.BvAnd(c, a), st.BvAnd(b, c))
	case 2:
		return st.BvOr(st.BvAnd(a, b), st.BvAnd(c, st.BvOr(b, a)))
	}
	return st.BvOr(st.BvAnd(a, b), st.BvAnd(c, a), st.BvAnd(b, c))
}

func (g *bitGen) integer(d int) term.Term {
	st := g.st
	t := st.BvToInt(g.term(1+g.Intn(6), d))
	if g.Intn(2) == 0 {
		t = st.Add(t, st.Mul(st.Int(int64(g.Intn(7)-3)), st.BvToInt(g.term(1+g.Intn(6), d))), st.Int(int64(g.Intn(9)-4)))
	}
	switch g.Intn(6) {
	case 0:
		return st.Div(t, st.Int(int64(1+g.Intn(8))))
	case 1:
		return st.Mod(t, st.Int(int64(1+g.Intn(8))))
	}
	return t
}

func (g *bitGen) formula(d int) term.Term {
	st := g.st
	if d <= 0 {
		if len(g.bools) > 0 && g.Intn(2) == 0 {
			return g.bools[g.Intn(len(g.bools))]
		}
		d = 0
	} else {
		d--
	}
	w := st.WidthOf(g.vars[g.Intn(len(g.vars))])
	if g.Intn(3) == 0 {
		w = 1 + g.Intn(w+1)
	}
	a, b := g.term(w, d), g.term(w, d)
	if g.Intn(3) == 0 {
		b = g.literal(w)
	}
	if g.Intn(2) == 0 {
		a, b = b, a
	}
	switch g.Intn(12) {
	case 11:
		return st.Eq(g.integer(d), g.integer(d))
	case 0:
		return st.BvUlt(a, b)
	case 1, 2:
		return st.BvUle(a, b)
	case 3, 4:
		return st.BvSle(a, b)
	case 5:
		return st.BvUmulo(a, b)
	case 6:
		return st.BvSmulo(a, b)
	case 7:
		return st.Le(g.integer(d), g.integer(d))
	case 8:
		return st.And(g.formula(d), g.formula(d))
	}
	return st.Eq(a, b)
}

// checkBits simplifies a term, with all rules and without the optional ones, compares the values of both in models,
// and checks that a second time changes nothing.
func checkBits(t *testing.T, st *term.Store, from term.Term, models []*model.Model) {
	t.Helper()
	for _, off := range [][]string{nil, Optional()} {
		r, second := New(st), New(st)
		r.Without(off...)
		second.Without(off...)
		to := r.Simplify(from)
		for _, m := range models {
			want, err1 := m.Eval(from)
			got, err2 := m.Eval(to)
			if err1 != nil || err2 != nil || !want.Equal(got) {
				t.Fatalf("%s\nis %v, %v, but\n%s\nis %v, %v", text(st, from), want, err1, text(st, to), got, err2)
			}
		}
		if again := second.Simplify(to); again != to {
			t.Fatalf("without %v not idempotent: %s\ngives %s\ngives %s", off, text(st, from), text(st, to), text(st, again))
		}
	}
}

// checkRandom checks random formulas and terms up to a width and a depth.
func checkRandom(t *testing.T, g *bitGen, width, depth int, models []*model.Model) {
	t.Helper()
	for range 80 {
		if d := 1 + g.Intn(depth); g.Intn(2) == 0 {
			checkBits(t, g.st, g.formula(d), models)
		} else {
			checkBits(t, g.st, g.term(1+g.Intn(width), d), models)
		}
	}
}

// TestBitsExhaustively evaluates random terms over two variables of widths 1 to 5 at all
// assignments.
func TestBitsExhaustively(t *testing.T) {
	rounds := extent.Of(15, 100)
	for seed := range rounds {
		rnd := rand.New(rand.NewSource(int64(seed)))
		st := term.NewStore()
		w := 1 + seed%5
		g := newBitGen(rnd, st, w, w)
		var models []*model.Model
		for i := range 1 << (2 * w) {
			m := model.New(st, model.Options{})
			sort := st.BitVecSort(w)
			m.SetConst(g.vars[0], model.Bits(st, sort, num.FromInt64(int64(i>>w))))
			m.SetConst(g.vars[1], model.Bits(st, sort, num.FromInt64(int64(i&(1<<w-1)))))
			models = append(models, m)
		}
		checkRandom(t, g, w, 4, models)
	}
}

// TestBitsAtRandom is the same for widths to 70, at random assignments.
func TestBitsAtRandom(t *testing.T) {
	rounds := extent.Of(15, 100)
	for seed := range rounds {
		rnd := rand.New(rand.NewSource(int64(seed)))
		st := term.NewStore()
		w := 1 + rnd.Intn(70)
		g := newBitGen(rnd, st, w, w, w, 1+rnd.Intn(70))
		g.bools = []term.Term{st.FreshConst("p", term.Bool), st.FreshConst("p", term.Bool)}
		var models []*model.Model
		for range 16 {
			m := model.New(st, model.Options{})
			for _, x := range g.vars {
				m.SetConst(x, model.Bits(st, st.Sort(x), st.Num(g.literal(st.WidthOf(x)))))
			}
			for _, p := range g.bools {
				m.SetConst(p, model.Bool(rnd.Intn(2) == 0))
			}
			models = append(models, m)
		}
		checkRandom(t, g, w, 5, models)
	}
}

// TestIteOfEqual: a choice between equal values of which one is not in normal form, as substitution may make it.
func TestIteOfEqual(t *testing.T) {
	st := term.NewStore()
	r := New(st)
	bits := func(n int) term.Term { return st.Bits(st.BitVecSort(n), num.Int{}) }
	p := st.FreshConst("p", term.Bool)
	for _, c := range [][2]term.Term{
		{st.Concat(bits(5), bits(3)), bits(8)},
		{bits(8), st.Concat(bits(5), bits(3))},
	} {
		if got := r.Ite(p, c[0], c[1]); got != c[0] {
			t.Errorf("%s, not the first branch %s", st.String(got), st.String(c[0]))
		}
	}
}
