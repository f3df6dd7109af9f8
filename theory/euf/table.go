package euf

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// eqFn is the symbol key of equality nodes; keys of other symbols differ.
const eqFn = 1

// table maps signatures to nodes: open addressing, half full at most. A slot keeps
// the hash of its node's signature, so that most other nodes are skipped
// without reading their arguments. Removal leaves no tombstones: merges and their
// undoing remove more than they leave, so tombstones would make long probes.
type table struct {
	slots []slot
	live  int
}

type slot = term.Slot[theory.Node]

func (t *table) init() { t.slots = make([]slot, 2*firstNodes) }

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// eqKey returns the canonical signature of an equality node: roots r < s and d
// with r = s + d.
func (g *EGraph) eqKey(n theory.Node) (r, s theory.Node, d int64) {
	a, b := g.args[g.nodes[n].args], g.args[g.nodes[n].args+1]
	na, nb := &g.reps[a.Node], &g.reps[b.Node]
	d = nb.off + b.Off - na.off - a.Off
	if na.root <= nb.root {
		return na.root, nb.root, d
	}
	return nb.root, na.root, -d
}

func (g *EGraph) hash(n theory.Node) uint32 {
	nd := &g.nodes[n]
	if nd.isEq {
		r, s, d := g.eqKey(n)
		return uint32(mix(mix(eqFn, uint64(r)<<32|uint64(s)), uint64(d)))
	}
	h := uint64(nd.fn)
	for _, a := range g.args[nd.args : nd.args+uint32(nd.nargs)] {
		m := &g.reps[a.Node]
		h = mix(mix(h, uint64(m.root)), uint64(m.off+a.Off))
	}
	return uint32(h)
}

func (g *EGraph) congruent(p, q theory.Node) bool {
	np, nq := &g.nodes[p], &g.nodes[q]
	if np.fn != nq.fn || np.nargs != nq.nargs {
		return false
	}
	if np.isEq {
		r1, s1, d1 := g.eqKey(p)
		r2, s2, d2 := g.eqKey(q)
		return r1 == r2 && s1 == s2 && d1 == d2
	}
	for i := uint32(0); i < uint32(np.nargs); i++ {
		a, b := g.args[np.args+i], g.args[nq.args+i]
		na, nb := &g.reps[a.Node], &g.reps[b.Node]
		if na.root != nb.root || na.off+a.Off != nb.off+b.Off {
			return false
		}
	}
	return true
}

// insert returns the node that holds n's signature, which is n if none did.
func (t *table) insert(g *EGraph, n theory.Node) theory.Node {
	return t.place(g, n, g.hash(n))
}

// place is insert for a known hash, which it notes in the node.
func (t *table) place(g *EGraph, n theory.Node, h uint32) theory.Node {
	if (t.live+1)*2 > len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s.N == 0:
			t.slots[i] = slot{N: n, Hash: h}
			t.live++
			g.nodes[n].hash = h
			return n
		case s.Hash == h && g.congruent(s.N, n):
			return s.N
		}
	}
}

// find returns the node that is congruent to n, or 0.
func (t *table) find(g *EGraph, n theory.Node) theory.Node {
	mask := uint32(len(t.slots) - 1)
	h := g.hash(n)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s.N == 0:
			return 0
		case s.Hash == h && g.congruent(s.N, n):
			return s.N
		}
	}
}

// remove removes n, which must be in the table, and moves up what follows it.
func (t *table) remove(g *EGraph, n theory.Node) {
	mask := uint32(len(t.slots) - 1)
	i := g.nodes[n].hash & mask
	for t.slots[i].N != n {
		if t.slots[i].N == 0 {
			panic("euf: a signature is missing from the table")
		}
		i = (i + 1) & mask
	}
	t.live--
	for j := (i + 1) & mask; t.slots[j].N != 0; j = (j + 1) & mask {
		if home := t.slots[j].Hash & mask; (j-home)&mask >= (j-i)&mask {
			t.slots[i], i = t.slots[j], j
		}
	}
	t.slots[i] = slot{}
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	term.Enter(t.slots, old)
}
