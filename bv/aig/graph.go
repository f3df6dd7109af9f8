package aig

import "math/bits"

// Lit is a literal: a node, or with the lowest bit its negation.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Node is the number of the literal's node.
func (l Lit) Node() uint32 { return uint32(l >> 1) }

// IsNeg reports whether the literal is the negation of its node.
func (l Lit) IsNeg() bool { return l&1 != 0 }

// IsConst reports whether the literal is False or True.
func (l Lit) IsConst() bool { return l <= True }

// Abs is the literal without its sign.
func (l Lit) Abs() Lit { return l &^ 1 }

// sign is 1 if the literal is negated, else 0.
func (l Lit) sign() Lit { return l & 1 }

// Kind is the kind of a node.
type Kind uint8

// The kinds.
const (
	Const Kind = iota // node 0, false
	Input             // its first fan-in is not a literal but its number
	And
	Xor
	Xor3
	Ite // condition, then, else
	Maj
)

var kindNames = [...]string{"const", "input", "and", "xor", "xor3", "ite", "maj"}

func (k Kind) String() string { return kindNames[k] }

// Arity is the number of fan-ins that are literals.
func (k Kind) Arity() int {
	switch k {
	case And, Xor:
		return 2
	case Xor3, Ite, Maj:
		return 3
	}
	return 0
}

// node is a gate. Fan-ins that its kind does not have are 0.
type node struct {
	in   [3]Lit
	meta uint32 // Kind, and above it the number of uses by other nodes
}

const (
	kindBits = 3
	kindMask = 1<<kindBits - 1
	oneUse   = 1 << kindBits
	// maxNodes is what literals of 32 bits can distinguish.
	maxNodes = 1 << 31
)

func (n *node) kind() Kind { return Kind(n.meta & kindMask) }

func (n *node) uses() uint32 { return n.meta >> kindBits }

// Graph is a graph of gates. Fan-ins have smaller numbers than their gate.
type Graph struct {
	// Watch, if set, follows how gates are made.
	Watch Watcher

	nodes  []node
	inputs []uint32 // nodes
	// table is open and has a power of two of slots: above the upper half of a gate's
	// hash, below its node, or 0.
	table []uint64
	gates int // in the table
}

const firstSlots = 1 << 6 // few, since many graphs stay small

// New returns a graph with the constant only.
func New() *Graph {
	g := &Graph{nodes: make([]node, 1, firstSlots/2), table: make([]uint64, firstSlots)}
	return g
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.nodes) }

// Bytes is the memory of nodes and table.
func (g *Graph) Bytes() int64 {
	return 16*int64(cap(g.nodes)) + 8*int64(len(g.table)) + 4*int64(cap(g.inputs))
}

// Kind is the kind of node n.
func (g *Graph) Kind(n uint32) Kind { return g.nodes[n].kind() }

// Fanins are the inputs of node n, as many as its kind's arity.
func (g *Graph) Fanins(n uint32) []Lit {
	p := &g.nodes[n]
	return p.in[:p.kind().Arity()]
}

// Input makes an input.
func (g *Graph) Input() Lit {
	l := g.push(node{in: [3]Lit{Lit(len(g.inputs))}, meta: uint32(Input)})
	g.inputs = append(g.inputs, l.Node())
	return l
}

// Inputs is the number of inputs.
func (g *Graph) Inputs() int { return len(g.inputs) }

// InputLit is the literal of input i.
func (g *Graph) InputLit(i int) Lit { return Lit(g.inputs[i]) << 1 }

// InputIndex is the number of the input that is node n.
func (g *Graph) InputIndex(n uint32) int { return int(g.nodes[n].in[0]) }

func (g *Graph) push(n node) Lit {
	if uint64(len(g.nodes)) == maxNodes {
		panic("aig: too many nodes")
	}
	g.nodes = append(g.nodes, n)
	return Lit(len(g.nodes)-1) << 1
}

// hash mixes a gate well: a product of 128 bits, folded.
func hash(k Kind, a, b, c Lit) uint64 {
	hi, lo := bits.Mul64(
		(uint64(a)<<32|uint64(b))^0x9e3779b97f4a7c15,
		(uint64(c)<<kindBits|uint64(k))^0xd1342543de82ef95)
	hi, lo = bits.Mul64(hi^lo, 0xda942042e4dd58b5)
	return hi ^ lo
}

// gate returns the gate in normal form, which it makes if need be.
func (g *Graph) gate(k Kind, a, b, c Lit) Lit {
	h := hash(k, a, b, c)
	tag := h &^ (1<<32 - 1)
	mask := uint64(len(g.table) - 1)
	i := h >> 32 & mask
	for ; ; i = (i + 1) & mask {
		e := g.table[i]
		if e == 0 {
			break
		}
		if (e^tag)>>32 == 0 {
			n := &g.nodes[uint32(e)]
			if n.in == [3]Lit{a, b, c} && n.kind() == k {
				return Lit(uint32(e)) << 1
			}
		}
	}
	l := g.push(node{in: [3]Lit{a, b, c}, meta: uint32(k)})
	g.table[i] = tag | uint64(l.Node())
	g.gates++
	if 8*g.gates > 5*len(g.table) {
		g.grow()
	}
	g.use(a)
	g.use(b)
	if k.Arity() == 3 {
		g.use(c)
	}
	return l
}

// use counts a use, up to what the count can hold.
func (g *Graph) use(l Lit) {
	if n := &g.nodes[l.Node()]; n.meta < ^uint32(0)-oneUse {
		n.meta += oneUse
	}
}

// grow doubles the table. Slots hold as much of their hash as a table can need.
func (g *Graph) grow() {
	table := make([]uint64, 2*len(g.table))
	mask := uint64(len(table) - 1)
	for _, e := range g.table {
		if e == 0 {
			continue
		}
		i := e >> 32 & mask
		for table[i] != 0 {
			i = (i + 1) & mask
		}
		table[i] = e
	}
	g.table = table
}

// Truncate forgets the nodes from number n on, of which nobody must know.
func (g *Graph) Truncate(n int) {
	for len(g.nodes) > n {
		last := len(g.nodes) - 1
		d := &g.nodes[last]
		for _, l := range d.in[:d.kind().Arity()] {
			if m := &g.nodes[l.Node()]; m.uses() > 0 && m.meta < ^uint32(0)-oneUse {
				m.meta -= oneUse
			}
		}
		if d.kind() == Input {
			g.inputs = g.inputs[:len(g.inputs)-1]
		}
		g.nodes = g.nodes[:last]
	}
	clear(g.table)
	g.gates = 0
	mask := uint64(len(g.table) - 1)
	for at := range g.nodes {
		d := &g.nodes[at]
		if d.kind().Arity() == 0 {
			continue
		}
		h := hash(d.kind(), d.in[0], d.in[1], d.in[2])
		i := h >> 32 & mask
		for g.table[i] != 0 {
			i = (i + 1) & mask
		}
		g.table[i] = h&^(1<<32-1) | uint64(at)
		g.gates++
	}
}
