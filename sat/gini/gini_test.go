package gini_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	upstream "github.com/go-air/gini"
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

// oracle asks gini itself, by a solver that is used only once.
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

// Our solver in the style of use of gini's: scopes of tested assumptions,
// activation literals, copies.
func TestSolver(t *testing.T) {
	for seed := range uint64(600) {
		if err := script(seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func script(seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 3))
	g := gini.NewSolver()
	var clauses [][]z.Lit
	var tested, fresh []z.Lit
	var scopes []int
	check := func(what string, res int, assumptions []z.Lit) error {
		want := oracle(clauses, assumptions)
		if res != want && (what == "solve" || res != 0) {
			return fmt.Errorf("%s says %d, want %d", what, res, want)
		}
		if res == -1 {
			if why := g.Why(nil); oracle(clauses, why) != -1 {
				return fmt.Errorf("%s: the core %v can hold", what, why)
			}
		}
		if res == 1 {
			for _, c := range clauses {
				ok := false
				for _, m := range c {
					ok = ok || g.Value(m)
				}
				if !ok {
					return fmt.Errorf("%s: clause %v is not true", what, c)
				}
			}
		}
		return nil
	}
	for range 40 {
		var err error
		switch r.IntN(8) {
		case 0, 1:
			c := randomLits(r, 2+r.IntN(3))
			clauses = append(clauses, c)
			add(g, c)
			tested, scopes = tested[:0], scopes[:0]
		case 2, 3:
			m := randomLits(r, 1)
			fresh = append(fresh, m...)
			g.Assume(m...)
		case 4:
			all := append(tested[:len(tested):len(tested)], fresh...)
			fresh = fresh[:0]
			switch r.IntN(3) {
			case 0:
				err = check("solve", g.GoSolve().Wait(), all)
			case 1:
				err = check("solve", g.Try(time.Minute), all)
			default:
				err = check("solve", g.Solve(), all)
			}
		case 5:
			scopes = append(scopes, len(tested))
			tested = append(tested, fresh...)
			fresh = fresh[:0]
			res, out := g.Test([]z.Lit{})
			err = check("test", res, tested)
			for _, m := range out {
				if !g.Value(m) {
					err = fmt.Errorf("test: %v is not true", m)
				}
				for _, a := range g.Reasons(nil, m) {
					if !g.Value(a) {
						err = fmt.Errorf("test: the reason %v of %v is not true", a, m)
					}
				}
			}
		case 6:
			if n := len(scopes); n > 0 {
				tested, scopes = tested[:scopes[n-1]], scopes[:n-1]
				err = check("untest", g.Untest(), tested)
			}
		case 7:
			g = g.SCopy().(*gini.Solver)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestActivation(t *testing.T) {
	g := gini.NewSolver()
	a, b := g.Lit(), g.Lit()
	add(g, []z.Lit{a, b})
	g.Add(a.Not())
	act := g.Activate()
	g.Assume(act, b.Not())
	if g.Solve() != -1 || len(g.Why(nil)) != 2 {
		t.Fatalf("active clause: core %v", g.Why(nil))
	}
	g.Assume(b.Not())
	if g.Solve() != 1 {
		t.Fatal("the clause is active without its literal")
	}
	g.Deactivate(act)
	g.Assume(act)
	if g.Solve() != -1 {
		t.Fatal("a deactivated literal can be assumed")
	}
}

// pigeons adds that n pigeons fit into n-1 holes.
func pigeons(g inter.Adder, n int) {
	lit := func(p, h int) z.Lit { return z.Var(p*(n-1) + h + 1).Pos() }
	for p := range n {
		for h := range n - 1 {
			g.Add(lit(p, h))
		}
		g.Add(z.LitNull)
	}
	for h := range n - 1 {
		for p := range n {
			for q := range p {
				add(g, []z.Lit{lit(p, h).Not(), lit(q, h).Not()})
			}
		}
	}
}

func TestGoSolveStops(t *testing.T) {
	g := gini.NewSolver()
	pigeons(g, 12)
	run := g.GoSolve()
	if res, ok := run.Pause(); !ok {
		t.Fatalf("solved at once: %d", res)
	}
	run.Unpause()
	if res := run.Try(time.Millisecond); res != 0 {
		t.Fatalf("result %d in a millisecond", res)
	}
	g.Assume(z.Lit(2), z.Lit(3))
	if g.Solve() != -1 {
		t.Fatal("not usable after a stop")
	}
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
	pigeons(adder{b, new([]sat.Lit)}, 12)
	var lim limit.Limit
	time.AfterFunc(5*time.Millisecond, func() { lim.Stop(limit.Interrupt) })
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
