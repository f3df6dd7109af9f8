package bv_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// gen makes random terms over a few constants whose values can be enumerated.
type gen struct {
	*rand.Rand
	st     *term.Store
	consts []term.Term
	f      term.Sym  // from one bit to two bits
	h      term.Sym  // from arrays of bits to such arrays
	rows   term.Sort // arrays of bits ...
	tables term.Sort // ... and arrays of those
	plain  bool      // no arrays and functions
}

func newGen(seed uint64) *gen {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 1)), st: term.NewStore()}
	st := g.st
	one, two := st.BitVecSort(1), st.BitVecSort(2)
	g.rows = st.ArraySort(one, one)
	g.tables = st.ArraySort(one, g.rows)
	for k, s := range []term.Sort{term.Bool, one, two, two, st.BitVecSort(3), st.ArraySort(one, two), st.ArraySort(one, two), st.ArraySort(two, one), g.rows, g.rows, g.tables, g.tables} {
		{
			g.consts = append(g.consts, st.FreshConst(fmt.Sprint("c", k), s))
		}
	}
	g.f = st.DeclareFun("f", []term.Sort{one}, two)
	g.h = st.DeclareFun("h", []term.Sort{g.rows}, g.rows)
	return g
}

// leaf returns a constant of a sort, or a value.
func (g *gen) leaf(s term.Sort) term.Term {
	st := g.st
	for range 4 {
		if c := g.consts[g.IntN(len(g.consts))]; st.Sort(c) == s {
			return c
		}
	}
	switch {
	case s == term.Bool:
		return st.Bool(g.IntN(2) == 0)
	case st.IsArray(s):
		_, elm := st.ArraySorts(s)
		return st.ConstArray(s, g.leaf(elm))
	}
	return st.Bits(s, num.FromInt64(g.Int64N(16)))
}

func (g *gen) term(s term.Sort, depth int) term.Term {
	st := g.st
	if depth == 0 {
		return g.leaf(s)
	}
	depth--
	sub := func() term.Term { return g.term(s, depth) }
	if g.IntN(8) == 0 {
		return st.Ite(g.term(term.Bool, depth), sub(), sub())
	}
	switch {
	case s == term.Bool:
		return g.formula(depth)
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		switch n := g.IntN(6); {
		case n == 0:
			return g.leaf(s)
		case n == 1:
			return st.ConstArray(s, g.term(elm, depth))
		case n == 2 && s == g.rows:
			return st.App(g.h, sub())
		case n < 5 && s == g.rows:
			return st.Select(g.term(g.tables, depth), g.term(index, depth))
		}
		return st.Store(sub(), g.term(index, depth), g.term(elm, depth))
	}
	return g.vector(s, depth)
}

func (g *gen) vector(s term.Sort, depth int) term.Term {
	st := g.st
	sub := func() term.Term { return g.term(s, depth) }
	width := st.Width(s)
	switch g.IntN(26) {
	case 0:
		return st.BvNot(sub())
	case 1:
		return st.BvNeg(sub())
	case 2:
		return st.BvAnd(sub(), sub(), sub())
	case 3:
		return st.BvOr(sub(), sub())
	case 4:
		return st.BvXor(sub(), sub(), sub())
	case 5, 6:
		return st.BvAdd(sub(), sub(), sub())
	case 7:
		return st.BvMul(sub(), sub())
	case 8:
		return st.BvUdiv(sub(), sub())
	case 9:
		return st.BvUrem(sub(), sub())
	case 10:
		return st.BvShl(sub(), sub())
	case 11:
		return st.BvLshr(sub(), sub())
	case 12:
		return st.BvAshr(sub(), sub())
	case 13:
		return st.BvSdiv(sub(), sub())
	case 14:
		return st.BvSmod(sub(), sub())
	case 15:
		return st.ExtRotateLeft(sub(), sub())
	case 16:
		x := sub()
		return st.BvMul(x, x)
	case 17, 18:
		if width > 1 {
			k := 1 + g.IntN(width-1)
			return st.Concat(g.term(st.BitVecSort(k), depth), g.term(st.BitVecSort(width-k), depth))
		}
	case 19, 20:
		k := g.IntN(3)
		lo := g.IntN(k + 1)
		return st.Extract(lo+width-1, lo, g.term(st.BitVecSort(width+k), depth))
	case 21:
		if k := g.IntN(width); k > 0 {
			return st.SignExtend(k, g.term(st.BitVecSort(width-k), depth))
		}
	case 22:
		if width == 2 && !g.plain {
			return st.App(g.f, g.term(st.BitVecSort(1), depth))
		}
	case 23, 24, 25:
		switch {
		case g.plain:
		case width == 1:
			if g.IntN(2) == 0 {
				return st.Select(g.term(g.rows, depth), g.term(st.BitVecSort(1), depth))
			}
			return st.Select(g.term(st.ArraySort(st.BitVecSort(2), s), depth), g.term(st.BitVecSort(2), depth))
		case width == 2:
			return st.Select(g.term(st.ArraySort(st.BitVecSort(1), s), depth), g.term(st.BitVecSort(1), depth))
		}
	}
	return g.leaf(s)
}

