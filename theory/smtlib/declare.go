package smtlib

import (
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// depthLimit is the nesting of ground terms beyond which a subterm gets a definition:
// the parsers of some solvers are recursive.
const depthLimit = 200

// scanner traverses term graphs in post-order and counts references.
type scanner struct {
	epoch []uint32 // by term: visited if it equals now
	now   uint32
	refs  []uint32 // by term
	order []term.Term
	stack []visit
}

type visit struct {
	t    term.Term
	next int
}

func (s *scanner) reset(n int) {
	s.now++
	if s.now == 0 {
		clear(s.epoch)
		s.now = 1
	}
	s.epoch, s.refs = term.Extend(s.epoch, n), term.Extend(s.refs, n)
	s.order = s.order[:0]
}

// run visits what is reachable from root, but not through terms for which stop holds.
func (s *scanner) run(st *term.Store, root term.Term, stop func(term.Term) bool) {
	s.enter(root, stop)
	for len(s.stack) > 0 {
		f := &s.stack[len(s.stack)-1]
		if f.next < st.NumArgs(f.t) {
			a := st.Arg(f.t, f.next)
			f.next++
			s.enter(a, stop)
			if s.epoch[a] == s.now {
				s.refs[a]++
			}
			continue
		}
		s.order = append(s.order, f.t)
		s.stack = s.stack[:len(s.stack)-1]
	}
}

func (s *scanner) enter(t term.Term, stop func(term.Term) bool) {
	if s.epoch[t] != s.now && !stop(t) {
		s.epoch[t], s.refs[t] = s.now, 0
		s.stack = append(s.stack, visit{t: t})
	}
}

// prepare writes the declarations and definitions that t needs.
func (w *Writer) prepare(t term.Term) {
	w.declareAll(t)
	w.define(w.scan.order, t)
}

// declareAll writes the declarations that t needs and leaves the traversal of t
// in w.scan.
func (w *Writer) declareAll(t term.Term) {
	w.start()
	w.defs = term.Extend(w.defs, w.st.Len())
	w.lets = term.Extend(w.lets, w.st.Len())
	w.seen = term.Extend(w.seen, w.st.Len())
	w.symbols = term.Extend(w.symbols, w.st.NumSyms())
	w.sorts = term.Extend(w.sorts, w.st.NumSorts())
	w.scan.reset(w.st.Len())
	w.scan.run(w.st, t, func(u term.Term) bool { return w.defs[u] != "" })
	for _, u := range w.scan.order {
		w.declare(u)
	}
}

// declare declares the symbol and the sorts of a term.
func (w *Writer) declare(t term.Term) {
	switch w.st.Op(t) {
	case term.OpBound, term.OpConstArray:
		w.declareSort(w.st.Sort(t))
	case term.OpApp:
		f := w.st.Sym(t)
		if w.symbols[f] {
			return
		}
		args, res := w.st.SymSorts(f)
		for _, a := range args {
			w.declareSort(a)
		}
		w.declareSort(res)
		w.put("(declare-fun ", w.names.of(w.st, f), " (")
		for i, a := range args {
			w.put(separator(i), w.sort(a))
		}
		w.put(") ", w.sort(res), ")")
		w.end()
		w.symbols[f] = true
		w.trail = append(w.trail, undo{undoSymbol, uint32(f)})
	}
}

func (w *Writer) declareSort(sort term.Sort) {
	if w.sorts[sort] {
		return
	}
	w.sorts[sort] = true
	w.trail = append(w.trail, undo{undoSort, uint32(sort)})
	switch w.st.SortKind(sort) {
	case term.KindArray:
		index, elm := w.st.ArraySorts(sort)
		w.declareSort(index)
		w.declareSort(elm)
	case term.KindUninterpreted:
		w.line("(declare-sort " + w.sort(sort) + " 0)")
	}
}

// sort returns the text of a sort.
func (w *Writer) sort(sort term.Sort) string {
	w.sortText = term.Extend(w.sortText, w.st.NumSorts())
	if w.sortText[sort] == "" {
		text := ""
		switch w.st.SortKind(sort) {
		case term.KindArray:
			index, elm := w.st.ArraySorts(sort)
			text = "(Array " + w.sort(index) + " " + w.sort(elm) + ")"
		case term.KindUninterpreted:
			text = string(AppendSymbol(nil, w.sortNames.claim(w.st.SortName(sort), takenSort)))
		default:
			text = w.st.SortName(sort)
		}
		w.sortText[sort] = text
	}
	return w.sortText[sort]
}

// define writes a definition for every ground term in order, a post-order, that is used
// more than once, was written before, or is too deep; the root gets none.
func (w *Writer) define(order []term.Term, root term.Term) {
	w.depth = term.Extend(w.depth, w.st.Len())
	for _, t := range order {
		d := uint32(0)
		for _, a := range w.st.Args(t) {
			if w.defs[a] == "" {
				d = max(d, w.depth[a]+1)
			}
		}
		shared := w.scan.refs[t] > 1 || w.seen[t] || d > depthLimit
		w.seen[t] = true
		w.depth[t] = d
		if t == root || !shared || !w.st.Ground(t) || w.small(t) {
			continue
		}
		w.numDefs++
		name := w.names.claim("$t"+strconv.Itoa(w.numDefs), taken)
		w.put("(define-fun ", name, " () ", w.sort(w.st.Sort(t)), " ")
		w.term(t)
		w.put(")")
		w.end()
		w.defs[t] = name
		w.trail = append(w.trail, undo{undoDef, uint32(t)})
	}
}

// small reports whether t is too small for a name to save anything.
func (w *Writer) small(t term.Term) bool {
	args := w.st.Args(t)
	for _, a := range args {
		if w.st.NumArgs(a) > 0 {
			return false
		}
	}
	return len(args) <= 2
}
