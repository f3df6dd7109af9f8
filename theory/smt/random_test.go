package smt_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
)

// gen makes random formulas over a few symbols. A sat answer is checked by
// evaluation (CheckModels), an unsat answer against random small models and
// against a solver without relevancy.
type gen struct {
	rng    *rand.Rand
	st     *term.Store
	ints   []term.Term
	bools  []term.Term
	arrays []term.Term
	f, p   term.Sym
	arr    term.Sort
	kinds  int // 1 UF and arithmetic, 2 with arrays, 3 with products and divisions
}

func newGen(seed int64, kinds int) *gen {
	g := &gen{rng: rand.New(rand.NewSource(seed)), st: term.NewStore(), kinds: kinds}
	for _, n := range []string{"x", "y", "z"} {
		g.ints = append(g.ints, g.st.FreshConst(n, term.Int))
	}
	for _, n := range []string{"b", "c"} {
		g.bools = append(g.bools, g.st.FreshConst(n, term.Bool))
	}
	g.arr = g.st.ArraySort(term.Int, term.Int)
	for _, n := range []string{"m", "n"} {
		g.arrays = append(g.arrays, g.st.FreshConst(n, g.arr))
	}
	g.f = g.st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	g.p = g.st.DeclareFun("p", []term.Sort{term.Int, term.Bool}, term.Bool)
	return g
}

func (g *gen) int(d int) term.Term {
	st := g.st
	if d == 0 || g.rng.Intn(4) == 0 {
		if g.rng.Intn(3) == 0 {
			return st.Int(int64(g.rng.Intn(5) - 2))
		}
		return g.ints[g.rng.Intn(len(g.ints))]
	}
	switch r := g.rng.Intn(12); {
	case r < 3:
		return st.Add(g.int(d-1), g.int(d-1))
	case r < 4:
		return st.Mul(st.Int(int64(g.rng.Intn(7)-3)), g.int(d-1))
	case r < 6:
		return st.App(g.f, g.int(d-1))
	case r < 7:
		return st.Ite(g.formula(d-1), g.int(d-1), g.int(d-1))
	case r < 9 && g.kinds >= 2:
		return st.Select(g.array(d-1), g.int(d-1))
	case r < 10:
		k := st.Int([]int64{2, 3, -2, 5}[g.rng.Intn(4)])
		if g.rng.Intn(2) == 0 {
			return st.Div(g.int(d-1), k)
		}
		return st.Mod(g.int(d-1), k)
	case r < 11 && g.kinds >= 3:
		switch g.rng.Intn(4) {
		case 0:
			return st.Div(g.int(d-1), g.int(d-1))
		case 1:
			return st.Mod(g.int(d-1), g.int(d-1))
		}
		return st.Mul(g.int(d-1), g.int(d-1))
	}
	return st.Sub(g.int(d-1), g.int(d-1))
}

func (g *gen) array(d int) term.Term {
	if d <= 0 || g.rng.Intn(2) == 0 {
		if g.rng.Intn(6) == 0 {
			return g.st.ConstArray(g.arr, g.int(0))
		}
		return g.arrays[g.rng.Intn(len(g.arrays))]
	}
	if g.rng.Intn(5) == 0 {
		return g.st.Ite(g.formula(d-1), g.array(d-1), g.array(d-1))
	}
	return g.st.Store(g.array(d-1), g.int(d-1), g.int(d-1))
}

func (g *gen) formula(d int) term.Term {
	st := g.st
	if d == 0 {
		return g.bools[g.rng.Intn(len(g.bools))]
	}
	switch r := g.rng.Intn(14); {
	case r < 3:
		return st.Eq(g.int(d-1), g.int(d-1))
	case r < 6:
		return st.Le(g.int(d-1), g.int(d-1))
	case r < 7:
		return st.App(g.p, g.int(d-1), g.formula(d-1))
	case r < 8 && g.kinds >= 2:
		return st.Eq(g.array(d-1), g.array(d-1))
	case r < 9:
		return st.Not(g.formula(d - 1))
	case r < 10:
		return st.And(g.formula(d-1), g.formula(d-1))
	case r < 11:
		return st.Eq(g.formula(d-1), g.formula(d-1))
	case r < 12:
		return st.Distinct(g.int(d-1), g.int(d-1), g.int(d-1))
	case r < 13:
		return st.Ite(g.formula(d-1), g.formula(d-1), g.formula(d-1))
	}
	return st.Or(g.formula(d-1), g.formula(d-1), g.formula(d-1))
}

