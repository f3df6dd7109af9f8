package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// defineDivMod sends the definition of a relevant div or mod by a numeral k:
//
//	0 <= x - k*(x div k) <= |k|-1
//	x mod k = x - k*(x div k)
//
// The second comes with the first, through the div that it makes relevant. The
// bounds of mod itself are axioms (Attach).
func (s *Solver) defineDivMod(n theory.Node) {
	s.stats.divmods++
	s.nodes[n].defined = true
	t := s.nodes[n].term
	m := s.host.Maker()
	x, k := s.terms.Arg(t, 0), s.terms.Arg(t, 1)
	v := s.terms.Num(k)
	q := t
	if s.nodes[n].kind == modConst {
		q = m.Div(x, k)
	}
	rest := m.Add(x, m.Mul(s.terms.Numeral(v.Neg()), q))
	if s.nodes[n].kind == modConst {
		s.define(byDivMod, n, m.Eq(t, rest))
		return
	}
	top := s.terms.Numeral(v.Abs().Sub(num.FromInt64(1)))
	s.define(byDivMod, n, m.Le(s.terms.Int(0), rest))
	s.define(byDivMod, n, m.Le(rest, top))
}

// defineToInt sends t <= x < t+1 for the relevant integral part t of a Real x.
func (s *Solver) defineToInt(n theory.Node) {
	s.stats.toInts++
	s.nodes[n].defined = true
	t := s.nodes[n].term
	m := s.host.Maker()
	x, r := s.terms.Arg(t, 0), m.ToReal(t)
	s.define(byToInt, n, m.Le(r, x))
	s.define(byToInt, n, m.Not(m.Le(m.Add(r, s.terms.Rat(num.RatFromInt64(1))), x)))
}

// lemma sends a disjunction that follows from the definition of the
// division or integral part t; it reports whether it is new.
func (s *Solver) lemma(id theory.LemmaID, t term.Term, disjuncts ...term.Term) bool {
	lits, ok := s.literals(disjuncts)
	if !ok {
		return false
	}
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.DivMod, s.formulas(disjuncts...), t)
	}
	return s.host.Lemma(lits, id, c) == theory.LemmaNew
}

// define sends, once, a formula that is part of the definition of n.
func (s *Solver) define(id theory.LemmaID, n theory.Node, f term.Term) {
	lits, ok := s.literals([]term.Term{f})
	if !ok {
		return
	}
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.DivMod, s.formulas(f), s.nodes[n].term)
	}
	s.host.LemmaWhile(lits, sat.NoLit, id, c, theory.While{Nodes: [4]theory.Node{n}})
}

// literals returns the literals of formulas that are not false; false if one is
// true.
func (s *Solver) literals(disjuncts []term.Term) (lits []sat.Lit, ok bool) {
	lits = make([]sat.Lit, 0, len(disjuncts))
	for _, d := range disjuncts {
		switch s.terms.Op(d) {
		case term.OpTrue:
			return nil, false
		case term.OpFalse:
			continue
		}
		lits = append(lits, s.host.Lit(d))
	}
	return lits, true
}
