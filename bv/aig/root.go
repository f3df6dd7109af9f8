package aig

import "github.com/muster-smt/muster/sat"

// asserted stands for the variable of a gate that is asserted without one: its negation is
// left out of clauses.
const asserted = ^sat.Lit(1)

// Root says that l is true, if all of guards are: each of its clauses gets their
// negations. A conjunction is split, and becomes no variable unless it has one; a
// disjunction becomes a clause; another gate that no other one uses, a few clauses. Root
// returns false if it was stopped. Then it has made definitions only.
func (c *CNF) Root(l Lit, guards ...sat.Lit) bool {
	c.grow()
	c.split(l)
	c.spare = 0
	if len(c.roots) != 1 || c.roots[0] != l {
		c.spare = 1
	}
	for _, r := range c.roots {
		c.direct(r)
		c.operands = append(c.operands[:0], c.leaves...)
		for _, x := range c.operands {
			if !c.define(x.Node()) {
				return false
			}
		}
	}
	c.guards, c.atRoot = guards, true
	for _, r := range c.roots {
		c.root = r
		c.assert(r)
	}
	c.guards, c.atRoot = nil, false
	return true
}

// split puts the conjuncts of l into roots: each once, though gates be shared.
func (c *CNF) split(l Lit) {
	c.roots = c.roots[:0]
	c.inner = append(c.inner[:0], l)
	for len(c.inner) > 0 {
		l := c.inner[len(c.inner)-1]
		c.inner = c.inner[:len(c.inner)-1]
		if l == True || c.seen(l) {
			continue
		}
		if p := &c.g.nodes[l.Node()]; !l.IsNeg() && p.kind() == And && !c.known(l) {
			c.inner = append(c.inner, p.in[1], p.in[0])
		} else {
			c.roots = append(c.roots, l)
		}
	}
	for _, n := range c.visited {
		c.marks[n] = 0
	}
	c.visited = c.visited[:0]
}

// seen reports whether split has met l, and marks it as met.
func (c *CNF) seen(l Lit) bool {
	n := l.Node()
	bit := uint8(1) << l.sign()
	if c.marks[n]&bit != 0 {
		return true
	}
	if c.marks[n] == 0 {
		c.visited = append(c.visited, n)
	}
	c.marks[n] |= bit
	return false
}

// direct is the kind of gate that l is asserted as without a variable of its own; leaves
// are its inputs. It is Input if l becomes a unit clause, and then its own leaf.
func (c *CNF) direct(l Lit) Kind {
	n := l.Node()
	if k := c.g.Kind(n); l != False && (k == Input || c.g.nodes[n].uses() > c.spare || c.known(l)) {
		c.leaves = append(c.leaves[:0], l)
		return Input
	}
	return c.inputs(n)
}

// assert adds the clauses of a root whose leaves are defined.
func (c *CNF) assert(l Lit) {
	kind := c.direct(l)
	in := c.leafLits()
	switch kind {
	case Const:
		c.add()
	case Input:
		c.add(in[0])
	case And: // negated, since others were split
		for i, x := range c.leaves {
			in[i] = in[i].Not()
			if i > 0 && x == c.leaves[i-1].Not() {
				return
			}
		}
		c.add(in...)
	default:
		c.implies(asserted, kind, in, sat.Lit(l.sign()))
	}
}
