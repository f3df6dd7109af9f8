package quant

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// index is what a round matches against: by class, the relevant applications of
// each symbol that patterns use, one of each set of congruent ones.
type index struct {
	unique  [][]theory.Node // by list
	wanted  []bool          // by list: a program uses it
	child   []bool          // by list: a program uses it below the top
	joins   []join
	size    int            // number of nodes
	nested  int            // nesting depth of the patterns
	grounds []theory.Point // those that patterns compare with
	slots   []uint64       // open addressing: list and root, 0 if free
	heads   []theory.Node  // by slot: the first of the chain
	chain   []theory.Node  // by node: the next of its list and class
	seen    []theory.Node  // open addressing by signature
	seenAt  []uint32       // by slot of seen: its list
}

// join finds the nodes of a list by the class of an argument.
type join struct {
	list  uint32
	arg   int
	slots []uint32 // open addressing: root, 0 if free
	heads []int32  // by slot: 1 + position in unique of the first
	next  []int32  // by position in unique: likewise, the next
}

func (x *index) want(list uint32) {
	for len(x.wanted) <= int(list) {
		x.wanted, x.child = append(x.wanted, false), append(x.child, false)
		x.unique = append(x.unique, nil)
	}
	x.wanted[list] = true
}

// join returns 1 + the index of the join of a list by an argument.
func (x *index) join(list uint32, arg int) int32 {
	for i := range x.joins {
		if x.joins[i].list == list && x.joins[i].arg == arg {
			return int32(i + 1)
		}
	}
	x.joins = append(x.joins, join{list: list, arg: arg})
	return int32(len(x.joins))
}

// slot returns the slot of a root.
func (j *join) slot(root theory.Node) int {
	mask := len(j.slots) - 1
	for i := int(uint64(root)*0x9e3779b97f4a7c15>>33) & mask; ; i = (i + 1) & mask {
		if j.slots[i] == uint32(root) || j.slots[i] == 0 {
			return i
		}
	}
}

// first returns 1 + the position of the first node with an argument of the class.
func (j *join) first(root theory.Node) int32 { return j.heads[j.slot(root)] }

// buildJoin enters the nodes of unique, so that they are found in their order.
func (m *Matcher) buildJoin(j *join) {
	list := m.index.unique[j.list]
	size := 16
	for size < 2*len(list) {
		size *= 2
	}
	if len(j.slots) < size {
		j.slots, j.heads = make([]uint32, size), make([]int32, size)
	} else {
		clear(j.slots)
		clear(j.heads)
	}
	j.next = append(j.next[:0], make([]int32, len(list))...)
	for k := len(list) - 1; k >= 0; k-- {
		root := m.host.Root(m.host.Args(list[k])[j.arg].Node)
		i := j.slot(root)
		j.slots[i] = uint32(root)
		j.next[k], j.heads[i] = j.heads[i], int32(k+1)
	}
}

// first returns the first node of a list in the class with this root, or 0.
func (x *index) first(list uint32, root theory.Node) theory.Node {
	return x.heads[x.slot(list, root)]
}

func (x *index) slot(list uint32, root theory.Node) int {
	key := uint64(list+1)<<32 | uint64(root)
	mask := len(x.slots) - 1
	for i := int(key*0x9e3779b97f4a7c15>>33) & mask; ; i = (i + 1) & mask {
		if x.slots[i] == key || x.slots[i] == 0 {
			return i
		}
	}
}

// buildIndex builds the index of the present classes. It returns the number of
// applications that it left out because they are too deep.
func (m *Matcher) buildIndex() (deep int) {
	x := &m.index
	n := 0
	for i, want := range x.wanted {
		x.unique[i] = x.unique[i][:0]
		if want {
			n += len(m.lists[i])
		}
	}
	size := 16
	for size < 2*n {
		size *= 2
	}
	if len(x.slots) < size {
		x.slots, x.heads = make([]uint64, size), make([]theory.Node, size)
		x.seen, x.seenAt = make([]theory.Node, size), make([]uint32, size)
	} else {
		clear(x.slots)
		clear(x.heads)
		clear(x.seen)
	}
	if k := m.host.NumNodes(); len(x.chain) < k {
		x.chain = make([]theory.Node, k+k/2)
	}
	x.size = 0
	for i, want := range x.wanted {
		if want {
			deep += m.indexList(uint32(i))
			x.size += len(x.unique[i])
		}
	}
	for i := range x.joins {
		m.buildJoin(&x.joins[i])
	}
	return deep
}

// indexList enters the nodes of a list except those that are too deep: no match
// with one of them would be used, and there can be millions.
func (m *Matcher) indexList(list uint32) (deep int) {
	x := &m.index
	maxDepth, maxGen := m.depth, m.depth*chainPerDepth
	if !m.checksModels() {
		maxDepth, maxGen = m.depth*withUse, m.depth
	}
	for _, n := range m.lists[list] {
		if m.depths[n] > maxDepth || m.gens[n] > maxGen {
			deep++
			continue
		}
		if !m.firstOfSignature(list, n) {
			continue
		}
		x.unique[list] = append(x.unique[list], n)
		root := m.host.Root(n)
		i := x.slot(list, root)
		x.slots[i] = uint64(list+1)<<32 | uint64(root)
		x.chain[n] = x.heads[i]
		x.heads[i] = n
	}
	return deep
}

// firstOfSignature reports whether no node congruent to n was indexed.
func (m *Matcher) firstOfSignature(list uint32, n theory.Node) bool {
	x := &m.index
	i := m.signature(list, m.host.Args(n))
	if x.seen[i] != 0 {
		return false
	}
	x.seen[i], x.seenAt[i] = n, list
	return true
}

// signature returns the slot of the indexed node of a list with these arguments, or the one
// to put it in.
func (m *Matcher) signature(list uint32, args []theory.Point) int {
	x := &m.index
	mask := len(x.seen) - 1
	h := uint64(list) * 0x9e3779b97f4a7c15
	for _, a := range args {
		h = (h ^ uint64(m.host.Root(a.Node))) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>31 ^ uint64(m.host.Offset(a.Node)+a.Off)) * 0x94d049bb133111eb
	}
	for i := int(h>>33) & mask; ; i = (i + 1) & mask {
		if q := x.seen[i]; q == 0 || x.seenAt[i] == list && m.sameBindings(m.host.Args(q), args) {
			return i
		}
	}
}

// components are the arrays that relevant stores connect, or other quantifiers that copy: a union-find over
// the roots of array classes.
type components struct {
	up []theory.Node
}

func (w *components) same(a, b theory.Node) bool { return w.find(a) == w.find(b) }

func (w *components) find(n theory.Node) theory.Node {
	for int(n) < len(w.up) && w.up[n] != 0 {
		if g := w.up[w.up[n]]; g != 0 {
			w.up[n] = g
		}
		n = w.up[n]
	}
	return n
}

// connect builds the components for the present classes.
func (m *Matcher) connect() {
	w := &m.weak
	w.up = append(w.up[:0], make([]theory.Node, m.host.NumNodes())...)
	join := func(n, base theory.Node) {
		if a, b := w.find(m.host.Root(n)), w.find(m.host.Root(base)); a != b {
			w.up[max(a, b)] = min(a, b)
		}
	}
	for o := term.Sort(1); int(o) < m.st.NumSorts(); o++ {
		if !m.st.IsArray(o) {
			continue
		}
		for _, n := range m.lists[m.list(arrayKey(term.OpStore, o))] {
			join(n, m.host.Args(n)[0].Node)
		}
	}
	if m.copies != nil {
		m.copies(join)
	}
}
