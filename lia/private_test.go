package lia_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// difference makes an atom x - y op c.
func (p *problem) difference(op func(a, b term.Term) term.Term) term.Term {
	i := p.r.Intn(len(p.vars))
	j := (i + 1 + p.r.Intn(len(p.vars)-1)) % len(p.vars)
	return op(p.vars[i], p.st.Add(p.vars[j], p.number(2)))
}

// merges returns the number of equalities that arithmetic has given to the e-graph.
func (e *engine) merges() (merges int64) {
	e.s.Stats(func(name string, n int64) {
		if name == "merges" {
			merges = n
		}
	})
	return merges
}

// TestArgumentsAreMerged has terms that are not private: a function has them as arguments,
// or a sum with them.
func TestArgumentsAreMerged(t *testing.T) {
	p := newProblem(1, 3, 0)
	st, x, y, z := p.st, p.vars[0], p.vars[1], p.vars[2]
	fn := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	f := func(a term.Term) term.Term { return st.App(fn, a) }
	for _, last := range []term.Term{
		st.Not(st.Eq(f(x), f(y))),
		st.Not(st.Eq(f(st.Add(x, st.Mul(st.Int(-1), z))), f(st.Add(y, st.Mul(st.Int(-1), z))))),
	} {
		e := p.engine()
		for _, f := range []term.Term{st.Le(x, y), st.Le(y, x), last} {
			e.Assert(p.rw.Simplify(f))
		}
		var lim limit.Limit
		if got := e.Check(&lim, nil, sat.Budget{}); got != sat.Unsat || e.merges() == 0 {
			t.Errorf("%s: %v with %d merges", st.String(last), got, e.merges())
		}
	}
}

// TestPrivateTerms has disequalities and differences, which need no merges. Then it adds
// what ends that: equalities that need not hold, and sums for which the tableau takes over.
func TestPrivateTerms(t *testing.T) {
	answers := map[sat.Status]int{}
	quiet := 0
	for seed := range int64(400) {
		p := newProblem(seed, 4, 2)
		e := p.engine()
		var fs []term.Term
		check := func() sat.Status {
			var lim limit.Limit
			got := e.Check(&lim, nil, sat.Budget{})
			sol, _ := p.solve(fs)
			if got == sat.Unknown || (got == sat.Sat) != (sol != nil) {
				t.Fatalf("seed %d: %v, but enumeration says %v", seed, got, sol)
			}
			if got == sat.Sat {
				p.checkModel(t, e, fs, seed)
			}
			answers[got]++
			return got
		}
		add := func(f term.Term) {
			fs = append(fs, f)
			e.Assert(p.rw.Simplify(f))
		}
		zero := p.vars[0] // the others are in a range relative to it
		for _, x := range p.vars[1:] {
			add(p.st.Le(x, p.st.Add(zero, p.st.Int(2))))
			add(p.st.Le(zero, x))
		}
		add(p.st.Le(zero, p.st.Int(0)))
		add(p.st.Le(p.st.Int(-2), zero))
		for range 4 + p.r.Intn(6) {
			add(p.st.Not(p.difference(p.st.Eq)))
		}
		for range p.r.Intn(3) {
			add(p.st.Or(p.difference(p.st.Le), p.difference(p.st.Le)))
		}
		if check() == sat.Unsat {
			continue
		}
		if e.merges() == 0 {
			quiet++
		}
		for range 3 {
			switch p.r.Intn(3) {
			case 0:
				add(p.st.Or(p.difference(p.st.Eq), p.difference(p.st.Eq)))
			case 1:
				add(p.formula(1))
			case 2:
				add(p.st.Or(p.st.Eq(p.vars[p.r.Intn(4)], p.number(2)), p.difference(p.st.Le)))
			}
			if check() == sat.Unsat {
				break
			}
		}
	}
	if answers[sat.Sat] < 100 || answers[sat.Unsat] < 100 || quiet < 50 {
		t.Errorf("answers %v, %d problems without merges", answers, quiet)
	}
}
