package euf

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Root returns the root of n's class.
func (g *EGraph) Root(n theory.Node) theory.Node { return g.reps[n].root }

// Offset returns value(n) - value(Root(n)).
func (g *EGraph) Offset(n theory.Node) int64 { return g.reps[n].off }

// Next returns the next member of n's class.
func (g *EGraph) Next(n theory.Node) theory.Node { return g.reps[n].next }

// Size returns the number of members of n's class.
func (g *EGraph) Size(n theory.Node) int { return int(g.nodes[g.reps[n].root].size) }

// Parents returns the applications over the class with root r.
func (g *EGraph) Parents(r theory.Node) []theory.Node { return g.parents.Of(uint32(r)) }

// Term returns the term of n.
func (g *EGraph) Term(n theory.Node) term.Term { return g.nodes[n].term }

// Args returns the arguments of n.
func (g *EGraph) Args(n theory.Node) []theory.Point { return g.argsOf(n) }

// Fn returns the symbol key of n.
func (g *EGraph) Fn(n theory.Node) uint32 { return g.nodes[n].fn }

// Same reports whether a = b is known.
func (g *EGraph) Same(a, b theory.Point) bool {
	na, nb := &g.reps[a.Node], &g.reps[b.Node]
	return na.root == nb.root && na.off+a.Off == nb.off+b.Off
}

// Const returns the numeral that p is known to be.
func (g *EGraph) Const(p theory.Point) (int64, bool) {
	n, z := &g.reps[p.Node], &g.reps[theory.Zero]
	if n.root != z.root {
		return 0, false
	}
	return n.off + p.Off - z.off, true
}

// ValueNode returns the value in n's class (True, False, Zero or a numeral too
// large for an offset), or 0.
func (g *EGraph) ValueNode(n theory.Node) theory.Node { return g.nodes[g.reps[n].root].value }

// Apart reports whether a != b is known.
func (g *EGraph) Apart(a, b theory.Point) bool {
	na, nb := &g.reps[a.Node], &g.reps[b.Node]
	if na.root == nb.root {
		return na.off+a.Off != nb.off+b.Off
	}
	va, vb := g.nodes[na.root].value, g.nodes[nb.root].value
	if va != 0 && vb != 0 {
		return true // True and False, or Zero and a numeral too large for an offset
	}
	q := g.findEq(a, b)
	return q != 0 && g.nodes[g.reps[q].root].value == theory.False
}

// findEq returns an equality node congruent to a = b, or 0.
func (g *EGraph) findEq(a, b theory.Point) theory.Node {
	// A scratch node at the end of the arenas stands for the equality.
	n := theory.Node(len(g.nodes))
	g.nodes = append(g.nodes, node{fn: eqFn, isEq: true, nargs: 2, args: uint32(len(g.args))})
	g.args = append(g.args, a, b)
	q := g.table.find(g, n)
	g.nodes = g.nodes[:n]
	g.args = g.args[:len(g.args)-2]
	return q
}

// MergedAbove appends to dst the roots of the classes at level that are not classes, or
// not the same ones, at the present level.
func (g *EGraph) MergedAbove(level int, dst []theory.Node) []theory.Node {
	if level >= len(g.levels) {
		return dst
	}
	for i := range g.trail[g.levels[level]:] {
		rec := &g.trail[int(g.levels[level])+i]
		if rec.kind != recMerge {
			continue
		}
		dst = append(dst, rec.other)
		if g.reps[rec.root].root == rec.root {
			dst = append(dst, rec.root)
		}
	}
	return dst
}
