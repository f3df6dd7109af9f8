package smtlib

import (
	"fmt"
	"math/rand"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// gen draws random formulas of all operators, with quantifiers, much sharing,
// and names that need care.
type gen struct {
	*rand.Rand
	st     *term.Store
	sorts  []term.Sort
	pool   map[term.Sort][]term.Term // ground terms, for sharing
	scope  []term.Term               // bound variables
	shared [][]term.Term             // Int terms over the bound variables, one list for each quantifier
	funs   []term.Sym
	values bool // constant arrays hold values only, as cvc5 demands
}

func newGen(seed int64) *gen {
	st := term.NewStore()
	g := &gen{Rand: rand.New(rand.NewSource(seed)), st: st, pool: map[term.Sort][]term.Term{}}
	s := st.UninterpretedSort("my sort")
	array := st.ArraySort(term.Int, term.Int)
	g.sorts = []term.Sort{term.Bool, term.Int, s, array, st.ArraySort(s, term.Bool), term.Real, st.ArraySort(term.Real, term.Real)}
	for k, sort := range g.sorts {
		for _, name := range []string{"c", "with space", "select", "x|y", "let"} {
			g.pool[sort] = append(g.pool[sort], st.FreshConst(fmt.Sprintf("%s%.*s", name, k/2, "123"), sort))
		}
	}
	g.funs = []term.Sym{st.DeclareFun("f", []term.Sort{term.Int}, term.Int), st.DeclareFun("and", []term.Sort{s, term.Bool}, s),
		st.DeclareFun("p q", []term.Sort{array, term.Int}, term.Bool),
		st.DeclareFun("to_real", []term.Sort{term.Real}, term.Real)}
	return g
}

func (g *gen) pick(ts []term.Term) term.Term { return ts[g.Intn(len(ts))] }

func (g *gen) rational() term.Term {
	return g.st.Rat(num.FromInts(num.FromInt64(int64(g.Intn(30)-15)), num.FromInt64(int64(1+g.Intn(4)))))
}

func (g *gen) term(sort term.Sort, depth int) term.Term {
	if sort == term.Int && len(g.scope) > 0 && g.Intn(3) == 0 {
		if k := g.Intn(len(g.shared)); len(g.shared[k]) > 0 && g.Intn(2) == 0 {
			return g.pick(g.shared[k])
		}
		return g.pick(g.scope)
	}
	if depth == 0 || g.Intn(5) == 0 {
		if sort == term.Int && g.Intn(3) == 0 {
			return g.st.Int(int64(g.Intn(30) - 15))
		}
		if sort == term.Real && g.Intn(2) == 0 {
			return g.rational()
		}
		return g.pick(g.pool[sort])
	}
	t := g.fresh(sort, depth-1)
	if g.st.Ground(t) {
		g.pool[sort] = append(g.pool[sort], t)
	} else if sort == term.Int {
		g.shared[len(g.shared)-1] = append(g.shared[len(g.shared)-1], t)
	}
	return t
}

func (g *gen) fresh(sort term.Sort, d int) term.Term {
	st := g.st
	if g.Intn(8) == 0 {
		return st.Ite(g.term(term.Bool, d), g.term(sort, d), g.term(sort, d))
	}
	switch sort {
	case term.Bool:
		return g.formula(d)
	case term.Int:
		switch g.Intn(9) {
		case 7:
			return st.ToInt(g.term(term.Real, d))
		case 0, 1:
			return st.Add(g.term(sort, d), g.term(sort, d), g.term(sort, d))
		case 2:
			return st.Mul(st.Int(int64(g.Intn(9)-4)), g.term(sort, d))
		case 3:
			return st.Mul(g.term(sort, d), g.term(sort, d))
		case 4:
			return st.Div(g.term(sort, d), st.Int(int64(1+g.Intn(4))))
		case 5:
			return st.Mod(g.term(sort, d), st.Int(int64(1+g.Intn(4))))
		case 6:
			return st.Select(g.term(g.sorts[3], d), g.term(term.Int, d))
		}
		return st.App(g.funs[0], g.term(sort, d))
	case term.Real:
		switch g.Intn(7) {
		case 0, 1:
			return st.Add(g.term(sort, d), g.term(sort, d))
		case 2:
			return st.Mul(g.rational(), g.term(sort, d))
		case 3:
			return st.Quo(g.pick(g.pool[sort]), g.term(sort, d))
		case 4:
			return st.ToReal(g.term(term.Int, d))
		case 5:
			return st.Select(g.term(g.sorts[6], d), g.term(sort, d))
		}
		return st.App(g.funs[3], g.term(sort, d))
	case g.sorts[2]:
		return st.App(g.funs[1], g.term(sort, d), g.term(term.Bool, d))
	}
	index, elm := st.ArraySorts(sort)
	if g.Intn(5) == 0 {
		if g.values && elm == term.Real {
			return st.ConstArray(sort, st.Rat(num.RatFromInt64(int64(g.Intn(3)))))
		} else if g.values && elm == term.Int {
			return st.ConstArray(sort, st.Int(int64(g.Intn(3))))
		} else if g.values {
			return st.ConstArray(sort, st.Bool(g.Intn(2) == 0))
		}
		return st.ConstArray(sort, g.term(elm, d))
	}
	return st.Store(g.term(sort, d), g.term(index, d), g.term(elm, d))
}

func (g *gen) formula(d int) term.Term {
	st := g.st
	switch g.Intn(8) {
	case 0:
		return st.Not(g.term(term.Bool, d))
	case 1:
		return st.And(g.term(term.Bool, d), g.term(term.Bool, d), g.term(term.Bool, d))
	case 2:
		return st.Or(g.term(term.Bool, d), g.term(term.Bool, d))
	case 3:
		s := g.sorts[g.Intn(len(g.sorts))]
		if s == term.Bool {
			return st.Distinct(g.term(s, d), g.term(s, d))
		}
		return st.Distinct(g.term(s, d), g.term(s, d), g.term(s, d))
	case 4:
		return g.quantifier(d)
	case 5:
		return st.App(g.funs[2], g.term(g.sorts[3], d), g.term(term.Int, d))
	case 6:
		s := []term.Sort{term.Int, term.Real}[g.Intn(2)]
		return st.Le(g.term(s, d), g.term(s, d))
	}
	s := g.sorts[g.Intn(len(g.sorts))]
	return st.Eq(g.term(s, d), g.term(s, d))
}

func (g *gen) quantifier(d int) term.Term {
	q := term.Quant{Vars: []term.Term{g.st.BoundVar("x", term.Int), g.st.BoundVar("c0", term.Int)}}
	n := len(g.scope)
	g.scope = append(g.scope, q.Vars...)
	g.shared = append(g.shared, nil)
	q.Body = g.term(term.Bool, d)
	if g.Intn(2) == 0 {
		f := g.st.App(g.funs[0], q.Vars[0])
		q.Patterns = [][]term.Term{{f, g.st.App(g.funs[0], q.Vars[1])}, {g.st.App(g.funs[0], g.st.Add(f, q.Vars[1]))}}
	}
	if g.Intn(3) == 0 {
		q.Name = "a name"
	}
	g.scope = g.scope[:n]
	g.shared = g.shared[:len(g.shared)-1]
	op := term.OpForall
	if g.Intn(2) == 0 {
		op = term.OpExists
	}
	return g.st.Quantify(op, q)
}
