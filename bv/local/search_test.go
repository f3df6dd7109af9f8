package local

import (
	"context"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// gen makes random terms over a few constants of a width.
type gen struct {
	random
	st    *term.Store
	width int
	words []term.Term
	bits  []term.Term
}

func newGen(seed uint64, width, consts int) *gen {
	g := &gen{random: random(seed), st: term.NewStore(), width: width}
	for range consts {
		g.words = append(g.words, g.st.FreshConst("x", g.st.BitVecSort(width)))
		g.bits = append(g.bits, g.st.FreshConst("p", term.Bool))
	}
	return g
}

func (g *gen) wordTerm(depth int) term.Term {
	st := g.st
	if depth == 0 {
		if g.one(4) {
			return st.Bits(g.st.BitVecSort(g.width), g.word(g.width).Int())
		}
		return g.words[g.below(len(g.words))]
	}
	x, y := g.wordTerm(depth-1), g.wordTerm(depth-1)
	binary := []func(x, y term.Term) term.Term{st.BvMul, st.BvUdiv, st.BvUrem, st.BvShl, st.BvLshr, st.BvAshr}
	many := []func(x ...term.Term) term.Term{st.BvAnd, st.BvOr, st.BvXor, st.BvAdd}
	switch n := g.below(16); {
	case n < len(binary):
		return binary[n](x, y)
	case n < 10:
		args := []term.Term{x, y}
		for range g.below(4) {
			args = append(args, g.wordTerm(0))
		}
		return many[n-6](args...)
	case n == 10:
		return st.Ite(g.formula(depth-1), x, y)
	case n == 11 && g.width > 2:
		k := 1 + g.below(g.width-2)
		return st.Concat(st.Extract(k-1, 0, x), st.Extract(g.width-2, k, y), st.Extract(0, 0, x))
	case n == 12 && g.width > 1:
		return st.SignExtend(1, st.Extract(g.width-2, 0, x))
	case n == 13:
		return st.BvNeg(x)
	}
	return st.BvNot(x)
}

func (g *gen) formula(depth int) term.Term {
	st := g.st
	if depth == 0 {
		return g.bits[g.below(len(g.bits))]
	}
	x, y := g.wordTerm(depth-1), g.wordTerm(depth-1)
	relations := []func(x, y term.Term) term.Term{st.Eq, st.Eq, st.BvUle, st.BvSle, st.BvUmulo, st.BvSmulo}
	switch n := g.below(12); {
	case n < len(relations):
		return relations[n](x, y)
	case n == 6:
		return st.Distinct(x, y, g.wordTerm(0))
	case n == 7:
		return st.Eq(g.formula(depth-1), g.formula(depth-1))
	case n == 8:
		return st.Not(g.formula(depth - 1))
	case n == 9:
		return st.And(g.formula(depth-1), g.formula(depth-1), g.formula(0))
	}
	return st.Or(g.formula(depth-1), g.formula(depth-1), g.formula(0))
}

func (g *gen) formulas() []term.Term {
	var all []term.Term
	for range 1 + g.below(3) {
		all = append(all, g.formula(3))
	}
	return all
}

// hold reports whether formulas hold for these values of the constants.
func hold(t *testing.T, st *term.Store, formulas []term.Term, set func(m *model.Model)) bool {
	t.Helper()
	m := model.New(st, model.Options{})
	set(m)
	for _, f := range formulas {
		ok, err := m.EvalBool(f)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return false
		}
	}
	return true
}

// satisfiable tries all values of two words and two truth values.
func (g *gen) satisfiable(t *testing.T, formulas []term.Term) bool {
	sort := g.st.BitVecSort(g.width)
	for v := range int64(1) << (2 * g.width) {
		for p := range 4 {
			if hold(t, g.st, formulas, func(m *model.Model) {
				m.SetConst(g.words[0], model.Bits(g.st, sort, num.FromInt64(v)))
				m.SetConst(g.words[1], model.Bits(g.st, sort, num.FromInt64(v>>g.width)))
				m.SetConst(g.bits[0], model.Bool(p&1 != 0))
				m.SetConst(g.bits[1], model.Bool(p&2 != 0))
			}) {
				return true
			}
		}
	}
	return false
}

