package linear_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestAgainstRewriter compares sums with what the rewriter makes of the same terms.
func TestAgainstRewriter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	st := term.NewStore()
	rw := rewrite.New(st)
	for _, sort := range []term.Sort{term.Int, term.Real} {
		n, d := st.FreshConst("n", term.Int), int64(1)
		xs := []term.Term{st.FreshConst("x", sort), st.FreshConst("y", sort), st.FreshConst("z", sort)}
		if sort == term.Real {
			xs, d = append(xs, rw.ToReal(n)), 3
		}
		number := func() num.Rat { return num.FromInts(num.FromInt64(int64(r.IntN(7)-3)), num.FromInt64(d)) }
		sum := func() term.Term {
			out := rw.Number(sort, number())
			for _, x := range xs {
				out = rw.Add(out, rw.Mul(rw.Number(sort, number()), x))
			}
			return out
		}
		back := func(s linear.Sum) term.Term {
			out := rw.Number(sort, s.Constant)
			for i, m := range s.Monomials {
				if m.Coeff.IsZero() || i > 0 && s.Monomials[i-1].Term >= m.Term {
					t.Fatalf("monomial %d is 0 or not in order", i)
				}
				x := m.Term
				if st.Sort(x) != sort {
					x = rw.ToReal(x)
				}
				out = rw.Add(out, rw.Mul(rw.Number(sort, m.Coeff), x))
			}
			return out
		}
		check := func(what string, got linear.Sum, want term.Term) {
			t.Helper()
			if back(got) != want {
				t.Errorf("%s: got %s, want %s", what, st.String(back(got)), st.String(want))
			}
		}
		for range 300 {
			a, b, k := sum(), sum(), number()
			p, q := linear.Of(st, a), linear.Of(st, b)
			check("of", p, a)
			check("plus", p.Plus(k, q), rw.Add(a, rw.Mul(rw.Number(sort, k), b)))
			check("minus itself", p.Minus(p), rw.Number(sort, num.Rat{}))
			if !k.IsZero() {
				check("times", p.Times(k), rw.Mul(rw.Number(sort, k), a))
			}
			x := xs[0]
			check("without", p.Without(x), rw.Sub(a, rw.Mul(rw.Number(sort, p.Coeff(x)), x)))
			check("read", linear.Read(st, st.Add(st.Mul(rw.Number(sort, k), st.Add(a, b)), b, a), nil),
				rw.Add(rw.Mul(rw.Number(sort, k), rw.Add(a, b)), a, b))
			expand := func(u term.Term) (linear.Sum, bool) { return q, u == x }
			check("read with a sum for x", linear.Read(st, a, expand), rw.Add(back(p.Without(x)), rw.Mul(rw.Number(sort, p.Coeff(x)), b)))
		}
	}
}
