package gen

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Profile says what a generator of terms uses.
type Profile struct {
	Name     string
	Arrays   bool   // arrays from Int to Int
	Elems    bool   // an uninterpreted sort, functions over it
	Mixed    bool   // arrays over other sorts, arrays of arrays
	Shared   bool   // arrays as arguments of functions
	Divmod   bool   // by constants
	Products bool   // and divisions by variables
	Big      bool   // numerals of all sizes
	Values   bool   // constant arrays only of values, as cvc5 requires
	Plain    bool   // no functions
	Quants   bool   // quantifiers, with patterns and without
	Pure     bool   // no arithmetic except equalities and offsets
	Reals    bool   // the sort Real besides Int
	NoInts   bool   // with reals or bit-vectors: no terms of sort Int
	Pointers bool   // in VCs: the terms of Boogie's memory models
	Apart    bool   // differences of two terms
	Strays   bool   // and, rarely, other sums
	Bits     Widths // bit-vectors; without NoInts, numbers besides
	Nested   bool   // with bit-vectors: arrays of arrays
	Depth    int
	// Decided means that every check must be answered sat or unsat.
	Decided bool
}

// Terms makes random terms over a few symbols.
type Terms struct {
	*rand.Rand
	Profile
	Store  *term.Store
	consts [][]term.Term // by sort
	funs   [][]term.Sym  // by result sort
	sorts  []term.Sort   // of the terms that can be made
	words  []term.Sort   // of bit-vectors
}

// NewTerms returns a generator with a store of its own.
func NewTerms(r *rand.Rand, p Profile) *Terms {
	g := &Terms{Rand: r, Profile: p, Store: term.NewStore()}
	st := g.Store
	number := term.Int
	if p.NoInts {
		number = term.Real
	} else {
		g.constants(term.Int, "x", "y", "z")
	}
	if p.Bits != NoBits {
		g.declareWords()
		number = g.words[0]
	}
	if p.Apart {
		g.constants(number, "i", "j", "k")
	}
	g.constants(term.Bool, "b", "c")
	if p.Reals {
		g.constants(term.Real, "r", "s", "t")
	}
	if !p.Plain {
		g.function("f", number, number)
	}
	switch {
	case p.Plain:
	case p.Bits == BoxBits:
		g.function("p", term.Bool, number)
	default:
		g.function("p", term.Bool, number, term.Bool)
	}
	if p.Bits != NoBits && !p.Plain && !p.NoInts {
		g.function("fi", term.Int, number)
		g.function("fw", number, term.Int, number)
	}
	if last := len(g.words) - 1; last > 0 && !p.Plain {
		g.function("fv", g.words[last], number, g.words[last])
	}
	if p.Reals && !p.Plain && !p.NoInts {
		g.function("fr", term.Real, term.Real)
		g.function("fi", term.Int, term.Real)
		g.function("pr", term.Bool, term.Int, term.Real)
	}
	var u term.Sort
	if p.Elems {
		u = st.UninterpretedSort("U")
		g.constants(u, "u", "v", "w")
		g.function("h", u, u)
		g.function("g", number, u, number)
		g.function("q", term.Bool, u, u)
		g.function("k", u, number, term.Bool)
	}
	if p.Arrays && p.Bits != NoBits {
		g.arraysOfWords(u)
		return g
	}
	if p.Arrays {
		ii := st.ArraySort(term.Int, term.Int)
		g.constants(ii, "m", "n", "o")
		if p.Mixed {
			g.constants(st.ArraySort(u, term.Int), "mu")
			g.constants(st.ArraySort(term.Int, u), "iu", "iv")
			g.constants(st.ArraySort(term.Int, term.Bool), "ib")
			g.constants(st.ArraySort(term.Bool, u), "bu")
			g.constants(st.ArraySort(u, u), "uu", "uv")
			g.constants(st.ArraySort(term.Int, ii), "aa", "ab")
		}
		if p.Reals {
			g.constants(st.ArraySort(term.Int, term.Real), "ir", "iq")
			g.constants(st.ArraySort(term.Real, term.Real), "rr", "rs")
			g.constants(st.ArraySort(term.Real, term.Bool), "rb")
		}
		if p.Shared {
			g.function("fa", term.Int, ii)
			g.function("fb", ii, ii, term.Int)
			g.function("fc", ii, term.Int)
		}
	}
	return g
}

