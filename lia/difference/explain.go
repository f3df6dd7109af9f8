package difference

import "slices"

// refute explains why e contradicts the graph, by the oldest path that suffices.
func (g *Graph) refute(e Edge) {
	r := g.last[g.at(e.Y, e.X)]
	g.conflict = append(g.conflict[:0], e)
	if r != 0 { // else x is y
		g.conflict = g.Path(Token(r), -e.C-1, g.conflict)
	}
}

// Path appends edges that add up to the bound of tok, or to an older bound that is
// at most c, which is all that the caller needs.
func (g *Graph) Path(tok Token, c int64, dst []Edge) []Edge {
	r := int32(tok)
	for p := g.records.at(r).prev; p != 0 && g.records.at(p).dist <= c; p = g.records.at(p).prev {
		r = p
	}
	g.todo = append(g.todo[:0], r)
	for len(g.todo) > 0 {
		r := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		p, e := g.records.at(r).pair, g.edges[g.edgeOf(r)]
		dst = append(dst, e)
		if p.x() != e.X {
			g.todo = append(g.todo, g.before(p.x(), e.X, r))
		}
		if e.Y != p.y() {
			g.todo = append(g.todo, g.before(e.Y, p.y(), r))
		}
	}
	return dst
}

// edgeOf returns the edge that made a record.
func (g *Graph) edgeOf(r int32) int {
	i, begins := slices.BinarySearch(g.first, r)
	if begins {
		return i
	}
	return i - 1
}

// before returns the record that the entry x, y had before record r.
func (g *Graph) before(x, y Var, r int32) int32 {
	i := g.last[g.at(x, y)]
	for i >= r {
		i = g.records.at(i).prev
	}
	return i
}
