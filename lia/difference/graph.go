package difference

import (
	"math"
	"slices"
)

// Var is a variable, a dense id from 0.
type Var int32

// Reason is a token of the caller that stands for why an edge is there.
type Reason uint64

// Token names the state of one entry of the matrix, for explanations. It lives
// as long as the level in which it was made.
type Token int32

const (
	// MaxVars limits the number of variables: a new edge may change the whole
	// matrix, where a tableau would only note a bound.
	MaxVars = 1 << 8
	// MaxLength bounds the length of an edge, so that a sum of three paths never
	// overflows.
	MaxLength = 1 << 48
	// Infinite is the length of a path that does not exist.
	Infinite = math.MaxInt64
)

// Edge is the constraint X - Y <= C.
type Edge struct {
	X, Y Var
	C    int64
	Why  Reason
}

// Implied is a new bound of a watched difference.
type Implied struct {
	Tag   uint32
	C     int64
	Token Token
}

// Equality is the equation X - Y = K.
type Equality struct {
	X, Y Var
	K    int64
	// Upper is the token of X - Y <= K, Lower that of Y - X <= -K.
	Upper, Lower Token
}

// Stats counts what the graph did.
type Stats struct {
	Edges   int64 // that said something new
	Changes int64 // entries of the matrix
}

// record is a change of the entry x, y: an edge (edgeOf) shortened the path. There are many: each has 16 bytes.
type record struct {
	pair pair
	prev int32 // the record that this one replaced; 0: there was no path
	dist int64
}

// pair is two variables, x and y, in 16 bits.
type pair uint16

func pairOf(x, y Var) pair { return pair(x<<8 | y) }

func (p pair) x() Var { return Var(p >> 8) }
func (p pair) y() Var { return Var(p & 0xff) }

type watcher struct {
	tag  uint32
	next int32
}

type mark struct{ records, edges int32 }

// common is what a Graph and a Sparse have in common.
type common struct {
	edges    []Edge
	marks    []mark
	news     []int32 // records that the caller has not seen
	equal    []Equality
	conflict []Edge
	stats    Stats
}

// Stats returns the counters.
func (g *common) Stats() Stats { return g.stats }

// Equalities appends the equalities that are new since the last call. A Graph lists not all pairs of variables that
// are equal to the same one, and a Sparse those of two edges only.
func (g *common) Equalities(dst []Equality) []Equality {
	dst = append(dst, g.equal...)
	g.equal = g.equal[:0]
	return dst
}

// Conflict appends the edges of the cycle of negative length that the last
// failed Assert would have closed; the first is the one that was not added.
func (g *common) Conflict(dst []Edge) []Edge { return append(dst, g.conflict...) }

// Graph is a set of constraints with their closure.
// It is not safe for concurrent use.
type Graph struct {
	n, stride int
	dist      []int64  // by x*stride + y
	last      []int32  // by x*stride + y: the record of the entry; 0: none
	watched   []uint64 // by x*stride + y, a bit: there is a watcher

	common
	records  records[record]
	first    []int32        // by edge: the first of its records, which follow each other
	watch    map[pair]int32 // the first watcher
	watchers []watcher
	targets  []int32
	todo     []int32
}

// New returns a graph without variables.
func New() *Graph {
	return &Graph{records: newRecords[record](), watch: map[pair]int32{}, watchers: make([]watcher, 1)}
}

// NumVars returns the number of variables.
func (g *Graph) NumVars() int { return g.n }

// NewVar makes a variable; there must be fewer than MaxVars.
func (g *Graph) NewVar() Var {
	if g.n == g.stride {
		g.widen()
	}
	v := g.n
	g.n++
	g.dist[v*g.stride+v] = 0
	return Var(v)
}

// widen makes room for more variables, by a quarter: the matrix is the square of that, and each procedure that an
// engine asks about has one. A row is an odd number of cache lines long, so that columns do not fall on few sets of the
// cache.
func (g *Graph) widen() {
	lines := (g.stride+g.stride/4)/8 + 1
	stride := min(8*(lines|1), MaxVars+8)
	dist := make([]int64, stride*stride)
	last := make([]int32, stride*stride)
	for i := range dist {
		dist[i] = Infinite
	}
	for v := range g.n {
		copy(dist[v*stride:], g.dist[v*g.stride:][:g.n])
		copy(last[v*stride:], g.last[v*g.stride:][:g.n])
	}
	g.stride, g.dist, g.last = stride, dist, last
	g.watched = make([]uint64, (stride*stride+63)/64)
	for p := range g.watch {
		g.setWatched(g.at(p.x(), p.y()))
	}
}

func (g *Graph) at(x, y Var) int { return int(x)*g.stride + int(y) }

// Bound returns the least c for which x - y <= c is known, or Infinite.
func (g *Graph) Bound(x, y Var) int64 { return g.dist[g.at(x, y)] }

// Watch makes Implied return the present bound of x - y and all later ones, with a tag.
func (g *Graph) Watch(x, y Var, tag uint32) {
	i, p := g.at(x, y), pairOf(x, y)
	g.watchers = append(g.watchers, watcher{tag, g.watch[p]})
	g.watch[p] = int32(len(g.watchers) - 1)
	g.setWatched(i)
	if g.last[i] != 0 {
		g.news = append(g.news, g.last[i])
	}
}

