package smt_test

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

func modelOf(t *testing.T, st *smt.Store, f smt.Bool) *smt.Model {
	t.Helper()
	s := smt.NewSession(st, smt.Config{CheckModels: true})
	s.Assert(f)
	if r, err := s.Check(t.Context()); err != nil || r.Status != smt.Sat {
		t.Fatal(r, err)
	}
	m, err := s.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A bound variable is not a constant of the formula.
func TestSymbolsAreFree(t *testing.T) {
	st := smt.NewStore()
	f := smt.NewFun1("f", st.IntSort(), st.IntSort())
	i, x, y := st.Int("i"), st.Int("x"), st.Int("y")
	g := st.Forall([]smt.Expr{i, x}, f.At(i).Le(f.At(i).Add(x.Mul(x)))).And(f.At(y).Gt(y))
	names := func(symbols func(func(smt.Func) bool)) (all string) {
		for f := range symbols {
			params, result := f.Sorts()
			all += fmt.Sprint(f.Name(), params, result, " ")
		}
		return all
	}
	const want = "f[Int] Int y[] Int "
	if got := names(g.Symbols); got != want {
		t.Errorf("of the term: %s, want %s", got, want)
	}
	if got := names(modelOf(t, st, g).Symbols); got != want {
		t.Errorf("of the model: %s, want %s", got, want)
	}
}

// Elements are numbered in the order of the constants, not of the solver.
func TestElementsAreNumberedInOrder(t *testing.T) {
	st := smt.NewStore()
	s, other := st.Sort("S"), st.Sort("T")
	if !s.Uninterpreted() || st.IntSort().Uninterpreted() || smt.ArrayOf(s, s).Uninterpreted() || (smt.AnySort{}).Uninterpreted() {
		t.Error("Uninterpreted")
	}
	var cs []smt.Elem
	var fs []smt.Bool
	for i := range 6 {
		cs = append(cs, s.Const(fmt.Sprint("c", i)))
	}
	f := smt.NewFun1("f", s, other)
	for i := range cs[:4] { // f makes a node for each, the last one first
		for j := range i {
			fs = append(fs, f.At(cs[3-i]).Eq(f.At(cs[3-j])).Not())
		}
	}
	m := modelOf(t, st, st.And(fs...).And(cs[4].Eq(cs[1]), cs[5].Eq(cs[5])))
	for i, c := range cs[:5] {
		v, err := m.Eval(c)
		n, ok := v.Element()
		if i == 4 {
			i = 1
		}
		if err != nil || !ok || n != i {
			t.Errorf("%s is %d: %v", c, n, err)
		}
	}
	entries, _, err := m.Table(f.Func)
	if err != nil {
		t.Fatal(err)
	}
	for i := range entries[1:] {
		before, _ := entries[i].Args[0].Element()
		if n, _ := entries[i+1].Args[0].Element(); before >= n {
			t.Errorf("entries are not in order: %d, %d", before, n)
		}
	}
	// The numbers are those of the model that satisfies the formula.
	for i, c := range cs[:4] {
		for _, d := range cs[:i] {
			if ok, err := m.Bool(f.At(c).Eq(f.At(d))); ok || err != nil {
				t.Errorf("f is the same at %s and %s: %v", c, d, err)
			}
		}
	}
}

func TestByZero(t *testing.T) {
	st := smt.NewStore()
	x, y, q, n := st.Int("x"), st.Int("y"), st.Real("q"), st.IntVal
	m := modelOf(t, st, st.And(y.Eq(n(0)), x.Eq(n(7)), x.Div(y).Eq(n(3)), x.Neg().Mod(y).Eq(n(-4)),
		q.Eq(st.RealVal(1, 2)), q.Div(y.ToReal()).Eq(st.RealVal(5, 3)), x.Add(n(1)).Div(y).Eq(n(9))))
	got := ""
	for _, op := range []string{"div", "mod", "/", "+"} {
		for _, e := range m.ByZero(op) {
			a, _ := e.Args[0].Rat()
			v, _ := e.Value.Rat()
			got += fmt.Sprintf("%s %s: %s; ", op, a.RatString(), v.RatString())
		}
	}
	if want := "div 7: 3; div 8: 9; mod -7: -4; / 1/2: 5/3; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Only a limit of models stops this check: no table with finitely many entries is a model.
func TestModelsAreLimited(t *testing.T) {
	st := smt.NewStore()
	f := smt.NewFun1("f", st.IntSort(), st.IntSort())
	i, n := st.Int("i"), st.IntVal
	s := smt.NewSession(st, smt.Config{Models: 5, Conflicts: 1_000_000})
	s.Assert(st.Forall([]smt.Expr{i}, i.Gt(n(0)).Implies(f.At(i).Gt(n(5)))))
	s.Assert(st.Forall([]smt.Expr{i}, i.Lt(n(0)).Implies(f.At(i).Lt(n(3)))))
	r, err := s.Check(t.Context())
	if err != nil || r.Status != smt.Unknown || r.Reason.Kind != reason.Instantiation || s.Stats().Get("quant-models") > 6 {
		t.Error(r, err, s.Stats().Get("quant-models"))
	}
}
