// Package blast makes the circuits (bv/circuit) of the operators of terms. The solver (bv) and
// the checker of proof logs (theory/proof) share it: both make the same circuits of the same
// terms in the same order, so that they mean the same gates by the same numbers. Words are ordered by
// their literals where the order of arguments does not matter, and sums that count bits are
// recognised by their literals (count.go): so terms that differ are often one circuit.
//
// Tests compare the circuits with the evaluator of terms: at all values of small widths, and at
// random ones beyond.
package blast

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/theory/term"
)

// Operators makes the circuits of operators.
type Operators struct {
	st   *term.Store
	c    *circuit.Builder
	word func(term.Term) []aig.Lit

	counter counter
	words   [][]aig.Lit // scratch
}

// New returns what makes circuits by c of terms of st; word finds the words of arguments, the
// least significant bit first. The word of a formula has one bit, that of an array its elements,
// which are as many as values of its index: a bit-vector or a Bool.
func New(st *term.Store, c *circuit.Builder, word func(term.Term) []aig.Lit) *Operators {
	return &Operators{st: st, c: c, word: word}
}

// Supports reports whether Circuit knows the operator, of arguments that are no arrays. Of those
// that are it knows all, if they have words.
func Supports(op term.Op) bool {
	switch op {
	case term.OpTrue, term.OpFalse, term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpDistinct, term.OpIte:
		return true
	}
	return op >= term.OpBits && op <= term.OpBvSmulo
}

// Circuit returns the word of a term whose arguments have theirs.
func (o *Operators) Circuit(t term.Term) []aig.Lit {
	st := o.st
	args := st.Args(t)
	switch op := st.Op(t); op {
	case term.OpTrue:
		return []aig.Lit{aig.True}
	case term.OpFalse:
		return []aig.Lit{aig.False}
	case term.OpBits:
		return o.c.Const(st.Num(t).Big(), st.WidthOf(t))
	case term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpDistinct:
		return []aig.Lit{o.boolean(op, args)}
	case term.OpIte:
		return o.c.IteWords(o.word(args[0])[0], o.word(args[1]), o.word(args[2]))
	case term.OpBvUle, term.OpBvSle, term.OpBvUmulo, term.OpBvSmulo:
		return []aig.Lit{o.predicate(op, o.word(args[0]), o.word(args[1]))}
	case term.OpConstArray:
		index, _ := st.ArraySorts(st.Sort(t))
		return slices.Repeat(o.word(args[0]), 1<<max(1, st.Width(index)))
	case term.OpSelect:
		return o.c.Select(o.word(args[0]), o.word(args[1]))
	case term.OpStore:
		return o.c.Store(o.word(args[0]), o.word(args[1]), o.word(args[2]))
	}
	return o.vector(t, args)
}

// boolean returns the bit of a formula.
func (o *Operators) boolean(op term.Op, args []term.Term) aig.Lit {
	switch op {
	case term.OpNot:
		return o.word(args[0])[0].Not()
	case term.OpEq:
		return o.c.Eq(o.word(args[0]), o.word(args[1]))
	case term.OpDistinct:
		all := aig.True
		for i, x := range args {
			for _, y := range args[:i] {
				all = o.c.And(all, o.c.Eq(o.word(x), o.word(y)).Not())
			}
		}
		return all
	}
	// A balanced tree would hide that it is one gate; the translation to clauses finds chains.
	out := o.word(args[0])[0]
	for _, a := range args[1:] {
		if op == term.OpAnd {
			out = o.c.And(out, o.word(a)[0])
		} else {
			out = o.c.Or(out, o.word(a)[0])
		}
	}
	return out
}

func (o *Operators) predicate(op term.Op, x, y []aig.Lit) aig.Lit {
	switch op {
	case term.OpBvUle:
		return o.c.Ule(x, y)
	case term.OpBvSle:
		return o.c.Sle(x, y)
	case term.OpBvUmulo:
		return o.c.UmulOverflow(x, y)
	}
	return o.c.SmulOverflow(x, y)
}

// vector returns the word of an operator that gives a bit-vector.
func (o *Operators) vector(t term.Term, args []term.Term) []aig.Lit {
	st, op := o.st, o.st.Op(t)
	x := o.word(args[0])
	switch op {
	case term.OpConcat:
		w := make([]aig.Lit, 0, st.WidthOf(t))
		for k := len(args) - 1; k >= 0; k-- {
			w = append(w, o.word(args[k])...)
		}
		return w
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		return append([]aig.Lit(nil), x[lo:hi+1]...)
	case term.OpSignExt:
		w := append(make([]aig.Lit, 0, st.WidthOf(t)), x...)
		for len(w) < st.WidthOf(t) {
			w = append(w, x[len(x)-1])
		}
		return w
	case term.OpBvNot:
		return o.c.Not(x)
	case term.OpBvNeg:
		return o.c.Neg(x)
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd:
		if op == term.OpBvAdd {
			if w, ok := o.counted(args, len(x)); ok {
				return w
			}
		}
		words := o.ordered(args)
		x = words[0]
		for _, y := range words[1:] {
			x = o.fold(op, x, y)
		}
		return x
	}
	y := o.word(args[1])
	switch op {
	case term.OpBvMul:
		if st.IsBits(args[0]) || st.IsBits(args[1]) {
			if w, ok := o.counted([]term.Term{t}, len(x)); ok {
				return w
			}
		}
		if args[0] == args[1] {
			return o.c.Square(x)
		}
		return o.c.Mul(x, y)
	case term.OpBvUdiv, term.OpBvUrem:
		q, r := o.c.UdivRem(x, y)
		if op == term.OpBvUdiv {
			return q
		}
		return r
	case term.OpBvShl:
		return o.c.Shl(x, y)
	case term.OpBvLshr:
		return o.c.Lshr(x, y)
	case term.OpBvAshr:
		return o.c.Ashr(x, y)
	}
	panic("blast: " + op.String() + " is not supported")
}

