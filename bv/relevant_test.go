package bv_test

import (
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestClosedScopes: what closed scopes and earlier assumptions say about arrays and functions needs no
// lemmas any more, until it comes again.
func TestClosedScopes(t *testing.T) {
	st := term.NewStore()
	word := st.BitVecSort(8)
	array := st.ArraySort(word, word)
	constant := func(name string, sort term.Sort) term.Term { return st.FreshConst(name, sort) }
	a, b, c := constant("a", array), constant("b", array), constant("c", array)
	i, j, v := constant("i", word), constant("j", word), constant("v", word)
	f := st.FreshFun("f", []term.Sort{word}, word)
	guards := []term.Term{constant("g", term.Bool), constant("h", term.Bool)}
	s := bv.New(rewrite.New(st), bv.Options{})
	s.Within(&limit.Limit{})
	many := []term.Term{st.Not(st.Eq(a, b)), st.Eq(st.Store(a, i, v), st.Store(b, j, v)), st.Not(st.Eq(st.App(f, i), st.App(f, j)))}
	for k := range uint64(20) {
		x := st.Store(c, st.BvAdd(i, st.Uint(8, k)), st.Select(a, st.BvXor(j, st.Uint(8, k))))
		many = append(many, st.Not(st.Eq(x, a)), st.Not(st.Eq(st.Select(x, j), st.Select(b, st.BvMul(i, st.Uint(8, k))))))
	}
	for _, t := range many {
		s.AssertUnder(guards[0], t)
	}
	s.AssertUnder(guards[1], st.Eq(st.Select(a, i), st.Select(b, j)))
	check := func(want sat.Status, formulas ...term.Term) int64 {
		t.Helper()
		before := s.Lemmas
		var lits []sat.Lit
		for _, f := range formulas {
			lits = append(lits, s.Lit(f))
		}
		if got := s.Check(lits, sat.Budget{}); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
		if want == sat.Sat {
			m, err := s.Model()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range formulas[1:] {
				if ok, err := m.EvalBool(f); !ok || err != nil {
					t.Errorf("%s is %v in the model (%v)", st.String(f), ok, err)
				}
			}
		}
		return s.Lemmas - before
	}
	apart := st.Not(st.Eq(st.Select(a, v), st.Select(b, v)))
	if check(sat.Sat, guards[0]) == 0 {
		t.Error("the scope needs no lemmas")
	}
	lemmas := check(sat.Sat, guards[1], apart)
	for k := range uint64(16) {
		is := func(x term.Term, n uint64) term.Term { return st.Eq(x, st.Uint(8, n)) }
		lemmas += check(sat.Sat, guards[1], is(i, k), is(j, 7*k&3), is(v, k>>1))
	}
	if lemmas > 40 {
		t.Errorf("%d lemmas after the scope was closed", lemmas)
	}
	check(sat.Unsat, guards[1], st.Eq(a, b), apart)
	check(sat.Unsat, guards[0], st.Eq(i, j))
	check(sat.Sat, guards[1], st.Eq(i, j), st.Eq(a, b))
	check(sat.Sat, guards[0], st.Not(st.Eq(i, v)))
}
