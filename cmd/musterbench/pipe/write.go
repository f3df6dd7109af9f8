package pipe

import (
	"bufio"
	"fmt"
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// writer prints terms as SMT-LIB. Every constant, symbol and sort is named by
// its id, and every shared ground term is defined once, so that the text is
// linear in the DAG.
type writer struct {
	st      *term.Store
	out     *bufio.Writer
	syms    map[term.Sym]bool
	sorts   map[term.Sort]bool
	defined map[term.Term]bool
	consts  map[string]term.Term
}

func (w *writer) assert(t term.Term) {
	w.declare(t)
	fmt.Fprint(w.out, "(assert ")
	w.body(t)
	fmt.Fprint(w.out, ")\n")
}

// declare declares what occurs in t and defines its compound ground subterms.
func (w *writer) declare(t term.Term) {
	if w.syms == nil {
		w.syms, w.sorts, w.defined, w.consts = map[term.Sym]bool{}, map[term.Sort]bool{}, map[term.Term]bool{}, map[string]term.Term{}
	}
	type frame struct {
		t    term.Term
		next int
	}
	stack := []frame{{t, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if w.defined[f.t] {
			stack = stack[:len(stack)-1]
			continue
		}
		if f.next < w.st.NumArgs(f.t) {
			a := w.st.Arg(f.t, f.next)
			f.next++
			stack = append(stack, frame{a, 0})
			continue
		}
		x := f.t
		stack = stack[:len(stack)-1]
		if x == t && w.named(x) {
			return // printed in full where it is used
		}
		w.defined[x] = true
		w.introduce(x)
	}
}

func (w *writer) introduce(x term.Term) {
	st := w.st
	if st.Op(x) == term.OpApp {
		w.symbol(st.Sym(x))
		if st.NumArgs(x) == 0 {
			w.consts[w.symName(st.Sym(x))] = x
		}
	}
	if !w.named(x) {
		return
	}
	w.sort(st.Sort(x))
	fmt.Fprintf(w.out, "(define-fun t%d () %s ", x, w.sortName(st.Sort(x)))
	w.body(x)
	fmt.Fprint(w.out, ")\n")
}

// named says whether a term has a definition of its own.
func (w *writer) named(x term.Term) bool {
	switch w.st.Op(x) {
	case term.OpStore, term.OpIte, term.OpSelect, term.OpApp, term.OpAdd, term.OpMul, term.OpAnd, term.OpOr:
		return w.st.Ground(x) && w.st.NumArgs(x) > 0
	}
	return false
}

func (w *writer) symbol(f term.Sym) {
	if w.syms[f] {
		return
	}
	w.syms[f] = true
	args, res := w.st.SymSorts(f)
	w.sort(res)
	for _, a := range args {
		w.sort(a)
	}
	fmt.Fprintf(w.out, "(declare-fun %s (", w.symName(f))
	for i, a := range args {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.out.WriteString(w.sortName(a))
	}
	fmt.Fprintf(w.out, ") %s)\n", w.sortName(res))
}

func (w *writer) symName(f term.Sym) string { return "c" + strconv.Itoa(int(f)) }

func (w *writer) constant(name string) (term.Term, bool) {
	t, ok := w.consts[name]
	return t, ok
}

func (w *writer) sort(o term.Sort) {
	if w.st.IsArray(o) {
		i, e := w.st.ArraySorts(o)
		w.sort(i)
		w.sort(e)
		return
	}
	if w.st.SortKind(o) == term.KindUninterpreted && !w.sorts[o] {
		w.sorts[o] = true
		fmt.Fprintf(w.out, "(declare-sort %s 0)\n", w.sortName(o))
	}
}

func (w *writer) sortName(o term.Sort) string {
	if w.st.IsArray(o) {
		i, e := w.st.ArraySorts(o)
		return "(Array " + w.sortName(i) + " " + w.sortName(e) + ")"
	}
	if w.st.SortKind(o) == term.KindUninterpreted {
		return "s" + strconv.Itoa(int(o))
	}
	return w.st.SortName(o)
}

// term prints t, by name if it has one.
func (w *writer) term(t term.Term) {
	if w.named(t) {
		fmt.Fprintf(w.out, "t%d", t)
		return
	}
	w.body(t)
}

func (w *writer) body(t term.Term) {
	st := w.st
	switch st.Op(t) {
	case term.OpTrue, term.OpFalse:
		fmt.Fprint(w.out, st.Op(t))
	case term.OpNum:
		v := st.Num(t).String()
		if v[0] == '-' {
			fmt.Fprintf(w.out, "(- %s)", v[1:])
		} else {
			w.out.WriteString(v)
		}
	case term.OpBound:
		fmt.Fprintf(w.out, "x%d", t)
	case term.OpApp:
		w.apply(w.symName(st.Sym(t)), st.Args(t))
	case term.OpForall, term.OpExists:
		w.quantifier(t)
	case term.OpConstArray:
		w.apply("(as const "+w.sortName(st.Sort(t))+")", st.Args(t))
	default:
		w.apply(st.Op(t).String(), st.Args(t))
	}
}

func (w *writer) apply(head string, args []term.Term) {
	if len(args) == 0 {
		w.out.WriteString(head)
		return
	}
	w.out.WriteByte('(')
	w.out.WriteString(head)
	for _, a := range args {
		w.out.WriteByte(' ')
		w.term(a)
	}
	w.out.WriteByte(')')
}

func (w *writer) quantifier(t term.Term) {
	q := w.st.Quant(t)
	fmt.Fprintf(w.out, "(%s (", w.st.Op(t))
	for _, v := range q.Vars {
		fmt.Fprintf(w.out, "(x%d %s)", v, w.sortName(w.st.Sort(v)))
	}
	fmt.Fprint(w.out, ") (! ")
	w.term(q.Body)
	for _, p := range q.Patterns {
		fmt.Fprint(w.out, " :pattern (")
		for i, x := range p {
			if i > 0 {
				w.out.WriteByte(' ')
			}
			w.term(x)
		}
		w.out.WriteByte(')')
	}
	fmt.Fprint(w.out, " :weight 1))")
}
