package euf

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// TheoryExplainer expands the reasons that plugins gave for merges.
type TheoryExplainer interface {
	ExplainMerge(plugin int, a, b theory.Point, why theory.Reason, dst *theory.Antecedents)
	// Usable reports whether a literal is true, and became so before what is being
	// explained; and at which level.
	Usable(l sat.Lit) (level int, ok bool)
	// CertifyMerge adds the step that a = b to dst.Cert: by literal l, or, if
	// that is NoLit, by reflexivity (an equality node and its value) or else by
	// congruence.
	CertifyMerge(a, b theory.Point, l sat.Lit, sides bool, dst *theory.Antecedents)
}

// Explain adds to dst.Lits the literals from which the equalities in dst.Eqs
// follow, and empties dst.Eqs. Literals may be added more than once.
func (g *EGraph) Explain(dst *theory.Antecedents, ex TheoryExplainer) {
	g.ExplainAt(g.Now(), dst, ex)
}

// ExplainAt is Explain for what was concluded at an earlier time: all equalities in
// dst.Eqs were true then.
func (g *EGraph) ExplainAt(at Time, dst *theory.Antecedents, ex TheoryExplainer) {
	g.Explained++
	g.beginMarks()
	g.dates.begin(at, dst)
	for len(dst.Eqs) > 0 {
		e := dst.Eqs[len(dst.Eqs)-1]
		dst.Eqs = dst.Eqs[:len(dst.Eqs)-1]
		g.dates.next(len(dst.Eqs))
		g.path(e[0], e[1], dst, ex)
	}
}

// Conflict adds the antecedents of the conflict that Propagate found.
func (g *EGraph) Conflict(dst *theory.Antecedents, ex TheoryExplainer) {
	m := g.conflict
	a, b := m.a.Node, m.b.Node
	g.edge(a, b, m.b.Off-m.a.Off, m.why, dst, ex)
	if g.reps[a].root == g.reps[b].root {
		dst.Eq(a, b)
	} else {
		dst.Eq(a, g.nodes[g.reps[a].root].value)
		dst.Eq(b, g.nodes[g.reps[b].root].value)
	}
	g.Explain(dst, ex)
}

// ExplainDecided adds why the Boolean node n is true or false.
func (g *EGraph) ExplainDecided(n theory.Node, value bool, dst *theory.Antecedents) {
	if value {
		dst.Eq(n, theory.True)
	} else {
		dst.Eq(n, theory.False)
	}
}

func (g *EGraph) beginMarks() {
	g.mark = term.Extend(g.mark, len(g.nodes))
	g.marked++ // marked: its edge is explained
	if g.marked > 1<<31 {
		clear(g.mark)
		g.marked = 1
	}
}

// common returns the least common ancestor of a and b.
func (g *EGraph) common(a, b theory.Node) theory.Node {
	da, db := g.depth(a), g.depth(b)
	for da > db {
		a, da = g.nodes[a].up, da-1
	}
	for db > da {
		b, db = g.nodes[b].up, db-1
	}
	for a != b {
		a, b = g.nodes[a].up, g.nodes[b].up
	}
	if a == 0 {
		panic("euf: no proof path between two nodes")
	}
	return a
}

func (g *EGraph) depth(n theory.Node) int {
	d := 0
	for n != 0 {
		n = g.nodes[n].up
		d++
	}
	return d
}

// edge adds the antecedents of one merge, value(a) = value(b) + off.
func (g *EGraph) edge(a, b theory.Node, off int64, why just, dst *theory.Antecedents, ex TheoryExplainer) {
	if dst.Cert != nil && why.kind <= byArgs {
		l := sat.NoLit
		if why.kind == byLit {
			l = sat.Lit(why.x)
		}
		ex.CertifyMerge(theory.Point{Node: a}, theory.Point{Node: b, Off: off}, l, why.kind == byArgs, dst)
	}
	switch why.kind {
	case byLit:
		dst.Lit(sat.Lit(why.x))
	case byCong:
		g.congruenceAntecedents(a, b, why.x == 1, dst)
	case byArgs:
		if !g.nodes[a].isEq {
			a = b // the edge was reversed, or the merge is a conflict seen from the value
		}
		args := g.argsOf(a)
		dst.Eq(args[0].Node, args[1].Node)
	case byTheory:
		ex.ExplainMerge(int(why.plugin), theory.Point{Node: a}, theory.Point{Node: b, Off: off}, theory.Reason(why.x), dst)
	}
}

func (g *EGraph) congruenceAntecedents(p, q theory.Node, crossed bool, dst *theory.Antecedents) {
	a, b := g.argsOf(p), g.argsOf(q)
	if crossed {
		dst.Eq(a[0].Node, b[1].Node)
		dst.Eq(a[1].Node, b[0].Node)
		return
	}
	for i := range a {
		dst.Eq(a[i].Node, b[i].Node)
	}
}

// crossed returns 1 if p and q are equality nodes whose left sides are not in
// one class: then the left side of one agrees with the right side of the other.
func (g *EGraph) crossed(p, q theory.Node) uint32 {
	if !g.nodes[p].isEq || g.reps[g.argsOf(p)[0].Node].root == g.reps[g.argsOf(q)[0].Node].root {
		return 0
	}
	return 1
}
