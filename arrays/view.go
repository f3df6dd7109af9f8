package arrays

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// view is the array problem in one candidate model: classes as dense numbers,
// stores as edges between them, and sources of values. It is rebuilt whenever it
// is needed, in memory that is reused.
type view struct {
	roots   []theory.Node // by class
	classOf []int32       // by root: class + 1
	comp    []int32       // by class: union-find of weakly equivalent classes
	cluster []int32       // by class: the same, along rules too
	edges   []edge
	adj     []int32 // edges by class, in one row
	adjAt   []int32 // by class: where its row begins
	sources []source
	consts  []source
	groups  []group

	links    []link  // rules that copy
	shifted  []int32 // those that are not edges
	fills    []link  // rules that give a value
	virtuals []virtual
	crossed  map[virtualKey]bool
	added    []source // virtual sources that are not in sources yet
	defaults []filler // by the class that represents a cluster
	unfit    bool     // the rules have no exact model in this view

	keys map[theory.Point]int32 // value numbers by root and offset
	ints map[int64]int32
	bigs map[string]int32 // of integers that do not fit a machine word, and of Reals
	nums []number         // by value number

	label []int32 // labelling of one group: by class, 1 + index into seeds
	via   []int32 // by class: 1 + the edge by which the label came
	seeds []source
	queue []int32
	bound []boundary

	suspects suspects
}

// number is the integer that a value number stands for, if it is one.
type number struct {
	n  num.Int
	is bool
}

// edge is a store between the class of its base and its own, or a rule that
// copies between two classes without a shift.
type edge struct {
	store    theory.Node // 0 if it is a rule
	base, to int32
	key      int32
	link     int32 // 1 + index into links
}

// source states that the arrays of class have the value val at index key.
type source struct {
	comp    int32
	cluster int32
	key     int32 // -1: all indices
	class   int32
	val     int32
	node    theory.Node // a select, a store or a constant array; 0 if it comes from a rule
	elem    theory.Point
	virtual int32 // 1 + index into virtuals
	fill    int32 // 1 + index into fills
	pass    int32 // of closeRules, that added it
}

// group is a run of sources of one cluster and one index value.
type group struct{ from, to int32 }

// boundary is where two labels with different values meet: at an edge, or in
// the class of a seed (edge -1).
type boundary struct {
	edge int32
	p, q int32 // seeds; p is the label of the edge's base side (or of the class)
}

// valuation is the model of a view: it numbers the values of points, and knows
// those that are integers.
type valuation struct {
	key    func(theory.Point) int32
	number func(theory.Point) (num.Int, bool)
}

func (v *view) begin(nodes int) {
	for _, r := range v.roots {
		v.classOf[r] = 0
	}
	if len(v.classOf) < nodes {
		v.classOf = append(v.classOf, make([]int32, nodes+nodes/2-len(v.classOf))...)
	}
	v.roots, v.comp, v.cluster, v.edges = v.roots[:0], v.comp[:0], v.cluster[:0], v.edges[:0]
	v.links, v.shifted, v.fills, v.virtuals, v.added = v.links[:0], v.shifted[:0], v.fills[:0], v.virtuals[:0], v.added[:0]
	v.unfit = false
	v.sources, v.consts, v.groups = v.sources[:0], v.consts[:0], v.groups[:0]
	if v.keys == nil {
		v.keys, v.ints, v.bigs = map[theory.Point]int32{}, map[int64]int32{}, map[string]int32{}
		v.crossed = map[virtualKey]bool{}
	}
	clear(v.keys)
	clear(v.ints)
	clear(v.bigs)
	clear(v.crossed)
	v.nums = v.nums[:0]
}

func (v *view) class(root theory.Node) int32 {
	if v.classOf[root] == 0 {
		v.roots = append(v.roots, root)
		v.comp = append(v.comp, int32(len(v.comp)))
		v.cluster = append(v.cluster, int32(len(v.cluster)))
		v.classOf[root] = int32(len(v.roots))
	}
	return v.classOf[root] - 1
}

// find returns the least class of the component that c is in.
func (v *view) find(c int32) int32 { return findIn(v.comp, c) }

func findIn(up []int32, c int32) int32 {
	for up[c] != c {
		up[c] = up[up[c]]
		c = up[c]
	}
	return c
}

func (v *view) union(up []int32, a, b int32) {
	if x, y := findIn(up, a), findIn(up, b); x != y {
		up[max(x, y)] = min(x, y)
	}
}

// newKey returns a value number that nothing has yet.
func (v *view) newKey() int32 {
	v.nums = append(v.nums, number{})
	return int32(len(v.nums) - 1)
}

// intern returns the value number of an integer.
func (v *view) intern(n num.Int) int32 {
	k, ok := v.lookup(n)
	if !ok {
		k = v.newKey()
		v.nums[k] = number{n, true}
		if w, ok := n.Int64(); ok {
			v.ints[w] = k
		} else {
			v.bigs[n.String()] = k
		}
	}
	return k
}

// internOther returns the value number of a Real or a bit-vector. Rules are about integers
// only.
func (v *view) internOther(n num.Rat) int32 {
	name := "other " + n.String()
	k, ok := v.bigs[name]
	if !ok {
		k = v.newKey()
		v.bigs[name] = k
	}
	return k
}

