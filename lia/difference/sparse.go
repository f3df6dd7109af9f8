package difference

import (
	"math"
	"slices"
)

const (
	// MaxSparseVars limits the variables of a Sparse.
	MaxSparseVars = 1 << 14
	// MaxSparseLength bounds the length of an edge, so that paths never overflow.
	MaxSparseLength = 1 << 40
	// maxValue bounds values; beyond it they are chosen anew.
	maxValue = 1 << 60
)

// Sparse is a set of constraints with values that satisfy them, and the shortest paths from and to the variable 0, the
// origin. It is not safe for concurrent use.
type Sparse struct {
	// Deepest bounds the edges of paths to and from the origin that are looked for; 0 means that nothing does.
	Deepest int32

	common          // stats.Changes counts paths
	values  []int64 // by variable: they satisfy all edges
	ends    [2]adjacency
	bounds  [2]paths
	records records[pathRecord]
	work    []halfBound
	shift   shift
}

// adjacency lists the edges by the variable at one end, the last one first.
type adjacency struct {
	first  []int32 // by variable: an edge and 1; 0: none
	next   []int32 // by edge
	degree []int32 // by variable
}

// The two ends of an edge X - Y <= C. What is known about the lengths of paths moves from one to the other: upper
// bounds, of paths to the origin, from Y to X, and lower ones, of paths from it, from X to Y.
const (
	endX = iota
	endY
)

// paths are the shortest known paths between each variable and the origin, in one direction.
type paths struct {
	best    []int32  // by variable: the record; 0: none
	watched []uint32 // by variable: a tag and 1; 0: none
}

// pathRecord is a path between v and the origin: an edge at v, and the path from its other end.
type pathRecord struct {
	v    Var
	kind int8 // an index of bounds: endX for v - origin <= dist, endY for origin - v <= dist
	edge int32
	rest int32 // the record of the edge's other end; 0: that is the origin
	hops int32 // the number of edges
	prev int32 // the record that this one replaced
	dist int64
}

// halfBound is a variable whose path has become shorter.
type halfBound struct {
	v    Var
	kind int8
}

// NewSparse returns a set without variables.
func NewSparse() *Sparse { return &Sparse{records: newRecords[pathRecord]()} }

// NumVars returns the number of variables.
func (g *Sparse) NumVars() int { return len(g.values) }

// NewVar makes a variable; the first one is the origin. There must be fewer than MaxSparseVars.
func (g *Sparse) NewVar() Var {
	g.values = append(g.values, 0)
	for i := range g.ends {
		a, b := &g.ends[i], &g.bounds[i]
		a.first, a.degree = append(a.first, 0), append(a.degree, 0)
		b.best, b.watched = append(b.best, 0), append(b.watched, 0)
	}
	g.shift.grow()
	return Var(len(g.values) - 1)
}

// Value returns the value of a variable, relative to that of the origin.
func (g *Sparse) Value(v Var) int64 { return g.values[v] - g.values[0] }

// Room returns the range of values that the constraints leave a variable if all others keep theirs; the ends of int64
// are no bounds.
func (g *Sparse) Room(v Var) (lo, hi int64) {
	lo, hi = math.MinInt64, math.MaxInt64
	for i := g.ends[endX].first[v]; i != 0; i = g.ends[endX].next[i-1] {
		e := &g.edges[i-1]
		hi = min(hi, g.Value(e.Y)+e.C)
	}
	for i := g.ends[endY].first[v]; i != 0; i = g.ends[endY].next[i-1] {
		e := &g.edges[i-1]
		lo = max(lo, g.Value(e.X)-e.C)
	}
	return lo, hi
}

// Move gives a variable, not the origin, a value within its Room.
func (g *Sparse) Move(v Var, value int64) { g.values[v] = value + g.values[0] }

// Watch makes Implied return the bound of a variable, which is upper or lower, and all later ones, with a tag below
// 2^32-1.
func (g *Sparse) Watch(v Var, upper bool, tag uint32) {
	b := &g.bounds[kindOf(upper)]
	b.watched[v] = tag + 1
	if b.best[v] != 0 {
		g.news = append(g.news, b.best[v])
	}
}

func kindOf(upper bool) int8 {
	if upper {
		return endX
	}
	return endY
}

// Assert adds x - y <= c. False means that this contradicts the others; then nothing is added, and Conflict explains.
func (g *Sparse) Assert(x, y Var, c int64, why Reason) bool {
	if g.follows(x, y, c) {
		return true
	}
	e := Edge{x, y, c, why}
	if !g.satisfy(e) {
		return false
	}
	g.stats.Edges++
	g.equate(e)
	i := int32(len(g.edges))
	g.edges = append(g.edges, e)
	for end, v := range [...]Var{x, y} {
		a := &g.ends[end]
		a.next = append(a.next, a.first[v])
		a.first[v] = i + 1
		a.degree[v]++
	}
	g.extend(i)
	return true
}

// follows reports whether x - y <= c is known to follow.
func (g *Sparse) follows(x, y Var, c int64) bool {
	switch {
	case x == y:
		return c >= 0
	case y == 0:
		r := g.bounds[endX].best[x]
		return r != 0 && g.records.at(r).dist <= c
	case x == 0:
		r := g.bounds[endY].best[y]
		return r != 0 && g.records.at(r).dist <= c
	}
	return g.find(x, y, func(e *Edge) bool { return e.C <= c }) >= 0
}

