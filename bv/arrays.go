package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// array is a term of an array sort that is not small.
type array struct {
	t       term.Term
	kind    arrayKind
	base    int32  // of a store; of an ite, the array if the condition holds
	other   int32  // of an ite, the other one
	covered bool   // it is read at every index
	edges   []edge // to the arrays made from it, and to those that it may equal
}

type arrayKind uint8

const (
	arrayFree  arrayKind = iota // a constant, a read of an array of arrays, or an application
	arrayStore                  // (store base i v)
	arrayIte                    // (ite c base other)
	arrayConst                  // all elements are alike
)

// edge leads to an array that has the same elements if a condition holds: made by an ite with
// this array as a branch, or in an equation. If store is true it is a store instead, with the
// same elements at other indices.
type edge struct {
	to    int32
	store bool
	cond  cert.Literal
	ite   term.Term // 0 for an equation
}

// read says that an array has at the index the value: a read, or what a store wrote.
type read struct {
	array        int32
	index, value term.Term
}

// equation is an equality of arrays whose index of difference is to be introduced.
type equation struct{ x, y, equal term.Term }

// array returns the number of an array.
func (b *blaster) array(t term.Term) int32 { return int32(b.at[t] - 1) }

// makeArray enters an array, after its arguments.
func (b *blaster) makeArray(t term.Term) {
	st := b.st
	n := int32(len(b.arrays))
	a := array{t: t}
	args := st.Args(t)
	switch st.Op(t) {
	case term.OpStore:
		a.kind, a.base = arrayStore, b.array(args[0])
		b.reads = append(b.reads, read{array: n, index: args[1], value: args[2]})
		b.join(a.base, edge{to: n, store: true})
	case term.OpIte:
		a.kind, a.base, a.other = arrayIte, b.array(args[1]), b.array(args[2])
		b.join(a.base, edge{to: n, ite: t, cond: cert.Literal{T: args[0]}})
		b.join(a.other, edge{to: n, ite: t, cond: cert.Literal{T: args[0], Neg: true}})
	case term.OpConstArray:
		a.kind = arrayConst
	case term.OpApp:
		if len(args) > 0 {
			b.apps = append(b.apps, t)
		}
	case term.OpSelect:
		b.addRead(t)
	default:
		panic("bv: " + st.Op(t).String() + " of arrays is not supported")
	}
	b.arrays = append(b.arrays, a)
	b.at[t] = uint32(n) + 1
}

func (b *blaster) join(from int32, e edge) {
	b.arrays[from].edges = append(b.arrays[from].edges, e)
}

// addRead enters a read, a term.
func (b *blaster) addRead(t term.Term) {
	if b.readOf == nil {
		b.readOf = map[term.Term]int32{}
	}
	b.readOf[t] = int32(len(b.reads))
	b.reads = append(b.reads, read{array: b.array(b.st.Arg(t, 0)), index: b.st.Arg(t, 1), value: t})
}

// equation returns the bit of t, an equality of arrays: a new input, unless there is one for the
// same arrays. If it is false, they differ at an index: see witnesses.
func (b *blaster) equation(t term.Term) aig.Lit {
	x, y := b.array(b.st.Arg(t, 0)), b.array(b.st.Arg(t, 1))
	if x == y {
		return aig.True
	}
	if e, ok := b.equations[[2]int32{min(x, y), max(x, y)}]; ok {
		return b.word(e)[0]
	}
	if b.equations == nil {
		b.equations = map[[2]int32]term.Term{}
	}
	b.equations[[2]int32{min(x, y), max(x, y)}] = t
	b.join(x, edge{to: y, cond: cert.Literal{T: t}})
	b.join(y, edge{to: x, cond: cert.Literal{T: t}})
	b.differ = append(b.differ, equation{b.arrays[x].t, b.arrays[y].t, t})
	return b.g.Input()
}

// equals returns the equality of two terms. There is one, whatever their order.
func (b *blaster) equals(x, y term.Term) term.Term { return b.st.Eq(min(x, y), max(x, y)) }

// pairs returns the equalities of all pairs.
func (b *blaster) pairs(args []term.Term) (equal []term.Term) {
	for i, x := range args {
		for _, y := range args[:i] {
			equal = append(equal, b.equals(x, y))
		}
	}
	return equal
}

// nested reports whether the elements of an array are arrays.
func (b *blaster) nested(a int32) bool {
	_, elm := b.st.ArraySorts(b.st.Sort(b.arrays[a].t))
	return b.large(elm)
}

// bit returns the bit of a formula that was blasted, or of its negation.
func (b *blaster) bit(l cert.Literal) aig.Lit {
	w := b.word(l.T)[0]
	if l.Neg {
		return w.Not()
	}
	return w
}
