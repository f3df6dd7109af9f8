package gini

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

var _ inter.S = (*Solver)(nil)

// Solver is a sat.Solver with gini's interface. Like gini's solvers it is not safe for
// concurrent use, and must not be used while a GoSolve is running.
type Solver struct {
	s       *sat.Solver
	clause  []sat.Lit
	tested  []sat.Lit // assumptions of the tests in force
	scopes  []int     // length of tested before each Test
	assumed []sat.Lit // for the next Solve or Test
	status  sat.Status
	model   bool             // Value reads the model of the last Solve
	implied bool             // the trail is that of the tested assumptions
	acts    map[sat.Lit]bool // activation literals: whether they are active
}

// NewSolver returns an empty solver.
func NewSolver() *Solver { return Wrap(sat.New(sat.Options{})) }

// Wrap gives s gini's interface. s must have no propagator and no groups.
func Wrap(s *sat.Solver) *Solver { return &Solver{s: s, acts: map[sat.Lit]bool{}} }

// SAT is the wrapped solver.
func (g *Solver) SAT() *sat.Solver { return g.s }

// MaxVar implements inter.MaxVar.
func (g *Solver) MaxVar() z.Var { return z.Var(g.s.NumVars()) }

// Lit implements inter.Liter.
func (g *Solver) Lit() z.Lit {
	l := g.s.NewVar().Pos()
	delete(g.acts, l) // its number may be that of a former activation literal
	return z.Lit(l)
}

// ensure makes variables up to that of m.
func (g *Solver) ensure(m z.Lit) sat.Lit {
	for g.s.NumVars() < int(m.Var()) {
		g.Lit()
	}
	return sat.Lit(m)
}

// Add implements inter.Adder. The end of a clause ends all tests.
func (g *Solver) Add(m z.Lit) {
	if m != z.LitNull {
		g.clause = append(g.clause, g.ensure(m))
		return
	}
	g.tested, g.scopes = g.tested[:0], g.scopes[:0]
	g.s.Add(g.clause, sat.Irredundant)
	g.clause = g.clause[:0]
	g.status, g.implied = sat.Unknown, false
}

// Assume implements inter.Assumable. It ignores a deactivated activation literal, which
// has no clauses.
func (g *Solver) Assume(ms ...z.Lit) {
	for _, m := range ms {
		if active, made := g.acts[sat.Lit(m)]; active || !made {
			g.assumed = append(g.assumed, g.ensure(m))
		}
	}
}

// all is the assumptions of the tests and the new ones.
func (g *Solver) all() []sat.Lit { return append(g.tested[:len(g.tested):len(g.tested)], g.assumed...) }

// Solve implements inter.Solvable.
func (g *Solver) Solve() int { return g.solve(nil) }

func (g *Solver) solve(lim *limit.Limit) int {
	g.status = g.s.Solve(lim, g.all(), sat.Budget{})
	g.model, g.implied = g.status == sat.Sat, false
	if g.status != sat.Unknown {
		g.assumed = g.assumed[:0]
	}
	return int(g.status)
}

// Try implements inter.Solvable. If d is not positive it does nothing, like gini.
func (g *Solver) Try(d time.Duration) int {
	if d <= 0 {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	var lim limit.Limit
	defer lim.Watch(ctx)()
	res := g.solve(&lim)
	g.assumed = g.assumed[:0]
	return res
}

// Value implements inter.Model. From a Solve that found a model until the next Solve,
// Test or Untest it reads the model, otherwise the present assignment.
func (g *Solver) Value(m z.Lit) bool {
	switch {
	case int(m.Var()) > g.s.NumVars():
		return false
	case g.model:
		return g.s.ModelValue(sat.Lit(m)) == sat.True
	}
	return g.s.Value(sat.Lit(m)) == sat.True
}

// Why implements inter.Assumable.
func (g *Solver) Why(dst []z.Lit) []z.Lit {
	if g.status != sat.Unsat {
		return dst
	}
	for _, l := range g.s.Core() {
		dst = append(dst, z.Lit(l))
	}
	return dst
}

// Test implements inter.Testable. After -1 the second result is empty.
func (g *Solver) Test(dst []z.Lit) (int, []z.Lit) {
	// First propagate the assumptions of the earlier tests, so that only new literals
	// are reported.
	if !g.implied && len(g.tested) > 0 {
		g.s.Imply(nil, g.tested, nil)
	}
	g.scopes = append(g.scopes, len(g.tested))
	g.tested = append(g.tested, g.assumed...)
	g.assumed = g.assumed[:0]
	out := g.imply()
	if dst == nil {
		return int(g.status), nil
	}
	dst = dst[:0]
	if g.status != sat.Unsat {
		for _, l := range out {
			dst = append(dst, z.Lit(l))
		}
	}
	return int(g.status), dst
}

func (g *Solver) imply() []sat.Lit {
	st, out := g.s.Imply(nil, g.tested, nil)
	g.status, g.model, g.implied = st, false, true
	return out
}

// Untest implements inter.Testable. Without a Test it panics, like gini.
func (g *Solver) Untest() int {
	n := len(g.scopes)
	if n == 0 {
		panic("gini: Untest without Test")
	}
	g.tested = g.tested[:g.scopes[n-1]]
	g.scopes = g.scopes[:n-1]
	g.imply()
	if g.status == sat.Unsat {
		return -1
	}
	g.status = sat.Unknown
	return 0
}

// Reasons implements inter.Testable. A literal that holds without assumptions has none.
func (g *Solver) Reasons(dst []z.Lit, m z.Lit) []z.Lit {
	dst = dst[:0]
	for _, l := range g.s.Reason(sat.Lit(m), nil) {
		dst = append(dst, z.Lit(l))
	}
	return dst
}

// SCopy implements inter.S. The copy and the original continue from the same state.
func (g *Solver) SCopy() inter.S {
	c := *g
	c.s = g.s.Clone()
	c.clause, c.tested = slices.Clone(g.clause), slices.Clone(g.tested)
	c.scopes, c.assumed = slices.Clone(g.scopes), slices.Clone(g.assumed)
	c.acts = maps.Clone(g.acts)
	if g.implied && g.status != sat.Unsat {
		for _, x := range [...]*Solver{g, &c} { // Clone has undone the trail
			status := x.status
			x.imply()
			x.status = status
		}
	}
	return &c
}
