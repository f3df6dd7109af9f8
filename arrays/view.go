package arrays

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// view is the array problem as one candidate model shows it: classes as dense
// numbers, stores as edges between them, and sources of values. It is built
// from scratch where it is needed, in memory that is used again.
type view struct {
	roots   []theory.Node // by class
	classOf []int32       // by root: class + 1
	comp    []int32       // by class: union-find of weakly equivalent classes
	edges   []edge
	adj     []int32 // edges by class, in one row
	adjAt   []int32 // by class: where its row begins
	sources []source
	consts  []source
	groups  []group

	keys    map[theory.Point]int32 // value numbers by root and offset
	ints    map[int64]int32
	bigs    map[string]int32
	numKeys int32

	label []int32 // labelling of one group: by class, 1 + index into seeds
	via   []int32 // by class: 1 + the edge that the label came by
	seeds []source
	queue []int32
	bound []boundary
}

// edge is a store between the class of its base and its own.
type edge struct {
	store    theory.Node
	base, to int32
	key      int32
}

// source says that an array of class has the value val at index key.
type source struct {
	comp  int32
	key   int32
	class int32
	val   int32
	node  theory.Node // a select, a store or a constant array
	elem  theory.Point
}

// group is a run of sources of one component and one index value.
type group struct{ from, to int32 }

// boundary is where two labels with different values meet: at an edge, or in
// the class of a seed (edge -1).
type boundary struct {
	edge int32
	p, q int32 // seeds; p is the label of the edge's base side (or of the class)
}

// value numbers the value of a point in the model that the view is of.
type valuer func(theory.Point) int32

func (v *view) begin(nodes int) {
	for _, r := range v.roots {
		v.classOf[r] = 0
	}
	if len(v.classOf) < nodes {
		v.classOf = append(v.classOf, make([]int32, nodes+nodes/2-len(v.classOf))...)
	}
	v.roots, v.comp, v.edges = v.roots[:0], v.comp[:0], v.edges[:0]
	v.sources, v.consts, v.groups = v.sources[:0], v.consts[:0], v.groups[:0]
	if v.keys == nil {
		v.keys, v.ints, v.bigs = map[theory.Point]int32{}, map[int64]int32{}, map[string]int32{}
	}
	clear(v.keys)
	clear(v.ints)
	clear(v.bigs)
	v.numKeys = 0
}

func (v *view) class(root theory.Node) int32 {
	if v.classOf[root] == 0 {
		v.roots = append(v.roots, root)
		v.comp = append(v.comp, int32(len(v.comp)))
		v.classOf[root] = int32(len(v.roots))
	}
	return v.classOf[root] - 1
}

func (v *view) find(c int32) int32 {
	for v.comp[c] != c {
		v.comp[c] = v.comp[v.comp[c]]
		c = v.comp[c]
	}
	return c
}

// candidate numbers the values of the candidate model: the numbers of Int
// points, the classes of others.
func (s *Solver) candidate(p theory.Point) int32 {
	v := &s.view
	at := theory.Point{Node: s.host.Root(p.Node), Off: s.host.Offset(p.Node) + p.Off}
	if k, ok := v.keys[at]; ok {
		return k
	}
	k := v.numKeys
	if s.sortOf(p) == term.Int {
		k = s.intKey(p)
	}
	if k == v.numKeys {
		v.numKeys++
	}
	v.keys[at] = k
	return k
}

func (s *Solver) intKey(p theory.Point) int32 {
	v := &s.view
	n, ok := s.host.Candidate(p)
	if !ok {
		return v.numKeys
	}
	if w, ok := n.Int64(); ok {
		if k, ok := v.ints[w]; ok {
			return k
		}
		v.ints[w] = v.numKeys
		return v.numKeys
	}
	name := n.String()
	if k, ok := v.bigs[name]; ok {
		return k
	}
	v.bigs[name] = v.numKeys
	return v.numKeys
}

// sortOf returns the sort of a point's node.
func (s *Solver) sortOf(p theory.Point) term.Sort {
	switch p.Node {
	case theory.Zero:
		return term.Int
	case theory.True, theory.False:
		return term.Bool
	}
	return s.st.Sort(s.host.Term(p.Node))
}

