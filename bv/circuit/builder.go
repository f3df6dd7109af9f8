package circuit

import (
	"math/big"

	"github.com/muster-smt/muster/bv/aig"
)

// Builder builds circuits in a graph.
type Builder struct {
	*aig.Graph
	// Stopped, if set, interrupts a large circuit when it returns true. Then the result
	// and all later ones are words without meaning, and Interrupted is true. Gates made
	// until then are found again when the circuit is built anew by another builder.
	Stopped func() bool
	// Abstract, if set, is asked for the words of products and divisions instead of circuits. A
	// nil word asks for the circuit.
	Abstract Abstraction

	interrupted bool
	row         []aig.Lit
}

// Abstraction has words that stand for large circuits.
type Abstraction interface {
	Product(x, y []aig.Lit) []aig.Lit
	Division(x, y []aig.Lit) (quotient, remainder []aig.Lit)
}

// New returns a builder in g.
func New(g *aig.Graph) *Builder { return &Builder{Graph: g} }

// Interrupted reports whether Stopped has returned true.
func (b *Builder) Interrupted() bool { return b.interrupted }

// stop polls once in a row of gates.
func (b *Builder) stop() bool {
	if !b.interrupted && b.Stopped != nil {
		b.interrupted = b.Stopped()
	}
	return b.interrupted
}

// Inputs makes a word of inputs.
func (b *Builder) Inputs(width int) []aig.Lit {
	x := make([]aig.Lit, width)
	for i := range x {
		x[i] = b.Input()
	}
	return x
}

// Const is v modulo 2^width.
func (b *Builder) Const(v *big.Int, width int) []aig.Lit {
	x := make([]aig.Lit, width)
	w := v
	if v.Sign() < 0 {
		w = new(big.Int).Not(v)
	}
	for i := range x {
		x[i] = bit(w.Bit(i) != 0) ^ bit(v.Sign() < 0)
	}
	return x
}

// bit is the constant of a truth value.
func bit(v bool) aig.Lit {
	if v {
		return aig.True
	}
	return aig.False
}

// Not negates each bit.
func (b *Builder) Not(x []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = x[i].Not()
	}
	return z
}

// AndWords conjoins bits at equal places.
func (b *Builder) AndWords(x, y []aig.Lit) []aig.Lit { return bitwise(b.And, x, y) }

// OrWords disjoins bits at equal places.
func (b *Builder) OrWords(x, y []aig.Lit) []aig.Lit { return bitwise(b.Or, x, y) }

// XorWords is true where x and y differ.
func (b *Builder) XorWords(x, y []aig.Lit) []aig.Lit { return bitwise(b.Xor, x, y) }

// bitwise applies an operation to bits at equal places.
func bitwise(op func(a, b aig.Lit) aig.Lit, x, y []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = op(x[i], y[i])
	}
	return z
}

// IteWords is x if c is true, else y.
func (b *Builder) IteWords(c aig.Lit, x, y []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = b.Ite(c, x[i], y[i])
	}
	return z
}

// All is true if all bits are.
func (b *Builder) All(x []aig.Lit) aig.Lit { return fold(b.And, aig.True, x) }

// Any is true if a bit is.
func (b *Builder) Any(x []aig.Lit) aig.Lit { return fold(b.Or, aig.False, x) }

// fold applies an operation to a literal and all bits.
func fold(op func(a, b aig.Lit) aig.Lit, l aig.Lit, x []aig.Lit) aig.Lit {
	for _, m := range x {
		l = op(l, m)
	}
	return l
}
