package solver

import (
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestBoundTwice: where a quantifier occurs several times, what is done with one occurrence must not
// put another one inside a quantifier that binds the same variable, since substitution does not
// know scopes.
func TestBoundTwice(t *testing.T) {
	st := term.NewStore()
	bit := st.BitVecSort(1)
	p, b := st.DeclareFun("p", []term.Sort{bit}, term.Bool), st.FreshConst("b", term.Bool)
	all := func(body term.Term, vars ...term.Term) term.Term {
		return st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: body})
	}
	q, r, x := st.BoundVar("q", bit), st.BoundVar("r", bit), st.BoundVar("x", term.Bool)
	shared := all(st.App(p, q), q)
	for name, f := range map[string]term.Term{
		"pulled":  all(st.Or(st.Eq(b, shared), shared, st.App(p, r)), r),
		"defined": all(st.Or(st.Not(st.Eq(x, shared)), all(st.Or(shared, st.App(p, r), st.And(x, b)), r)), x),
	} {
		got := newResolver(rewrite.New(st)).apply(f)
		var walk func(t term.Term, bound map[term.Term]bool) bool
		walk = func(t term.Term, bound map[term.Term]bool) bool {
			inner := bound
			if op := st.Op(t); op == term.OpForall || op == term.OpExists {
				inner = map[term.Term]bool{}
				for v := range bound {
					inner[v] = true
				}
				for _, v := range st.Quant(t).Vars {
					if inner[v] {
						return true
					}
					inner[v] = true
				}
			}
			for _, a := range st.Args(t) {
				if walk(a, inner) {
					return true
				}
			}
			return false
		}
		if walk(got, nil) {
			t.Errorf("%s: %s becomes %s", name, st.String(f), st.String(got))
		}
	}
}
