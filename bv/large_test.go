package bv_test

import (
	"math/big"
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestBeyondCircuits decides questions about products and divisions whose circuits would be too large.
func TestBeyondCircuits(t *testing.T) {
	const n = 9000
	st := term.NewStore()
	sort := st.BitVecSort(n)
	x, y, z := st.FreshConst("x", sort), st.FreshConst("y", sort), st.FreshConst("z", sort)
	k := func(v uint64) term.Term { return st.Uint(n, v) }
	odd := func(t term.Term) term.Term { return st.Eq(st.Extract(0, 0, t), st.Uint(1, 1)) }
	var bits big.Int
	for i := 0; i < n; i += 3 {
		bits.SetBit(&bits, i, 1)
	}
	constant := st.Bits(sort, num.FromBig(&bits))
	mul, div, rem := st.BvMul(x, y), st.BvUdiv(x, y), st.BvUrem(x, y)
	for _, c := range []struct {
		name  string
		large term.Term
		want  sat.Status
		all   []term.Term
	}{
		{"an odd product has odd operands", mul, sat.Unsat, []term.Term{odd(mul), st.Not(odd(y))}},
		{"a product that is free", mul, sat.Sat, []term.Term{st.Eq(mul, st.BvAdd(z, k(5)))}},
		{"an odd multiple is odd", st.BvMul(x, constant), sat.Unsat, []term.Term{odd(x), st.Not(odd(st.BvMul(x, constant)))}},
		{"a remainder is less than the divisor", rem, sat.Unsat, []term.Term{st.Not(st.Eq(y, k(0))), st.BvUle(y, rem)}},
		{"a quotient is not more than the dividend", div, sat.Unsat, []term.Term{st.BvUle(k(2), y), st.BvUle(k(3), x), st.BvUle(x, div)}},
		{"a product of small numbers is no overflow", st.BvUmulo(x, y), sat.Unsat, []term.Term{st.BvUle(x, k(9)), st.BvUle(y, k(9)), st.BvUmulo(x, y)}},
	} {
		if !blast.TooLarge(st, c.large, 0) {
			t.Errorf("%s: the circuit is not too large", c.name)
		}
		s := bv.New(rewrite.New(st), bv.Options{})
		s.Within(&limit.Limit{})
		for _, f := range c.all {
			s.Assert(f)
		}
		if got := s.Check(nil, sat.Budget{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		} else if got == sat.Sat {
			m, err := s.Model()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range c.all {
				if v, err := m.Eval(f); err != nil || !v.IsTrue() {
					t.Errorf("%s: an assertion is %v (%v)", c.name, v, err)
				}
			}
		}
	}
}

// TestExhausted: where lemmas do not suffice and circuits would be too large there is no answer.
func TestExhausted(t *testing.T) {
	st := term.NewStore()
	sort := st.BitVecSort(20)
	x, y := st.FreshConst("x", sort), st.FreshConst("y", sort)
	k := func(v uint64) term.Term { return st.Uint(20, v) }
	product := func(v uint64) []term.Term {
		return []term.Term{st.Eq(st.BvMul(x, y), k(v)), st.BvUle(x, k(1023)), st.BvUle(y, k(1023)), st.BvUle(k(2), x), st.BvUle(k(2), y)}
	}
	for _, c := range []struct {
		most int64
		want sat.Status
		all  []term.Term
	}{
		{1, sat.Unknown, product(500009)}, // a prime
		{blast.MaxCircuit, sat.Unsat, product(500009)},
		{1, sat.Sat, append(product(3*77), st.Eq(y, k(3)))},
		{1, sat.Unsat, append(product(345677), st.Eq(y, k(2)))},
		{1, sat.Unsat, []term.Term{st.BvUle(y, st.BvUrem(x, y)), st.BvUle(k(1), y)}},
	} {
		s := bv.New(rewrite.New(st), bv.Options{Stress: true})
		s.Within(&limit.Limit{})
		s.SetMost(c.most)
		for _, f := range c.all {
			s.Assert(f)
		}
		if got := s.Check(nil, sat.Budget{}); got != c.want || s.Exhausted != (c.want == sat.Unknown) {
			t.Errorf("%v with %d gates: %v, exhausted: %v", st.String(c.all[0]), c.most, got, s.Exhausted)
		}
	}
}
