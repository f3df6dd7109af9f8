package theory

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
)

// Node is a node of the e-graph, a dense id from 1. Zero stands for the
// number 0, True and False for the Booleans.
type Node uint32

// The nodes that every e-graph has.
const (
	NoNode Node = iota
	True
	False
	Zero
)

// MaxOffset bounds the offset of a Point that a term has by itself. It is small
// enough that sums of offsets along a class never overflow.
const MaxOffset = 1 << 40

// Point is a node plus an offset, which is 0 unless the node has sort Int. The
// numeral c is the point {Zero, c}. Numerals of sort Real are nodes.
type Point struct {
	Node Node
	Off  int64
}

// Plus returns p moved by c.
func (p Point) Plus(c int64) Point { return Point{p.Node, p.Off + c} }

// Reason is a plugin's own token for why it propagated a literal or an
// equality; only the plugin that made it can read it.
type Reason uint32

// Antecedents is an explanation: true literals, and pairs of nodes that are in
// one class (at the offset that they have there).
type Antecedents struct {
	Lits []sat.Lit
	Eqs  [][2]Node
	// Cert gets a step for each addition; nil if no certificates are requested. It
	// belongs to this explanation alone.
	Cert *cert.Certificate
}

// Lit adds a true literal.
func (a *Antecedents) Lit(l sat.Lit) { a.Lits = append(a.Lits, l) }

// Eq adds an equality that the e-graph knows.
func (a *Antecedents) Eq(x, y Node) {
	if x != y {
		a.Eqs = append(a.Eqs, [2]Node{x, y})
	}
}

// Effort is how hard a Check tries.
type Effort uint8

// The efforts, in the order in which they are made. What a plugin has no procedure for, it
// approximates by lemmas.
const (
	Full   Effort = iota // decide what the plugin has a procedure for; may split
	Early                // approximate the rest where that takes few lemmas, before equalities are guessed
	Refine               // approximate it where the candidate model is wrong, by as many as it takes
	Last                 // what is left: heuristics that only help to find a model or to say unknown
	NumEfforts
)

// String returns the name that an effort has in counters.
func (e Effort) String() string {
	if e < NumEfforts {
		return [NumEfforts]string{"full", "early", "quant", "last"}[e]
	}
	return "invalid effort"
}

// Status is the outcome of a Check.
type Status uint8

// The outcomes of a Check.
const (
	Consistent Status = iota // nothing wrong at this effort
	Progress                 // a lemma, conflict, merge or propagation was queued
	GaveUp                   // cannot decide; Incomplete was called
)