func (g *Terms) constants(s term.Sort, names ...string) {
	for _, n := range names {
		g.constant(s, n)
	}
	g.sorts = append(g.sorts, s)
}

func (g *Terms) constant(s term.Sort, name string) {
	for int(s) >= len(g.consts) {
		g.consts, g.funs = append(g.consts, nil), append(g.funs, nil)
	}
	g.consts[s] = append(g.consts[s], g.Store.FreshConst(name, s))
}

func (g *Terms) function(name string, res term.Sort, args ...term.Sort) {
	g.funs[res] = append(g.funs[res], g.Store.DeclareFun(name, args, res))
}

func choose[T any](g *Terms, list []T) T { return list[g.IntN(len(list))] }

// numeral returns a small numeral or, with Big, one near the limits of machine words.
func (g *Terms) numeral() term.Term {
	if !g.Big || g.IntN(3) == 0 {
		return g.Store.Int(int64(g.IntN(5) - 2))
	}
	base := num.FromInt64(1).Lsh(uint(choose(g, []int{8, 31, 32, 39, 40, 41, 53, 61, 62, 63, 64, 90})))
	base = base.Add(num.FromInt64(int64(g.IntN(5) - 2)))
	if g.IntN(2) == 0 {
		base = base.Neg()
	}
	return g.Store.Numeral(base)
}

// rational returns a numeral of sort Real.
func (g *Terms) rational() term.Term {
	v, _ := g.Store.NumeralValue(g.numeral())
	if g.IntN(3) == 0 {
		v = v.Div(num.RatFromInt64(int64(2 + g.IntN(3))))
	}
	return g.Store.Rat(v)
}

// Number returns a numeric sort that the terms may have.
func (g *Terms) Number() term.Sort {
	if g.NoInts || g.Reals && g.IntN(2) == 0 {
		return term.Real
	}
	return term.Int
}

// Term makes a term of a sort, of depth d at most.
func (g *Terms) Term(s term.Sort, d int) term.Term {
	st := g.Store
	switch {
	case s == term.Bool:
		return g.Formula(d)
	case d <= 0 || g.IntN(4) == 0:
		if s == term.Int && g.IntN(3) == 0 {
			return g.numeral()
		}
		if s == term.Real && g.IntN(3) == 0 {
			return g.rational()
		}
		if st.IsBitVec(s) && g.IntN(4) == 0 {
			return g.literal(s)
		}
		if st.IsArray(s) && g.IntN(6) == 0 {
			if t := g.constArray(s); t != 0 {
				return t
			}
		}
		return choose(g, g.consts[s])
	}
	for range 8 {
		if t := g.try(s, d-1, g.IntN(12)); t != 0 {
			return t
		}
	}
	return choose(g, g.consts[s])
}

func (g *Terms) constArray(s term.Sort) term.Term {
	index, elm := g.Store.ArraySorts(s)
	if g.Decided && g.Bits != NoBits && g.Store.SortKind(index) == term.KindUninterpreted {
		return 0 // how many elements there are is not decided
	}
	v := g.Term(elm, 0)
	if g.Values {
		switch {
		case g.Store.IsArray(elm):
			v = g.constArray(elm)
		case elm == term.Int:
			v = g.numeral()
		case elm == term.Real:
			v = g.Store.Rat(num.RatFromInt64(int64(g.IntN(3)))) // cvc5 accepts no others
		case g.Store.IsBitVec(elm):
			v = g.literal(elm)
		case elm == term.Bool:
			v = g.Store.Bool(g.IntN(2) == 0)
		default:
			return 0
		}
	}
	if v == 0 {
		return 0
	}
	return g.Store.ConstArray(s, v)
}

func (g *Terms) try(s term.Sort, d, r int) term.Term {
	st := g.Store
	switch {
	case r < 3 && len(g.funs[s]) > 0:
		f := choose(g, g.funs[s])
		return g.app(f, d)
	case r < 4:
		return st.Ite(g.Formula(d), g.Term(s, d), g.Term(s, d))
	case r < 7:
		if t := g.read(s, d); t != 0 {
			return t
		}
	}
	switch {
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		return st.Store(g.Term(s, d), g.Term(index, d), g.Term(elm, d))
	case s == term.Int:
		return g.arith(d)
	case s == term.Real:
		return g.real(d)
	case st.IsBitVec(s):
		return g.bits(s, d)
	}
	return 0
}