// found checks that the formulas hold for what a search has found.
func found(t *testing.T, s *Search, formulas []term.Term) {
	t.Helper()
	if !hold(t, s.st, formulas, func(m *model.Model) {
		s.Values(func(c term.Term, w num.Word) {
			v := model.Bool(w.IsOne())
			if s.st.Sort(c) != term.Bool {
				v = model.Bits(s.st, s.st.Sort(c), w.Int())
			}
			m.SetConst(c, v)
		})
	}) {
		t.Fatal("a formula does not hold")
	}
}

// settled checks that all operators have the values of their arguments, and that the wrong roots
// are those that do not have theirs.
func settled(t *testing.T, s *Search) {
	t.Helper()
	wrong := 0
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.n > 0 {
			if o := s.site(n); o.eval().Cmp(s.values[i]) != 0 {
				t.Fatalf("node %d, %v, has another value", i, n.op)
			}
		}
		if n.root > 0 && s.values[i].IsOne() != s.roots[n.root-1].want {
			wrong++
		}
	}
	if wrong != len(s.wrong) || s.waiting > 0 {
		t.Fatalf("%d roots are wrong, not %d; %d nodes wait", wrong, len(s.wrong), s.waiting)
	}
}

// TestSearch: what is found satisfies formulas, nothing is found for unsatisfiable ones, and most of
// the satisfiable ones are solved.
func TestSearch(t *testing.T) {
	solved, satisfiable := 0, 0
	for seed := range uint64(600) {
		g := newGen(seed, 1+int(seed%4), 2)
		formulas := g.formulas()
		sat := g.satisfiable(t, formulas)
		s := New(g.st, seed)
		ok := s.Start(nil, formulas, 1<<20) && s.Run(nil, 50_000)
		if ok && !sat {
			t.Fatalf("seed %d: a model of unsatisfiable formulas", seed)
		}
		if len(s.doms) == len(s.nodes) && len(s.roots) > 0 && s.begins != nil && len(s.values) == len(s.nodes) && ok {
			settled(t, s)
		}
		if sat {
			satisfiable++
		}
		if ok {
			solved++
			found(t, s, formulas)
		}
	}
	t.Logf("%d of %d", solved, satisfiable)
	if solved < satisfiable*95/100 {
		t.Errorf("solves %d of %d formulas only", solved, satisfiable)
	}
}

// TestWideFormulas: searches over words of one and of more limbs.
func TestWideFormulas(t *testing.T) {
	solved := 0
	for seed := range uint64(200) {
		g := newGen(seed, []int{32, 64, 65, 130}[seed%4], 3)
		formulas := g.formulas()
		s := New(g.st, seed)
		if !s.Start(nil, formulas, 1<<20) {
			continue
		}
		for range 20 { // in parts
			ok := s.Run(nil, 500)
			settled(t, s)
			if ok {
				found(t, s, formulas)
				solved++
				break
			}
		}
	}
	t.Logf("%d of 200", solved)
	if solved < 100 {
		t.Errorf("solves %d of 200 formulas only", solved)
	}
}

// TestDeterministic: the same seed makes the same moves.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(50) {
		var values [2][]num.Word
		var stats [2]Stats
		for k := range values {
			g := newGen(seed, 70, 3)
			s := New(g.st, seed)
			if s.Start(nil, g.formulas(), 1<<20) {
				s.Run(nil, 5000)
			}
			s.Values(func(_ term.Term, w num.Word) { values[k] = append(values[k], w) })
			stats[k] = s.Stats
		}
		if stats[0] != stats[1] || !slices.EqualFunc(values[0], values[1], func(x, y num.Word) bool { return x.Cmp(y) == 0 }) {
			t.Fatalf("seed %d: %v and %v", seed, stats[0], stats[1])
		}
	}
}

// TestAgain: a search begins again with other formulas, and with the values that it had.
func TestAgain(t *testing.T) {
	g := newGen(1, 16, 8)
	s := New(g.st, 1)
	for range 200 {
		formulas := g.formulas()
		if !s.Start(nil, formulas, 1<<20) {
			continue
		}
		if settled(t, s); !s.Run(nil, 20_000) {
			continue
		}
		found(t, s, formulas)
		moves := s.Stats.Moves
		if !s.Start(nil, formulas, 1<<20) || !s.Run(nil, 1) || s.Stats.Moves != moves {
			t.Fatal("what was found is lost")
		}
	}
}

