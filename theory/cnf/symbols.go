package cnf

import "github.com/muster-smt/muster/theory/term"

// Symbols are the symbols of clauses that do not occur in the formulas. They may outlast a
// Clausifier, so that the next one reuses those of the same formulas.
type Symbols struct {
	skolem map[term.Term][]term.Term  // by quantifier
	tag    map[term.Term]term.Sym     // by distinct
	diff   map[[2]term.Term]term.Term // by pair of arrays
}

// NewSymbols returns an empty set of symbols.
func NewSymbols() *Symbols {
	return &Symbols{map[term.Term][]term.Term{}, map[term.Term]term.Sym{}, map[[2]term.Term]term.Term{}}
}

// Skolem returns the constants for the variables of quantifier t.
func (y *Symbols) Skolem(st *term.Store, t term.Term) []term.Term {
	constants, ok := y.skolem[t]
	if !ok {
		for _, v := range st.Quant(t).Vars {
			constants = append(constants, st.FreshConst("sk!"+st.SymName(st.BoundSym(v)), st.Sort(v)))
		}
		y.skolem[t] = constants
	}
	return constants
}

// Tag returns the function that numbers the arguments of t, a distinct.
func (y *Symbols) Tag(st *term.Store, t term.Term) term.Sym {
	f, ok := y.tag[t]
	if !ok {
		f = st.FreshFun("tag", []term.Sort{st.Sort(st.Arg(t, 0))}, term.Int)
		y.tag[t] = f
	}
	return f
}

// Diff returns the constant for an index at which the arrays a and b differ, if they do.
func (y *Symbols) Diff(st *term.Store, a, b term.Term) term.Term {
	w, ok := y.diff[[2]term.Term{a, b}]
	if !ok {
		index, _ := st.ArraySorts(st.Sort(a))
		w = st.FreshConst("diff", index)
		y.diff[[2]term.Term{a, b}] = w
	}
	return w
}