func (g *Terms) real(d int) term.Term {
	st := g.Store
	if g.Apart && !g.astray() {
		return st.Add(g.Term(term.Real, d), g.rational())
	}
	switch r := g.IntN(12); {
	case r < 2:
		return st.Sub(g.Term(term.Real, d), g.Term(term.Real, d))
	case r < 4:
		return st.Mul(g.rational(), g.Term(term.Real, d))
	case r < 5:
		return st.Quo(g.Term(term.Real, d), st.Rat(num.RatFromInt64(choose(g, []int64{2, 3, -2, 4}))))
	case r < 6:
		return st.Add(g.Term(term.Real, d), g.rational())
	case r < 8 && !g.NoInts:
		return st.ToReal(g.Term(term.Int, d))
	case r < 9 && g.Products:
		if g.IntN(3) == 0 {
			return st.Quo(g.Term(term.Real, d), g.Term(term.Real, d))
		}
		return st.Mul(g.Term(term.Real, d), g.Term(term.Real, d))
	case r < 10:
		return st.Add(g.Term(term.Real, d), g.Term(term.Real, d), g.Term(term.Real, d))
	}
	return st.Add(g.Term(term.Real, d), g.Term(term.Real, d))
}

func (g *Terms) app(f term.Sym, d int) term.Term {
	sorts, _ := g.Store.SymSorts(f)
	args := make([]term.Term, len(sorts))
	for i, s := range sorts {
		args[i] = g.Term(s, d)
	}
	return g.Store.App(f, args...)
}

// read makes a select of element sort s, if there are such arrays.
func (g *Terms) read(s term.Sort, d int) term.Term {
	var from []term.Sort
	for _, a := range g.sorts {
		if g.Store.IsArray(a) {
			if _, elm := g.Store.ArraySorts(a); elm == s {
				from = append(from, a)
			}
		}
	}
	if len(from) == 0 {
		return 0
	}
	a := choose(g, from)
	index, _ := g.Store.ArraySorts(a)
	return g.Store.Select(g.Term(a, d), g.Term(index, d))
}

func (g *Terms) arith(d int) term.Term {
	st := g.Store
	if g.Pure || g.Apart && !g.astray() {
		return st.Add(g.Term(term.Int, d), g.numeral())
	}
	if g.Bits != NoBits && g.IntN(3) == 0 {
		if x := g.Term(choose(g, g.words), d); g.IntN(4) > 0 {
			return st.BvToInt(x)
		} else {
			return st.BvToSigned(x)
		}
	}
	if g.Reals && g.IntN(6) == 0 {
		return st.ToInt(g.Term(term.Real, d))
	}
	switch r := g.IntN(10); {
	case r < 3:
		return st.Add(g.Term(term.Int, d), g.Term(term.Int, d))
	case r < 4:
		return st.Sub(g.Term(term.Int, d), g.Term(term.Int, d))
	case r < 6:
		k := st.Int(int64(g.IntN(7) - 3))
		if g.IntN(4) == 0 {
			k = g.numeral()
		}
		return st.Mul(k, g.Term(term.Int, d))
	case r < 7:
		return st.Add(g.Term(term.Int, d), g.numeral())
	case r < 8 && g.Divmod:
		k := st.Int(choose(g, []int64{2, 3, -2, 5, 256}))
		if g.Big && g.IntN(2) == 0 {
			k = st.Numeral(num.FromInt64(1).Lsh(uint(choose(g, []int{31, 32, 40, 62, 64}))))
		}
		if g.IntN(2) == 0 {
			return st.Div(g.Term(term.Int, d), k)
		}
		return st.Mod(g.Term(term.Int, d), k)
	case r < 9 && g.Products:
		switch g.IntN(4) {
		case 0:
			return st.Div(g.Term(term.Int, d), g.Term(term.Int, d))
		case 1:
			return st.Mod(g.Term(term.Int, d), g.Term(term.Int, d))
		}
		return st.Mul(g.Term(term.Int, d), g.Term(term.Int, d))
	}
	return st.Add(g.Term(term.Int, d), g.Term(term.Int, d), g.Term(term.Int, d))
}

