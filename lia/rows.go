package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// tabVar says what a variable of the tableau stands for: node, by scale and
// base, or, if node is 0, the difference x - y.
type tabVar struct{ node, x, y theory.Node }

func ratOf(x num.Int) num.Rat { return num.RatFromInt(x) }

// monomial is coeff times (the value of node plus off).
type monomial struct {
	node  theory.Node
	off   int64
	coeff num.Rat
}

// doWork gives relevant nodes what they need: rows, or lemmas.
func (s *Solver) doWork() {
	for s.work.more() && !s.conflicting && !s.host.Stopped() {
		n := s.work.pop()
		switch s.nodes[n].kind {
		case divConst, modConst:
			s.defineDivMod(n)
		case toInt:
			s.defineToInt(n)
		default:
			s.activate(n)
		}
	}
	s.mergeWide()
}

// mergeWide merges terms that have one value with its numeral.
func (s *Solver) mergeWide() {
	for s.wide.more() && !s.conflicting {
		id := s.wide.pop()
		r := *s.rec(id)
		value := term.Term(0)
		if s.nodes[r.node].real {
			value = s.terms.Rat(s.reals[r.val])
		} else {
			value = s.terms.Int(r.val)
		}
		s.stats.merges++
		s.host.Merge(theory.Point{Node: r.node}, s.host.Node(value), theory.Reason(id))
	}
}

// monomials appends the summands of the sum n; a constant is a multiple of
// Zero plus 1.
func (s *Solver) monomials(n theory.Node, dst []monomial) []monomial {
	t := s.nodes[n].term
	if s.terms.Op(t) != term.OpAdd {
		return s.monomial(t, dst)
	}
	for _, a := range s.terms.Args(t) {
		dst = s.monomial(a, dst)
	}
	return dst
}

func (s *Solver) monomial(t term.Term, dst []monomial) []monomial {
	m := monomial{coeff: num.RatFromInt64(1)}
	if v, ok := s.terms.NumeralValue(t); ok { // too great for an offset, or Real
		m.coeff, m.node, m.off = v, theory.Zero, 1
		return append(dst, m)
	}
	if s.terms.Op(t) == term.OpMul {
		a, b := s.terms.Arg(t, 0), s.terms.Arg(t, 1)
		if s.isNumeralTerm(b) {
			a, b = b, a
		}
		if v, ok := s.terms.NumeralValue(a); ok {
			m.coeff, t = v, b
		}
	}
	if s.terms.Op(t) == term.OpToReal {
		t = s.terms.Arg(t, 0)
	}
	p, ok := s.host.Lookup(t)
	if !ok {
		p = s.host.Node(t)
	}
	m.node, m.off = p.Node, p.Off
	return append(dst, m)
}

// track makes n a variable of the tableau. A sum is divided by the greatest
// number of which all coefficients are multiples, so that bounds of sums of
// integers are rounded sharply.
func (s *Solver) track(n theory.Node) {
	s.grow(n)
	if s.nodes[n].sv != simplex.NoVar {
		return
	}
	one := num.RatFromInt64(1)
	if k := s.nodes[n].kind; k != sum && k != multiple {
		s.newVar(n, s.tab.NewVar(!s.nodes[n].real), one, num.Rat{})
		return
	}
	s.stats.rows++
	var base num.Rat
	var over num.Int
	under := num.FromInt64(1)
	ms := s.monomials(n, nil)
	for _, m := range ms {
		base = base.AddMul(m.coeff, num.RatFromInt64(m.off))
		if m.node == theory.Zero {
			continue
		}
		s.track(m.node)
		x := &s.nodes[m.node]
		base = base.AddMul(m.coeff, x.base)
		k := m.coeff.Mul(x.scale)
		over, under = over.GCD(k.Num()), under.LCM(k.Den())
	}
	g := one
	if !over.IsZero() {
		g = num.FromInts(over, under)
	}
	row := make([]simplex.Monomial, 0, len(ms))
	for _, m := range ms {
		if m.node == theory.Zero {
			continue
		}
		x := &s.nodes[m.node]
		row = append(row, simplex.Monomial{V: x.sv, C: m.coeff.Mul(x.scale).Div(g)})
	}
	s.newVar(n, s.tab.NewRow(row), g, base)
}

func (s *Solver) newVar(n theory.Node, v simplex.Var, scale, base num.Rat) {
	x := &s.nodes[n]
	x.sv, x.scale, x.base = v, scale, base
	s.setVar(v, tabVar{node: n})
	s.tab.Watch(v, !x.real || x.first >= 0)
	s.tab.Share(v, true)
}

func (s *Solver) setVar(v simplex.Var, x tabVar) {
	for len(s.vars) <= int(v) {
		s.vars = append(s.vars, tabVar{})
	}
	s.vars[v] = x
}

