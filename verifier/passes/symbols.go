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
	added   term.Walk
	asked   term.Walk
	sizes   sizes
}

func newSymbolSet(st *term.Store) *symbolSet {
	return &symbolSet{
		st: st, used: make([]bool, st.NumSyms()+3), numbers: map[term.Sym]bool{}, sizes: sizes{st: st},
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
	u.added.Visit(u.st, func(t term.Term) bool {
		if f, ok := u.symbol(t); ok {
			u.used[f] = true
			u.one = u.one || u.numbers[f]
		}
		return true
	}, t)
}

// related reports whether t has a used symbol, or none at all.
func (u *symbolSet) related(t term.Term) bool {
	some, common := false, false
	u.asked.Seen.Clear()
	u.asked.Visit(u.st, func(t term.Term) bool {
		if f, ok := u.symbol(t); ok && !common {
			some = true
			common = u.used[f] || u.one && u.numbers[f]
		}
		return !common
	}, t)
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
	st   *term.Store
	walk term.Walk

	named, all, store bool // a bound variable is equated, or is a map; one is an element; a store has an element as index
}

// bounded reports whether some formula may bound a sort.
func (z *sizes) bounded() bool { return z.named || z.all && z.store }

func (z *sizes) scan(t term.Term) {
	z.walk.Visit(z.st, func(t term.Term) bool {
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
	}, t)
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