// astray reports whether to make a sum that is not a difference.
func (g *Terms) astray() bool { return g.Strays && g.IntN(12) == 0 }

// Formula makes a formula of depth d at most.
func (g *Terms) Formula(d int) term.Term {
	st := g.Store
	if d <= 0 {
		return choose(g, g.consts[term.Bool])
	}
	d--
	if g.Quants && g.IntN(5) == 0 {
		return g.quantified(d)
	}
	switch r := g.IntN(16); {
	case r < 5:
		s := choose(g, g.sorts)
		return st.Eq(g.Term(s, d), g.Term(s, d))
	case r < 8 && g.Bits != NoBits && (g.NoInts || g.IntN(2) == 0):
		return g.relation(d)
	case r < 8:
		s := g.Number()
		switch {
		case g.Pure:
			return st.Eq(g.Term(s, d), g.Term(s, d))
		case s == term.Real && !g.NoInts && g.IntN(5) == 0 && (!g.Apart || g.astray()):
			return st.IsInt(g.Term(s, d))
		case g.Apart:
			k := st.Int(int64(g.IntN(9) - 4))
			if s == term.Real {
				k = g.rational()
			}
			return st.Le(st.Sub(g.Term(s, d), g.Term(s, d)), k)
		}
		return st.Le(g.Term(s, d), g.Term(s, d))
	case r < 9 && !g.Plain:
		return g.app(choose(g, g.funs[term.Bool]), d)
	case r < 10:
		if t := g.read(term.Bool, d); t != 0 {
			return t
		}
		return choose(g, g.consts[term.Bool])
	case r < 11:
		return st.Not(g.Formula(d))
	case r < 12:
		return st.And(g.Formula(d), g.Formula(d))
	case r < 13:
		return st.Eq(g.Formula(d), g.Formula(d))
	case r < 14:
		s := choose(g, g.sorts)
		return st.Distinct(g.Term(s, d), g.Term(s, d), g.Term(s, d))
	case r < 15:
		return st.Ite(g.Formula(d), g.Formula(d), g.Formula(d))
	}
	return st.Or(g.Formula(d), g.Formula(d), g.Formula(d))
}

// quantified makes a quantifier over one or two variables.
func (g *Terms) quantified(d int) term.Term {
	q := term.Quant{}
	for range 1 + g.IntN(2) {
		s := choose(g, g.sorts)
		x := g.Store.BoundVar("q", s)
		q.Vars = append(q.Vars, x)
		g.consts[s] = append(g.consts[s], x, x)
	}
	q.Body = g.Formula(d + 1)
	for _, x := range q.Vars {
		s := g.Store.Sort(x)
		g.consts[s] = g.consts[s][:len(g.consts[s])-2]
	}
	if g.IntN(2) == 0 {
		for _, t := range smtscript.Subterms(g.Store, q.Body) {
			if g.isPattern(t, q.Vars) && g.IntN(2) == 0 {
				q.Patterns = append(q.Patterns, []term.Term{t})
			}
		}
	}
	if g.IntN(4) == 0 {
		return g.Store.Quantify(term.OpExists, q)
	}
	return g.Store.Quantify(term.OpForall, q)
}

// isPattern reports whether t is an application in which all variables occur, and nothing
// that other solvers reject in patterns.
func (g *Terms) isPattern(t term.Term, vars []term.Term) bool {
	st := g.Store
	if op := st.Op(t); op != term.OpApp && op != term.OpSelect || st.NumArgs(t) == 0 {
		return false
	}
	found := 0
	for _, u := range smtscript.Subterms(st, t) {
		switch st.Op(u) {
		case term.OpForall, term.OpExists, term.OpAnd, term.OpOr, term.OpNot, term.OpIte, term.OpEq, term.OpDistinct, term.OpLe:
			return false
		case term.OpBound:
			ours := false
			for _, x := range vars {
				ours = ours || x == u
			}
			if !ours {
				return false
			}
			found++
		}
	}
	return found == len(vars)
}

// Model returns a model with small random values.
func (g *Terms) Model() *model.Model { return smtscript.RandomModel(g.Rand, g.Store) }
