package validate_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/validate"
)

// Whether facts can hold together, where no pattern matches: models and relevant instances decide, and a refutation names facts.
func TestPath(t *testing.T) {
	st := term.NewStore()
	f := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	p := st.DeclareFun("p", []term.Sort{term.Int}, term.Bool)
	a, b := st.FreshConst("a", term.Int), st.FreshConst("b", term.Int)
	forall := func(body func(x term.Term) term.Term, pattern func(x term.Term) term.Term) term.Term {
		x := st.BoundVar("x", term.Int)
		q := term.Quant{Vars: []term.Term{x}, Body: body(x)}
		if pattern != nil {
			q.Patterns = [][]term.Term{{pattern(x)}}
		}
		return st.Quantify(term.OpForall, q)
	}
	app := func(f term.Sym) func(term.Term) term.Term { return func(x term.Term) term.Term { return st.App(f, x) } }
	twice := func(x term.Term) term.Term { return st.App(f, st.App(f, x)) }
	inverse := forall(func(x term.Term) term.Term { return st.Eq(twice(x), x) }, twice)
	positive := forall(func(x term.Term) term.Term { return st.Le(st.Int(1), st.App(f, x)) }, nil)
	all := forall(app(p), twice)
	hard := func(f term.Sym) term.Term {
		twice := func(x term.Term) term.Term { return st.App(f, st.App(f, x)) }
		return forall(func(x term.Term) term.Term { return st.Eq(twice(x), st.Add(x, st.Int(3))) }, twice)
	}
	g, m := st.DeclareFun("g", []term.Sort{term.Int}, term.Int), st.FreshConst("m", st.ArraySort(term.Int, term.Int))
	stored := st.Store(m, a, b)
	low := forall(func(x term.Term) term.Term { return st.Le(st.Int(2), st.Select(m, x)) }, func(x term.Term) term.Term { return st.Select(m, x) })
	high := forall(func(x term.Term) term.Term { return st.Le(st.Select(stored, x), st.Int(1)) }, func(x term.Term) term.Term { return st.Select(stored, x) })
	for _, c := range []struct {
		name  string
		facts []term.Term
		want  sat.Status
		core  []int
	}{
		{"nothing", nil, sat.Sat, nil},
		{"f(f(x)) = x has f(a) = f(b) only if a = b", []term.Term{st.Le(a, b), st.Eq(st.App(f, a), st.App(f, b)), inverse, st.Not(st.Eq(a, b))}, sat.Unsat, []int{1, 2, 3}},
		{"an instance at a witness", []term.Term{all, st.Le(a, b), st.Not(forall(app(p), nil))}, sat.Unsat, []int{0, 2}},
		{"a model for all values", []term.Term{positive, st.Eq(st.App(f, a), st.Int(7))}, sat.Sat, nil},
		{"below another connective", []term.Term{st.Or(st.Eq(a, b), st.Not(all)), st.Not(st.Eq(a, b)), all}, sat.Unsat, []int{0, 1, 2}},
		{"beside what is too hard", []term.Term{hard(g), low, high}, sat.Unsat, []int{1, 2}},
		{"too hard", []term.Term{hard(f)}, sat.Unknown, nil},
	} {
		got := validate.Path(t.Context(), st, c.facts)
		slices.Sort(got.Core)
		if got.Status != c.want || !slices.Equal(got.Core, c.core) {
			t.Errorf("%s: %v, core %v, want %v, %v", c.name, got.Status, got.Core, c.want, c.core)
		}
		if got.Status == sat.Sat {
			if v, err := got.Model.EvalInt(st.App(f, st.Int(1000))); c.name[0] == 'a' && (err != nil || v.Sign() <= 0) {
				t.Errorf("%s: f(1000) is %v, %v", c.name, v, err)
			}
		}
	}
}
