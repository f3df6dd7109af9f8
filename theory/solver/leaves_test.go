package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestLeaves: the bounds of if-then-else terms over numerals bound their sums, so that
// nothing has to be tried, and their extreme values leave no choice.
func TestLeaves(t *testing.T) {
	const n = 30
	st := term.NewStore()
	checker := cert.NewChecker(st)
	s := solver.New(st, solver.Options{NoPreprocess: true, Certify: func(c *cert.Certificate) {
		if v, err := checker.Check(c); v != cert.Accepted {
			t.Errorf("certificate %s: %v, %v", c.Name, v, err)
		}
	}})
	x := st.Int(0)
	for range n {
		b, c, y := st.FreshConst("b", term.Bool), st.FreshConst("c", term.Bool), st.FreshConst("x", term.Int)
		s.Assert(st.Eq(y, st.Add(x, st.Ite(b, st.Int(1), st.Ite(c, st.Int(2), st.Int(3))))))
		x = y
	}
	for _, c := range []struct {
		f    term.Term
		want sat.Status
	}{
		{st.Le(st.Int(3*n+1), x), sat.Unsat},
		{st.Le(x, st.Int(n-1)), sat.Unsat},
		{st.Eq(x, st.Int(n)), sat.Sat},
		{st.Eq(x, st.Int(3*n)), sat.Sat},
	} {
		s.Push()
		s.Assert(c.f)
		if got := s.Check(t.Context()); got.Status != c.want {
			t.Errorf("%s: %v", st.String(c.f), got)
		}
		s.Pop()
	}
	for _, c := range s.Stats() {
		if c.Name == "conflicts" && c.Value > n {
			t.Errorf("%d conflicts", c.Value)
		}
	}
}
