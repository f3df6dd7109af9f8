package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// intervals derives bounds of sums that are set aside from those of their terms, and back.
type intervals struct {
	parts  []part   // of the row that is looked at
	causes []part   // of records of recSum, which have a range of them in a and b
	bySum  bool     // the last explanation is by a sum
	why    [2]recID // the range of that
	scale  int64    // the coefficient of the term that it bounds
}

// part is a bound of a node and a coefficient: a summand of a row.
type part struct {
	node  theory.Node
	coeff int64
	upper bool
	id    recID
	most  int64 // that it adds to -coeff times the node; valid if id is not 0
}

// maxSummand bounds what the parts of a row add up to.
const maxSummand = 1 << 58

// squeeze derives bounds from each sum that is set aside, once; it reports whether there were any.
func (g *sparse) squeeze() bool {
	before := g.stats.bounds
	for _, n := range g.later {
		for _, sign := range [...]int64{1, -1} {
			if g.conflicting {
				return false
			}
			if rest, missing, ok := g.load(n, sign); ok {
				g.boundParts(rest, missing)
			}
		}
	}
	return g.stats.bounds > before
}

// load makes parts of the equation between a sum and its terms, and adds up the most that they add to 0: that of
// constants, and of parts with bounds. It returns how many have none; ok is false if numbers are too large.
func (g *sparse) load(n theory.Node, sign int64) (most int64, missing int, ok bool) {
	g.parts = append(g.parts[:0], g.part(n, -sign))
	for _, m := range g.sumOf(n) {
		c, isInt := m.coeff.Int64()
		if !isInt || c <= -maxFormCoeff || c >= maxFormCoeff || m.off <= -maxFormConstant || m.off >= maxFormConstant {
			return 0, 0, false
		}
		if most -= sign * c * m.off; most <= -maxSummand || most >= maxSummand {
			return 0, 0, false
		}
		if m.node != theory.Zero {
			g.parts = append(g.parts, g.part(m.node, sign*c))
		}
	}
	for i := range g.parts {
		p := &g.parts[i]
		if p.id == 0 {
			missing++
		}
		if most += p.most; most <= -maxSummand || most >= maxSummand {
			return 0, 0, false
		}
	}
	return most, missing, true
}

// part returns the part of a node with a coefficient.
func (g *sparse) part(n theory.Node, k int64) part {
	p := part{node: n, coeff: k, upper: k < 0}
	v, id := g.lower(n)
	if p.upper {
		v, id = g.upper(n)
	}
	if -maxFormConstant < v && v < maxFormConstant {
		p.id, p.most = id, -k*v
	}
	if id == 0 {
		p.most = 0
	}
	return p
}

// boundParts bounds each part that all others have bounds for.
func (g *sparse) boundParts(most int64, missing int) {
	for i := range g.parts {
		p := &g.parts[i]
		if missing > 1 || missing == 1 && p.id != 0 {
			continue
		}
		r := rec{kind: recSum, node: p.node, upper: p.coeff > 0, val: floorDiv(most-p.most, p.coeff)}
		if !r.upper {
			r.val = ceilDiv(most-p.most, p.coeff)
		}
		if g.conflicting || !g.stronger(&r) || !g.mayDerive(&r, i) {
			continue
		}
		r.a = recID(len(g.causes))
		g.causes = append(g.causes, g.parts[i])
		g.causes = append(g.causes, g.parts[:i]...)
		g.causes = append(g.causes, g.parts[i+1:]...)
		r.b = recID(len(g.causes))
		g.tighten(r)
	}
}

// mayDerive sets the number of sums that a record rests on, one after the other, and reports whether these are few: two
// may tighten each other's bounds forever.
func (g *sparse) mayDerive(r *rec, i int) bool {
	for k := range g.parts {
		if k != i {
			r.depth = max(r.depth, g.rec(g.parts[k].id).depth+1)
		}
	}
	return r.depth < deepest
}

// explainSum adds why a bound of recSum holds.
func (g *sparse) explainSum(r *rec, dst *theory.Antecedents) {
	g.why, g.scale = [2]recID{r.a + 1, r.b}, g.causes[r.a].coeff
	for _, p := range g.causes[r.a+1 : r.b] {
		dst.Eq(g.rec(p.id).node, p.node)
		g.todo = append(g.todo, p.id)
	}
}

// sumPremises returns the bounds that the last explanation is the sum of.
func (g *sparse) sumPremises(c *cert.Certificate) (out []cert.Premise) {
	scale := num.RatFromInt64(max(g.scale, -g.scale))
	for _, p := range g.causes[g.why[0]:g.why[1]] {
		k := num.RatFromInt64(max(p.coeff, -p.coeff)).Div(scale)
		out = append(out, g.boundPremise(p.id, p.node, p.upper, k, c))
	}
	return out
}