// look builds the view under the given numbering of values.
func (s *Solver) look(val valuer) {
	v := &s.view
	v.begin(s.host.NumNodes())
	for _, n := range s.relevant {
		switch s.kinds[n] {
		case kindSelect:
			c := v.class(s.host.Root(s.array(n)))
			p := theory.Point{Node: n}
			v.sources = append(v.sources, source{key: val(s.index(n)), class: c, val: val(p), node: n, elem: p})
			if s.st.IsArray(s.st.Sort(s.host.Term(n))) {
				v.class(s.host.Root(n))
			}
		case kindStore:
			args := s.host.Args(n)
			c, b, k := v.class(s.host.Root(n)), v.class(s.host.Root(args[0].Node)), val(args[1])
			v.sources = append(v.sources, source{key: k, class: c, val: val(args[2]), node: n, elem: args[2]})
			v.edges = append(v.edges, edge{store: n, base: b, to: c, key: k})
			if x, y := v.find(b), v.find(c); x != y {
				v.comp[max(x, y)] = min(x, y)
			}
		case kindConst:
			c := v.class(s.host.Root(n))
			e := s.host.Args(n)[0]
			v.consts = append(v.consts, source{key: -1, class: c, val: val(e), node: n, elem: e})
		default:
			v.class(s.host.Root(n))
		}
	}
	v.connect()
	v.group()
}

// connect lists the edges of each class.
func (v *view) connect() {
	n := len(v.roots)
	v.adjAt = append(v.adjAt[:0], make([]int32, n+1)...)
	for _, e := range v.edges {
		v.adjAt[e.base+1]++
		v.adjAt[e.to+1]++
	}
	for c := range n {
		v.adjAt[c+1] += v.adjAt[c]
	}
	v.adj = append(v.adj[:0], make([]int32, 2*len(v.edges))...)
	fill := append(v.queue[:0], v.adjAt[:n]...)
	for i, e := range v.edges {
		v.adj[fill[e.base]] = int32(i)
		fill[e.base]++
		v.adj[fill[e.to]] = int32(i)
		fill[e.to]++
	}
	v.queue = fill[:0]
	v.label = append(v.label[:0], make([]int32, n)...)
	v.via = append(v.via[:0], make([]int32, n)...)
}

// group sorts the sources by component and index value.
func (v *view) group() {
	for i := range v.sources {
		v.sources[i].comp = v.find(v.sources[i].class)
	}
	for i := range v.consts {
		v.consts[i].comp = v.find(v.consts[i].class)
	}
	slices.SortStableFunc(v.sources, func(a, b source) int {
		if a.comp != b.comp {
			return int(a.comp) - int(b.comp)
		}
		return int(a.key) - int(b.key)
	})
	slices.SortStableFunc(v.consts, func(a, b source) int { return int(a.comp) - int(b.comp) })
	for i := 0; i < len(v.sources); {
		j := i + 1
		for j < len(v.sources) && v.sources[j].comp == v.sources[i].comp && v.sources[j].key == v.sources[i].key {
			j++
		}
		v.groups = append(v.groups, group{int32(i), int32(j)})
		i = j
	}
}

// constsOf returns the constant arrays of a component.
func (v *view) constsOf(comp int32) []source {
	i, _ := slices.BinarySearchFunc(v.consts, comp, func(a source, c int32) int { return int(a.comp) - int(c) })
	j := i
	for j < len(v.consts) && v.consts[j].comp == comp {
		j++
	}
	return v.consts[i:j]
}

// seed makes the sources of a group, and the constant arrays of its component,
// the seeds of a labelling; true if their values are not all one.
func (v *view) seed(g group) bool {
	v.seeds = append(v.seeds[:0], v.sources[g.from:g.to]...)
	v.seeds = append(v.seeds, v.constsOf(v.seeds[0].comp)...)
	for _, s := range v.seeds {
		if s.val != v.seeds[0].val {
			return true
		}
	}
	return false
}

// spread labels every class that is weakly equivalent to one of a seed at
// index value key with the seed (of the smallest distance), and lists the
// boundaries between labels of different values. It undoes the labels of the
// last call first.
func (v *view) spread(key int32) {
	for _, c := range v.queue {
		v.label[c], v.via[c] = 0, 0
	}
	v.queue, v.bound = v.queue[:0], v.bound[:0]
	for i, s := range v.seeds {
		l := v.label[s.class]
		if l == 0 {
			v.label[s.class] = int32(i) + 1
			v.queue = append(v.queue, s.class)
		} else if v.seeds[l-1].val != s.val {
			v.bound = append(v.bound, boundary{edge: -1, p: l - 1, q: int32(i)})
		}
	}
	for at := 0; at < len(v.queue); at++ {
		c := v.queue[at]
		for _, i := range v.adj[v.adjAt[c]:v.adjAt[c+1]] {
			e := &v.edges[i]
			if e.key == key {
				continue
			}
			d := e.base + e.to - c
			if v.label[d] == 0 {
				v.label[d], v.via[d] = v.label[c], i+1
				v.queue = append(v.queue, d)
				continue
			}
			p, q := v.label[e.base]-1, v.label[e.to]-1
			if v.seeds[p].val != v.seeds[q].val && c == e.base {
				v.bound = append(v.bound, boundary{edge: i, p: p, q: q})
			}
		}
	}
}
