package smt_test

import (
	"math/rand"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// profile says what a generator uses.
type profile struct {
	name     string
	arrays   bool // arrays from Int to Int
	elems    bool // an uninterpreted sort, functions over it
	mixed    bool // arrays over other sorts, arrays of arrays
	shared   bool // arrays as arguments of functions
	divmod   bool // by constants
	products bool // and divisions by variables
	big      bool // numerals of all sizes
	values   bool // constant arrays of values only, which is all that cvc5 takes
	plain    bool // no functions
	quants   bool // quantifiers, with patterns and without
	pure     bool // no arithmetic but equalities and offsets
	reals    bool // the sort Real beside Int
	noInts   bool // with reals: no terms of sort Int
	pointers bool // of VCs: what Boogie's memory models make
	holding  bool // quantifiers hold in the small models
	apart    bool // differences of two terms
	strays   bool // and, rarely, other sums
	depth    int
	// decided: every check must be answered sat or unsat.
	decided bool
}

func profiles() []profile {
	return []profile{
		{name: "uflia", divmod: true, depth: 3, decided: true},
		{name: "uf", elems: true, pure: true, depth: 3, decided: true},
		{name: "arrays", arrays: true, depth: 3, decided: true},
		{name: "ax", arrays: true, elems: true, pure: true, depth: 3, decided: true},
		{name: "mixed", arrays: true, elems: true, mixed: true, depth: 3},
		{name: "shared", arrays: true, elems: true, shared: true, mixed: true, depth: 3},
		{name: "idl", apart: true, plain: true, depth: 2, decided: true},
		{name: "ufidl", apart: true, depth: 3, decided: true},
		{name: "strays", apart: true, strays: true, divmod: true, depth: 3, decided: true},
		{name: "rdl", apart: true, plain: true, reals: true, noInts: true, depth: 2, decided: true},
		{name: "ufrdl", apart: true, reals: true, noInts: true, elems: true, depth: 3, decided: true},
		{name: "irdl", apart: true, reals: true, depth: 3, decided: true},
		{name: "realstrays", apart: true, strays: true, reals: true, divmod: true, depth: 3, decided: true},
		{name: "big", arrays: true, divmod: true, big: true, depth: 3},
		{name: "nonlinear", arrays: true, products: true, divmod: true, depth: 3},
		{name: "lra", plain: true, reals: true, noInts: true, depth: 3, decided: true},
		{name: "uflra", reals: true, noInts: true, elems: true, depth: 3, decided: true},
		{name: "lira", plain: true, reals: true, divmod: true, depth: 3, decided: true},
		{name: "uflira", reals: true, divmod: true, elems: true, depth: 3, decided: true},
		{name: "biglira", plain: true, reals: true, divmod: true, big: true, depth: 3},
		{name: "realarrays", reals: true, arrays: true, mixed: true, elems: true, shared: true, depth: 3},
		{name: "nra", reals: true, products: true, divmod: true, depth: 3},
	}
}

// gen makes random terms over a few symbols.
type gen struct {
	*rand.Rand
	profile
	st     *term.Store
	consts [][]term.Term // by sort
	funs   [][]term.Sym  // by result sort
	sorts  []term.Sort   // those whose terms can be made
}

func newGen(seed int64, p profile) *gen {
	g := &gen{Rand: rand.New(rand.NewSource(seed)), profile: p, st: term.NewStore()}
	st := g.st
	number := term.Int
	if p.noInts {
		number = term.Real
	} else {
		g.constants(term.Int, "x", "y", "z")
	}
	if p.apart {
		g.constants(number, "i", "j", "k")
	}
	g.constants(term.Bool, "b", "c")
	if p.reals {
		g.constants(term.Real, "r", "s", "t")
	}
	if !p.plain {
		g.function("f", number, number)
		g.function("p", term.Bool, number, term.Bool)
	}
	if p.reals && !p.plain && !p.noInts {
		g.function("fr", term.Real, term.Real)
		g.function("fi", term.Int, term.Real)
		g.function("pr", term.Bool, term.Int, term.Real)
	}
	var u term.Sort
	if p.elems {
		u = st.UninterpretedSort("U")
		g.constants(u, "u", "v", "w")
		g.function("h", u, u)
		g.function("g", number, u, number)
		g.function("q", term.Bool, u, u)
		g.function("k", u, number, term.Bool)
	}
	if p.arrays {
		ii := st.ArraySort(term.Int, term.Int)
		g.constants(ii, "m", "n", "o")
		if p.mixed {
			g.constants(st.ArraySort(u, term.Int), "mu")
			g.constants(st.ArraySort(term.Int, u), "iu", "iv")
			g.constants(st.ArraySort(term.Int, term.Bool), "ib")
			g.constants(st.ArraySort(term.Bool, u), "bu")
			g.constants(st.ArraySort(u, u), "uu", "uv")
			g.constants(st.ArraySort(term.Int, ii), "aa", "ab")
		}
		if p.reals {
			g.constants(st.ArraySort(term.Int, term.Real), "ir", "iq")
			g.constants(st.ArraySort(term.Real, term.Real), "rr", "rs")
			g.constants(st.ArraySort(term.Real, term.Bool), "rb")
		}
		if p.shared {
			g.function("fa", term.Int, ii)
			g.function("fb", ii, ii, term.Int)
			g.function("fc", ii, term.Int)
		}
	}
	return g
}

func (g *gen) constants(s term.Sort, names ...string) {
	for int(s) >= len(g.consts) {
		g.consts, g.funs = append(g.consts, nil), append(g.funs, nil)
	}
	for _, n := range names {
		g.consts[s] = append(g.consts[s], g.st.FreshConst(n, s))
	}
	g.sorts = append(g.sorts, s)
}

func (g *gen) function(name string, res term.Sort, args ...term.Sort) {
	g.funs[res] = append(g.funs[res], g.st.DeclareFun(name, args, res))
}

func pick[T any](g *gen, list []T) T { return list[g.Intn(len(list))] }

// numeral is mostly small; with big numbers around the limits of machine words.
func (g *gen) numeral() term.Term {
	if !g.big || g.Intn(3) == 0 {
		return g.st.Int(int64(g.Intn(5) - 2))
	}
	base := num.FromInt64(1).Lsh(uint(pick(g, []int{8, 31, 32, 39, 40, 41, 53, 61, 62, 63, 64, 90})))
	base = base.Add(num.FromInt64(int64(g.Intn(5) - 2)))
	if g.Intn(2) == 0 {
		base = base.Neg()
	}
	return g.st.Numeral(base)
}

// rational is a numeral of sort Real.
func (g *gen) rational() term.Term {
	v, _ := g.st.NumeralValue(g.numeral())
	if g.Intn(3) == 0 {
		v = v.Div(num.RatFromInt64(int64(2 + g.Intn(3))))
	}
	return g.st.Rat(v)
}

// number is one of the sorts of numbers that there are.
func (g *gen) number() term.Sort {
	if g.noInts || g.reals && g.Intn(2) == 0 {
		return term.Real
	}
	return term.Int
}

// term makes a term of any sort.
func (g *gen) term(s term.Sort, d int) term.Term {
	st := g.st
	switch {
	case s == term.Bool:
		return g.formula(d)
	case d <= 0 || g.Intn(4) == 0:
		if s == term.Int && g.Intn(3) == 0 {
			return g.numeral()
		}
		if s == term.Real && g.Intn(3) == 0 {
			return g.rational()
		}
		if st.IsArray(s) && g.Intn(6) == 0 {
			if t := g.constArray(s); t != 0 {
				return t
			}
		}
		return pick(g, g.consts[s])
	}
	for range 8 {
		if t := g.try(s, d-1, g.Intn(12)); t != 0 {
			return t
		}
	}
	return pick(g, g.consts[s])
}

func (g *gen) constArray(s term.Sort) term.Term {
	_, elm := g.st.ArraySorts(s)
	v := g.term(elm, 0)
	if g.values {
		switch {
		case g.st.IsArray(elm):
			v = g.constArray(elm)
		case elm == term.Int:
			v = g.numeral()
		case elm == term.Real:
			v = g.st.Rat(num.RatFromInt64(int64(g.Intn(3)))) // cvc5 takes no others
		case elm == term.Bool:
			v = g.st.Bool(g.Intn(2) == 0)
		default:
			return 0
		}
	}
	if v == 0 {
		return 0
	}
	return g.st.ConstArray(s, v)
}

func (g *gen) try(s term.Sort, d, r int) term.Term {
	st := g.st
	switch {
	case r < 3 && len(g.funs[s]) > 0:
		f := pick(g, g.funs[s])
		return g.app(f, d)
	case r < 4:
		return st.Ite(g.formula(d), g.term(s, d), g.term(s, d))
	case r < 7:
		if t := g.read(s, d); t != 0 {
			return t
		}
	}
	switch {
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		return st.Store(g.term(s, d), g.term(index, d), g.term(elm, d))
	case s == term.Int:
		return g.arith(d)
	case s == term.Real:
		return g.real(d)
	}
	return 0
}

func (g *gen) real(d int) term.Term {
	st := g.st
	if g.apart && !g.astray() {
		return st.Add(g.term(term.Real, d), g.rational())
	}
	switch r := g.Intn(12); {
	case r < 2:
		return st.Sub(g.term(term.Real, d), g.term(term.Real, d))
	case r < 4:
		return st.Mul(g.rational(), g.term(term.Real, d))
	case r < 5:
		return st.Quo(g.term(term.Real, d), st.Rat(num.RatFromInt64(pick(g, []int64{2, 3, -2, 4}))))
	case r < 6:
		return st.Add(g.term(term.Real, d), g.rational())
	case r < 8 && !g.noInts:
		return st.ToReal(g.term(term.Int, d))
	case r < 9 && g.products:
		if g.Intn(3) == 0 {
			return st.Quo(g.term(term.Real, d), g.term(term.Real, d))
		}
		return st.Mul(g.term(term.Real, d), g.term(term.Real, d))
	case r < 10:
		return st.Add(g.term(term.Real, d), g.term(term.Real, d), g.term(term.Real, d))
	}
	return st.Add(g.term(term.Real, d), g.term(term.Real, d))
}

func (g *gen) app(f term.Sym, d int) term.Term {
	sorts, _ := g.st.SymSorts(f)
	args := make([]term.Term, len(sorts))
	for i, s := range sorts {
		args[i] = g.term(s, d)
	}
	return g.st.App(f, args...)
}

// read makes a select of element sort s, if there are such arrays.
func (g *gen) read(s term.Sort, d int) term.Term {
	var from []term.Sort
	for _, a := range g.sorts {
		if g.st.IsArray(a) {
			if _, elm := g.st.ArraySorts(a); elm == s {
				from = append(from, a)
			}
		}
	}
	if len(from) == 0 {
		return 0
	}
	a := pick(g, from)
	index, _ := g.st.ArraySorts(a)
	return g.st.Select(g.term(a, d), g.term(index, d))
}

func (g *gen) arith(d int) term.Term {
	st := g.st
	if g.pure || g.apart && !g.astray() {
		return st.Add(g.term(term.Int, d), g.numeral())
	}
	if g.reals && g.Intn(6) == 0 {
		return st.ToInt(g.term(term.Real, d))
	}
	switch r := g.Intn(10); {
	case r < 3:
		return st.Add(g.term(term.Int, d), g.term(term.Int, d))
	case r < 4:
		return st.Sub(g.term(term.Int, d), g.term(term.Int, d))
	case r < 6:
		k := st.Int(int64(g.Intn(7) - 3))
		if g.Intn(4) == 0 {
			k = g.numeral()
		}
		return st.Mul(k, g.term(term.Int, d))
	case r < 7:
		return st.Add(g.term(term.Int, d), g.numeral())
	case r < 8 && g.divmod:
		k := st.Int(pick(g, []int64{2, 3, -2, 5, 256}))
		if g.big && g.Intn(2) == 0 {
			k = st.Numeral(num.FromInt64(1).Lsh(uint(pick(g, []int{31, 32, 40, 62, 64}))))
		}
		if g.Intn(2) == 0 {
			return st.Div(g.term(term.Int, d), k)
		}
		return st.Mod(g.term(term.Int, d), k)
	case r < 9 && g.products:
		switch g.Intn(4) {
		case 0:
			return st.Div(g.term(term.Int, d), g.term(term.Int, d))
		case 1:
			return st.Mod(g.term(term.Int, d), g.term(term.Int, d))
		}
		return st.Mul(g.term(term.Int, d), g.term(term.Int, d))
	}
	return st.Add(g.term(term.Int, d), g.term(term.Int, d), g.term(term.Int, d))
}

// astray reports whether to make a sum that is no difference.
func (g *gen) astray() bool { return g.strays && g.Intn(12) == 0 }

// formula makes a formula of depth d.
func (g *gen) formula(d int) term.Term {
	st := g.st
	if d <= 0 {
		return pick(g, g.consts[term.Bool])
	}
	d--
	if g.quants && g.Intn(5) == 0 {
		return g.quantified(d)
	}
	switch r := g.Intn(16); {
	case r < 5:
		s := pick(g, g.sorts)
		return st.Eq(g.term(s, d), g.term(s, d))
	case r < 8:
		s := g.number()
		switch {
		case g.pure:
			return st.Eq(g.term(s, d), g.term(s, d))
		case s == term.Real && !g.noInts && g.Intn(5) == 0 && (!g.apart || g.astray()):
			return st.IsInt(g.term(s, d))
		case g.apart:
			k := st.Int(int64(g.Intn(9) - 4))
			if s == term.Real {
				k = g.rational()
			}
			return st.Le(st.Sub(g.term(s, d), g.term(s, d)), k)
		}
		return st.Le(g.term(s, d), g.term(s, d))
	case r < 9 && !g.plain:
		return g.app(pick(g, g.funs[term.Bool]), d)
	case r < 10:
		if t := g.read(term.Bool, d); t != 0 {
			return t
		}
		return pick(g, g.consts[term.Bool])
	case r < 11:
		return st.Not(g.formula(d))
	case r < 12:
		return st.And(g.formula(d), g.formula(d))
	case r < 13:
		return st.Eq(g.formula(d), g.formula(d))
	case r < 14:
		s := pick(g, g.sorts)
		return st.Distinct(g.term(s, d), g.term(s, d), g.term(s, d))
	case r < 15:
		return st.Ite(g.formula(d), g.formula(d), g.formula(d))
	}
	return st.Or(g.formula(d), g.formula(d), g.formula(d))
}

// quantified makes a quantifier over one or two variables.
func (g *gen) quantified(d int) term.Term {
	q := term.Quant{}
	for range 1 + g.Intn(2) {
		s := pick(g, g.sorts)
		x := g.st.BoundVar("q", s)
		q.Vars = append(q.Vars, x)
		g.consts[s] = append(g.consts[s], x, x)
	}
	q.Body = g.formula(d + 1)
	for _, x := range q.Vars {
		s := g.st.Sort(x)
		g.consts[s] = g.consts[s][:len(g.consts[s])-2]
	}
	if g.Intn(2) == 0 {
		for _, t := range parts(g.st, q.Body) {
			if g.isPattern(t, q.Vars) && g.Intn(2) == 0 {
				q.Patterns = append(q.Patterns, []term.Term{t})
			}
		}
	}
	if g.Intn(4) == 0 {
		return g.st.Quantify(term.OpExists, q)
	}
	return g.st.Quantify(term.OpForall, q)
}

// isPattern reports whether t is an application in which all variables occur,
// and nothing that other solvers refuse in patterns.
func (g *gen) isPattern(t term.Term, vars []term.Term) bool {
	st := g.st
	if op := st.Op(t); op != term.OpApp && op != term.OpSelect || st.NumArgs(t) == 0 {
		return false
	}
	found := 0
	for _, u := range parts(st, t) {
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

// value makes a small value.
func (g *gen) value(s term.Sort) model.Value {
	st := g.st
	switch {
	case s == term.Bool:
		return model.Bool(g.Intn(2) == 0)
	case s == term.Int:
		return model.Int64(int64(g.Intn(5) - 2))
	case s == term.Real:
		return model.Rat(num.FromInts(num.FromInt64(int64(g.Intn(9)-4)), num.FromInt64(int64(1+g.Intn(2)))))
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		v := model.ConstArray(st, s, g.value(elm))
		for range g.Intn(3) {
			v = v.Store(g.value(index), g.value(elm))
		}
		return v
	}
	return model.Elem(s, g.Intn(3))
}

// model assigns everything small random values; functions get them lazily by
// completion, but for a few points.
func (g *gen) model() *model.Model {
	m := model.New(g.st, model.Options{})
	for s, list := range g.consts {
		for _, c := range list {
			m.SetConst(c, g.value(term.Sort(s)))
		}
	}
	for _, list := range g.funs {
		for _, f := range list {
			g.interpret(m, f)
		}
	}
	return m
}

// interpret gives a function random values.
func (g *gen) interpret(m *model.Model, f term.Sym) {
	sorts, res := g.st.SymSorts(f)
	m.SetDefault(f, g.value(res))
	for range 12 {
		args := make([]model.Value, len(sorts))
		for i, s := range sorts {
			args[i] = g.value(s)
		}
		m.SetFun(f, args, g.value(res))
	}
}

// session makes a random incremental script: assert, push, pop, check. Every
// other one is of clauses over few atoms, which makes for search.
func (g *gen) session() *script {
	if g.Intn(2) == 0 {
		return g.clausal()
	}
	s := &script{st: g.st}
	open := 0
	for range 6 {
		switch r := g.Intn(10); {
		case r < 6:
			s.add(opAssert, g.formula(g.depth-g.Intn(2)))
		case r < 7:
			s.add(opPush)
			open++
		case r < 8 && open > 0:
			s.add(opPop)
			open--
		}
		var assume []term.Term
		for range g.Intn(3) {
			assume = append(assume, g.formula(1+g.Intn(2)))
		}
		s.add(opCheck, assume...)
	}
	return s
}

func (g *gen) clausal() *script {
	s := &script{st: g.st}
	var atoms []term.Term
	for range 6 + g.Intn(14) {
		atoms = append(atoms, g.formula(1+g.Intn(g.depth)))
	}
	literal := func() term.Term {
		if t := pick(g, atoms); g.Intn(2) == 0 {
			return t
		} else {
			return g.st.Not(t)
		}
	}
	open, width := 0, 2+g.Intn(2)
	for range 5 {
		switch r := g.Intn(6); {
		case r < 1:
			s.add(opPush)
			open++
		case r < 2 && open > 0:
			s.add(opPop)
			open--
		}
		for range g.Intn(len(atoms)) {
			c := []term.Term{literal()}
			for g.Intn(8) > 0 && len(c) < width {
				c = append(c, literal())
			}
			s.add(opAssert, g.st.Or(c...))
		}
		var assume []term.Term
		for range g.Intn(4) {
			assume = append(assume, literal())
		}
		s.add(opCheck, assume...)
	}
	return s
}