// smallModel assigns everything small random values.
func (g *gen) smallModel() *model.Model {
	m := model.New(g.st, model.Options{})
	val := func() model.Value { return model.Int64(int64(g.rng.Intn(5) - 2)) }
	for _, x := range g.ints {
		m.SetConst(x, val())
	}
	for _, b := range g.bools {
		m.SetConst(b, model.Bool(g.rng.Intn(2) == 0))
	}
	for _, a := range g.arrays {
		v := model.ConstArray(g.st, g.arr, val())
		for range g.rng.Intn(3) {
			v = v.Store(val(), val())
		}
		m.SetConst(a, v)
	}
	for i := int64(-6); i <= 6; i++ {
		m.SetFun(g.f, []model.Value{model.Int64(i)}, val())
		for _, b := range []bool{false, true} {
			m.SetFun(g.p, []model.Value{model.Int64(i), model.Bool(b)}, model.Bool(g.rng.Intn(2) == 0))
		}
	}
	return m
}

func holds(t *testing.T, m *model.Model, fs []term.Term) bool {
	t.Helper()
	for _, f := range fs {
		v, err := m.EvalBool(f)
		if err != nil {
			t.Fatalf("evaluation: %v", err)
		}
		if !v {
			return false
		}
	}
	return true
}

// session runs a random incremental session: assert, push, pop, check.
func session(t *testing.T, seed int64, kinds, depth int) {
	g := newGen(seed, kinds)
	fast := smt.New(g.st, smt.Options{CheckModels: true})
	slow := smt.New(g.st, smt.Options{CheckModels: true, NoRelevancy: true})
	scopes := [][]term.Term{nil}
	for range 6 {
		top := len(scopes) - 1
		switch r := g.rng.Intn(10); {
		case r < 6:
			f := g.formula(depth)
			scopes[top] = append(scopes[top], f)
			fast.Assert(f)
			slow.Assert(f)
		case r < 7:
			scopes = append(scopes, nil)
			fast.Push()
			slow.Push()
		case r < 8 && top > 0:
			scopes = scopes[:top]
			fast.Pop()
			slow.Pop()
		}
		var all []term.Term
		for _, s := range scopes {
			all = append(all, s...)
		}
		var assume []term.Term
		for range g.rng.Intn(3) {
			assume = append(assume, g.formula(1))
		}
		check(t, g, seed, fast, slow, all, assume)
	}
}

func check(t *testing.T, g *gen, seed int64, fast, slow *smt.Solver, all, assume []term.Term) {
	t.Helper()
	if testing.Verbose() { // VERBOSE
		for _, f := range all {
			t.Log("assert", g.st.String(f))
		}
		for _, f := range assume {
			t.Log("assume", g.st.String(f))
		}
		t.Log("check")
	}
	a, b := fast.Check(context.Background(), assume...), slow.Check(context.Background(), assume...)
	if a.Status == sat.Unknown && g.kinds < 2 || b.Status == sat.Unknown && g.kinds < 2 {
		t.Fatalf("seed %d: unknown: %q, %q", seed, a.Reason, b.Reason)
	}
	if a.Status == sat.Unknown || b.Status == sat.Unknown {
		if len(a.Reason) > 8 && a.Reason[:8] == "internal" || len(b.Reason) > 8 && b.Reason[:8] == "internal" {
			t.Fatalf("seed %d: %q, %q", seed, a.Reason, b.Reason)
		}
		return
	}
	if a.Status != b.Status {
		t.Fatalf("seed %d: %v with relevancy, %v without", seed, a.Status, b.Status)
	}
	if a.Status != sat.Unsat {
		return
	}
	core := append(append([]term.Term(nil), all...), fast.Core()...)
	for range 60 {
		if holds(t, g.smallModel(), core) {
			t.Fatalf("seed %d: unsat, but there is a model", seed)
		}
	}
	if r := smt.New(g.st, smt.Options{}); true {
		for _, f := range core {
			r.Assert(f)
		}
		if got := r.Check(context.Background()); got.Status != sat.Unsat && g.kinds < 2 {
			t.Fatalf("seed %d: the core is %v", seed, got.Status)
		}
	}
}

func TestRandomSessions(t *testing.T) {
	for kinds := 1; kinds <= 3; kinds++ {
		for seed := int64(1); seed <= 250; seed++ {
			session(t, seed, kinds, 2+int(seed)%2)
		}
	}
}
