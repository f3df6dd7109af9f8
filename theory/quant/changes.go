package quant

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// changes determines which indexed nodes can be part of a match that did not exist
// in the previous round. It compares the present classes with those of that round,
// whatever was undone and redone in between. Each node has a hash of all that a
// pattern can see below it: what its arguments equal, and the same for applications
// in their classes, as deep as patterns are nested. Where the hashes are unchanged,
// so are the matches.
type changes struct {
	round   uint32
	changed [][]theory.Node     // by list: the indexed nodes with another hash, or new ones
	nodes   term.Paged[indexed] // by indexed node

	members pointTable // the arguments, and what patterns compare with
	valueOf []int32    // by member: its value
	values  pointTable // roots and offsets
	base    []uint64   // by value: hash of its members
	deep    []uint64   // by value: and of the applications among them
	args    []int32    // the values of the arguments of each indexed node
	own     []int32    // by indexed node that patterns use below the top: its value
	now     []uint64   // by indexed node: the hash under construction
}

// indexed is what is known of an indexed node.
type indexed struct {
	hash   uint64
	hashAt uint32 // the round of its hash
	sameAt uint32 // the last round in which it was unchanged
	place  int32  // its place in its list
}

// isChanged reports whether an indexed node may have new matches.
func (c *changes) isChanged(n theory.Node) bool { return c.nodes.At(uint32(n)).sameAt != c.round }

// findChanges starts a round: it fills changed for all wanted lists.
func (m *Matcher) findChanges() {
	c := &m.changes
	c.round++
	m.collectValues()
	m.hashNodes(c.base)
	for range m.index.nested {
		m.hashBelow()
		m.hashNodes(c.deep)
	}
	for len(c.changed) < len(m.index.unique) {
		c.changed = append(c.changed, nil)
	}
	at := 0
	for i, list := range m.index.unique {
		c.changed[i] = c.changed[i][:0]
		for k, n := range list {
			x := c.nodes.Ref(uint32(n))
			if x.hash == c.now[at] && x.hashAt == c.round-1 && c.round > 1 {
				x.sameAt = c.round
			} else {
				c.changed[i] = append(c.changed[i], n)
			}
			x.hash, x.hashAt, x.place = c.now[at], c.round, int32(k)
			at++
		}
	}
}

// collectValues collects the values of all arguments, and the members of each.
func (m *Matcher) collectValues() {
	c := &m.changes
	c.members.reset()
	c.values.reset()
	c.valueOf, c.base, c.args, c.own = c.valueOf[:0], c.base[:0], c.args[:0], c.own[:0]
	for _, p := range m.index.grounds {
		m.member(p)
	}
	for _, list := range m.index.unique {
		for _, n := range list {
			for _, p := range m.host.Args(n) {
				c.args = append(c.args, m.member(p))
			}
		}
	}
	for i, list := range m.index.unique {
		if !m.index.child[i] {
			continue
		}
		for _, n := range list {
			c.own = append(c.own, c.values.find(theory.Point{Node: m.host.Root(n), Off: m.host.Offset(n)}))
		}
	}
}

// member returns the value of a point, and makes the point a member of it.
func (m *Matcher) member(p theory.Point) int32 {
	c := &m.changes
	i, known := c.members.add(p)
	if known {
		return c.valueOf[i]
	}
	at := theory.Point{Node: m.host.Root(p.Node), Off: m.host.Offset(p.Node) + p.Off}
	v, known := c.values.add(at)
	if !known {
		c.base = append(c.base, m.constant(at))
	}
	c.base[v] += mix(uint64(p.Node)<<32 ^ uint64(p.Off))
	c.valueOf = append(c.valueOf, v)
	return v
}

// constant returns a hash of the constant that a point equals, 0 if there is none.
func (m *Matcher) constant(p theory.Point) uint64 {
	if k, ok := m.host.Const(p); ok {
		return mix(uint64(k) ^ 1<<63)
	}
	for _, v := range [2]theory.Node{theory.True, theory.False} {
		if p.Node == m.host.Root(v) {
			return uint64(v)
		}
	}
	return 0
}

// hashNodes computes the hash of each indexed node from those of its arguments.
func (m *Matcher) hashNodes(values []uint64) {
	c := &m.changes
	c.now = c.now[:0]
	at := 0
	for _, list := range m.index.unique {
		for _, n := range list {
			h := uint64(0)
			for range m.host.Args(n) {
				h = mix(h ^ values[c.args[at]])
				at++
			}
			c.now = append(c.now, h)
		}
	}
}

// hashBelow adds to the hash of each value the applications that equal it.
func (m *Matcher) hashBelow() {
	c := &m.changes
	c.deep = append(c.deep[:0], c.base...)
	at, own := 0, 0
	for i, list := range m.index.unique {
		if !m.index.child[i] {
			at += len(list)
			continue
		}
		for _, n := range list {
			if v := c.own[own]; v >= 0 {
				c.deep[v] += mix(c.now[at] ^ mix(uint64(n)))
			}
			at++
			own++
		}
	}
}

// mix is a bijection that spreads all bits.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// pointTable numbers points.
type pointTable struct {
	slots []int32 // open addressing: 1 + index into keys
	keys  []theory.Point
}

func (t *pointTable) reset() {
	t.keys = t.keys[:0]
	clear(t.slots)
}

// slot returns the slot of p, or the one to put it in.
func (t *pointTable) slot(p theory.Point) *int32 {
	mask := len(t.slots) - 1
	for i := int(mix(uint64(p.Node)<<32^uint64(p.Off))) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; *s == 0 || t.keys[*s-1] == p {
			return s
		}
	}
}

// find returns the number of p, -1 if it has none.
func (t *pointTable) find(p theory.Point) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	return *t.slot(p) - 1
}

// add returns the number of p, which is new unless known.
func (t *pointTable) add(p theory.Point) (i int32, known bool) {
	if 2*len(t.keys) >= len(t.slots) {
		t.slots = make([]int32, max(64, 2*len(t.slots)))
		for i, k := range t.keys {
			*t.slot(k) = int32(i + 1)
		}
	}
	s := t.slot(p)
	if *s != 0 {
		return *s - 1, true
	}
	t.keys = append(t.keys, p)
	*s = int32(len(t.keys))
	return *s - 1, false
}
