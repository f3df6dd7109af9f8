package combine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/arrays"
	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/lia"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/term"
)

// grove is a forest with constants.
type grove struct {
	*forest
	x    [6]term.Term // trees
	n, m term.Term
}

func newGrove() *grove {
	g := &grove{forest: newForest()}
	for i := range g.x {
		g.x[i] = g.st.FreshConst(fmt.Sprint("x", i), g.sort)
	}
	g.n, g.m = g.st.FreshConst("n", term.Int), g.st.FreshConst("m", term.Int)
	return g
}

func (g *grove) of(l, r term.Term) term.Term         { return g.st.App(g.pair, l, r) }
func (g *grove) sideOf(i int, t term.Term) term.Term { return g.st.App(g.side[i], t) }
func (g *grove) isHigher(t, n term.Term) term.Term   { return g.st.App(g.higher, t, n) }
func (g *grove) plus(n term.Term, c int64) term.Term { return g.st.Add(n, g.st.Int(c)) }

// small says that each of some trees is not higher than n.
func (g *grove) small(n int64, ts ...term.Term) term.Term {
	var all []term.Term
	for _, t := range ts {
		all = append(all, g.st.Not(g.isHigher(t, g.st.Int(n))))
	}
	return g.st.And(all...)
}

// named says that a function of numbers names so many different trees, by numbers below n.
func (g *grove) named(trees int, n int64) []term.Term {
	f := g.st.DeclareFun("f", []term.Sort{term.Int}, g.sort)
	var all, fs []term.Term
	for i := range trees {
		x := g.st.FreshConst(fmt.Sprint("number", i), term.Int)
		all = append(all, g.st.App(f, x))
		fs = append(fs, g.st.Le(g.st.Int(0), x), g.st.Le(x, g.st.Int(n-1)))
	}
	return append(fs, differ(g.st, all...))
}

func (g *grove) solve(t *testing.T, fs ...term.Term) (*combine.Engine, sat.Status) {
	t.Helper()
	return solveToy(t, g.mk, append(g.axioms[:], fs...),
		func(h theory.Host) theory.Plugin { return lia.New(h.(lia.Host)) },
		func(h theory.Host) theory.Plugin {
			return &trees{forest: g.forest, host: h.(treeHost), atoms: map[sat.Lit]term.Term{},
				projected: map[theory.Node]bool{}}
		},
		func(h theory.Host) theory.Plugin { return arrays.New(h.(arrays.Host)) })
}

// verify evaluates formulas in the model, in which trees must be trees. The evaluation completes
// the model, so it comes last.
func (g *grove) verify(t *testing.T, e *combine.Engine, fs ...term.Term) {
	t.Helper()
	m, err := e.Model()
	if err != nil {
		t.Fatal(err)
	}
	if v, err := m.Eval(g.leaf); err != nil || v.Number() != 0 {
		t.Errorf("the leaf is tree %v: %v", v, err)
	}
	for _, x := range m.Fun(g.pair).Entries() {
		if x.Value.Number() != g.tree(x.Args[0].Number(), x.Args[1].Number()) {
			t.Errorf("the pair of %v is %v", x.Args, x.Value)
		}
	}
	for i, f := range g.side {
		for _, x := range m.Fun(f).Entries() {
			if n := x.Args[0].Number(); n > 0 && x.Value.Number() != g.sides(n)[i] {
				t.Errorf("side %d of %v is %v", i, x.Args, x.Value)
			}
		}
	}
	for _, x := range m.Fun(g.higher).Entries() {
		if n, _ := x.Args[1].Int().Int64(); x.Value.IsTrue() != (g.trees[x.Args[0].Number()].height > n) {
			t.Errorf("higher%v is %v", x.Args, x.Value)
		}
	}
	for _, f := range fs {
		if ok, err := m.EvalBool(f); !ok {
			t.Errorf("%s is %v in the model: %v", g.st.String(f), ok, err)
		}
	}
}

