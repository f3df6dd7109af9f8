package evidence

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Form is the version of the bytes that this package writes. It is part of every hash.
const Form = 2

// Hash identifies a system or a program.
type Hash [sha256.Size]byte

// errForeign says that a term is about something that the system or program does not have.
var errForeign = errors.New("evidence: a symbol that is not in the system")

// names numbers the symbols of a store, from 1 on.
type names struct {
	st     *term.Store
	number term.Paged[uint32]
	syms   []term.Sym
}

// flushAt is the length from which what is only hashed is not kept.
const flushAt = 1 << 16

// writer writes numbers, texts and terms.
type writer struct {
	*names
	open bool // a new symbol is defined; else it is an error
	buf  []byte
	sum  hash.Hash // nil if the bytes are kept

	nameless bool // names of quantifiers, which may say where they are, are left out

	terms term.Paged[uint32]
	count uint32 // of terms
	err   error
}

// newHasher returns a writer of which only the hash is kept. The names get all that it writes.
func newHasher(n *names) *writer {
	w := &writer{names: n, open: true, sum: sha256.New()}
	w.int(Form)
	return w
}

// hash returns the hash of what was written.
func (w *writer) hash() (h Hash) {
	w.sum.Write(w.buf)
	w.sum.Sum(h[:0])
	return h
}

func (w *writer) flush() {
	if w.sum != nil && len(w.buf) >= flushAt {
		w.sum.Write(w.buf)
		w.buf = w.buf[:0]
	}
}

func (w *writer) uint(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

func (w *writer) int(n int) { w.int64(int64(n)) }

func (w *writer) int64(n int64) { w.buf = binary.AppendVarint(w.buf, n) }

func (w *writer) int32s(list []int32) {
	w.int(len(list))
	for _, n := range list {
		w.int(int(n))
	}
}

func (w *writer) bools(list ...bool) {
	for _, b := range list {
		n := byte(0)
		if b {
			n = 1
		}
		w.buf = append(w.buf, n)
	}
}

func (w *writer) text(s string) {
	w.int(len(s))
	w.buf = append(w.buf, s...)
	w.flush()
}

// number writes an integer of any size.
func (w *writer) integer(n num.Int) {
	if small, ok := n.Int64(); ok {
		w.bools(false)
		w.int64(small)
		return
	}
	w.bools(true)
	w.text(string(n.Append(nil)))
}

func (w *writer) rational(r num.Rat) {
	w.integer(r.Num())
	w.integer(r.Den())
}

// sort writes a sort by its parts.
func (w *writer) sort(o term.Sort) {
	if o == term.NoSort {
		w.buf = append(w.buf, 0)
		return
	}
	kind := w.st.SortKind(o)
	w.buf = append(w.buf, byte(kind))
	switch kind {
	case term.KindArray:
		index, element := w.st.ArraySorts(o)
		w.sort(index)
		w.sort(element)
	case term.KindBitVec:
		w.int(w.st.Width(o))
	case term.KindUninterpreted:
		w.text(w.st.SortName(o))
	}
}

// symbol writes a symbol: its number or, if it is new, 0 and what it is.
func (w *writer) symbol(f term.Sym) {
	n := w.number.Ref(uint32(f))
	if *n != 0 {
		w.uint(uint64(*n))
		return
	}
	if !w.open {
		w.err = errForeign
		return
	}
	w.syms = append(w.syms, f)
	*n = uint32(len(w.syms))
	w.uint(0)
	w.text(w.st.SymName(f))
	args, res := w.st.SymSorts(f)
	w.int(len(args))
	for _, a := range args {
		w.sort(a)
	}
	w.sort(res)
}

// term writes the nodes of a term that were not written before, and which one it is; 0 stands for none.
func (w *writer) term(t term.Term) {
	if t != 0 {
		for u := range term.BottomUp(t, w.st.Args, func(u term.Term) bool { return w.terms.At(uint32(u)) != 0 }) {
			w.node(u)
			w.count++
			*w.terms.Ref(uint32(u)) = w.count
			w.flush()
		}
	}
	w.buf = append(w.buf, byte(term.OpNone))
	w.uint(uint64(w.terms.At(uint32(t))))
}

func (w *writer) termList(ts []term.Term) {
	w.int(len(ts))
	for _, t := range ts {
		w.term(t)
	}
}

// node writes a term whose arguments were written.
func (w *writer) node(t term.Term) {
	st := w.st
	op := st.Op(t)
	w.buf = append(w.buf, byte(op))
	switch op {
	case term.OpNum:
		w.integer(st.Num(t))
	case term.OpRat:
		w.rational(st.RatValue(t))
	case term.OpBits:
		w.sort(st.Sort(t))
		w.integer(st.Num(t))
	case term.OpBound:
		w.text(st.SymName(st.BoundSym(t)))
		w.sort(st.Sort(t))
	case term.OpApp:
		w.symbol(st.Sym(t))
	case term.OpForall, term.OpExists:
		w.shape(st.Quant(t))
	case term.OpConstArray:
		w.sort(st.Sort(t))
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		w.int(hi)
		w.int(lo)
	case term.OpSignExt, term.OpIntToBv:
		w.int(st.WidthOf(t))
	}
	args := st.Args(t)
	w.int(len(args))
	for _, a := range args {
		w.uint(uint64(w.terms.At(uint32(a))))
	}
}

// shape writes how the arguments of a quantifier divide.
func (w *writer) shape(q term.Quant) {
	w.int(len(q.Vars))
	w.int(len(q.Patterns))
	for _, p := range q.Patterns {
		w.int(len(p))
	}
	w.int(len(q.Avoid))
	w.int(int(q.Weight))
	if !w.nameless {
		w.text(q.Name)
	}
}