// find returns an edge from x to y that a predicate accepts; -1 if there is none.
func (g *Sparse) find(x, y Var, ok func(*Edge) bool) int32 {
	end, v := endX, x
	if g.ends[endY].degree[y] < g.ends[endX].degree[x] {
		end, v = endY, y
	}
	a := &g.ends[end]
	for i := a.first[v]; i != 0; i = a.next[i-1] {
		if e := &g.edges[i-1]; e.X == x && e.Y == y && ok(e) {
			return i - 1
		}
	}
	return -1
}

// equate notes the equality that e and an edge back make.
func (g *Sparse) equate(e Edge) {
	if i := g.find(e.Y, e.X, func(b *Edge) bool { return b.C == -e.C }); i >= 0 {
		g.equal = append(g.equal, Equality{e.X, e.Y, e.C, edgeToken(int32(len(g.edges))), edgeToken(i)})
	}
}

// edgeToken names a single edge, as a path; other tokens are records.
func edgeToken(i int32) Token { return Token(-1 - i) }

// extend finds the paths that edge i makes shorter.
func (g *Sparse) extend(i int32) {
	e := &g.edges[i]
	g.work = g.work[:0]
	g.follow(i, endX, e.Y)
	g.follow(i, endY, e.X)
	for at := 0; at < len(g.work); at++ {
		w := g.work[at]
		// A bound of kind endX moves along the edges at whose end Y it is, and the other way round.
		a := &g.ends[1-w.kind]
		for i := a.first[w.v]; i != 0; i = a.next[i-1] {
			g.follow(i-1, w.kind, w.v)
		}
	}
}

// follow looks for a shorter path along an edge from its end from, of which there is a path.
func (g *Sparse) follow(i int32, kind int8, from Var) {
	e := &g.edges[i]
	to := e.X
	if kind == endY {
		to = e.Y
	}
	b := &g.bounds[kind]
	rest := b.best[from]
	if to == 0 || rest == 0 && from != 0 {
		return
	}
	d, hops := e.C, int32(1)
	if from != 0 {
		d, hops = d+g.records.at(rest).dist, 1+g.records.at(rest).hops
	} else {
		rest = 0
	}
	if g.Deepest > 0 && hops > g.Deepest {
		return
	}
	if r := b.best[to]; r != 0 && g.records.at(r).dist <= d {
		return
	}
	g.stats.Changes++
	r := g.records.add(pathRecord{to, kind, i, rest, hops, b.best[to], d})
	b.best[to] = r
	if b.watched[to] != 0 {
		g.news = append(g.news, r)
	}
	g.work = append(g.work, halfBound{to, kind})
}

// Implied appends the bounds of watched variables that are new since the last call, only the best one of each.
func (g *Sparse) Implied(dst []Implied) []Implied {
	for _, r := range g.news {
		p := g.records.at(r)
		if b := &g.bounds[p.kind]; b.best[p.v] == r {
			dst = append(dst, Implied{b.watched[p.v] - 1, p.dist, Token(r)})
		}
	}
	g.news = g.news[:0]
	return dst
}

// Level returns the number of levels.
func (g *Sparse) Level() int { return len(g.marks) }

// Push begins a level.
func (g *Sparse) Push() {
	g.marks = append(g.marks, mark{g.records.n, int32(len(g.edges))})
}

// Backtrack forgets what was asserted above the given level. The values stay: they satisfy what is left.
func (g *Sparse) Backtrack(level int) {
	if level >= len(g.marks) {
		return
	}
	m := g.marks[level]
	for i := len(g.edges) - 1; i >= int(m.edges); i-- {
		for end, v := range [...]Var{g.edges[i].X, g.edges[i].Y} {
			a := &g.ends[end]
			a.first[v] = a.next[i]
			a.next = a.next[:i]
			a.degree[v]--
		}
	}
	for r := g.records.n - 1; r >= m.records; r-- {
		p := g.records.at(r)
		g.bounds[p.kind].best[p.v] = p.prev
	}
	g.records.cut(m.records)
	g.marks, g.edges = g.marks[:level], g.edges[:m.edges]
	g.forget()
	g.mustHold(g.Undone)
}

// forget drops pending news that was undone.
func (g *Sparse) forget() {
	g.news = slices.DeleteFunc(g.news, func(r int32) bool { return r >= g.records.n })
	g.equal = slices.DeleteFunc(g.equal, func(e Equality) bool { return int(-1-e.Upper) >= len(g.edges) })
}

// First returns the edge at the origin of the path of a token that Implied returned.
func (g *Sparse) First(tok Token) Edge {
	r := g.records.at(int32(tok))
	for r.rest != 0 {
		r = g.records.at(r.rest)
	}
	return g.edges[r.edge]
}

// Path appends edges that add up to the bound of tok, or to an older bound that is at most c, which is all that the
// caller needs.
func (g *Sparse) Path(tok Token, c int64, dst []Edge) []Edge {
	if tok < 0 {
		return append(dst, g.edges[-1-tok])
	}
	r := int32(tok)
	for p := g.records.at(r).prev; p != 0 && g.records.at(p).dist <= c; p = g.records.at(p).prev {
		r = p
	}
	for ; r != 0; r = g.records.at(r).rest {
		dst = append(dst, g.edges[g.records.at(r).edge])
	}
	return dst
}
