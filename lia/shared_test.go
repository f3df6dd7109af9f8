package lia_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// TestSharedTerms has equalities that only arithmetic finds and congruence closure
// needs.
func TestSharedTerms(t *testing.T) {
	p := newProblem(1, 3, 0)
	x, y, z := p.vars[0], p.vars[1], p.vars[2]
	st := p.st
	fn := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	f := func(a term.Term) term.Term { return st.App(fn, a) }
	ne := func(a, b term.Term) term.Term { return st.Not(st.Eq(a, b)) }
	n := st.Int
	for _, c := range []struct {
		name string
		want sat.Status
		fs   []term.Term
	}{
		{"sum", sat.Unsat, []term.Term{st.Eq(z, st.Add(x, y)), ne(f(z), f(st.Add(x, y)))}},
		{"sum plus offset", sat.Unsat, []term.Term{st.Eq(z, st.Add(x, y, n(3))), ne(f(z), f(st.Add(x, y, n(3))))}},
		{"multiple", sat.Unsat, []term.Term{st.Eq(z, st.Mul(n(2), x)), ne(f(z), f(st.Mul(n(2), x)))}},
		{"multiple of a known value", sat.Unsat, []term.Term{st.Eq(x, n(3)), ne(f(n(6)), f(st.Mul(n(2), x)))}},
		{"multiple bounded", sat.Unsat, []term.Term{st.Le(n(3), x), st.Le(x, n(3)), ne(f(n(6)), f(st.Mul(n(2), x)))}},
		{"bounds force a pair", sat.Unsat, []term.Term{st.Le(n(0), x), st.Le(x, n(1)), ne(f(n(0)), f(x)), ne(f(n(1)), f(x))}},
		{"order forces equality", sat.Unsat, []term.Term{st.Le(x, y), st.Le(y, x), ne(f(x), f(y))}},
		{"a cycle of orders", sat.Unsat, []term.Term{st.Le(x, y), st.Le(y, z), st.Le(z, x), ne(f(x), f(z))}},
		{"sums differ", sat.Sat, []term.Term{st.Le(z, st.Add(x, y)), ne(f(z), f(st.Add(x, y)))}},
		{"pigeons", sat.Unsat, []term.Term{st.Le(n(0), x), st.Le(x, n(1)), st.Le(n(0), y), st.Le(y, n(1)), st.Le(n(0), z), st.Le(z, n(1)),
			ne(x, y), ne(y, z), ne(x, z)}},
	} {
		e := p.engine()
		for _, f := range c.fs {
			e.Assert(p.rw.Simplify(f))
		}
		var lim limit.Limit
		if got := e.Check(&lim, nil, sat.Budget{}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
