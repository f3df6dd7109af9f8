package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/term"
)

// elementBits is the width of the words that stand for elements of an uninterpreted sort. There
// are no more such words than values, so any number of them may differ.
const elementBits = 20

// blaster makes circuits of terms. Each term has one, made when it is first needed.
type blaster struct {
	st      *term.Store
	g       *aig.Graph
	c       *circuit.Builder
	ops     *blast.Operators
	at      []uint32  // by term: 1 + where its word begins in pool, of an array 1 + its number; 0 if it has none
	pool    []aig.Lit // words, the least significant bit first
	work    []term.Term
	polls   int
	proof   *proof.Writer // nil if no proof is written
	spoiled bool          // see Solver.Spoiled
	lim     *limit.Limit  // stops it

	// TooLarge is the first term whose circuit would be too large, or one too many of an
	// uninterpreted sort; 0 if there was none.
	TooLarge term.Term

	words       []term.Term // constants that have words
	small       int         // the number of bits up to which an array is a word
	room        int         // for words that stand for elements; see elementBits
	apps        []app       // applications of functions
	quantifiers []quantifier
	arrays      []array
	reads       []read
	// equations are the bits of equalities of arrays, by the arrays' numbers; never ranged over.
	equations map[[2]int32]aig.Lit
	axioms    []aig.Lit // to be asserted
	// followed are the reads that were made for others at further arrays; never ranged over.
	followed map[[2]int32]int32
}

// app is an application of a function, whose value is a word of its own.
type app struct{ t term.Term }

// newBuilder makes a builder that the limit stops.
func (b *blaster) newBuilder() {
	b.c = circuit.New(b.g)
	b.c.Stopped = func() bool { return b.lim.Stopped() }
	b.ops = blast.New(b.st, b.c, b.word)
}

// smallArray and stressedArray are the numbers of bits up to which an array is a word, by default
// and with Options.Stress.
const (
	smallArray    = 256
	stressedArray = 64
)

// width returns the number of bits of the words of a sort, 0 if it has none: that of arrays
// that are not small.
func (b *blaster) width(sort term.Sort) int {
	switch b.st.SortKind(sort) {
	case term.KindBitVec:
		return b.st.Width(sort)
	case term.KindUninterpreted:
		return elementBits
	case term.KindArray:
		index, elm := b.st.ArraySorts(sort)
		if k, n := max(1, b.st.Width(index)), b.width(elm); (index == term.Bool || b.st.IsBitVec(index)) && k < 10 && n<<k <= b.small {
			return n << k
		}
		return 0
	}
	return 1
}

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

// inputs returns a word of n new inputs.
func (b *blaster) inputs(n int) []aig.Lit {
	w := make([]aig.Lit, n)
	for k := range w {
		w[k] = b.g.Input()
	}
	return w
}

// blast makes the circuits of t and of what is below. It returns false if it was stopped, or if
// a circuit is too large.
func (b *blaster) blast(t term.Term) bool {
	if b.known(t) {
		return true
	}
	b.work = append(b.work[:0], t)
	for len(b.work) > 0 {
		t := b.work[len(b.work)-1]
		if b.known(t) {
			b.work = b.work[:len(b.work)-1]
			continue
		}
		before := len(b.work)
		if !b.isQuantifier(t) {
			for _, a := range b.st.Args(t) {
				if !b.known(a) {
					b.work = append(b.work, a)
				}
			}
		}
		if len(b.work) > before {
			continue
		}
		if b.polls++; b.polls&63 == 0 && b.lim.Stopped() {
			return false
		}
		if blast.Gates(b.st, t) > blast.MaxGates || b.g.Len() > blast.MaxGates || !b.hasRoom(t) {
			b.TooLarge = t
			return false
		}
		if b.isArray(t) {
			b.makeArray(t)
		} else if w := b.circuit(t); !b.c.Interrupted() {
			b.set(t, w)
			if b.proof != nil {
				b.proof.Circuit(t)
			}
		} else {
			b.spoiled = b.proof != nil
			b.newBuilder()
			return false
		}
		b.work = b.work[:before-1]
	}
	return true
}

// hasRoom reports whether another term may have a word, and counts it if it stands for an element.
func (b *blaster) hasRoom(t term.Term) bool {
	if b.st.SortKind(b.st.Sort(t)) != term.KindUninterpreted {
		return true
	}
	b.room--
	return b.room >= 0
}

// known reports whether t has its word, and makes room for it if it has none.
func (b *blaster) known(t term.Term) bool {
	if int(t) >= len(b.at) {
		b.at = append(b.at, make([]uint32, max(b.st.Len(), 2*len(b.at))-len(b.at))...)
	}
	return b.at[t] != 0
}

// circuit returns the word of a term whose arguments have theirs.
func (b *blaster) circuit(t term.Term) []aig.Lit {
	st := b.st
	args := st.Args(t)
	switch op := st.Op(t); op {
	case term.OpForall, term.OpExists:
		w := b.inputs(1)
		b.quantifiers = append(b.quantifiers, quantifier{t, w[0]})
		return w
	case term.OpEq, term.OpDistinct:
		if b.isArray(args[0]) {
			return []aig.Lit{b.compareArrays(op, args)}
		}
	case term.OpApp:
		b.leaf(t)
		return b.inputs(b.width(st.Sort(t)))
	case term.OpSelect:
		if !b.isArray(args[0]) {
			break
		}
		w := b.inputs(b.width(st.Sort(t)))
		b.reads = append(b.reads, read{array: b.array(args[0]), index: args[1], value: t})
		return w
	}
	return b.ops.Circuit(t)
}

// compareArrays returns the bit that arrays are equal, or that they are distinct.
func (b *blaster) compareArrays(op term.Op, args []term.Term) aig.Lit {
	if op == term.OpEq {
		return b.equal(args[0], args[1])
	}
	all := aig.True
	for i, x := range args {
		for _, y := range args[:i] {
			all = b.g.And(all, b.equal(x, y).Not())
		}
	}
	return all
}

// equal returns the bit that two terms are equal.
func (b *blaster) equal(x, y term.Term) aig.Lit {
	if b.isArray(x) {
		return b.equalArrays(b.array(x), b.array(y))
	}
	return b.c.Eq(b.word(x), b.word(y))
}

// leaf remembers a constant or an application of a function.
func (b *blaster) leaf(t term.Term) {
	if b.st.NumArgs(t) == 0 {
		b.words = append(b.words, t)
	} else {
		b.apps = append(b.apps, app{t})
	}
}
