package proof

import (
	"github.com/muster-smt/muster/theory/term"
)

// This file verifies clauses of formulas with gates among them, as bit-vectors have in the
// combination of theories. Constants of the checker stand for these gates, which no other line can
// mention.

// readGateTerm reads the number of a gate, plus one, and returns the constant that stands for it.
func (k *Checker) readGateTerm() term.Term {
	n := k.line.number()
	if k.gates == nil || n == 0 || n > uint64(k.gates.g.Len()) {
		k.line.fail("there is no such gate")
		return k.st.True()
	}
	x := k.gates
	x.terms = term.Extend(x.terms, x.g.Len())
	node := uint32(n - 1)
	if x.terms[node] == 0 {
		t := k.st.FreshConst("gate", term.Bool)
		k.note(t)
		k.known[t].private = true
		x.terms[node], k.gateOf[t] = t, node
	}
	return x.terms[node]
}

// isGate reports whether a literal among formulas is one of a gate.
func (k *Checker) isGate(l lit) bool {
	_, ok := k.gateOf[l.term()]
	return ok
}

// definitionMixed verifies a clause of the definition of its first literal: a gate, by other
// gates; or a formula that has a circuit, by its gate.
func (x *gates) definitionMixed(c []lit) bool {
	rest := c
	if !x.k.isGate(c[0]) {
		rest = c[1:]
	}
	var gates []lit
	for _, l := range rest {
		node, ok := x.k.gateOf[l.term()]
		if !ok {
			return false
		}
		g := lit(node) << 1
		if l.neg() {
			g = g.not()
		}
		gates = append(gates, g)
	}
	if len(rest) == len(c) {
		return x.definitionGates(gates) == nil
	}
	if !x.known(c[0].term()) || len(gates) != 1 {
		return false
	}
	bit := lit(x.word(c[0].term())[0])
	if !c[0].neg() {
		bit = bit.not()
	}
	return gates[0] == bit
}