// TestEffort: searches end when they should, in a bounded number of ticks after that.
func TestEffort(t *testing.T) {
	g := newGen(1, 64, 2)
	st := g.st
	x := g.words[0]
	sum := []term.Term{}
	for range 50 {
		sum = append(sum, st.BvMul(g.wordTerm(1), g.wordTerm(1)))
	}
	two := st.Bits(st.BitVecSort(64), num.FromInt64(3))
	formulas := []term.Term{st.Eq(st.BvMul(x, x), two), st.Not(st.Eq(st.BvAdd(sum...), two))} // 3 is no square
	s := New(st, 1)
	if s.Start(nil, formulas, 100) || !s.Short() || s.Stats.Ticks > 100 {
		t.Errorf("starts for %d ticks", s.Stats.Ticks)
	}
	var many []term.Term // too many pairs
	for range 3000 {
		many = append(many, st.FreshConst("x", st.BitVecSort(64)))
	}
	if s.Start(nil, []term.Term{st.Distinct(many...)}, 100_000) || !s.Short() || len(s.nodes) > 4000 {
		t.Errorf("starts with %d nodes", len(s.nodes))
	}
	wide := st.FreshConst("wide", st.BitVecSort(term.MaxWidth))
	if s.Start(nil, []term.Term{st.Eq(st.BvMul(wide, wide), wide)}, 50_000) || !s.Short() {
		t.Error("a very wide product does not cost much")
	}
	if !s.Start(nil, formulas, 1<<20) {
		t.Fatal("does not start")
	}
	before := s.Stats.Ticks
	if s.Run(nil, 10_000) {
		t.Fatal("3 is no square")
	}
	if used := s.Stats.Ticks - before; used < 10_000 || used > 11_000 {
		t.Errorf("searches for %d ticks, not 10,000", used)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var lim limit.Limit
	defer lim.Watch(ctx)()
	if before = s.Stats.Ticks; s.Run(&lim, 1<<40) || s.Stats.Ticks > before {
		t.Error("a limit does not stop it")
	}
}

// TestUnsupported: terms of other theories are left alone.
func TestUnsupported(t *testing.T) {
	st := term.NewStore()
	i := st.FreshConst("i", term.Int)
	s := New(st, 1)
	if s.Start(nil, []term.Term{st.Eq(i, st.Add(i, i))}, 1<<20) || !s.Unsupported() {
		t.Error("integers are supported")
	}
	f := st.DeclareFun("f", []term.Sort{term.Bool}, term.Bool)
	if p := st.FreshConst("p", term.Bool); s.Start(nil, []term.Term{st.App(f, p)}, 1<<20) || !s.Unsupported() {
		t.Error("functions are supported")
	} else if !s.Start(nil, []term.Term{p}, 1<<20) || s.Unsupported() || !s.Run(nil, 100) {
		t.Error("a constant has no model")
	} else if s.Start(nil, []term.Term{p, st.Not(p)}, 1<<20) {
		t.Error("a contradiction is searched for a model")
	}
}

// BenchmarkMoves measures moves in a sum of products of 64 bits that is to be odd and more.
func BenchmarkMoves(b *testing.B) {
	for _, width := range []int{64, 256} {
		b.Run(map[int]string{64: "64", 256: "256"}[width], func(b *testing.B) {
			g := newGen(7, width, 40)
			st := g.st
			three := st.Bits(st.BitVecSort(width), num.FromInt64(3))
			formulas := []term.Term{st.Eq(st.BvMul(g.words[0], g.words[0]), three)}
			for range 20 {
				formulas = append(formulas, st.BvUle(g.wordTerm(3), g.wordTerm(3)))
			}
			s := New(st, 1)
			if !s.Start(nil, formulas, 1<<30) {
				b.Fatal("does not start")
			}
			before := s.Stats
			for b.Loop() {
				s.Run(nil, 1000)
			}
			b.ReportMetric(float64(s.Stats.Moves-before.Moves)/float64(b.N), "moves/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Stats.Ticks-before.Ticks), "ns/tick")
		})
	}
}

// BenchmarkStart measures how long it takes to begin with 1,000 sums and products.
func BenchmarkStart(b *testing.B) {
	g := newGen(7, 32, 100)
	var formulas []term.Term
	for range 100 {
		formulas = append(formulas, g.st.Or(g.formula(0), g.st.BvUle(g.wordTerm(3), g.wordTerm(3))))
	}
	s := New(g.st, 1)
	for b.Loop() {
		if !s.Start(nil, formulas, 1<<30) {
			b.Fatal("does not start")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Stats.Ticks), "ns/tick")
	b.ReportMetric(float64(len(s.nodes)), "nodes")
}
