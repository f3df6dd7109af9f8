package proof

import (
	"github.com/muster-smt/muster/theory/term"
)

// builtinSorts have the first numbers.
var builtinSorts = [...]term.Sort{term.Bool, term.Int, term.Real}

// Words of operators in declarations of terms.
const (
	wordApp   = "app"
	wordNum   = "num"
	wordRat   = "rat"
	wordConst = "const"
	wordBound = "bound"
	wordBits  = "bits" // of a literal, and of a sort
)

// declare gives a term and all its subterms numbers, unless they have some.
func (w *Writer) declare(t term.Term) {
	if t == 0 || w.terms.get(uint32(t)) != 0 {
		return
	}
	w.work = append(w.work, t)
	for len(w.work) > 0 {
		t := w.work[len(w.work)-1]
		if w.terms.get(uint32(t)) != 0 {
			w.work = w.work[:len(w.work)-1]
			continue
		}
		ready := true
		args := w.args(t)
		for i := len(args) - 1; i >= 0; i-- {
			if w.terms.get(uint32(args[i])) == 0 {
				w.work = append(w.work, args[i])
				ready = false
			}
		}
		if ready {
			w.work = w.work[:len(w.work)-1]
			w.declareTerm(t, args)
		}
	}
}

// args returns the arguments that a term has in the log, which omits patterns.
func (w *Writer) args(t term.Term) []term.Term {
	args := w.st.Args(t)
	if op := w.st.Op(t); op == term.OpForall || op == term.OpExists {
		return args[:1+len(w.st.Quant(t).Vars)]
	}
	return args
}

// declareTerm writes the line of a term whose arguments have numbers.
func (w *Writer) declareTerm(t term.Term, args []term.Term) {
	var sort, symbol uint32
	switch op := w.st.Op(t); op {
	case term.OpApp:
		symbol = w.symbol(w.st.Sym(t))
	case term.OpConstArray, term.OpBound, term.OpBits:
		sort = w.sort(w.st.Sort(t))
	}
	w.begin("T").num(uint64(w.terms.add(uint32(t))))
	switch op := w.st.Op(t); op {
	case term.OpApp:
		w.word(wordApp).num(uint64(symbol))
	case term.OpNum:
		w.word(wordNum).word(w.st.Num(t).String())
	case term.OpRat:
		w.word(wordRat).word(w.st.RatValue(t).String())
	case term.OpConstArray:
		w.word(wordConst).num(uint64(sort))
	case term.OpBound:
		w.word(wordBound).num(uint64(sort)).quoted(w.st.SymName(w.st.BoundSym(t)))
	case term.OpBits:
		w.word(wordBits).num(uint64(sort)).word(w.st.Num(t).String())
	case term.OpExtract:
		hi, lo := w.st.ExtractBounds(t)
		w.word(op.String()).num(uint64(hi)).num(uint64(lo))
	case term.OpSignExt:
		w.word(op.String()).num(uint64(w.st.WidthOf(t) - w.st.WidthOf(args[0])))
	case term.OpIntToBv:
		w.word(op.String()).num(uint64(w.st.WidthOf(t)))
	default:
		w.word(op.String())
	}
	for _, a := range args {
		w.term(a)
	}
	w.end()
}

// symbol returns the number of a symbol, declaring it if necessary.
func (w *Writer) symbol(f term.Sym) uint32 {
	if n := w.symbols.get(uint32(f)); n != 0 {
		return n
	}
	args, res := w.st.SymSorts(f)
	w.sort(res)
	for _, s := range args {
		w.sort(s)
	}
	n := w.symbols.add(uint32(f))
	w.begin("F").num(uint64(n)).quoted(w.st.SymName(f)).num(uint64(w.sort(res)))
	for _, s := range args {
		w.num(uint64(w.sort(s)))
	}
	w.end()
	return n
}

// sort returns the number of a sort, declaring it if necessary.
func (w *Writer) sort(s term.Sort) uint32 {
	if n := w.sorts.get(uint32(s)); n != 0 {
		return n
	}
	if w.st.IsBitVec(s) {
		n := w.sorts.add(uint32(s))
		w.begin("S").num(uint64(n)).word(wordBits).num(uint64(w.st.Width(s))).end()
		return n
	}
	if !w.st.IsArray(s) {
		n := w.sorts.add(uint32(s))
		w.begin("S").num(uint64(n)).quoted(w.st.SortName(s)).end()
		return n
	}
	index, element := w.st.ArraySorts(s)
	i, e := w.sort(index), w.sort(element)
	n := w.sorts.add(uint32(s))
	w.begin("S").num(uint64(n)).num(uint64(i)).num(uint64(e)).end()
	return n
}
