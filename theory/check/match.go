package check

import (
	"github.com/muster-smt/muster/theory/term"
)

// matcher compares terms of a script with terms of a log. They must be the same up
// to a one-to-one renaming of symbols and bound variables, the same renaming for
// all terms. Sorts and the names of symbols must be equal.
type matcher struct {
	a, b *term.Store // of the script, of the log

	image  []term.Term           // by term of the script: that of the log
	origin map[term.Term]bool    // the terms of the log that are images
	sym    map[term.Sym]term.Sym // of the script, to the log
	back   map[term.Sym]term.Sym
	guards map[term.Term]bool // constants of the log's own

	work []pair
	// To be undone if the current terms differ.
	matched []pair
	bound   []term.Sym
}

type pair struct{ a, b term.Term }

func newMatcher(a, b *term.Store) *matcher {
	return &matcher{
		a: a, b: b, origin: map[term.Term]bool{}, guards: map[term.Term]bool{},
		sym: map[term.Sym]term.Sym{}, back: map[term.Sym]term.Sym{},
	}
}

// same reports whether t, of the script, and u, of the log, are the same.
func (m *matcher) same(t, u term.Term) bool {
	m.work, m.matched, m.bound = append(m.work[:0], pair{t, u}), m.matched[:0], m.bound[:0]
	for len(m.work) > 0 {
		p := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		if int(p.a) < len(m.image) && m.image[p.a] != 0 {
			if m.image[p.a] != p.b {
				m.undo()
				return false
			}
			continue
		}
		if !m.head(p.a, p.b) {
			m.undo()
			return false
		}
		m.remember(p)
		// Patterns, which come last, are not in the log.
		x, y := m.a.Args(p.a), m.b.Args(p.b)
		for i := len(y) - 1; i >= 0; i-- {
			m.work = append(m.work, pair{x[i], y[i]})
		}
	}
	return true
}

func (m *matcher) remember(p pair) {
	m.image = term.Extend(m.image, m.a.Len())
	m.image[p.a] = p.b
	m.origin[p.b] = true
	m.matched = append(m.matched, p)
}

func (m *matcher) undo() {
	for _, p := range m.matched {
		m.image[p.a] = 0
		delete(m.origin, p.b)
	}
	for _, f := range m.bound {
		delete(m.back, m.sym[f])
		delete(m.sym, f)
	}
}

// head compares two terms by all but their arguments, which it only counts.
func (m *matcher) head(t, u term.Term) bool {
	op := m.a.Op(t)
	if op != m.b.Op(u) || !m.sameSort(m.a.Sort(t), m.b.Sort(u)) {
		return false
	}
	switch op {
	case term.OpApp:
		return m.symbol(m.a.Sym(t), m.b.Sym(u)) && m.a.NumArgs(t) == m.b.NumArgs(u)
	case term.OpBound:
		return m.symbol(m.a.BoundSym(t), m.b.BoundSym(u))
	case term.OpNum, term.OpRat, term.OpBits:
		return m.a.String(t) == m.b.String(u)
	case term.OpExtract:
		_, from := m.a.ExtractBounds(t)
		_, lo := m.b.ExtractBounds(u)
		return from == lo
	case term.OpForall, term.OpExists:
		return len(m.a.Quant(t).Vars) == len(m.b.Quant(u).Vars) && len(m.b.Quant(u).Patterns) == 0
	case term.OpTrue, term.OpFalse, term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpDistinct, term.OpIte,
		term.OpAdd, term.OpMul, term.OpLe, term.OpDiv, term.OpMod, term.OpQuo, term.OpToReal, term.OpToInt,
		term.OpSelect, term.OpStore, term.OpConstArray, term.OpConcat, term.OpSignExt, term.OpBvNot, term.OpBvAnd,
		term.OpBvOr, term.OpBvXor, term.OpBvNeg, term.OpBvAdd, term.OpBvMul, term.OpBvUdiv, term.OpBvUrem,
		term.OpBvShl, term.OpBvLshr, term.OpBvAshr, term.OpBvUle, term.OpBvSle, term.OpBvUmulo, term.OpBvSmulo,
		term.OpBvToInt, term.OpIntToBv:
		return m.a.NumArgs(t) == m.b.NumArgs(u)
	}
	return false // perhaps an operator that its arguments do not determine
}

// symbol binds a symbol or variable of the script to one of the log.
func (m *matcher) symbol(f, g term.Sym) bool {
	if h, ok := m.sym[f]; ok {
		return h == g
	}
	if _, ok := m.back[g]; ok || m.a.SymName(f) != m.b.SymName(g) {
		return false
	}
	fa, fr := m.a.SymSorts(f)
	ga, gr := m.b.SymSorts(g)
	if len(fa) != len(ga) || !m.sameSort(fr, gr) {
		return false
	}
	for i := range fa {
		if !m.sameSort(fa[i], ga[i]) {
			return false
		}
	}
	m.sym[f], m.back[g] = g, f
	m.bound = append(m.bound, f)
	return true
}

// sameSort compares sorts. In both stores, uninterpreted ones differ by name.
func (m *matcher) sameSort(s, o term.Sort) bool {
	for m.a.IsArray(s) && m.b.IsArray(o) {
		i, e := m.a.ArraySorts(s)
		j, f := m.b.ArraySorts(o)
		if !m.sameSort(i, j) {
			return false
		}
		s, o = e, f
	}
	return m.a.SortKind(s) == m.b.SortKind(o) && !m.a.IsArray(s) && m.a.SortName(s) == m.b.SortName(o)
}

// guard accepts a constant of the log as the guard of an assertion: nothing in the
// script corresponds to it, and no other assertion has it.
func (m *matcher) guard(g term.Term) bool {
	f := m.b.Sym(g)
	if _, ok := m.back[f]; ok {
		return false
	}
	m.back[f] = 0 // not a symbol of the script
	m.guards[g] = true
	return true
}

func (m *matcher) isGuard(t term.Term) bool { return m.guards[t] }

// known reports whether t, of the log, is the same as some term of the script.
func (m *matcher) known(t term.Term) bool { return m.origin[t] }