func (v *view) lookup(n num.Int) (int32, bool) {
	w, ok := n.Int64()
	if !ok {
		k, ok := v.bigs[n.String()]
		return k, ok
	}
	k, ok := v.ints[w]
	return k, ok
}

// numberOf returns the integer that a value number stands for.
func (v *view) numberOf(key int32) (num.Int, bool) {
	if key < 0 || int(key) >= len(v.nums) {
		return num.Int{}, false
	}
	return v.nums[key].n, v.nums[key].is
}

// candidate numbers the values of the candidate model: the numbers of points that have
// one, the classes of others.
func (s *Solver) candidate(p theory.Point) int32 {
	v := &s.view
	at := theory.Point{Node: s.host.Root(p.Node), Off: s.host.Offset(p.Node) + p.Off}
	if k, ok := v.keys[at]; ok {
		return k
	}
	var k int32
	switch n, ok := s.host.Candidate(p); {
	case !ok:
		k = v.newKey()
	case s.sortOf(p) == term.Int:
		k = v.intern(n.Num())
	default:
		k = v.internOther(n)
	}
	v.keys[at] = k
	return k
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
func (s *Solver) look(val *valuation) {
	v := &s.view
	v.begin(s.host.NumNodes())
	for _, n := range s.relevant {
		switch s.kinds[n] {
		case kindSelect:
			c := v.class(s.host.Root(s.array(n)))
			p := theory.Point{Node: n}
			v.sources = append(v.sources, source{key: val.key(s.index(n)), class: c, val: val.key(p), node: n, elem: p})
			if s.st.IsArray(s.st.Sort(s.host.Term(n))) {
				v.class(s.host.Root(n))
			}
		case kindStore:
			args := s.host.Args(n)
			c, b, k := v.class(s.host.Root(n)), v.class(s.host.Root(args[0].Node)), val.key(args[1])
			v.sources = append(v.sources, source{key: k, class: c, val: val.key(args[2]), node: n, elem: args[2]})
			v.edges = append(v.edges, edge{store: n, base: b, to: c, key: k})
			v.union(v.comp, b, c)
			v.union(v.cluster, b, c)
		case kindConst:
			c := v.class(s.host.Root(n))
			e := s.host.Args(n)[0]
			v.consts = append(v.consts, source{key: -1, class: c, val: val.key(e), node: n, elem: e})
		default:
			v.class(s.host.Root(n))
		}
	}
	s.linkRules(val)
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

// group sorts the sources by cluster and index value.
func (v *view) group() {
	v.groups = v.groups[:0]
	for _, list := range [2][]source{v.sources, v.consts} {
		for i := range list {
			list[i].comp = v.find(list[i].class)
			list[i].cluster = findIn(v.cluster, list[i].class)
		}
	}
	slices.SortStableFunc(v.sources, func(a, b source) int {
		if a.cluster != b.cluster {
			return int(a.cluster) - int(b.cluster)
		}
		return int(a.key) - int(b.key)
	})
	slices.SortStableFunc(v.consts, func(a, b source) int {
		if a.cluster != b.cluster {
			return int(a.cluster) - int(b.cluster)
		}
		return int(a.comp) - int(b.comp)
	})
	for i := 0; i < len(v.sources); {
		j := i + 1
		for j < len(v.sources) && v.sources[j].cluster == v.sources[i].cluster && v.sources[j].key == v.sources[i].key {
			j++
		}
		v.groups = append(v.groups, group{int32(i), int32(j)})
		i = j
	}
}

// constsOf returns the constant arrays of a cluster.
func (v *view) constsOf(cluster int32) []source {
	i, _ := slices.BinarySearchFunc(v.consts, cluster, func(a source, c int32) int { return int(a.cluster) - int(c) })
	j := i
	for j < len(v.consts) && v.consts[j].cluster == cluster {
		j++
	}
	return v.consts[i:j]
}

// seed makes the sources of a group, the constant arrays of its cluster and the
// values that rules give at its index the seeds of a labelling; true if their
// values are not all one.
func (v *view) seed(g group) bool {
	first := v.sources[g.from]
	v.seeds = append(v.seeds[:0], v.sources[g.from:g.to]...)
	v.seeds = append(v.seeds, v.constsOf(first.cluster)...)
	if n, ok := v.numberOf(first.key); ok {
		for i := range v.fills {
			if l := &v.fills[i]; findIn(v.cluster, l.a) == first.cluster && l.span.has(n) {
				v.seeds = append(v.seeds, source{key: -1, class: l.a, val: l.val, elem: l.elem, fill: int32(i) + 1})
			}
		}
	}
	for i := range v.seeds {
		if v.seeds[i].val != v.seeds[0].val {
			return true
		}
	}
	return false
}

// open reports whether an edge can be crossed at index value key.
func (v *view) open(e *edge, key int32) bool {
	if e.link == 0 {
		return e.key != key
	}
	n, ok := v.numberOf(key)
	return ok && v.links[e.link-1].span.has(n)
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
			if !v.open(e, key) {
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