func (g *gen) formula(depth int) term.Term {
	st := g.st
	s := st.BitVecSort(1 + g.IntN(3))
	sub := func() term.Term { return g.term(s, depth) }
	f := func() term.Term { return g.term(term.Bool, depth) }
	switch g.IntN(13) {
	case 0:
		return st.Not(f())
	case 1:
		return st.And(f(), f(), f())
	case 2:
		return st.Or(f(), f())
	case 3:
		return st.Eq(f(), f())
	case 4:
		return st.BvUle(sub(), sub())
	case 5:
		return st.BvSlt(sub(), sub())
	case 6:
		return st.BvUmulo(sub(), sub())
	case 7:
		return st.BvSmulo(sub(), sub())
	case 8:
		return st.Distinct(sub(), sub(), sub())
	case 9, 10:
		if g.plain {
			break
		}
		a := st.ArraySort(st.BitVecSort(1), st.BitVecSort(2))
		switch g.IntN(4) {
		case 0:
			a = st.ArraySort(st.BitVecSort(2), st.BitVecSort(1))
		case 1:
			a = g.rows
		case 2:
			a = g.tables
		}
		return st.Eq(g.term(a, depth), g.term(a, depth))
	}
	return st.Eq(sub(), sub())
}

// values returns all values of a sort.
func (g *gen) values(s term.Sort) []model.Value {
	st := g.st
	if s == term.Bool {
		return []model.Value{model.Bool(false), model.Bool(true)}
	}
	var all []model.Value
	if !st.IsArray(s) {
		for n := range int64(1) << st.Width(s) {
			all = append(all, model.Bits(st, s, num.FromInt64(n)))
		}
		return all
	}
	index, elm := st.ArraySorts(s)
	all = []model.Value{model.ConstArray(st, s, model.Bits(st, elm, num.FromInt64(0)))}
	for _, i := range g.values(index) {
		var next []model.Value
		for _, a := range all {
			for _, e := range g.values(elm) {
				next = append(next, a.Store(i, e))
			}
		}
		all = next
	}
	return all
}

// satisfiable tries all interpretations, unless there are too many.
func (g *gen) satisfiable(fs []term.Term) (sat, known bool) {
	m := model.New(g.st, model.Options{Strict: true})
	type place struct {
		values []model.Value
		set    func(model.Value)
	}
	used := map[term.Sym]bool{}
	g.st.Visit(func(t term.Term) bool {
		if g.st.Op(t) == term.OpApp {
			used[g.st.Sym(t)] = true
		}
		return true
	}, fs...)
	var places []place
	for _, c := range g.consts {
		places = append(places, place{g.values(g.st.Sort(c)), func(v model.Value) { m.SetConst(c, v) }})
	}
	for _, f := range []term.Sym{g.f, g.h} {
		args, res := g.st.SymSorts(f)
		for _, a := range g.values(args[0]) {
			if used[f] {
				places = append(places, place{g.values(res), func(v model.Value) { m.SetFun(f, []model.Value{a}, v) }})
			}
		}
	}
	many := 1
	for _, p := range places {
		if many *= len(p.values); many > 20_000 {
			return false, false
		}
	}
	var try func(k int) bool
	try = func(k int) bool {
		if k < len(places) {
			for _, v := range places[k].values {
				places[k].set(v)
				if try(k + 1) {
					return true
				}
			}
			return false
		}
		for _, t := range fs {
			if v, err := m.Eval(t); err != nil || !v.IsTrue() {
				return false
			}
		}
		return true
	}
	return try(0), true
}

