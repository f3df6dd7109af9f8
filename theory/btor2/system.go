package btor2

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Sort is the sort of a node: a bit-vector, or an array of bit-vectors.
type Sort struct {
	Width int // of the bit-vector, or of the elements
	Index int // the width of the indices; 0 if it is no array
}

// bitSort is the sort of a single bit.
var bitSort = Sort{Width: 1}

// String returns the sort in the words of the format.
func (s Sort) String() string {
	if s.Index > 0 {
		return fmt.Sprintf("array of bitvec %d indexed by bitvec %d", s.Width, s.Index)
	}
	return fmt.Sprintf("bitvec %d", s.Width)
}

// in returns the sort of terms.
func (s Sort) in(st *term.Store) term.Sort {
	if s.Index > 0 {
		return st.ArraySort(st.BitVecSort(s.Index), st.BitVecSort(s.Width))
	}
	return st.BitVecSort(s.Width)
}

// ref is an operand: the number of a node, negated for its bitwise complement.
type ref int32

// node returns the number of the node.
func (r ref) node() int { return int(max(r, -r)) }

// node is an expression.
type node struct {
	op     op
	sort   Sort
	args   [3]ref
	nargs  uint8
	open   bool    // it depends on inputs of the step
	hi, lo int32   // of a slice
	val    num.Int // of a constant
}

// Leaf is an input or a state.
type Leaf struct {
	Symbol     string // empty if there is none
	Sort       Sort
	node       int32
	init, next ref // of a state; 0 if there is none
}

// property is a bad state or a constraint.
type property struct {
	at   ref
	name string
}

// System is a transition system.
type System struct {
	nodes       []node // operands come first; there is none with number 0
	inputs      []Leaf
	states      []Leaf
	leaf        []int32 // by node: the position of an input or a state
	bads        []property
	constraints []property
}

// Inputs returns the inputs, in order.
func (s *System) Inputs() []Leaf { return s.inputs }

// States returns the states, in order.
func (s *System) States() []Leaf { return s.states }

// Bads returns the number of bad-state properties.
func (s *System) Bads() int { return len(s.bads) }

// Constraints returns the number of constraints.
func (s *System) Constraints() int { return len(s.constraints) }

// Nodes returns the number of expressions.
func (s *System) Nodes() int { return len(s.nodes) - 1 }

// Free reports whether nothing defines a state at a step.
func (l *Leaf) Free(step int) bool {
	if step == 0 {
		return l.init == 0
	}
	return l.next == 0
}

// needed marks the nodes on which bad states and constraints depend, over any number of
// steps.
func (s *System) needed() []bool {
	need := make([]bool, len(s.nodes))
	var work []int
	want := func(r ref) {
		if n := r.node(); n > 0 && !need[n] {
			need[n] = true
			work = append(work, n)
		}
	}
	for _, p := range s.bads {
		want(p.at)
	}
	for _, p := range s.constraints {
		want(p.at)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		n := &s.nodes[i]
		for _, a := range n.args[:n.nargs] {
			want(a)
		}
		if n.op == opState {
			l := &s.states[s.leaf[i]]
			want(l.init)
			want(l.next)
		}
	}
	return need
}

// Pos is a place in a file.
type Pos = smtlib.Pos

// Error is an error in a file, with its place.
type Error = smtlib.Error
