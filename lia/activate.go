package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

func ratOf(x num.Int) num.Rat { return num.RatFromInt(x) }

// monomial is coeff times (the value of node plus off).
type monomial struct {
	node  theory.Node
	off   int64
	coeff num.Rat
}

// doWork activates relevant sums and sends the definitions of relevant div, mod and
// to_int terms.
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

// mergeWide merges fixed terms with the numeral of their value.
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

// monomials appends the summands of the sum n; a constant c is c times the point
// {Zero, 1}.
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
	if v, ok := s.terms.NumeralValue(t); ok { // too large for an offset, or a Real
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

// activate makes n take part in linear constraints from now on, and the terms in it
// if it is a sum.
func (s *Solver) activate(n theory.Node) {
	if s.nodes[n].active {
		return
	}
	for !s.proc.attach(n) {
		s.handOver()
	}
	s.nodes[n].active = true
	s.actives = append(s.actives, n)
	s.trail = append(s.trail, undo{kind: undoActive, n: n})
	s.syncs.push(n)
	s.joinRep(s.host.Root(n), n)
	if k := s.nodes[n].kind; k != sum && k != multiple {
		return
	}
	for _, m := range s.sumOf(n) {
		if m.node != theory.Zero {
			s.activate(m.node)
		}
	}
}

// isLong reports whether n is an Int numeral too large for class bounds.
func (s *Solver) isLong(n theory.Node) bool {
	x := &s.nodes[n]
	if x.kind != numeral || n == theory.Zero || x.real {
		return false
	}
	_, ok := fits(s.terms.Num(x.term))
	return !ok
}

// always returns a permanent record of the value of the numeral n.
func (s *Solver) always(n theory.Node) recID {
	for i := range s.fixed {
		if s.fixed[i].node == n {
			return permanent | recID(i)
		}
	}
	s.fixed = append(s.fixed, rec{kind: recAlways, node: n})
	return permanent | recID(len(s.fixed)-1)
}