// TestTrees solves problems of a sort whose values are trees, and of a predicate about trees
// and numbers, which are those of package lia. Arrays have trees as indices and elements.
func TestTrees(t *testing.T) {
	type problem func(g *grove) []term.Term
	eq := func(g *grove, a, b term.Term) term.Term { return g.st.Eq(a, b) }
	for name, x := range map[string]struct {
		p    problem
		want sat.Status
	}{
		"pair is injective": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.of(g.x[0], g.x[1]), g.of(g.x[2], g.x[3])), differ(g.st, g.x[1], g.x[3])}
		}, sat.Unsat},
		"a pair is not the leaf": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.x[0], g.leaf), eq(g, g.of(g.x[1], g.x[1]), g.x[0])}
		}, sat.Unsat},
		"what has different sides differs": {func(g *grove) []term.Term {
			return []term.Term{differ(g.st, g.of(g.x[0], g.x[1]), g.of(g.x[1], g.x[0])), eq(g, g.x[0], g.x[1])}
		}, sat.Unsat},
		"a side is what the pair was made of": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.x[0], g.of(g.x[1], g.x[2])), differ(g.st, g.sideOf(1, g.x[0]), g.x[2])}
		}, sat.Unsat},
		"no tree is its own side": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.sideOf(0, g.x[0]), g.x[0]), differ(g.st, g.x[0], g.leaf)}
		}, sat.Unsat},
		"but the leaf may be": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.sideOf(0, g.x[0]), g.x[0])}
		}, sat.Sat},
		"no tree is below itself": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.x[0], g.of(g.x[1], g.x[3])), eq(g, g.x[1], g.of(g.x[4], g.x[2])),
				eq(g, g.x[2], g.of(g.x[0], g.x[5]))}
		}, sat.Unsat},
		"a chain is no cycle": {func(g *grove) []term.Term {
			return []term.Term{eq(g, g.x[0], g.of(g.x[1], g.x[1])), eq(g, g.x[1], g.of(g.x[2], g.x[2])),
				differ(g.st, g.x[:]...)}
		}, sat.Sat},
		"two trees are not higher than 1": {func(g *grove) []term.Term {
			return []term.Term{g.small(1, g.x[:2]...), differ(g.st, g.x[:2]...)}
		}, sat.Sat},
		"three are not": {func(g *grove) []term.Term {
			return []term.Term{g.small(1, g.x[:3]...), differ(g.st, g.x[:3]...)}
		}, sat.Unsat},
		"five are not higher than 2": {func(g *grove) []term.Term {
			return []term.Term{g.small(2, g.x[:5]...), differ(g.st, g.x[:5]...)}
		}, sat.Sat},
		"a tree is not what a later one makes of the leaf": {func(g *grove) []term.Term {
			return []term.Term{g.isHigher(g.x[2], g.st.Int(1)), g.small(2, g.x[2]), g.small(3, g.x[1]),
				differ(g.st, g.x[1], g.leaf), differ(g.st, g.of(g.leaf, g.x[1]), g.x[2])}
		}, sat.Sat},
		"a pair is higher than its sides": {func(g *grove) []term.Term {
			return []term.Term{g.isHigher(g.of(g.x[0], g.x[1]), g.n), g.st.Not(g.isHigher(g.x[0], g.plus(g.n, -1))),
				g.st.Not(g.isHigher(g.x[1], g.plus(g.n, -1)))}
		}, sat.Unsat},
		"what is higher than a number is higher than a smaller one": {func(g *grove) []term.Term {
			return []term.Term{g.isHigher(g.x[0], g.n), g.st.Not(g.isHigher(g.x[0], g.m)), g.st.Le(g.m, g.n)}
		}, sat.Unsat},
		"and perhaps not than a greater one": {func(g *grove) []term.Term {
			return []term.Term{g.isHigher(g.of(g.x[0], g.x[1]), g.n), g.st.Not(g.isHigher(g.x[0], g.m)),
				g.st.Le(g.plus(g.m, 4), g.n), g.small(6, g.x[1])}
		}, sat.Sat},
		"one side of a tree of height 4 has height 3": {func(g *grove) []term.Term {
			return []term.Term{g.isHigher(g.x[0], g.n), g.small(4, g.x[0]), eq(g, g.n, g.st.Int(3)),
				g.small(2, g.sideOf(0, g.x[0])), eq(g, g.sideOf(1, g.x[0]), g.x[1]), g.small(2, g.x[1])}
		}, sat.Unsat},
		"an array has one tree at each tree": {func(g *grove) []term.Term {
			a := g.st.FreshConst("a", g.st.ArraySort(g.sort, g.sort))
			return []term.Term{eq(g, g.sideOf(0, g.x[0]), g.x[1]), eq(g, g.sideOf(1, g.x[0]), g.x[1]),
				differ(g.st, g.x[0], g.leaf, g.st.Select(a, g.x[0])),
				eq(g, g.st.Select(a, g.of(g.x[1], g.x[1])), g.leaf)}
		}, sat.Unsat},
		"a function has two trees at two numbers": {func(g *grove) []term.Term { return g.named(2, 2) }, sat.Sat},
		"but not three": {func(g *grove) []term.Term { return g.named(3, 2) }, sat.Unsat},
		"others at others": {func(g *grove) []term.Term {
			a := g.st.FreshConst("a", g.st.ArraySort(g.sort, g.sort))
			at := func(t term.Term) term.Term { return g.st.Select(a, t) }
			return []term.Term{differ(g.st, at(g.x[0]), at(g.x[1]), g.leaf), eq(g, at(at(g.x[0])), g.of(at(g.x[1]), g.x[0])),
				g.isHigher(at(at(g.x[0])), g.n), g.st.Le(g.st.Int(3), g.n)}
		}, sat.Sat},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGrove()
			fs := x.p(g)
			e, s := g.solve(t, fs...)
			if s != x.want {
				t.Fatalf("%v, want %v", s, x.want)
			}
			if s == sat.Sat {
				g.verify(t, e, fs...)
			}
		})
	}
}

