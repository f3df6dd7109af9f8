package proof

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
)

// This file verifies how gates are made, step by step. What is asked for, a gate of literals, is
// stated again and again, up to its sign, until it is a literal of the graph. Each step is
// verified by the tables of both sides: over the inputs, or over their inputs.

// demand is a gate that is asked for.
type demand struct {
	kind aig.Kind
	in   [3]aig.Lit
}

// steps implements aig.Watcher.
type steps struct {
	g    *aig.Graph
	open []openStep
	tab  tables
	bad  error // what was wrong, if anything
}

// openStep is a demand that is no literal yet.
type openStep struct {
	demand
	neg  bool    // its present statement is the negation of the first one
	done bool    // the literal is known
	got  aig.Lit // of the present statement
}

var errGate = errors.New("a gate is not what was asked for")

// Ask implements aig.Watcher.
func (s *steps) Ask(k aig.Kind, in [3]aig.Lit) {
	if len(s.open) > 0 {
		s.Restate(k, in)
	}
	s.open = append(s.open, openStep{demand: demand{k, in}})
}

// Restate implements aig.Watcher.
func (s *steps) Restate(k aig.Kind, in [3]aig.Lit) {
	top := &s.open[len(s.open)-1]
	next := demand{k, in}
	if top.demand == next {
		return
	}
	equal, opposite := s.compare(top.demand, next)
	if !equal && !opposite {
		s.bad = errGate
	}
	top.neg = top.neg != opposite
	top.demand = next
}

// Got implements aig.Watcher.
func (s *steps) Got(l aig.Lit) {
	n := len(s.open) - 1
	top := s.open[n]
	s.open = s.open[:n]
	m := l
	if top.neg {
		m = l.Not()
	}
	if top.done && top.got != m || !top.done && !s.is(top.demand, m) {
		s.bad = errGate
	}
	if n > 0 {
		s.open[n-1].done, s.open[n-1].got = true, l
	}
}

// compare reports whether two demands are equal, or each other's negation.
func (s *steps) compare(d, e demand) (equal, opposite bool) {
	for _, below := range [...]bool{false, true} {
		t := &s.tab
		t.start(s.g, below)
		if below {
			t.openAll(&d)
		}
		x, y := t.demand(&d), t.demand(&e)
		if equal, opposite = t.relate(x, y); equal || opposite {
			return equal, opposite
		}
	}
	return false, false
}

// is reports whether a demand is a literal.
func (s *steps) is(d demand, l aig.Lit) bool {
	for _, below := range [...]bool{false, true} {
		t := &s.tab
		t.start(s.g, below)
		if below {
			t.openAll(&d)
		}
		x := t.demand(&d)
		if !t.known(l.Node()) {
			t.open = append(t.open, l.Node()) // the gate that was made
		}
		y := t.literal(l)
		if equal, _ := t.relate(x, y); equal {
			return true
		}
	}
	return false
}

// maxTableWords is the number of words of tables over nine variables.
const maxTableWords = 8

// table is a function of variables: its values at all points.
type table [maxTableWords]uint64

// tables computes functions of nodes. Nodes that are open are computed from their inputs, the
// others are variables.
type tables struct {
	g     *aig.Graph
	open  []uint32
	nodes []uint32 // that have a table
	of    []table
	vars  int
	words int
	large bool // there are too many variables
}

// start begins anew, with up to nine variables or up to six.
func (t *tables) start(g *aig.Graph, large bool) {
	t.g, t.open, t.nodes, t.of, t.vars, t.words, t.large = g, t.open[:0], t.nodes[:0], t.of[:0], 0, 1, false
	if large {
		t.words = maxTableWords
	}
}

// openAll opens the inputs of a demand.
func (t *tables) openAll(d *demand) {
	for _, l := range d.in {
		t.open = append(t.open, l.Node())
	}
}

// patterns are the tables of the first six variables.
var patterns = [...]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// variable returns the table of a new variable.
func (t *tables) variable() (v table) {
	n := t.vars
	t.vars++
	switch {
	case n < len(patterns):
		for i := range t.words {
			v[i] = patterns[n]
		}
	case 1<<(n-len(patterns)) < t.words:
		for i := range t.words {
			if i>>(n-len(patterns))&1 != 0 {
				v[i] = ^uint64(0)
			}
		}
	default:
		t.large = true
	}
	return v
}

// known reports whether a node has a table.
func (t *tables) known(n uint32) bool {
	return slices.Contains(t.nodes, n)
}

// literal returns the table of a literal.
func (t *tables) literal(l aig.Lit) table {
	v := t.node(l.Node())
	if l.IsNeg() {
		for i := range t.words {
			v[i] = ^v[i]
		}
	}
	return v
}

func (t *tables) node(n uint32) (v table) {
	if n == 0 {
		return v // false
	}
	if i := slices.Index(t.nodes, n); i >= 0 {
		return t.of[i]
	}
	if t.isOpen(n) {
		d := demand{kind: t.g.Kind(n)}
		copy(d.in[:], t.g.Fanins(n))
		v = t.demand(&d)
	} else {
		v = t.variable()
	}
	t.nodes, t.of = append(t.nodes, n), append(t.of, v)
	return v
}

// isOpen reports whether a node is computed: not if it is an input.
func (t *tables) isOpen(n uint32) bool {
	return t.g.Kind(n).Arity() > 0 && slices.Contains(t.open, n)
}

// demand returns the table of a gate.
func (t *tables) demand(d *demand) (v table) {
	var in [3]table
	for i := range d.kind.Arity() {
		in[i] = t.literal(d.in[i])
	}
	for i := range t.words {
		a, b, c := in[0][i], in[1][i], in[2][i]
		switch d.kind {
		case aig.And:
			v[i] = a & b
		case aig.Xor:
			v[i] = a ^ b
		case aig.Xor3:
			v[i] = a ^ b ^ c
		case aig.Ite:
			v[i] = a&b | ^a&c
		case aig.Maj:
			v[i] = a&b | a&c | b&c
		}
	}
	return v
}

// relate reports whether two tables are equal, or opposite.
func (t *tables) relate(x, y table) (equal, opposite bool) {
	if t.large {
		return false, false
	}
	equal, opposite = true, true
	for i := range t.words {
		equal = equal && x[i] == y[i]
		opposite = opposite && x[i] == ^y[i]
	}
	return equal, opposite
}

// valid reports whether a disjunction of literals is true at all points.
func (t *tables) valid(c []aig.Lit) bool {
	var any table
	for _, l := range c {
		v := t.literal(l)
		for i := range t.words {
			any[i] |= v[i]
		}
	}
	for i := range t.words {
		if any[i] != ^uint64(0) {
			return false
		}
	}
	return !t.large
}
