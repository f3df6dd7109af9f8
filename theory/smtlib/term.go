package smtlib

import (
	"io"

	"github.com/muster-smt/muster/theory/term"
)

// AppendTerm appends a term under the names of its symbols in the Store, which should be
// different. Subterms that occur more than once are bound by let.
func AppendTerm(dst []byte, st *term.Store, t term.Term) []byte {
	w := NewWriter(io.Discard, st, Options{})
	w.started = true
	w.names.bySym = term.Extend(w.names.bySym, st.NumSyms())
	st.Visit(func(u term.Term) bool {
		if st.Op(u) == term.OpApp {
			name := printable(st.SymName(st.Sym(u)))
			w.names.bySym[st.Sym(u)], w.names.used[name] = string(AppendSymbol(nil, name)), true
		}
		return true
	}, t)
	w.declareAll(t)
	w.buf = w.buf[:0]
	w.inline(t)
	return append(dst, w.buf...)
}

// Printer appends terms as AppendTerm does, but distinguishes symbols of equal names, in all terms in the same way.
type Printer struct{ w *Writer }

// NewPrinter returns a printer of terms of st.
func NewPrinter(st *term.Store) Printer {
	w := NewWriter(io.Discard, st, Options{})
	w.started = true
	return Printer{w}
}

// Append appends a term.
func (p Printer) Append(dst []byte, t term.Term) []byte {
	p.w.declareAll(t)
	p.w.buf, p.w.numLets = p.w.buf[:0], 0
	p.w.inline(t)
	return append(dst, p.w.buf...)
}
