package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/term"
)

// Session makes a random incremental script: assert, push, pop, check. Two in five have
// clauses over few atoms, which leads to more search.
func (g *Terms) Session() *smtscript.Script {
	switch g.IntN(5) {
	case 0:
		return g.deep()
	case 1, 2:
		return g.clausal()
	}
	s := &smtscript.Script{Store: g.Store}
	open := 0
	for range 6 {
		switch r := g.IntN(10); {
		case r < 6:
			s.Add(smtscript.Assert, g.Formula(g.Depth-g.IntN(2)))
		case r < 7:
			s.Add(smtscript.Push)
			open++
		case r < 8 && open > 0:
			s.Add(smtscript.Pop)
			open--
		}
		var assume []term.Term
		for range g.IntN(3) {
			assume = append(assume, g.Formula(1+g.IntN(2)))
		}
		s.Add(smtscript.Check, assume...)
	}
	return s
}

// deep makes a script with many scopes, many assumptions, constants that are declared late,
// and shared terms, including towers of if-then-else.
func (g *Terms) deep() *smtscript.Script {
	s := &smtscript.Script{Store: g.Store}
	open := 0
	for range 6 + g.IntN(10) {
		switch r := g.IntN(8); {
		case r < 3:
			for range 1 + g.IntN(5) {
				s.Add(smtscript.Push)
				open++
				if g.IntN(3) == 0 {
					s.Add(smtscript.Assert, g.Formula(1))
				}
			}
		case r < 5 && open > 0:
			n := 1 + g.IntN(open)
			for range n {
				s.Add(smtscript.Pop)
			}
			open -= n
		case r < 6:
			sort := choose(g, g.sorts)
			g.consts[sort] = append(g.consts[sort], g.Store.FreshConst("new", sort))
		}
		if g.IntN(3) > 0 {
			s.Add(smtscript.Assert, g.Formula(g.Depth-g.IntN(2)))
		}
		g.share()
		if g.IntN(2) == 0 {
			s.Add(smtscript.Check, g.assumptions(g.IntN(9))...)
		}
	}
	s.Add(smtscript.Check)
	return s
}

func (g *Terms) assumptions(n int) []term.Term {
	return several(n, func() term.Term { return g.Formula(1 + g.IntN(2)) })
}

func several(n int, one func() term.Term) []term.Term {
	var ts []term.Term
	for range n {
		ts = append(ts, one())
	}
	return ts
}

// scope opens a scope in pushes of six cases, and closes one, if any is open, in one of six.
// It returns the number of open scopes.
func (g *Terms) scope(s *smtscript.Script, open, pushes int) int {
	switch r := g.IntN(6); {
	case r < pushes:
		s.Add(smtscript.Push)
		return open + 1
	case r == pushes && open > 0:
		s.Add(smtscript.Pop)
		return open - 1
	}
	return open
}

// share makes a term that later ones may contain.
func (g *Terms) share() {
	if g.Products {
		return // the degrees would be high
	}
	sort := choose(g, g.sorts)
	t := g.Term(sort, g.Depth-1)
	if g.IntN(3) == 0 {
		for range 2 + g.IntN(8) {
			t = g.Store.Ite(g.Formula(1), g.Term(sort, 1), t)
		}
	}
	g.consts[sort] = append(g.consts[sort], t)
}

func (g *Terms) clausal() *smtscript.Script {
	s := &smtscript.Script{Store: g.Store}
	var atoms []term.Term
	for range 6 + g.IntN(14) {
		atoms = append(atoms, g.Formula(1+g.IntN(g.Depth)))
	}
	literal := func() term.Term {
		if t := choose(g, atoms); g.IntN(2) == 0 {
			return t
		} else {
			return g.Store.Not(t)
		}
	}
	open, width := 0, 2+g.IntN(2)
	for range 5 {
		open = g.scope(s, open, 1)
		for range g.IntN(len(atoms)) {
			c := []term.Term{literal()}
			for g.IntN(8) > 0 && len(c) < width {
				c = append(c, literal())
			}
			s.Add(smtscript.Assert, g.Store.Or(c...))
		}
		s.Add(smtscript.Check, several(g.IntN(4), literal)...)
	}
	return s
}

// preparedScript makes a script of definitions, bounds, literals and some random formulas
// over many constants, most of which occur only once or twice.
func preparedScript(r *rand.Rand, p Profile) *smtscript.Script {
	g := NewTerms(r, p)
	for i, s := range g.sorts[:len(g.sorts):len(g.sorts)] {
		for k := range 3 {
			g.consts[s] = append(g.consts[s], g.Store.FreshConst(fmt.Sprintf("e%d_%d", i, k), s))
		}
	}
	return g.preparedSession()
}

func (g *Terms) preparedSession() *smtscript.Script {
	s := &smtscript.Script{Store: g.Store}
	open := 0
	for range 2 + g.IntN(4) {
		open = g.scope(s, open, 2)
		for range g.IntN(7) {
			s.Add(smtscript.Assert, g.preparedFormula())
		}
		assume := several(g.IntN(3), g.preparedFormula)
		if g.IntN(3) > 0 {
			s.Add(smtscript.Check, assume...)
		}
	}
	s.Add(smtscript.Check)
	return s
}

func (g *Terms) preparedFormula() term.Term {
	st := g.Store
	sort := choose(g, g.sorts)
	x := choose(g, g.consts[sort])
	switch r := g.IntN(12); {
	case r < 4:
		return st.Eq(x, g.Term(sort, g.Depth))
	case r < 5:
		return st.Eq(g.Term(sort, 1), g.Term(sort, 1))
	case r < 6:
		return st.Not(choose(g, g.consts[term.Bool]))
	case r < 8 && g.NoInts:
		return g.relation(0)
	case r < 8:
		a, b := choose(g, g.consts[term.Int]), g.numeral()
		if g.IntN(2) == 0 {
			a, b = b, a
		}
		return st.Le(a, b)
	case r < 9:
		return st.Or(choose(g, g.consts[term.Bool]), g.Formula(1))
	case r < 10:
		return st.Ite(g.Formula(1), g.Formula(1), g.Formula(1))
	}
	return g.Formula(g.Depth)
}