// activate makes n take part in the tableau from now on.
func (s *Solver) activate(n theory.Node) {
	if s.nodes[n].active {
		return
	}
	if s.graphing() && !s.putInGraph(n) {
		s.leaveGraph()
	}
	if !s.graphing() {
		s.track(n)
	}
	if s.nodes[n].real && !s.graphing() {
		s.tab.Share(s.nodes[n].sv, s.host.Shared(n))
	}
	s.nodes[n].active = true
	s.actives = append(s.actives, n)
	s.trail = append(s.trail, undo{kind: undoActive, n: n})
	s.syncs.push(n)
	r := s.host.Root(n)
	if c := &s.class[r]; c.rep == 0 {
		s.trail = append(s.trail, undo{kind: undoRep, n: r})
		c.rep = n
	} else {
		s.linkage.push([2]theory.Node{c.rep, n})
	}
	if k := s.nodes[n].kind; k != sum && k != multiple {
		return
	}
	start := len(s.mono) // monomials of the sums around this one come before
	s.mono = s.monomials(n, s.mono)
	for i := start; i < len(s.mono); i++ {
		if m := s.mono[i].node; m != theory.Zero {
			s.activate(m)
		}
	}
	s.mono = s.mono[:start]
}

// toTableau returns what the tableau's variable of n is when n is v.
func (s *Solver) toTableau(n theory.Node, v num.Rat) num.Rat {
	x := &s.nodes[n]
	return v.Sub(x.base).Div(x.scale)
}

// fromTableau is the inverse of toTableau.
func (s *Solver) fromTableau(n theory.Node, v num.Rat) num.Rat {
	x := &s.nodes[n]
	return x.base.AddMul(v, x.scale)
}

// sync gives the bounds of n's class to the tableau.
func (s *Solver) sync(n theory.Node) {
	x := &s.nodes[n]
	if !x.active {
		return
	}
	if x.real {
		s.syncReal(n)
		return
	}
	if s.graphing() {
		s.addBounds(n)
		return
	}
	lo, loID := s.lower(n)
	hi, hiID := s.upper(n)
	ok := true
	if loID != 0 {
		ok = s.tab.AssertLower(x.sv, s.toTableau(n, num.RatFromInt64(lo)), false, simplex.Reason(loID))
	}
	if ok && hiID != 0 {
		ok = s.tab.AssertUpper(x.sv, s.toTableau(n, num.RatFromInt64(hi)), false, simplex.Reason(hiID))
	}
	if ok && s.isLong(n) {
		ok = s.tab.AssertEqual(x.sv, s.toTableau(n, ratOf(s.terms.Num(x.term))), simplex.Reason(s.always(n)))
	}
	s.dirty = true
	if !ok {
		s.tableauConflict(theory.LIASimplex)
	}
}

// isLong reports whether n is a numeral without bounds by class.
func (s *Solver) isLong(n theory.Node) bool {
	x := &s.nodes[n]
	if x.kind != numeral || n == theory.Zero || x.real {
		return false
	}
	_, ok := fits(s.terms.Num(x.term))
	return !ok
}

// always returns a record that says nothing but that n is what it is.
func (s *Solver) always(n theory.Node) recID {
	for i := range s.fixed {
		if s.fixed[i].node == n {
			return permanent | recID(i)
		}
	}
	s.fixed = append(s.fixed, rec{kind: recAlways, node: n})
	return permanent | recID(len(s.fixed)-1)
}

// tie gives the tableau the difference of two active members of a class. The
// members of a class with a known value have it by their bounds.
func (s *Solver) tie(x, y theory.Node) {
	if s.isFixed(s.host.Root(x)) {
		return
	}
	if s.graphing() {
		s.addTie(x, y)
		return
	}
	if x > y {
		x, y = y, x
	}
	d, ok := s.diffs[[2]theory.Node{x, y}]
	a, b := &s.nodes[x], &s.nodes[y]
	if !ok {
		s.stats.links++
		d = s.tab.NewRow([]simplex.Monomial{{V: a.sv, C: a.scale}, {V: b.sv, C: b.scale.Neg()}})
		s.diffs[[2]theory.Node{x, y}] = d
		s.setVar(d, tabVar{x: x, y: y})
	}
	k := num.RatFromInt64(s.host.Offset(x) - s.host.Offset(y)).Sub(a.base).Add(b.base)
	s.dirty = true
	if !s.tab.AssertEqual(d, k, 0) {
		s.tableauConflict(theory.LIASimplex)
	}
}

// assertBig asserts a bound that is no machine word.
func (s *Solver) assertBig(a *atom, l sat.Lit) {
	if s.graphing() {
		s.leaveGraph()
	}
	s.activate(a.x)
	s.track(a.x) // it may have been active in the graph
	id := s.record(rec{kind: recAtom, node: a.x, lit: l})
	v, c := s.nodes[a.x].sv, s.consts[a.c]
	ok := false
	if l == a.lit {
		ok = s.tab.AssertUpper(v, s.toTableau(a.x, c), false, simplex.Reason(id))
	} else {
		ok = s.tab.AssertLower(v, s.toTableau(a.x, c.Add(num.RatFromInt64(1))), false, simplex.Reason(id))
	}
	s.dirty = true
	if !ok {
		s.tableauConflict(theory.LIASimplex)
	}
}
