package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/theory/term"
)

// array is a term of an array sort that is not small, or an element of an array of arrays at a place that no term
// names.
type array struct {
	t       term.Term // 0 if it has none
	sort    term.Sort
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
	cond  aig.Lit
}

// read says that an array has at the index the value: a read, or what a store wrote. If the
// terms are 0, index and value lie in the pool: at the witness of two arrays that differ. The
// value of an array of arrays is the number of an array instead.
type read struct {
	array        int32
	index, value term.Term
	at, val      uint32
}

// array returns the number of an array.
func (b *blaster) array(t term.Term) int32 { return int32(b.at[t] - 1) }

// makeArray enters an array, after its arguments.
func (b *blaster) makeArray(t term.Term) {
	st := b.st
	n := int32(len(b.arrays))
	a := array{t: t, sort: st.Sort(t)}
	args := st.Args(t)
	switch st.Op(t) {
	case term.OpStore:
		a.kind, a.base = arrayStore, b.array(args[0])
		b.reads = append(b.reads, read{array: n, index: args[1], value: args[2]})
		b.join(a.base, edge{to: n, store: true})
	case term.OpIte:
		c := b.word(args[0])[0]
		a.kind, a.base, a.other = arrayIte, b.array(args[1]), b.array(args[2])
		b.join(a.base, edge{to: n, cond: c})
		b.join(a.other, edge{to: n, cond: c.Not()})
	case term.OpConstArray:
		a.kind = arrayConst
	case term.OpApp:
		if len(args) > 0 {
			b.apps = append(b.apps, app{t})
		}
	case term.OpSelect:
		b.reads = append(b.reads, read{array: b.array(args[0]), index: args[1], value: t})
	default:
		panic("bv: " + st.Op(t).String() + " of arrays is not supported")
	}
	b.arrays = append(b.arrays, a)
	b.at[t] = uint32(n) + 1
}

func (b *blaster) join(from int32, e edge) {
	b.arrays[from].edges = append(b.arrays[from].edges, e)
}

// equalArrays returns the bit that two arrays are equal: a new input, with an index at which
// they differ if it is false.
func (b *blaster) equalArrays(x, y int32) aig.Lit {
	if x == y {
		return aig.True
	}
	if e, ok := b.equations[[2]int32{min(x, y), max(x, y)}]; ok {
		return e
	}
	e := b.g.Input()
	if b.equations == nil {
		b.equations = map[[2]int32]aig.Lit{}
	}
	b.equations[[2]int32{min(x, y), max(x, y)}] = e
	b.join(x, edge{to: y, cond: e})
	b.join(y, edge{to: x, cond: e})
	index, elm := b.st.ArraySorts(b.arrays[x].sort)
	at := b.keep(b.inputs(b.width(index)))
	rx := read{array: x, at: at, val: b.unknown(elm)}
	ry := read{array: y, at: at, val: b.unknown(elm)}
	b.reads = append(b.reads, rx, ry)
	b.axioms = append(b.axioms, b.g.Or(e, b.equalValues(&rx, &ry).Not()))
	return e
}

// unknown returns the place of a new element of a sort: in the pool, or the number of an array.
func (b *blaster) unknown(sort term.Sort) uint32 {
	if b.large(sort) {
		b.arrays = append(b.arrays, array{sort: sort})
		return uint32(len(b.arrays) - 1)
	}
	return b.keep(b.inputs(b.width(sort)))
}

// nested reports whether the elements of an array are arrays.
func (b *blaster) nested(a int32) bool {
	_, elm := b.st.ArraySorts(b.arrays[a].sort)
	return b.large(elm)
}

// inner returns the array that a read of an array of arrays gives.
func (b *blaster) inner(r *read) int32 {
	if r.value != 0 {
		return b.array(r.value)
	}
	return int32(r.val)
}

// equalValues returns the bit that two reads of arrays of one sort give the same.
func (b *blaster) equalValues(x, y *read) aig.Lit {
	if b.nested(x.array) {
		return b.equalArrays(b.inner(x), b.inner(y))
	}
	return b.c.Eq(b.value(x), b.value(y))
}

// equalsTerm returns the bit that a read gives the value of a term.
func (b *blaster) equalsTerm(x *read, t term.Term) aig.Lit {
	if b.nested(x.array) {
		return b.equalArrays(b.inner(x), b.array(t))
	}
	return b.c.Eq(b.value(x), b.word(t))
}

// keep appends a word to the pool.
func (b *blaster) keep(w []aig.Lit) uint32 {
	at := uint32(len(b.pool))
	b.pool = append(b.pool, w...)
	return at
}

// index returns the word of a read's index.
func (b *blaster) index(r *read) []aig.Lit {
	if r.index != 0 {
		return b.word(r.index)
	}
	index, _ := b.st.ArraySorts(b.arrays[r.array].sort)
	return b.pool[r.at : int(r.at)+b.width(index)]
}

// value returns the word of a read's value.
func (b *blaster) value(r *read) []aig.Lit {
	if r.value != 0 {
		return b.word(r.value)
	}
	_, elm := b.st.ArraySorts(b.arrays[r.array].sort)
	return b.pool[r.val : int(r.val)+b.width(elm)]
}
