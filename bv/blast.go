package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/term"
)

// blaster makes circuits of terms. Each term has one, made when it is first needed.
type blaster struct {
	st       *term.Store
	g        *aig.Graph
	c        *circuit.Builder
	ops      *blast.Operators
	at       []uint32  // by term: 1 + where its word begins in pool, of an array 1 + its number; 0 if it has none
	pool     []aig.Lit // words, the least significant bit first
	polls    int
	proof    *proof.Writer // nil if no proof is written
	spoiled  bool          // see Spoiled and Opaque
	abstract *abstraction  // nil if all operators have their circuits
	lim      *limit.Limit  // stops it

	// TooLarge is the first term whose circuit would be too large, or one too many of an
	// uninterpreted sort; 0 if there was none.
	TooLarge term.Term
	// Exhausted says that what lemmas say about a product or division does not suffice, and that its
	// circuit would be too large, which is why the last check is unknown.
	Exhausted bool

	words       []term.Term // constants that have words
	small       int         // the number of bits up to which an array is a word
	room        int         // for elements that words stand for; see blast.ElementBits
	apps        []term.Term // applications of functions, whose values are words of their own
	quantifiers []quantifier
	arrays      []array
	reads       []read
	// equations are the equalities of arrays, by the arrays' numbers; never ranged over.
	equations map[[2]int32]term.Term
	differ    []equation          // whose indices of difference are to be introduced
	readOf    map[term.Term]int32 // by term: its number among reads; never ranged over
}

// newBuilder makes a builder that the limit stops.
func (b *blaster) newBuilder() {
	b.c = circuit.New(b.g)
	b.c.Stopped = func() bool { return b.lim.Stopped() }
	if b.abstract != nil {
		b.c.Abstract = b.abstract
	}
	b.ops = blast.New(b.st, b.c, b.word)
}

// SmallArray returns the number of bits up to which an array is a word, with Options.Stress or
// without.
func SmallArray(stress bool) int {
	if stress {
		return 64
	}
	return 256
}

// width returns the number of bits of the words of a sort, 0 if it has none: that of arrays
// that are not small.
func (b *blaster) width(sort term.Sort) int { return blast.Width(b.st, sort, b.small) }

// word returns the word of a term that was blasted. It is valid until the next one is.
func (b *blaster) word(t term.Term) []aig.Lit {
	from := int(b.at[t] - 1)
	return b.pool[from : from+b.width(b.st.Sort(t))]
}

// isArray reports whether t is an array without a word.
func (b *blaster) isArray(t term.Term) bool { return b.large(b.st.Sort(t)) }

// large reports whether a sort is one of arrays without words.
func (b *blaster) large(sort term.Sort) bool { return b.st.IsArray(sort) && b.width(sort) == 0 }

// set gives t its word.
func (b *blaster) set(t term.Term, w []aig.Lit) {
	b.at[t] = uint32(len(b.pool)) + 1
	b.pool = append(b.pool, w...)
}

// blast makes the circuits of t and of what is below. It returns false if it was stopped, or if
// a circuit is too large.
func (b *blaster) blast(t term.Term) bool {
	if b.known(t) {
		return true
	}
	for t := range term.BottomUp(t, b.below, b.known) {
		if b.polls++; b.polls&63 == 0 && b.lim.Stopped() {
			return false
		}
		if b.tooLarge(t) || !b.hasRoom(t) {
			b.TooLarge = t
			return false
		}
		if b.isArray(t) {
			b.makeArray(t)
		} else if w := b.circuit(t); !b.c.Interrupted() {
			b.set(t, w)
			if b.proof != nil {
				b.proof.Circuit(t, false)
			}
		} else {
			b.spoiled = b.proof != nil
			b.newBuilder()
			return false
		}
	}
	return true
}

// maxAbstract bounds the gates of a circuit in whose place lemmas are tried. A product of 65,535 bits,
// which is above it, took five minutes to give up, and 4.5 GB of garbage in the first 20 s.
const maxAbstract = 1 << 32

// tooLarge reports whether there is no room for the circuit of a term. That of a product or division
// is made when the lemmas about it do not suffice.
func (b *blaster) tooLarge(t term.Term) bool {
	if b.abstract != nil {
		switch b.st.Op(t) {
		case term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvUmulo, term.OpBvSmulo:
			return b.g.Len() > blast.MaxGates || blast.Gates(b.st, t) > maxAbstract
		}
	}
	return blast.TooLarge(b.st, t, b.g.Len())
}

// Opaque gives a formula a bit of its own instead of its circuit, where it has none yet: for
// lemmas from which alone a refutation follows. Then the graph is good for nothing else.
func (b *blaster) Opaque(t term.Term) {
	if b.known(t) {
		return
	}
	b.set(t, b.c.Inputs(1))
	b.spoiled = true
	if b.proof != nil {
		b.proof.Circuit(t, true)
	}
}

// hasRoom reports whether another term may have a word, and counts the elements that it stands for.
func (b *blaster) hasRoom(t term.Term) bool {
	b.room -= blast.Elements(b.st, b.st.Sort(t), b.small)
	return b.room >= 0
}

// known reports whether t has its word, and makes room for it if it has none.
func (b *blaster) known(t term.Term) bool {
	if int(t) >= len(b.at) {
		b.at = append(b.at, make([]uint32, max(b.st.Len(), 2*len(b.at))-len(b.at))...)
	}
	return b.at[t] != 0
}

// below calls yield with the terms whose circuits that of t needs.
func (b *blaster) below(t term.Term) []term.Term {
	switch {
	case b.isQuantifier(t):
		return nil
	case b.st.Op(t) == term.OpDistinct && b.isArray(b.st.Arg(t, 0)):
		return b.pairs(b.st.Args(t))
	}
	return b.st.Args(t)
}

// circuit returns the word of a term whose arguments have theirs.
func (b *blaster) circuit(t term.Term) []aig.Lit {
	st := b.st
	args := st.Args(t)
	switch op := st.Op(t); op {
	case term.OpForall, term.OpExists:
		w := b.c.Inputs(1)
		b.quantifiers = append(b.quantifiers, quantifier{t, w[0]})
		return w
	case term.OpEq:
		if b.isArray(args[0]) {
			return []aig.Lit{b.equation(t)}
		}
	case term.OpDistinct:
		if b.isArray(args[0]) {
			all := aig.True
			for _, e := range b.pairs(args) {
				all = b.g.And(all, b.word(e)[0].Not())
			}
			return []aig.Lit{all}
		}
	case term.OpApp:
		b.leaf(t)
		return b.c.Inputs(b.width(st.Sort(t)))
	case term.OpSelect:
		if !b.isArray(args[0]) {
			break
		}
		b.addRead(t)
		return b.c.Inputs(b.width(st.Sort(t)))
	}
	return b.ops.Circuit(t)
}

// leaf remembers a constant or an application of a function.
func (b *blaster) leaf(t term.Term) {
	if b.st.NumArgs(t) == 0 {
		b.words = append(b.words, t)
	} else {
		b.apps = append(b.apps, t)
	}
}