// ordered returns the words of arguments of an operator for which their order does not matter, ordered by
// their literals, so that equal words under other terms give equal circuits.
func (o *Operators) ordered(args []term.Term) [][]aig.Lit {
	o.words = o.words[:0]
	for _, a := range args {
		o.words = append(o.words, o.word(a))
	}
	if len(args) > 2 {
		slices.SortStableFunc(o.words, compareWords)
	}
	return o.words
}

// compareWords orders words by their literals from the lowest one on, constants last: so shifted words,
// the rows of a product, come in the order in which a product adds them.
func compareWords(x, y []aig.Lit) int {
	return slices.CompareFunc(x, y, func(l, m aig.Lit) int {
		if a, b := l.IsConst(), m.IsConst(); a != b {
			if a {
				return 1
			}
			return -1
		}
		return cmp.Compare(l, m)
	})
}

// fold applies an operator that takes any number of arguments to two.
func (o *Operators) fold(op term.Op, x, y []aig.Lit) []aig.Lit {
	switch op {
	case term.OpBvAnd:
		return o.c.AndWords(x, y)
	case term.OpBvOr:
		return o.c.OrWords(x, y)
	case term.OpBvXor:
		return o.c.XorWords(x, y)
	}
	return o.c.Add(x, y)
}

// ElementBits is the width of the words that stand for elements of an uninterpreted sort. There
// are no more such words than values, so any number of them may differ.
const ElementBits = 20

// Width returns the number of bits of the words of a sort, 0 if it has none. An array has one if
// that has at most small bits.
func Width(st *term.Store, sort term.Sort, small int) int {
	switch st.SortKind(sort) {
	case term.KindBool:
		return 1
	case term.KindBitVec:
		return st.Width(sort)
	case term.KindUninterpreted:
		return ElementBits
	case term.KindArray:
		index, elm := st.ArraySorts(sort)
		if k, n := max(1, st.Width(index)), Width(st, elm, small); (index == term.Bool || st.IsBitVec(index)) && k < 10 &&
			n<<k <= small {
			return n << k
		}
	}
	return 0
}

// Elements returns how many elements of an uninterpreted sort a word of a sort stands for.
func Elements(st *term.Store, sort term.Sort, small int) int {
	n := Width(st, sort, small)
	for st.IsArray(sort) {
		_, sort = st.ArraySorts(sort)
	}
	if st.SortKind(sort) != term.KindUninterpreted {
		return 0
	}
	return n / ElementBits
}

// Bounds of circuits, which would fill the memory otherwise: a gate takes 40 bytes, and 470 with its
// clauses while the SAT core works on them. A product of 2,300 bits is as large as MaxCircuit, a division
// of 2,000.
const (
	MaxCircuit = 1 << 23 // gates of one operator
	MaxGates   = 1 << 26 // of all together
	// WhyTooLarge says that one of them is exceeded.
	WhyTooLarge = "a circuit of more than 8 million gates for one operator, or of more than 60 million for all"
)

// TooLarge reports whether the circuit of a term is too large, or all circuits that have as many
// gates as nodes already.
func TooLarge(st *term.Store, t term.Term, nodes int) bool {
	return nodes > MaxGates || Gates(st, t) > MaxCircuit
}

// Gates estimates the number of gates of a circuit.
func Gates(st *term.Store, t term.Term) int64 {
	n := int64(st.WidthOf(t))
	switch st.Op(t) {
	case term.OpBvMul, term.OpBvUmulo, term.OpBvSmulo:
		n = int64(st.WidthOf(st.Arg(t, 0)))
		each := n // of the rows, on average
		if st.IsBits(st.Arg(t, 0)) || st.IsBits(st.Arg(t, 1)) {
			each = n / 3 // signed digits that are not 0
		}
		return 3 * n * each / 2
	case term.OpBvUdiv, term.OpBvUrem:
		if y := st.Arg(t, 1); st.IsBits(y) {
			m := int64(st.Num(y).Big().BitLen())
			return 2*n*m - m*m
		}
		return 2 * n * n
	case term.OpDistinct:
		n = int64(st.NumArgs(t))
		return n * n * int64(max(1, st.WidthOf(st.Arg(t, 0))))
	}
	return n * int64(st.NumArgs(t))
}
