package rewrite

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestRow: the row of a literal says what the literal does, and so does the literal of the row; a sum follows from its summands.
func TestRow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	st := term.NewStore()
	rw := New(st)
	for _, sort := range []term.Sort{term.Int, term.Real} {
		xs := []term.Term{st.FreshConst("x", sort), st.FreshConst("y", sort)}
		number := func() term.Term { return rw.Number(sort, num.RatFromInt64(int64(r.IntN(7)-3))) }
		sum := func() term.Term { return rw.Add(rw.Mul(number(), xs[0]), rw.Mul(number(), xs[1]), number()) }
		literal := func() term.Term {
			a, b := sum(), sum()
			return []term.Term{rw.Eq(a, b), rw.Le(a, b), rw.Not(rw.Le(a, b))}[r.IntN(3)]
		}
		for range 300 {
			m := model.New(st, model.Options{})
			for _, x := range xs {
				v, _ := m.Eval(number())
				m.SetConst(x, v)
			}
			holds := func(f term.Term) bool {
				ok, err := m.EvalBool(f)
				if err != nil {
					t.Fatal(err)
				}
				return ok
			}
			a, b := literal(), literal()
			x, ok := rw.Row(a)
			y, also := rw.Row(b)
			if !ok || !also { // a value, or a comparison in another form
				continue
			}
			if holds(a) != holds(rw.Literal(x)) {
				t.Errorf("%s became %s", st.String(a), st.String(rw.Literal(x)))
			}
			if z, ok := rw.AddRows(x, y); !ok || holds(a) && holds(b) && !holds(rw.Literal(z)) {
				t.Errorf("%s and %s do not imply %s", st.String(a), st.String(b), st.String(rw.Literal(z)))
			}
		}
	}
}
