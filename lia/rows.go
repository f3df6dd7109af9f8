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
	coeff num.Int
}

// doWork gives relevant nodes what they need: rows, or lemmas.
func (s *Solver) doWork() {
	for s.work.more() && !s.conflicting {
		n := s.work.pop()
		switch s.nodes[n].kind {
		case divConst, modConst:
			s.defineDivMod(n)
		default:
			s.activate(n)
		}
	}
	for s.wide.more() && !s.conflicting {
		id := s.wide.pop()
		r := *s.rec(id)
		s.stats.merges++
		s.host.Merge(theory.Point{Node: r.node}, s.host.Node(s.terms.Int(r.val)), theory.Reason(id))
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
	m := monomial{coeff: num.FromInt64(1)}
	switch s.terms.Op(t) {
	case term.OpNum: // too great for an offset
		m.coeff, m.node, m.off = s.terms.Num(t), theory.Zero, 1
		return append(dst, m)
	case term.OpMul:
		a, b := s.terms.Arg(t, 0), s.terms.Arg(t, 1)
		if s.terms.IsNum(b) {
			a, b = b, a
		}
		if s.terms.IsNum(a) {
			m.coeff, t = s.terms.Num(a), b
		}
	}
	p, ok := s.host.Lookup(t)
	if !ok {
		p = s.host.Node(t)
	}
	m.node, m.off = p.Node, p.Off
	return append(dst, m)
}

// track makes n a variable of the tableau. A sum is divided by the greatest
// common divisor of its coefficients, so that its bounds are rounded sharply.
func (s *Solver) track(n theory.Node) {
	s.grow(n)
	if s.nodes[n].sv != simplex.NoVar {
		return
	}
	one := num.FromInt64(1)
	if k := s.nodes[n].kind; k != sum && k != multiple {
		s.newVar(n, s.tab.NewVar(true), one, num.Int{})
		return
	}
	s.stats.rows++
	var base, g num.Int
	ms := s.monomials(n, nil)
	for _, m := range ms {
		base = base.Add(m.coeff.Mul(num.FromInt64(m.off)))
		if m.node == theory.Zero {
			continue
		}
		s.track(m.node)
		base = base.Add(m.coeff.Mul(s.nodes[m.node].base))
		g = g.GCD(m.coeff.Mul(s.nodes[m.node].scale))
	}
	if g.IsZero() {
		g = one
	}
	row := make([]simplex.Monomial, 0, len(ms))
	for _, m := range ms {
		if m.node == theory.Zero {
			continue
		}
		x := &s.nodes[m.node]
		row = append(row, simplex.Monomial{V: x.sv, C: num.FromInts(m.coeff.Mul(x.scale), g)})
	}
	s.newVar(n, s.tab.NewRow(row), g, base)
}

func (s *Solver) newVar(n theory.Node, v simplex.Var, scale, base num.Int) {
	x := &s.nodes[n]
	x.sv, x.scale, x.base = v, scale, base
	s.setVar(v, tabVar{node: n})
	s.tab.Watch(v, true)
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
func (s *Solver) toTableau(n theory.Node, v int64) num.Rat {
	x := &s.nodes[n]
	if x.scale.IsOne() && x.base.IsZero() {
		return num.RatFromInt64(v)
	}
	return s.bigToTableau(n, num.FromInt64(v))
}

func (s *Solver) bigToTableau(n theory.Node, v num.Int) num.Rat {
	x := &s.nodes[n]
	return num.FromInts(v.Sub(x.base), x.scale)
}

// fromTableau is the inverse of toTableau, for integers.
func (s *Solver) fromTableau(n theory.Node, v num.Rat) num.Int {
	x := &s.nodes[n]
	return v.Num().Mul(x.scale).Add(x.base)
}

// sync gives the bounds of n's class to the tableau.
func (s *Solver) sync(n theory.Node) {
	x := &s.nodes[n]
	if !x.active {
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
		ok = s.tab.AssertLower(x.sv, s.toTableau(n, lo), false, simplex.Reason(loID))
	}
	if ok && hiID != 0 {
		ok = s.tab.AssertUpper(x.sv, s.toTableau(n, hi), false, simplex.Reason(hiID))
	}
	if ok && s.isLong(n) {
		ok = s.tab.AssertEqual(x.sv, ratOf(s.terms.Num(x.term)), simplex.Reason(s.always(n)))
	}
	s.dirty = true
	if !ok {
		s.tableauConflict(theory.LIASimplex)
	}
}

// isLong reports whether n is a numeral without bounds by class.
func (s *Solver) isLong(n theory.Node) bool {
	x := &s.nodes[n]
	if x.kind != numeral || n == theory.Zero {
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
		d = s.tab.NewRow([]simplex.Monomial{{V: a.sv, C: ratOf(a.scale)}, {V: b.sv, C: ratOf(b.scale.Neg())}})
		s.diffs[[2]theory.Node{x, y}] = d
		s.setVar(d, tabVar{x: x, y: y})
	}
	k := num.FromInt64(s.host.Offset(x) - s.host.Offset(y)).Sub(a.base).Add(b.base)
	s.dirty = true
	if !s.tab.AssertEqual(d, ratOf(k), 0) {
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
	v, c := s.nodes[a.x].sv, s.bigs[a.c]
	ok := false
	if l == a.lit {
		ok = s.tab.AssertUpper(v, s.bigToTableau(a.x, c), false, simplex.Reason(id))
	} else {
		ok = s.tab.AssertLower(v, s.bigToTableau(a.x, c.Add(num.FromInt64(1))), false, simplex.Reason(id))
	}
	s.dirty = true
	if !ok {
		s.tableauConflict(theory.LIASimplex)
	}
}
