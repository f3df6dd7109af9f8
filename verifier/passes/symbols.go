package passes

import (
	"github.com/muster-smt/muster/theory/term"
)

// symbolSet collects symbols, which include the results of division by zero. Unique
// integers count as one symbol: what an axiom says of one restricts the others.
type symbolSet struct {
	st      *term.Store
	used    []bool            // by symbol, then the three divisions by zero
	numbers map[term.Sym]bool // unique integers
	one     bool              // one of them is used
	added   walk
	asked   walk
	sizes   sizes
}

func newSymbolSet(st *term.Store) *symbolSet {
	return &symbolSet{
		st: st, used: make([]bool, st.NumSyms()+3), numbers: map[term.Sym]bool{},
		added: walk{st: st}, asked: walk{st: st}, sizes: sizes{walk: walk{st: st}},
	}
}

// walk visits terms and their parts, each once per round.
type walk struct {
	st    *term.Store
	seen  []uint32 // by term: the last round in which it was visited, plus 1
	round uint32
	stack []term.Term
}

// visit calls f for t and its parts that were not visited in this round, until f
// returns false.
func (w *walk) visit(t term.Term, f func(term.Term) bool) {
	if n := w.st.Len(); len(w.seen) < n {
		w.seen = append(w.seen, make([]uint32, n-len(w.seen))...)
	}
	w.stack = append(w.stack[:0], t)
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.seen[t] == w.round+1 {
			continue
		}
		if w.seen[t] = w.round + 1; !f(t) {
			return
		}
		w.stack = append(w.stack, w.st.Args(t)...)
	}
}

// symbol returns the symbol at the top of t.
func (u *symbolSet) symbol(t term.Term) (f term.Sym, ok bool) {
	byZero := len(u.used) - 3
	switch u.st.Op(t) {
	case term.OpApp:
		return u.st.Sym(t), true
	case term.OpDiv:
	case term.OpMod:
		byZero++
	case term.OpQuo:
		byZero += 2
	default:
		return 0, false
	}
	d, ok := u.st.NumeralValue(u.st.Arg(t, 1))
	return term.Sym(byZero), !ok || d.IsZero()
}

// add adds the symbols in t.
func (u *symbolSet) add(t term.Term) {
	if t == 0 {
		return
	}
	u.sizes.scan(t)
	u.added.visit(t, func(t term.Term) bool {
		if f, ok := u.symbol(t); ok {
			u.used[f] = true
			u.one = u.one || u.numbers[f]
		}
		return true
	})
}

// related reports whether t has a used symbol, or none at all.
func (u *symbolSet) related(t term.Term) bool {
	some, common := false, false
	u.asked.round++
	u.asked.visit(t, func(t term.Term) bool {
		if f, ok := u.symbol(t); ok {
			some = true
			common = u.used[f] || u.one && u.numbers[f]
		}
		return !common
	})
	return common || !some
}

// sizes determines whether formulas may bound the number of elements of an
// uninterpreted sort, so that formulas without common symbols may contradict each
// other. All other formulas stay true if elements are added, each a copy of another:
// the sorts are monotonic then (Claessen, Lillieström and Smallbone, CADE 2011). What
// can distinguish a copy from its original are equations of bound variables, as in
// (forall x: T :: x == a || x == b), and maps: quantified ones, or those that a store
// makes, if elements are quantified, too.
type sizes struct {
	walk
	named, all, store bool // a bound variable is equated, or is a map; one is an element; a store has an element as index
}

// told reports whether some formula may bound a sort.
func (z *sizes) told() bool { return z.named || z.all && z.store }

func (z *sizes) scan(t term.Term) {
	z.visit(t, func(t term.Term) bool {
		args := z.st.Args(t)
		switch z.st.Op(t) {
		case term.OpEq:
			z.named = z.named || z.bare(args[0]) || z.bare(args[1])
		case term.OpIte:
			z.named = z.named || z.bare(args[1]) || z.bare(args[2])
		case term.OpStore:
			z.store = z.store || z.uninterpreted(z.st.Sort(args[1]))
		case term.OpBound:
			z.all = z.all || z.uninterpreted(z.st.Sort(t))
			z.named = z.named || z.st.IsArray(z.st.Sort(t)) && z.uninterpreted(z.st.Sort(t))
		}
		return true
	})
}

// bare reports whether t is a bound variable of an uninterpreted sort.
func (z *sizes) bare(t term.Term) bool {
	return z.st.Op(t) == term.OpBound && z.uninterpreted(z.st.Sort(t))
}

// uninterpreted reports whether a sort is uninterpreted, or one of arrays of such.
func (z *sizes) uninterpreted(s term.Sort) bool {
	if z.st.IsArray(s) {
		index, elem := z.st.ArraySorts(s)
		return z.uninterpreted(index) || z.uninterpreted(elem)
	}
	return z.st.SortKind(s) == term.KindUninterpreted
}
