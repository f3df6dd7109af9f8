package euf

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// A path in the proof forest lists every merge between its ends. Programs make
// long paths: a value passes unchanged through merges of control and through
// calls, so each path through them has its own list, and what is learned from one
// says nothing about the next. If an equality atom between two nodes of a path is
// true, the atom explains the part between them; it has its own reason, which is
// requested only if conflict analysis reaches it. So learned clauses contain atoms
// between the parts, as lemmas do, and there are fewer of them to learn.
//
// An atom may be younger than all that it stands for: it was made late, or what makes it
// true became relevant late, so that it is true since a higher level only. Then the edges
// explain, and what is learned mentions lower levels.

// maxShortcuts bounds the atoms of a node that are tried, the newest first.
const maxShortcuts = 32

// maxOlder bounds the edges that explain in place of a younger atom.
const maxOlder = 32

// shortcuts lists the equality nodes that have a node as one of their sides.
type shortcuts struct {
	head []int32 // by node: 1 + index into all
	all  []shortcut
}

type shortcut struct {
	eq    theory.Node
	other theory.Node // the other side
	next  int32
}

func (s *shortcuts) add(eq, a, b theory.Node) {
	s.head = term.Extend(s.head, int(max(a, b))+1)
	s.all = append(s.all, shortcut{eq, b, s.head[a]})
	s.head[a] = int32(len(s.all))
}

// walk lists the nodes of the path from a to b; the edges of the first up of
// them lead up, the others down.
func (g *EGraph) walk(a, b theory.Node) (path []theory.Node, up int) {
	c := g.common(a, b)
	path = g.steps[:0]
	for n := a; n != c; n = g.nodes[n].up {
		path = append(path, n)
	}
	up = len(path)
	for n := b; n != c; n = g.nodes[n].up {
		path = append(path, n)
	}
	path = append(path, c)
	for i, j := up, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	g.steps = path
	return path, up
}

// path explains that a and b are in one class: by the edges between them in
// the proof forest, and by atoms where they span more than one edge.
func (g *EGraph) path(a, b theory.Node, dst *theory.Antecedents, ex TheoryExplainer) {
	if g.nodes[a].isVal {
		a, b = b, a // nearly every constant has atoms with Zero
	}
	path, up := g.walk(a, b)
	g.place = term.Extend(g.place, len(g.nodes))
	for i, n := range path {
		g.place[n] = int32(i)
	}
	stops := append(g.joins.stops[:0], path[0])
	for i := 0; i+1 < len(path); {
		if eq, to := g.farthest(path, up, i, ex); eq != 0 {
			g.useAtom(eq, path[i], path[to], dst, ex)
			i = to
			stops = append(stops, path[i])
			continue
		}
		n := lower(path, up, i)
		g.dates.use(g.nodes[n].just.at)
		if g.mark[n] != g.marked {
			g.mark[n] = g.marked
			nd := &g.nodes[n]
			g.edge(n, nd.up, nd.upOff, nd.just, dst, ex)
			g.dates.antecedents(nd.just.at, dst)
		}
		i++
		stops = append(stops, path[i])
	}
	g.joins.stops = stops
	if len(path) > 2 {
		g.notePath()
	}
	for _, n := range path {
		g.place[n] = 0
	}
}

// lower returns the node whose edge leads from path[i] to path[i+1], or back.
func lower(path []theory.Node, up, i int) theory.Node {
	if i >= up {
		i++
	}
	return path[i]
}

// farthest returns the atom that leads farthest from path[i], past the next
// node, and the place to which it leads; 0 if there is none.
func (g *EGraph) farthest(path []theory.Node, up, i int, ex TheoryExplainer) (eq theory.Node, to int) {
	n := path[i]
	if int(n) >= len(g.short.head) || g.nodes[n].isVal || i+2 >= len(path) {
		return 0, 0
	}
	to = i + 1
	left := maxShortcuts
	for k := g.short.head[n]; k != 0 && left > 0; left-- {
		s := &g.short.all[k-1]
		k = s.next
		if at := int(g.place[s.other]); at > to && g.explains(s.eq, path, up, i, at, ex) {
			eq, to = s.eq, at
		}
	}
	return eq, to
}

// explains reports whether an equality node is true in the class of its sides, by an
// atom that may stand for the path from i to j.
func (g *EGraph) explains(eq theory.Node, path []theory.Node, up, i, j int, ex TheoryExplainer) bool {
	args := g.argsOf(eq)
	l := g.nodes[eq].lit
	if l == sat.NoLit || !g.Same(args[0], args[1]) {
		return false
	}
	level, ok := ex.Usable(l)
	return ok && !g.late(level, path, up, i, j, ex)
}

// late reports whether a short path from i to j has only edges from levels below that of
// an atom between its ends.
func (g *EGraph) late(level int, path []theory.Node, up, i, j int, ex TheoryExplainer) bool {
	if level == 0 || j-i > maxOlder {
		return false
	}
	begin := Time(g.levels[level-1])
	for ; i < j; i++ {
		why := &g.nodes[lower(path, up, i)].just
		if why.at < begin {
			continue // merged at a lower level
		}
		if why.kind != byLit {
			return false
		}
		if at, ok := ex.Usable(sat.Lit(why.x)); !ok || at >= level {
			return false
		}
	}
	g.Older++
	return true
}

// useAtom explains by an atom that the nodes a and b are in one class.
func (g *EGraph) useAtom(eq, a, b theory.Node, dst *theory.Antecedents, ex TheoryExplainer) {
	l := g.nodes[eq].lit
	if dst.Cert != nil {
		off := g.Offset(a) - g.Offset(b)
		ex.CertifyMerge(theory.Point{Node: a}, theory.Point{Node: b, Off: off}, l, false, dst)
	}
	dst.Lit(l)
	g.Shortcuts++
}
