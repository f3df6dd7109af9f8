package combine_test

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// diamonds makes formulas that have as many paths of equalities as there are choices.
type diamonds struct {
	st *term.Store
	u  term.Sort
}

func (d *diamonds) fresh() term.Term { return d.st.FreshConst("x", d.u) }

// diamond says that a = b by one of two ways, each of two steps of the given depth.
func (d *diamonds) diamond(a, b term.Term, depth int) term.Term {
	if depth == 0 {
		return d.st.Eq(a, b)
	}
	way := func() term.Term {
		m := d.fresh()
		return d.st.And(d.diamond(a, m, depth-1), d.diamond(m, b, depth-1))
	}
	return d.st.Or(way(), way())
}

// branch says that a = b by one of two ways, of which a condition chooses one.
func (d *diamonds) branch(a, b term.Term) term.Term {
	st, p, m, k := d.st, d.st.FreshConst("p", term.Bool), d.fresh(), d.fresh()
	yes, no := st.And(st.Eq(a, m), st.Eq(m, b)), st.And(st.Eq(a, k), st.Eq(k, b))
	return st.And(st.Or(st.Not(p), yes), st.Or(p, no))
}

// TestJoins refutes chains with more paths than conflicts are allowed: their number may
// grow as the chain does.
func TestJoins(t *testing.T) {
	const each = 12 // conflicts by diamond: a join is counted eight times before it has an atom
	for _, c := range []struct {
		name string
		size int // diamonds in a step
		step func(d *diamonds, a, b term.Term) term.Term
	}{
		{"flat", 1, func(d *diamonds, a, b term.Term) term.Term { return d.diamond(a, b, 1) }},
		{"nested", 5, func(d *diamonds, a, b term.Term) term.Term { return d.diamond(a, b, 2) }},
		{"branches", 1, (*diamonds).branch},
	} {
		for _, n := range []int{10, 40, 120} {
			st := term.NewStore()
			d := &diamonds{st: st, u: st.UninterpretedSort("U")}
			var broken error
			checker := cert.NewChecker(st)
			e := combine.New(st, rewrite.New(st), combine.Options{Certify: func(c *cert.Certificate) {
				if v, err := checker.Check(c); v != cert.Accepted {
					broken = fmt.Errorf("certificate %s: %v, %v", c.Name, v, err)
				}
			}})
			first := d.fresh()
			last := first
			for range n {
				next := d.fresh()
				e.Assert(c.step(d, last, next))
				last = next
			}
			e.Assert(st.Not(st.Eq(first, last)))
			s := e.Check(nil, nil, sat.Budget{Conflicts: int64(each * c.size * n)})
			if s != sat.Unsat || broken != nil {
				t.Errorf("%s, %d: %v after %d conflicts, %d joins, %v", c.name, n, s, e.SAT().Stats().Conflicts, e.Joins, broken)
			}
		}
	}
}

// TestCases refutes chains of functions in which a case is chosen in each step, and what the
// cases have in common follows by congruence.
func TestCases(t *testing.T) {
	const each = 6 // conflicts by step: a fact is denied, and each case refutes that
	for _, c := range []struct {
		name string
		sort func(st *term.Store) term.Sort
		ways int
	}{
		{"two ways", func(st *term.Store) term.Sort { return st.UninterpretedSort("U") }, 2},
		{"three ways", func(st *term.Store) term.Sort { return st.UninterpretedSort("U") }, 3},
		{"offsets", func(*term.Store) term.Sort { return term.Int }, 2},
	} {
		for _, n := range []int{10, 40, 120} {
			st := term.NewStore()
			d := &diamonds{st: st, u: c.sort(st)}
			f, g := st.FreshFun("f", []term.Sort{d.u}, d.u), st.FreshFun("g", []term.Sort{d.u}, d.u)
			var broken error
			checker := cert.NewChecker(st)
			e := combine.New(st, rewrite.New(st), combine.Options{Certify: func(c *cert.Certificate) {
				if v, err := checker.Check(c); v != cert.Accepted {
					broken = fmt.Errorf("certificate %s: %v, %v", c.Name, v, err)
				}
			}})
			first := d.fresh()
			last, end := first, first
			for range n {
				var ways []term.Term
				next := d.fresh()
				for k := range c.ways {
					m := d.fresh()
					end := m
					if d.u == term.Int {
						end = st.Add(m, st.Int(int64(k)))
					}
					ways = append(ways, st.Eq(st.App(f, last), end))
					e.Assert(st.Eq(st.App(g, end), next))
				}
				e.Assert(st.Or(ways...))
				last, end = next, st.App(g, st.App(f, end))
			}
			e.Assert(st.Not(st.Eq(end, last)))
			s := e.Check(nil, nil, sat.Budget{Conflicts: int64(each * n)})
			if s != sat.Unsat || broken != nil || e.Facts < int64(n/2) {
				t.Errorf("%s, %d: %v after %d conflicts, %d facts, %v", c.name, n, s, e.SAT().Stats().Conflicts, e.Facts, broken)
			}
		}
	}
}
