package aig

import (
	"slices"

	"github.com/muster-smt/muster/sat"
)

// Sink receives variables and clauses.
type Sink interface {
	NewVar() sat.Var
	// Clause adds a clause. The slice is valid during the call only.
	Clause(lits []sat.Lit)
}

// CNF translates a graph to clauses, node by node as they are needed. It uses no recursion.
type CNF struct {
	// Stopped, if set, interrupts a translation when it returns true. It is polled every
	// few hundred nodes. What was translated until then stays, so that the same call made
	// again goes on from there.
	Stopped func() bool

	g        *Graph
	sink     Sink
	lits     []sat.Lit // by node; NoLit if it has no variable
	work     []uint32
	leaves   []Lit
	inner    []Lit
	clause   []sat.Lit
	polls    uint32
	pollMask uint32
	at       uint32
	root     Lit
	atRoot   bool

	// Of Root.
	roots       []Lit
	operands    []Lit
	operandLits []sat.Lit
	guards      []sat.Lit
	marks       []uint8 // by node, 0 between calls
	visited     []uint32
	spare       uint32 // uses of roots by what was split
}

// pollEvery is the number of steps from poll to poll, a power of two.
const pollEvery = 256

// NewCNF returns a translation of g that has nothing yet.
func NewCNF(g *Graph, sink Sink) *CNF { return &CNF{g: g, sink: sink, pollMask: pollEvery - 1} }

// Lit returns the literal of l, after defining what it depends on. It returns NoLit if it
// was stopped.
func (c *CNF) Lit(l Lit) sat.Lit {
	if !c.define(l.Node()) {
		return sat.NoLit
	}
	return c.lit(l)
}

// Known is the literal of l, or NoLit if it has none yet.
func (c *CNF) Known(l Lit) sat.Lit {
	if int(l.Node()) >= len(c.lits) || c.lits[l.Node()] == sat.NoLit {
		return sat.NoLit
	}
	return c.lit(l)
}

// At is the node whose definition is being handed over: whose variable was the last that
// NewVar made. It is meaningless during Root's own clauses.
func (c *CNF) At() uint32 { return c.at }

// AtRoot is the conjunct whose clauses Root is handing over, which are no definitions; ok is
// false during definitions.
func (c *CNF) AtRoot() (l Lit, ok bool) { return c.root, c.atRoot }

// lit is the literal of l, whose node has a variable.
func (c *CNF) lit(l Lit) sat.Lit { return c.lits[l.Node()] ^ sat.Lit(l.sign()) }

// grow makes room for the nodes that the graph has now.
func (c *CNF) grow() {
	if n := c.g.Len() - len(c.lits); n > 0 {
		c.lits = append(c.lits, make([]sat.Lit, n)...)
		c.marks = append(c.marks, make([]uint8, n)...)
	}
}

// known reports whether l's node has a variable.
func (c *CNF) known(l Lit) bool { return c.lits[l.Node()] != sat.NoLit }

// stopped polls now and then.
func (c *CNF) stopped() bool {
	c.polls++
	return c.polls&c.pollMask == 0 && c.Stopped != nil && c.Stopped()
}

// define gives node n and all that it depends on variables and clauses. A node with a
// variable is always defined with all below, so it may be left at any step.
func (c *CNF) define(n uint32) bool {
	c.grow()
	if c.lits[n] != sat.NoLit {
		return true
	}
	if len(c.work) == 0 || c.work[0] != n { // else it was stopped
		c.work = append(c.work[:0], n)
	}
	for len(c.work) > 0 {
		n := c.work[len(c.work)-1]
		if c.lits[n] != sat.NoLit {
			c.work = c.work[:len(c.work)-1]
			continue
		}
		if c.stopped() {
			return false
		}
		kind := c.inputs(n)
		pending := len(c.work)
		for _, l := range c.leaves {
			if !c.known(l) {
				c.work = append(c.work, l.Node())
			}
		}
		if len(c.work) > pending {
			continue
		}
		c.work = c.work[:len(c.work)-1]
		c.at = n
		o := c.sink.NewVar().Pos()
		c.lits[n] = o
		c.equivalence(kind, o)
	}
	return true
}

