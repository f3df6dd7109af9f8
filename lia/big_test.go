package lia_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestBigNumbers decides conjunctions with numbers near the limits of offsets, class
// bounds and machine words.
func TestBigNumbers(t *testing.T) {
	p := newProblem(1, 3, 0)
	x, y, z := p.vars[0], p.vars[1], p.vars[2]
	st := p.st
	n := func(s string) term.Term {
		v, err := num.ParseInt(s)
		if err != nil {
			t.Fatal(err)
		}
		return st.Numeral(v)
	}
	const (
		two40 = "1099511627776"
		two61 = "2305843009213693952"
		two64 = "18446744073709551616"
	)
	add := func(a term.Term, s string) term.Term { return st.Add(a, n(s)) }
	for _, c := range []struct {
		name string
		want sat.Status
		fs   []term.Term
	}{
		{"numeral plus one", sat.Sat, []term.Term{st.Eq(x, n("18446744073709551615")), st.Eq(y, add(x, "1")), st.Eq(y, n(two64))}},
		{"numeral plus two", sat.Unsat, []term.Term{st.Eq(x, n("18446744073709551615")), st.Eq(y, add(x, "2")), st.Eq(y, n(two64))}},
		{"offsets past the limit", sat.Sat, []term.Term{st.Eq(x, n("1099511627775")), st.Eq(y, add(x, "5")), st.Eq(y, n("1099511627780"))}},
		{"offsets past the limit, wrong", sat.Unsat, []term.Term{st.Eq(x, n("1099511627775")), st.Eq(y, add(x, "5")), st.Eq(y, n("1099511627781"))}},
		{"long bounds", sat.Unsat, []term.Term{st.Le(n(two64), x), st.Le(x, n("18446744073709551615"))}},
		{"long bounds meet", sat.Sat, []term.Term{st.Le(n(two64), x), st.Le(x, n(two64))}},
		{"long bounds meet, not equal", sat.Unsat, []term.Term{st.Le(n(two64), x), st.Le(x, n(two64)), st.Not(st.Eq(x, n(two64)))}},
		{"long and short bounds", sat.Unsat, []term.Term{st.Le(n(two64), x), st.Le(x, n("7"))}},
		{"equal through an offset", sat.Unsat, []term.Term{st.Eq(x, n(two64)), st.Eq(x, add(y, "3")), st.Le(y, n("7"))}},
		{"wide sum", sat.Sat, []term.Term{st.Le(n(two61), x), st.Le(n(two61), y), st.Eq(z, st.Add(x, y)), st.Le(n(two64), z)}},
		{"wide sum, unsat", sat.Unsat, []term.Term{st.Le(x, n(two61)), st.Le(y, n(two61)), st.Eq(z, st.Add(x, y)), st.Le(n(two64), z)}},
		{"fixed beyond offsets", sat.Unsat, []term.Term{st.Le(n(two40), x), st.Le(x, n(two40)), st.Not(st.Eq(x, n(two40)))}},
		{"fixed by rows beyond offsets", sat.Unsat, []term.Term{st.Eq(x, n(two40)), st.Eq(y, st.Add(x, x)), st.Not(st.Eq(y, n("2199023255552")))}},
		{"unsigned wrap", sat.Sat, []term.Term{st.Eq(x, st.Mod(st.Add(y, n("18446744073709551615")), n(two64))), st.Eq(y, n("1")), st.Le(x, n("0"))}},
		{"unsigned wrap, unsat", sat.Unsat, []term.Term{st.Eq(x, st.Mod(st.Add(y, n("18446744073709551615")), n(two64))), st.Eq(y, n("1")), st.Le(n("1"), x)}},
		{"distinct long", sat.Sat, []term.Term{st.Le(n(two64), x), st.Le(n(two64), y), st.Not(st.Eq(x, y)), st.Not(st.Eq(x, z)), st.Not(st.Eq(x, n(two64)))}},
	} {
		p.rw.Simplify(c.fs[0])
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