// treeValues says what constants are, and the sides of the leaf.
type treeValues struct {
	x    [3]int
	n    [2]int64
	leaf [2]int
}

// The following are terms with their meaning.
type (
	treeExpr struct {
		t  term.Term
		at func(*treeValues) int
	}
	intExpr struct {
		t  term.Term
		at func(*treeValues) int64
	}
	boolExpr struct {
		t  term.Term
		at func(*treeValues) bool
	}
)

func (g *grove) randomTree(r *rand.Rand, depth int) treeExpr {
	k := r.IntN(4)
	switch {
	case depth == 0 || r.IntN(3) == 0:
		if k == 3 {
			return treeExpr{g.leaf, func(*treeValues) int { return 0 }}
		}
		return treeExpr{g.x[k], func(w *treeValues) int { return w.x[k] }}
	case k < 2:
		x := g.randomTree(r, depth-1)
		return treeExpr{g.sideOf(k, x.t), func(w *treeValues) int {
			if n := x.at(w); n > 0 {
				return g.sides(n)[k]
			}
			return w.leaf[k]
		}}
	}
	x, y := g.randomTree(r, depth-1), g.randomTree(r, depth-1)
	return treeExpr{g.of(x.t, y.t), func(w *treeValues) int { return g.tree(x.at(w), y.at(w)) }}
}

func (g *grove) randomInt(r *rand.Rand) intExpr {
	c := r.Int64N(4) - 1
	switch r.IntN(3) {
	case 0:
		return intExpr{g.plus(g.n, c), func(w *treeValues) int64 { return w.n[0] + c }}
	case 1:
		return intExpr{g.plus(g.m, c), func(w *treeValues) int64 { return w.n[1] + c }}
	}
	return intExpr{g.st.Int(c), func(*treeValues) int64 { return c }}
}