// TestRandom compares answers with enumeration, evaluates models, and solves again with cores,
// while formulas come and go under guards, with none, some or all arrays as words.
func TestRandom(t *testing.T) {
	n := extent.Of(uint64(100), 300)
	answers := map[sat.Status]int{}
	for seed := range n {
		g := newGen(seed)
		g.Shuffle(len(g.consts), func(i, j int) { g.consts[i], g.consts[j] = g.consts[j], g.consts[i] })
		g.consts, g.plain = g.consts[:2], seed%5 == 4
		if seed%3 == 0 { // so few that all interpretations can be tried
			g.consts = g.consts[:1]
		}
		s := bv.New(rewrite.New(g.st), bv.Options{Seed: seed, Stress: seed%2 == 0, NoLocal: seed%3 == 1})
		s.SetSmall([]int{0, 0, 2, 8, 256}[seed%5])
		var fs, guarded []term.Term
		guard := g.st.FreshConst("guard", term.Bool)
		for step := range 5 {
			f := g.term(term.Bool, 3)
			assumed := []term.Term{}
			switch {
			case step%2 == 0:
				s.Assert(f)
				fs = append(fs, f)
			default:
				s.AssertUnder(guard, f)
				guarded = append(guarded, f)
			}
			all := append([]term.Term(nil), fs...)
			if g.IntN(2) == 0 {
				assumed = append(assumed, guard)
				all = append(all, guarded...)
			}
			if a := g.term(term.Bool, 2); g.IntN(2) == 0 {
				assumed = append(assumed, a)
				all = append(all, a)
			}
			check(t, g, s, seed, assumed, all, answers)
		}
	}
	if answers[sat.Sat] < int(n)/2 || answers[sat.Unsat] < int(n)/2 {
		t.Errorf("answers: %v", answers)
	}
}

func check(t *testing.T, g *gen, s *bv.Solver, seed uint64, assumed, all []term.Term, answers map[sat.Status]int) {
	t.Helper()
	var lits []sat.Lit
	for _, a := range assumed {
		lits = append(lits, s.Lit(a))
	}
	got, want := s.Check(lits, sat.Budget{}), sat.Unsat
	ok, known := g.satisfiable(all)
	if ok {
		want = sat.Sat
	}
	if known && got != want {
		t.Fatalf("seed %d: %v, want %v", seed, got, want)
	}
	answers[got]++
	if got == sat.Sat {
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			if v, err := m.Eval(f); err != nil || !v.IsTrue() {
				t.Fatalf("seed %d: %s is %v (%v) in the model", seed, g.st.String(f), v, err)
			}
		}
		return
	}
	if core := s.SAT().Core(); s.Check(core, sat.Budget{}) != sat.Unsat {
		t.Fatalf("seed %d: the core is satisfiable", seed)
	}
}

// With more terms than values of the words that stand for elements there is no answer: nothing
// says that two of them are equal.
func TestTooManyElements(t *testing.T) {
	for _, c := range []struct {
		room int
		want sat.Status
	}{{2, sat.Unknown}, {3, sat.Sat}} {
		st := term.NewStore()
		u := st.UninterpretedSort("U")
		x, y, z := st.FreshConst("x", u), st.FreshConst("y", u), st.FreshConst("z", u)
		s := bv.New(rewrite.New(st), bv.Options{})
		s.SetRoom(c.room)
		s.Assert(st.Not(st.Eq(x, y)))
		s.Assert(st.Not(st.Eq(y, z)))
		if got := s.Check(nil, sat.Budget{}); got != c.want || (s.TooLarge != 0) != (got == sat.Unknown) {
			t.Errorf("room for %d: %v, too large: %d", c.room, got, s.TooLarge)
		}
	}
}
