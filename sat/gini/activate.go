package gini

import (
	"slices"

	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/sat"
)

var _ inter.Activatable = (*Solver)(nil)

// ActivationLit implements inter.Activatable. It may return a literal that was
// deactivated before.
func (g *Solver) ActivationLit() z.Lit {
	g.outsideTests("ActivationLit")
	m := g.s.Activate()
	g.acts[m] = true
	return z.Lit(m)
}

// ActivateWith implements inter.Activatable: it ends a clause, which must not be empty
// and holds if act is assumed.
func (g *Solver) ActivateWith(act z.Lit) {
	g.outsideTests("ActivateWith")
	if len(g.clause) == 0 {
		panic("gini: ActivateWith: the clause is empty")
	}
	g.Add(act.Not())
	g.Add(z.LitNull)
}

// Activate implements inter.Activatable: ActivateWith with a new literal.
func (g *Solver) Activate() z.Lit {
	m := g.ActivationLit()
	g.ActivateWith(m)
	return m
}

// Deactivate implements inter.Activatable. It removes the clauses of m, and m may be
// used again for later activations. A literal that did not come from ActivationLit or
// Activate becomes false.
func (g *Solver) Deactivate(m z.Lit) {
	g.outsideTests("Deactivate")
	g.status = sat.Unknown
	if l := sat.Lit(m); g.acts[l] {
		g.acts[l], g.implied = false, false
		g.assumed = slices.DeleteFunc(g.assumed, func(a sat.Lit) bool { return a.Var() == l.Var() })
		g.s.Retire(l)
		return
	}
	g.Add(m.Not())
	g.Add(z.LitNull)
}

// outsideTests panics between Test and Untest, as gini does.
func (g *Solver) outsideTests(method string) {
	if len(g.scopes) > 0 {
		panic("gini: " + method + " under a test")
	}
}
