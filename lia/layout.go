package lia

import (
	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// layout says where nodes are in a graph of differences, a matrix or a sparse one, and what its edges mean.
type layout struct {
	*Solver
	graph  graph
	places []place           // by node
	ofVar  []theory.Node     // by variable
	path   []difference.Edge // of the last explanation or conflict
	adding []difference.Edge // to be added
}

// graph is a difference.Graph or a difference.Sparse.
type graph interface {
	NewVar() difference.Var
	Assert(x, y difference.Var, c int64, why difference.Reason) bool
	Conflict(dst []difference.Edge) []difference.Edge
	Path(tok difference.Token, c int64, dst []difference.Edge) []difference.Edge
}

// place is what a node is in the graph: x - y + base, with the variable of Zero
// for y if it is a variable itself. Nodes without a place have x = y.
type place struct {
	x, y difference.Var
	base int64
}

// tied marks reasons that say that two nodes are in one class.
const tied = 1 << 63

func becauseOf(n theory.Node, id recID) difference.Reason {
	return difference.Reason(n)<<32 | difference.Reason(id)
}

func becauseTied(x, y theory.Node) difference.Reason {
	return tied | difference.Reason(x)<<32 | difference.Reason(y)
}

func (g *layout) placeOf(n theory.Node) place {
	if int(n) < len(g.places) {
		return g.places[n]
	}
	return place{}
}

func (g *layout) hasPlace(n theory.Node) bool {
	p := g.placeOf(n)
	return p.x != p.y
}

func (g *layout) setPlace(n theory.Node, p place) {
	g.places = lengthen(g.places, int(n)+1, place{})
	g.places[n] = p
}

// newPoint makes a variable of the graph.
func (g *layout) newPoint(n theory.Node) difference.Var {
	g.ofVar = append(g.ofVar, n)
	return g.graph.NewVar()
}

// difference returns x, y and base if the sum n is x - y + base.
func (g *layout) difference(n theory.Node) (ends [2]theory.Node, base int64, ok bool) {
	var constant num.Rat
	for _, m := range g.sumOf(n) {
		constant = constant.AddMul(m.coeff, intOf(m.off))
		i := 0
		switch {
		case m.node == theory.Zero:
			continue
		case m.coeff.IsOne():
		case m.coeff.Neg().IsOne():
			i = 1
		default:
			return ends, 0, false
		}
		if ends[i] != 0 {
			return ends, 0, false
		}
		ends[i] = m.node
	}
	base, ok = constant.Int64()
	if !ok || base <= -difference.MaxLength || base >= difference.MaxLength || ends[0] == 0 || ends[1] == 0 ||
		ends[0] == ends[1] {
		return ends, 0, false
	}
	for _, m := range ends {
		if x := &g.nodes[m]; x.real != g.nodes[n].real || x.kind == sum || x.kind == multiple {
			return ends, 0, false
		}
	}
	return ends, base, true
}

// boundEdges returns the bounds that n, an Int, has from its class.
func (g *layout) boundEdges(n theory.Node) []difference.Edge {
	p, dst := g.places[n], g.adding[:0]
	if hi, id := g.upper(n); id != 0 {
		dst = append(dst, difference.Edge{X: p.x, Y: p.y, C: hi - p.base, Why: becauseOf(n, id)})
	}
	if lo, id := g.lower(n); id != 0 {
		dst = append(dst, difference.Edge{X: p.y, Y: p.x, C: p.base - lo, Why: becauseOf(n, id)})
	}
	g.adding = dst
	return dst
}

// tieEdges returns the equation of two terms, no sums, of one class.
func (g *layout) tieEdges(x, y theory.Node) []difference.Edge {
	v, w, k := g.places[x].x, g.places[y].x, g.host.Offset(x)-g.host.Offset(y)
	g.adding = append(g.adding[:0], difference.Edge{X: v, Y: w, C: k, Why: becauseTied(x, y)},
		difference.Edge{X: w, Y: v, C: -k, Why: becauseTied(y, x)})
	return g.adding
}

// addEdges adds edges; false if one is longer than the graph takes.
func (g *layout) addEdges(longest int64, es []difference.Edge) bool {
	for _, e := range es {
		switch {
		case g.conflicting:
			return true
		case e.C <= -longest || e.C >= longest:
			return false
		case g.graph.Assert(e.X, e.Y, e.C, e.Why):
			g.dirty = true
		default:
			g.conflict(g.graph.Conflict(g.path[:0]))
		}
	}
	return true
}

// tiedAlready reports whether x = y + k follows from the classes of the terms in x and y.
func (g *layout) tiedAlready(x, y theory.Node, k int64) bool {
	p, q := g.places[x], g.places[y]
	a, b := g.ofVar[p.x], g.ofVar[q.x]
	c, d := g.ofVar[p.y], g.ofVar[q.y]
	return g.host.Root(a) == g.host.Root(b) && g.host.Root(c) == g.host.Root(d) &&
		k == p.base-q.base+g.host.Offset(a)-g.host.Offset(b)-g.host.Offset(c)+g.host.Offset(d)
}

// mergeEqual merges two terms whose difference the graph knows. A fixed term is merged with its numeral by its bounds.
func (g *layout) mergeEqual(e difference.Equality, kind recKind) {
	x, y := g.ofVar[e.X], g.ofVar[e.Y]
	a, b := theory.Point{Node: x}, theory.Point{Node: y, Off: e.K}
	if g.conflicting || x == theory.Zero || y == theory.Zero || e.K <= -theory.MaxOffset || e.K >= theory.MaxOffset ||
		g.host.Same(a, b) || g.isPrivate(x) && g.isPrivate(y) {
		return
	}
	g.mergePoints(a, b, rec{kind: kind, node: x, other: y, tok: simplex.Token(e.Upper), b: recID(e.Lower)})
}

// loadPath puts the edges of a bound of an Int that the graph derived into g.path.
func (g *layout) loadPath(r *rec) {
	c := r.val - g.places[r.node].base
	if !r.upper {
		c = g.places[r.node].base - r.val
	}
	g.path = g.graph.Path(difference.Token(r.tok), c, g.path[:0])
}

// expandPath adds why the edges of g.path are there.
func (g *layout) expandPath(dst *theory.Antecedents) {
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
func (g *layout) premises(c *cert.Certificate) []cert.Premise {
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
func (g *layout) expandCycle(r rec, dst *theory.Antecedents) {
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

// conflict reports a cycle, as edges.
func (g *layout) conflict(cycle []difference.Edge) {
	g.begin()
	g.path = cycle
	g.todo = g.todo[:0]
	g.expandPath(&g.ante)
	if g.ante.Cert != nil {
		g.ante.Cert.Add(cert.Step{Kind: cert.Contradiction, From: g.premises(g.ante.Cert)})
	}
	g.drain(&g.ante)
	g.fail(byDifference)
}
