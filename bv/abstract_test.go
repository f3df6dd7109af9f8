package bv_test

import (
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestAbstraction decides questions about wide products and divisions with far fewer gates than
// their circuits have.
func TestAbstraction(t *testing.T) {
	const n = 256
	st := term.NewStore()
	sort := st.BitVecSort(n)
	x, y, z := st.FreshConst("x", sort), st.FreshConst("y", sort), st.FreshConst("z", sort)
	k := func(v uint64) term.Term { return st.Uint(n, v) }
	half := st.BvShl(k(1), k(n/2))
	low := func(b uint64, t term.Term) term.Term { return st.BvAnd(k(b), t) }
	not := st.Not
	mul, div, rem := st.BvMul(x, y), st.BvUdiv(x, y), st.BvUrem(x, y)
	short := func(t term.Term) term.Term { return not(st.BvUle(half, t)) }
	some := not(st.Eq(y, k(0)))
	for _, c := range []struct {
		name string
		want sat.Status
		all  []term.Term
	}{
		{"a product that fits is not less than an operand", sat.Unsat, []term.Term{short(x), short(y), some, not(st.BvUle(x, mul))}},
		{"one that does not may be", sat.Sat, []term.Term{some, not(st.BvUle(x, mul))}},
		{"an odd product has odd operands", sat.Unsat, []term.Term{st.Eq(low(1, st.BvMul(mul, z)), k(1)), st.Eq(low(1, y), k(0))}},
		{"squares are 0 or 1 modulo 4", sat.Unsat, []term.Term{not(st.BvUle(low(3, st.BvMul(x, x)), k(1)))}},
		{"a product is no overflow", sat.Unsat, []term.Term{short(x), short(y), st.BvUmulo(x, y)}},
		{"a quotient is less than the dividend", sat.Unsat, []term.Term{st.BvUle(k(2), y), not(st.Eq(x, k(0))), st.BvUle(x, div)}},
		{"a remainder leaves room for the divisor", sat.Unsat, []term.Term{st.BvUle(y, x), some, not(st.BvUle(y, st.BvSub(x, rem)))}},
		{"remainders of remainders", sat.Unsat, []term.Term{not(st.Eq(st.BvUrem(rem, y), rem))}},
		{"division by zero", sat.Unsat, []term.Term{st.Eq(y, k(0)), st.Or(not(st.Eq(div, st.BvNot(k(0)))), not(st.Eq(rem, x)))}},
		{"a product that does not matter", sat.Sat, []term.Term{st.Eq(st.Ite(st.BvUle(x, y), mul, st.BvAdd(x, z)), k(77)), not(st.BvUle(x, y))}},
		{"signed quotients", sat.Unsat, []term.Term{not(st.BvSle(x, k(0))), st.BvSle(y, st.BvNot(k(0))), not(st.BvSle(st.BvSdiv(x, y), k(0)))}},
	} {
		s := bv.New(rewrite.New(st), bv.Options{NoLocal: true})
		s.Within(&limit.Limit{})
		guard := st.FreshConst("guard", term.Bool)
		for _, f := range c.all {
			s.AssertUnder(guard, f)
		}
		if got := s.Check([]sat.Lit{s.Lit(guard)}, sat.Budget{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		} else if got == sat.Sat {
			m, err := s.Model()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range c.all {
				if v, err := m.Eval(f); err != nil || !v.IsTrue() {
					t.Errorf("%s: %s is %v (%v)", c.name, st.String(f), v, err)
				}
			}
		}
		if s.Gates() > n*n*3/4 {
			t.Errorf("%s: %d gates", c.name, s.Gates())
		}
		if got := s.Check([]sat.Lit{s.Lit(guard).Not()}, sat.Budget{}); got != sat.Sat {
			t.Errorf("%s: %v when nothing is asserted", c.name, got)
		}
	}
}