func (g *grove) random(r *rand.Rand, depth int) boolExpr {
	if depth > 0 && r.IntN(3) > 0 {
		a, b := g.random(r, depth-1), g.random(r, depth-1)
		return [...]boolExpr{
			{g.st.And(a.t, b.t), func(w *treeValues) bool { return a.at(w) && b.at(w) }},
			{g.st.Or(a.t, b.t), func(w *treeValues) bool { return a.at(w) || b.at(w) }},
			{g.st.Not(a.t), func(w *treeValues) bool { return !a.at(w) }},
		}[r.IntN(3)]
	}
	x, n := g.randomTree(r, 2), g.randomInt(r)
	switch r.IntN(5) {
	case 0:
		m := g.randomInt(r)
		return boolExpr{g.st.Le(n.t, m.t), func(w *treeValues) bool { return n.at(w) <= m.at(w) }}
	case 1, 2:
		return boolExpr{g.isHigher(x.t, n.t), func(w *treeValues) bool { return g.trees[x.at(w)].height > n.at(w) }}
	}
	y := g.randomTree(r, 2)
	return boolExpr{g.st.Eq(x.t, y.t), func(w *treeValues) bool { return x.at(w) == y.at(w) }}
}

// satisfiable looks among small trees and numbers.
func (g *grove) satisfiable(f boolExpr) bool {
	g.tree(0, 0)
	for _, sides := range [][2]int{{0, 1}, {1, 0}, {1, 1}} { // all trees up to height 2
		g.tree(sides[0], sides[1])
	}
	for code := range 5 * 5 * 5 * 5 * 5 * 2 * 2 {
		next := func(n int) int {
			k := code % n
			code /= n
			return k
		}
		w := &treeValues{[3]int{next(5), next(5), next(5)}, [2]int64{int64(next(5) - 1), int64(next(5) - 1)},
			[2]int{next(2), next(2)}}
		if f.at(w) {
			return true
		}
	}
	return false
}

// valuesOf returns what a model says.
func (g *grove) valuesOf(t *testing.T, e *combine.Engine) *treeValues {
	m, err := e.Model()
	if err != nil {
		t.Fatal(err)
	}
	treeOf := func(x term.Term) int {
		v, err := m.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		return v.Number()
	}
	w := &treeValues{x: [3]int{treeOf(g.x[0]), treeOf(g.x[1]), treeOf(g.x[2])},
		leaf: [2]int{treeOf(g.sideOf(0, g.leaf)), treeOf(g.sideOf(1, g.leaf))}}
	for i, x := range []term.Term{g.n, g.m} {
		v, err := m.EvalInt(x)
		if err != nil {
			t.Fatal(err)
		}
		w.n[i], _ = v.Int64()
	}
	return w
}

// TestTreesRandom compares answers with all small trees and numbers. What a model says of
// constants is evaluated, too, by the meaning of the terms.
func TestTreesRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	for seed := range extent.Of(uint64(100), 600) {
		r := rand.New(rand.NewPCG(seed, 52))
		g := newGrove()
		f := boolExpr{g.st.True(), func(*treeValues) bool { return true }}
		for range 6 {
			a, b := f, g.random(r, 2)
			f = boolExpr{g.st.And(a.t, b.t), func(w *treeValues) bool { return a.at(w) && b.at(w) }}
		}
		e, s := g.solve(t, f.t)
		counts[s]++
		switch small := g.satisfiable(f); {
		case s == sat.Sat:
			g.verify(t, e, f.t)
			if w := g.valuesOf(t, e); !f.at(w) {
				t.Errorf("seed %d: %s is false in %v", seed, g.st.String(f.t), *w)
			}
		case s != sat.Unsat || small:
			t.Fatalf("seed %d: %v, small trees satisfy it: %v", seed, s, small)
		}
	}
	t.Log(counts)
	if counts[sat.Sat] == 0 || counts[sat.Unsat] == 0 {
		t.Error("one of the answers never came")
	}
}
