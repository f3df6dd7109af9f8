package lia

import (
	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// explain adds why a bound or an equality that the graph derived holds.
func (g *differences) explain(r *rec, dst *theory.Antecedents) {
	if r.kind == recCycle {
		g.expandCycle(*r, dst)
		return
	}
	g.loadPath(r)
	g.expandPath(dst)
}

// loadPath puts the edges of a bound of recPath into g.path.
func (g *differences) loadPath(r *rec) {
	if g.nodes[r.node].real {
		g.loadRealPath(r)
		return
	}
	c := r.val - g.places[r.node].base
	if !r.upper {
		c = g.places[r.node].base - r.val
	}
	g.path = g.graph.Path(difference.Token(r.tok), c, g.path[:0])
}

// expandPath adds why the edges of g.path are there.
func (g *differences) expandPath(dst *theory.Antecedents) {
	for i := range g.path {
		why := g.path[i].Why
		x, y := theory.Node(why&^tied>>32), uint32(why)
		if why&tied != 0 {
			dst.Eq(x, theory.Node(y))
			continue
		}
		dst.Eq(g.rec(recID(y)).node, x)
		g.todo = append(g.todo, recID(y))
	}
}

// premises returns the edges of g.path, which add up to the bound.
func (g *differences) premises(c *cert.Certificate) []cert.Premise {
	one := num.RatFromInt64(1)
	var out []cert.Premise
	for i := range g.path {
		why := g.path[i].Why
		x, y := theory.Node(why&^tied>>32), uint32(why)
		if why&tied != 0 {
			out = append(out, cert.Premise{Of: g.termOf(x), Other: g.termOf(theory.Node(y)), Upper: true, Coeff: one})
			continue
		}
		out = append(out, g.boundPremise(recID(y), x, g.rec(recID(y)).upper, one, c))
	}
	return out
}

// expandCycle adds why an equality of the graph holds: the paths between its terms,
// in both directions.
func (g *differences) expandCycle(r rec, dst *theory.Antecedents) {
	step := cert.Step{Kind: cert.Equation}
	for _, tok := range [...]difference.Token{difference.Token(r.tok), difference.Token(r.b)} {
		g.path = g.graph.Path(tok, -difference.Infinite, g.path[:0])
		g.expandPath(dst)
		if dst.Cert != nil {
			step.From, step.Else = step.Else, g.premises(dst.Cert)
		}
	}
	if dst.Cert != nil {
		p, q := g.goal[0], g.goal[1]
		step.A, step.B, step.Off = g.termOf(p.Node), g.termOf(q.Node), q.Off-p.Off
		dst.Cert.Add(step)
	}
}

// conflict reports the cycle that the graph found.
func (g *differences) conflict() {
	g.begin()
	g.path = g.graph.Conflict(g.path[:0])
	g.todo = g.todo[:0]
	g.expandPath(&g.ante)
	if g.ante.Cert != nil {
		g.ante.Cert.Add(cert.Step{Kind: cert.Contradiction, From: g.premises(g.ante.Cert)})
	}
	g.drain(&g.ante)
	g.fail(theory.LIADifference)
}