func (g *Graph) setWatched(i int)     { g.watched[i/64] |= 1 << (i % 64) }
func (g *Graph) isWatched(i int) bool { return g.watched[i/64]>>(i%64)&1 != 0 }

// Assert adds x - y <= c. False means that this contradicts the graph;
// then nothing is added, and Conflict explains.
func (g *Graph) Assert(x, y Var, c int64, why Reason) bool {
	if c >= g.dist[g.at(x, y)] {
		return true
	}
	back := g.dist[g.at(y, x)]
	if back != Infinite && back+c < 0 {
		g.refute(Edge{x, y, c, why})
		return false
	}
	g.stats.Edges++
	g.edges, g.first = append(g.edges, Edge{x, y, c, why}), append(g.first, g.records.n)
	g.close(x, y, c)
	if back != Infinite && back+c == 0 {
		g.equate(x, y, c)
	}
	return true
}

// close brings the matrix up to date after the edge that was added last.
func (g *Graph) close(x, y Var, c int64) {
	fromY := g.dist[g.at(y, 0):][:g.n]
	fromX := g.dist[g.at(x, 0):][:g.n]
	g.targets = g.targets[:0]
	for b, d := range fromY {
		if d != Infinite && d+c < fromX[b] {
			g.targets = append(g.targets, int32(b))
		}
	}
	for a := range g.n {
		row := g.dist[a*g.stride:][:g.n]
		if row[x] == Infinite || row[x]+c >= row[y] {
			continue
		}
		d := row[x] + c
		for _, b := range g.targets {
			if e := d + fromY[b]; e < row[b] {
				row[b] = e
				g.change(a, int(b), e)
			}
		}
	}
}

// change records that the entry a, b has a new length.
func (g *Graph) change(a, b int, d int64) {
	i := a*g.stride + b
	g.stats.Changes++
	r := g.records.add(record{pairOf(Var(a), Var(b)), g.last[i], d})
	g.last[i] = r
	if g.isWatched(i) {
		g.news = append(g.news, r)
	}
}

// equate notes the variables that are on a cycle of length 0 with the edge.
func (g *Graph) equate(x, y Var, c int64) {
	for a := range Var(g.n) {
		k, back := g.Bound(a, x), g.Bound(x, a)
		if a != x && k != Infinite && back != Infinite && k+back == 0 {
			g.equal = append(g.equal, Equality{a, x, k, Token(g.last[g.at(a, x)]), Token(g.last[g.at(x, a)])})
		}
	}
}

// Implied appends the bounds of watched differences that are new since
// the last call, only the best one of each.
func (g *Graph) Implied(dst []Implied) []Implied {
	for _, r := range g.news {
		p := g.records.at(r)
		if g.last[g.at(p.pair.x(), p.pair.y())] != r {
			continue // a better one follows
		}
		for w := g.watch[p.pair]; w != 0; w = g.watchers[w].next {
			dst = append(dst, Implied{g.watchers[w].tag, p.dist, Token(r)})
		}
	}
	g.news = g.news[:0]
	return dst
}

// Push begins a level.
func (g *Graph) Push() {
	g.marks = append(g.marks, mark{g.records.n, int32(len(g.edges))})
}

// Backtrack forgets what was asserted above the given level.
func (g *Graph) Backtrack(level int) {
	if level >= len(g.marks) {
		return
	}
	m := g.marks[level]
	g.marks = g.marks[:level]
	for r := g.records.n - 1; r >= m.records; r-- {
		p := g.records.at(r)
		i := g.at(p.pair.x(), p.pair.y())
		g.last[i] = p.prev
		if p.prev == 0 {
			g.dist[i] = Infinite
		} else {
			g.dist[i] = g.records.at(p.prev).dist
		}
	}
	g.records.cut(m.records)
	g.edges, g.first = g.edges[:m.edges], g.first[:m.edges]
	g.forget()
	g.mustHold(g.Undone)
}

// forget drops pending news that was undone.
func (g *Graph) forget() {
	g.news = slices.DeleteFunc(g.news, func(r int32) bool { return r >= g.records.n })
	g.equal = slices.DeleteFunc(g.equal, func(e Equality) bool { return int32(max(e.Upper, e.Lower)) >= g.records.n })
}

// Token returns the state of the entry x, y. The entry must be finite, and x not y.
func (g *Graph) Token(x, y Var) Token { return Token(g.last[g.at(x, y)]) }

// Map replaces each length c, of an edge or a path from x, by f(x, c). On each
// component of the graph, f must preserve order and sums.
func (g *Graph) Map(f func(x Var, c int64) int64) {
	for i := range g.edges {
		e := &g.edges[i]
		e.C = f(e.X, e.C)
	}
	for i := int32(1); i < g.records.n; i++ {
		r := g.records.at(i)
		r.dist = f(r.pair.x(), r.dist)
	}
	for i := range g.equal {
		e := &g.equal[i]
		e.K = f(e.X, e.K)
	}
	for x := range Var(g.n) {
		for y := range Var(g.n) {
			if d := &g.dist[g.at(x, y)]; x != y && *d != Infinite {
				*d = f(x, *d)
			}
		}
	}
}
