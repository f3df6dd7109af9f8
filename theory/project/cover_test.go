package project_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// cover draws formulas over numbers: x and, if there are two, y are eliminated, u and v are kept.
type cover struct {
	*rand.Rand
	st   *term.Store
	sort term.Sort
	x, y term.Term
	kept []term.Term
}

func newCover(seed uint64, sort term.Sort) *cover {
	st := term.NewStore()
	c := &cover{Rand: rand.New(rand.NewPCG(seed, uint64(sort))), st: st, sort: sort}
	c.x, c.y = st.FreshConst("x", sort), st.FreshConst("y", sort)
	c.kept = []term.Term{st.FreshConst("u", sort), st.FreshConst("v", sort)}
	return c
}

func (c *cover) numeral(v int64) term.Term {
	if c.sort == term.Real {
		return c.st.Rat(num.RatFromInt64(v))
	}
	return c.st.Int(v)
}

func (c *cover) atom() term.Term {
	st := c.st
	var args []term.Term
	for _, t := range []term.Term{c.x, c.y, c.kept[0], c.kept[1]} {
		if k := int64(c.IntN(7) - 3); c.IntN(3) > 0 && k != 0 {
			args = append(args, st.Mul(c.numeral(k), t))
		}
	}
	p := st.Add(append(args, c.numeral(int64(c.IntN(9)-4)))...)
	switch k := c.IntN(8); {
	case k == 0:
		return st.Eq(p, c.numeral(0))
	case k == 1 && c.sort == term.Int:
		return st.Eq(st.Mod(p, st.Int(int64(2+c.IntN(3)))), st.Int(0))
	case k == 2 && c.sort == term.Int:
		return st.Le(st.Div(p, st.Int(int64(2+c.IntN(3)))), c.kept[0])
	case k < 5:
		return st.Lt(p, c.numeral(0))
	}
	return st.Le(p, c.numeral(0))
}

func (c *cover) formula(depth int) term.Term {
	st := c.st
	if depth == 0 {
		return c.atom()
	}
	switch c.IntN(4) {
	case 0:
		return st.Not(c.formula(depth - 1))
	case 1:
		return st.Or(c.formula(depth-1), c.formula(depth-1))
	}
	return st.And(c.formula(depth-1), c.formula(depth-1))
}

// covered projects models of f and blocks the cubes, until no model is left. It returns 0 if the
// solver does not know.
func (c *cover) covered(t *testing.T, f term.Term) term.Term {
	t.Helper()
	st := c.st
	sol := solver.New(st, solver.Options{})
	sol.Assert(f)
	for _, k := range c.kept { // the box that agree looks at: without it the solver gives up on a few
		sol.Assert(st.And(st.Le(c.numeral(-3), k), st.Le(k, c.numeral(3))))
	}
	p := project.New(st)
	var cubes []term.Term
	for {
		r := sol.Check(context.Background())
		if r.Status == sat.Unsat {
			return st.Or(cubes...)
		}
		if r.Status == sat.Unknown {
			return 0 // unbounded integers are too much for the solver in a few formulas
		}
		m, err := sol.Model()
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Project(m, []term.Term{f}, func(x term.Term) bool { return x == c.kept[0] || x == c.kept[1] })
		if err != nil {
			t.Fatal(err)
		}
		if res.ByValue > 0 {
			t.Fatalf("a value for %s", st.String(f))
		}
		cubes = append(cubes, st.And(res.Cube...))
		if len(cubes) > 2000 {
			t.Fatalf("%d cubes do not cover %s", len(cubes), st.String(f))
		}
		sol.Assert(st.Not(st.And(res.Cube...)))
	}
}

// TestCover checks that finitely many projections of a formula cover what it says about the
// constants that are kept, at all points of a box, of which the solver is asked.
func TestCover(t *testing.T) {
	formulas := extent.Of(uint64(15), 60)
	unknown := 0
	for _, sort := range []term.Sort{term.Real, term.Int} {
		for n := range formulas {
			c := newCover(n, sort)
			f := c.formula(3)
			if cubes := c.covered(t, f); cubes != 0 {
				c.agree(t, f, cubes)
			} else {
				unknown++
			}
		}
	}
	if unknown > 3 {
		t.Errorf("%d formulas are unknown", unknown)
	}
}

func (c *cover) agree(t *testing.T, f, cubes term.Term) {
	t.Helper()
	st := c.st
	sol := solver.New(st, solver.Options{})
	sol.Assert(f)
	m := model.New(st, model.Options{})
	for u := int64(-3); u <= 3; u++ {
		for v := int64(-3); v <= 3; v++ {
			for i, k := range []int64{u, v} {
				w := model.Int64(k)
				if c.sort == term.Real {
					w = model.Rat(num.RatFromInt64(k))
				}
				m.SetConst(c.kept[i], w)
			}
			got, err := m.EvalBool(cubes)
			if err != nil {
				t.Fatal(err)
			}
			r := sol.Check(context.Background(), st.Eq(c.kept[0], c.numeral(u)), st.Eq(c.kept[1], c.numeral(v)))
			if r.Status == sat.Unknown || got != (r.Status == sat.Sat) {
				t.Fatalf("at %d, %d: the cubes say %v, the formula is %v: %s", u, v, got, r, st.String(f))
			}
		}
	}
}
