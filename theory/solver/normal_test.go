package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestNormalForms checks which terms the certificate checker regards as equal: random
// terms and their simplified forms are, terms with different values are not. Terms are
// small, so that many are equal by chance.
func TestNormalForms(t *testing.T) {
	from, to := seeds(1, 4)
	pairs, equal := 0, 0
	for _, p := range gen.Profiles() {
		for seed := from; seed <= to; seed++ {
			g := gen.NewTerms(source(seed), p)
			rw := rewrite.New(g.Store)
			k := cert.NewChecker(g.Store)
			var models []*model.Model
			for range 30 {
				models = append(models, g.Model())
			}
			for _, sort := range []term.Sort{g.Number(), term.Bool} {
				var ts []term.Term
				for range 40 {
					s := g.Term(sort, 1+g.IntN(3))
					if !k.Equal(s, rw.Simplify(s)) {
						t.Errorf("%s seed %d: not found equal to its simplified form: %s", p.Name, seed, g.Store.String(s))
					}
					for _, o := range ts {
						pairs++
						if !k.Equal(s, o) {
							continue
						}
						equal++
						if differ(models, s, o) {
							t.Errorf("%s seed %d: wrongly found equal: %s and %s", p.Name, seed, g.Store.String(s), g.Store.String(o))
						}
					}
					ts = append(ts, s)
				}
			}
		}
	}
	t.Logf("%d pairs, %d equal", pairs, equal)
	if equal*100 < pairs {
		t.Error("the test is void")
	}
}

// differ reports whether two terms have different values in some model.
func differ(models []*model.Model, a, b term.Term) bool {
	for _, m := range models {
		v, err := m.Eval(a)
		w, err2 := m.Eval(b)
		if err == nil && err2 == nil && !v.Equal(w) {
			return true
		}
	}
	return false
}
