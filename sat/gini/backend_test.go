package gini_test

import (
	"math/rand/v2"
	"testing"

	upstream "github.com/go-air/gini"
	"github.com/go-air/gini/gen"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/gini"
	"github.com/muster-smt/muster/sat/limit"
)

const vars = 7

func randomLits(r *rand.Rand, n int) []z.Lit {
	c := make([]z.Lit, n)
	for i := range c {
		c[i] = z.Lit(2 + r.IntN(2*vars))
	}
	return c
}

// oracle is the answer of gini itself, from a new solver.
func oracle(clauses [][]z.Lit, assumptions []z.Lit) int {
	g := upstream.New()
	for _, c := range clauses {
		add(g, c)
	}
	g.Assume(assumptions...)
	return g.Solve()
}

func add(g inter.Adder, c []z.Lit) {
	for _, m := range c {
		g.Add(m)
	}
	g.Add(z.LitNull)
}

func TestBackend(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 4))
		b := gini.NewBackend()
		for range vars + 1 {
			b.NewVar()
		}
		var clauses [][]z.Lit
		for range 6 {
			for range r.IntN(vars) {
				c := randomLits(r, 1+r.IntN(3))
				clauses = append(clauses, c)
				b.Add(cast(c), sat.Irredundant)
			}
			assumptions := randomLits(r, r.IntN(3))
			var lim *limit.Limit
			if r.IntN(10) == 0 {
				lim = new(limit.Limit)
			}
			st := b.Solve(lim, cast(assumptions), sat.Budget{})
			if want := oracle(clauses, assumptions); int(st) != want {
				t.Fatalf("seed %d: %v, want %d", seed, st, want)
			}
			for _, c := range clauses {
				ok := st == sat.Unsat
				for _, m := range c {
					ok = ok || b.ModelValue(sat.Lit(m)) == sat.True
				}
				if !ok {
					t.Fatalf("seed %d: clause %v is not true", seed, c)
				}
			}
		}
	}
}

func cast(c []z.Lit) []sat.Lit {
	lits := make([]sat.Lit, len(c))
	for i, m := range c {
		lits[i] = sat.Lit(m)
	}
	return lits
}

func TestBackendStops(t *testing.T) {
	b := gini.NewBackend()
	for range 12 * 11 {
		b.NewVar()
	}
	gen.Php(adder{b, new([]sat.Lit)}, 12, 11)
	var lim limit.Limit
	lim.Count(limit.NewCountdown(5, limit.Interrupt))
	if st := b.Solve(&lim, nil, sat.Budget{}); st != sat.Unknown || b.WhyUnknown() != limit.Interrupt {
		t.Fatalf("%v, %v", st, b.WhyUnknown())
	}
}

type adder struct {
	b *gini.Backend
	c *[]sat.Lit
}

func (a adder) Add(m z.Lit) {
	if m == z.LitNull {
		a.b.Add(*a.c, sat.Irredundant)
		*a.c = (*a.c)[:0]
		return
	}
	*a.c = append(*a.c, sat.Lit(m))
}
