package passes

import (
	"github.com/muster-smt/muster/theory/term"
)

// symbolSet collects symbols, among them what division by zero is. Unique integers are
// one symbol together: what an axiom says of one restricts the others.
type symbolSet struct {
	st      *term.Store
	used    []bool            // by symbol, then the three divisions by zero
	numbers map[term.Sym]bool // unique integers
	one     bool              // one of them is used
	seen    []bool            // by term
	stack   []term.Term
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
	if len(u.seen) < u.st.Len() {
		u.seen = append(u.seen, make([]bool, u.st.Len()-len(u.seen))...)
	}
	u.stack = append(u.stack[:0], t)
	for len(u.stack) > 0 {
		t := u.stack[len(u.stack)-1]
		u.stack = u.stack[:len(u.stack)-1]
		if u.seen[t] {
			continue
		}
		u.seen[t] = true
		if f, ok := u.symbol(t); ok {
			u.used[f] = true
			u.one = u.one || u.numbers[f]
		}
		u.stack = append(u.stack, u.st.Args(t)...)
	}
}

// related reports whether t has no symbol at all, or one that is used.
func (u *symbolSet) related(t term.Term) bool {
	some := false
	seen := map[term.Term]bool{}
	u.stack = append(u.stack[:0], t)
	for len(u.stack) > 0 {
		t := u.stack[len(u.stack)-1]
		u.stack = u.stack[:len(u.stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if f, ok := u.symbol(t); ok {
			if u.used[f] || u.one && u.numbers[f] {
				return true
			}
			some = true
		}
		u.stack = append(u.stack, u.st.Args(t)...)
	}
	return !some
}

// sizes finds out whether formulas may say that a sort without interpretation has few
// elements, so that formulas without common symbols may contradict each other. All
// others hold on if elements are added, for one can be added that is a copy of another:
// sorts are monotonic then (Claessen, Lillieström and Smallbone, CADE 2011). What tells
// a copy from its original are equations of bound variables, as in
// (forall x: T :: x == a || x == b), and maps: all there are, or those that a store
// makes, if something is said of all elements.
type sizes struct {
	st                *term.Store
	named, all, store bool // a bound variable is equated, or is a map; one is an element; an element's cell is changed
	seen              []bool
	stack             []term.Term
}

// told reports whether some formula may say so.
func (z *sizes) told() bool { return z.named || z.all && z.store }

func (z *sizes) scan(t term.Term) {
	if len(z.seen) < z.st.Len() {
		z.seen = append(z.seen, make([]bool, z.st.Len()-len(z.seen))...)
	}
	z.stack = append(z.stack[:0], t)
	for len(z.stack) > 0 {
		t := z.stack[len(z.stack)-1]
		z.stack = z.stack[:len(z.stack)-1]
		if z.seen[t] {
			continue
		}
		z.seen[t] = true
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
		z.stack = append(z.stack, args...)
	}
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