// inputs puts the inputs of node n's definition into leaves. The result is the kind of
// what it defines, since inner gates may be part of it.
func (c *CNF) inputs(n uint32) Kind {
	p := &c.g.nodes[n]
	kind := p.kind()
	c.leaves = append(c.leaves[:0], p.in[:kind.Arity()]...)
	switch kind {
	case And:
		c.conjuncts()
	case Xor:
		// One of the two may be taken in; with both there would be too many clauses.
		for i, l := range c.leaves {
			if q := &c.g.nodes[l.Node()]; q.kind() == Xor && q.uses() == 1 && !c.known(l) {
				c.leaves[i] = q.in[0]
				c.leaves = append(c.leaves, q.in[1])
				kind = Xor3
				break
			}
		}
	}
	return kind
}

// conjuncts replaces the positive ands among leaves that have no other use by their
// inputs, and removes duplicates.
func (c *CNF) conjuncts() {
	c.inner = append(c.inner[:0], c.leaves...)
	c.leaves = c.leaves[:0]
	for len(c.inner) > 0 {
		l := c.inner[len(c.inner)-1]
		c.inner = c.inner[:len(c.inner)-1]
		p := &c.g.nodes[l.Node()]
		if !l.IsNeg() && p.kind() == And && p.uses() <= 1 && !c.known(l) {
			c.inner = append(c.inner, p.in[1], p.in[0])
		} else {
			c.leaves = append(c.leaves, l)
		}
	}
	if len(c.leaves) > 2 {
		slices.Sort(c.leaves)
		c.leaves = slices.Compact(c.leaves)
	}
}

// equivalence defines o by the gate over leaves.
func (c *CNF) equivalence(kind Kind, o sat.Lit) {
	switch kind {
	case Const:
		c.add(o.Not())
	case Input:
	case And:
		c.and(o)
	default:
		in := c.leafLits()
		c.implies(o, kind, in, 0)
		c.implies(o.Not(), kind, in, 1)
	}
}

// leafLits are the literals of leaves, valid until the next call.
func (c *CNF) leafLits() []sat.Lit {
	in := c.operandLits[:0]
	for _, x := range c.leaves {
		in = append(in, c.lit(x))
	}
	c.operandLits = in
	return in
}

// implies says that o implies a gate of these inputs, which is no conjunction: that it is true, or, if s is 1, false.
func (c *CNF) implies(o sat.Lit, kind Kind, in []sat.Lit, s sat.Lit) {
	switch kind {
	case Xor:
		c.xor(o, in[0]^s, in[1])
	case Xor3:
		c.xor3(o, in[0]^s, in[1], in[2])
	case Ite:
		c.ite(o, in[0], in[1]^s, in[2]^s)
	case Maj:
		c.maj(o, in[0]^s, in[1]^s, in[2]^s)
	}
}

// and defines o as the conjunction of leaves. If two of them are opposite, o is false.
func (c *CNF) and(o sat.Lit) {
	for i, l := range c.leaves {
		if i > 0 && l == c.leaves[i-1].Not() {
			c.add(o.Not())
			return
		}
	}
	for _, l := range c.leaves {
		c.add(o.Not(), c.lit(l))
	}
	c.clause = append(c.clause[:0], o)
	for _, l := range c.leaves {
		c.clause = append(c.clause, c.lit(l).Not())
	}
	c.sink.Clause(c.clause)
}

// xor says that o implies that a and b differ.
func (c *CNF) xor(o, a, b sat.Lit) {
	c.add(o.Not(), a, b)
	c.add(o.Not(), a.Not(), b.Not())
}

// xor3 says that o implies that an odd number of the others is true.
func (c *CNF) xor3(o, x, y, z sat.Lit) {
	c.add(o.Not(), x, y, z)
	c.add(o.Not(), x, y.Not(), z.Not())
	c.add(o.Not(), x.Not(), y, z.Not())
	c.add(o.Not(), x.Not(), y.Not(), z)
}

// ite says that o implies a if d is true, else b. The last clause follows from the others,
// but propagates more.
func (c *CNF) ite(o, d, a, b sat.Lit) {
	c.add(o.Not(), d.Not(), a)
	c.add(o.Not(), d, b)
	c.add(o.Not(), a, b)
}

// maj says that o implies two of the others.
func (c *CNF) maj(o, x, y, z sat.Lit) {
	c.add(o.Not(), x, y)
	c.add(o.Not(), x, z)
	c.add(o.Not(), y, z)
}

// add adds a clause: without the negation of asserted, and with those of the guards.
func (c *CNF) add(lits ...sat.Lit) {
	c.clause = c.clause[:0]
	for _, l := range lits {
		if l != asserted.Not() {
			c.clause = append(c.clause, l)
		}
	}
	for _, l := range c.guards {
		c.clause = append(c.clause, l.Not())
	}
	c.sink.Clause(c.clause)
}
