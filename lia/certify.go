package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// This file writes certificates. Bounds are named by their records.

// negated names, in a certificate, the bound that the negation of an explained
// literal says.
const negated = 1 << 40

func (s *Solver) termOf(n theory.Node) term.Term { return theory.TermOf(s.host, s.terms, n) }

// literal returns the formula of an atom's literal.
func (s *Solver) literal(l sat.Lit) cert.Literal {
	a := s.atomOfLit(l)
	return cert.Literal{T: a.term, Neg: l != a.lit}
}

// isNumeral reports whether a record says nothing but what a numeral is.
func (s *Solver) isNumeral(id recID) bool {
	return id&permanent != 0 && s.nodes[s.rec(id).node].kind == numeral
}

// boundPremise is the bound id as one of node n.
func (s *Solver) boundPremise(id recID, n theory.Node, upper bool, k num.Rat, c *cert.Certificate) cert.Premise {
	r := s.rec(id)
	p := cert.Premise{Of: s.termOf(n), Upper: upper, Coeff: k}
	switch {
	case s.isNumeral(id):
		p.Other = s.termOf(r.node)
		return p
	case id&permanent != 0:
		c.AddBound(cert.Step{Kind: cert.ModBound, Name: uint64(id), A: s.termOf(r.node), Upper: r.upper, Val: num.FromInt64(r.val)})
	}
	p.Bound = uint64(id)
	return p
}

// farkasPremises are the bounds in s.farkas.
func (s *Solver) farkasPremises(c *cert.Certificate) []cert.Premise {
	var out []cert.Premise
	for i := range s.farkas {
		f := &s.farkas[i]
		v := s.vars[f.V]
		if v.node == 0 {
			out = append(out, cert.Premise{Of: s.termOf(v.x), Other: s.termOf(v.y), Upper: f.Upper, Coeff: f.Coeff})
			continue
		}
		k := f.Coeff.Div(ratOf(s.nodes[v.node].scale))
		out = append(out, s.boundPremise(recID(f.Why), v.node, f.Upper, k, c))
	}
	return out
}

// certifyRecord writes how a record follows. Of the tableau's records s.farkas
// has the bounds.
func (s *Solver) certifyRecord(id recID, c *cert.Certificate) {
	r := s.rec(id)
	one := num.RatFromInt64(1)
	b := cert.Step{Name: uint64(id), A: s.termOf(r.node), Upper: r.upper, Val: num.FromInt64(r.val)}
	switch r.kind {
	case recAtom:
		b.Kind, b.Lit = cert.LiteralBound, s.literal(r.lit)
		if a := s.atomOfLit(r.lit); a.kind == atomLeBig {
			b.Upper, b.Val = s.bigBound(a, r.lit)
		}
		c.AddBound(b)
	case recNotHere:
		b.Kind, b.Lit = cert.Excluded, s.literal(r.lit)
		b.From = []cert.Premise{s.boundPremise(r.a, r.node, r.upper, one, c)}
		if s.isNumeral(r.a) {
			return // a numeral has no bound to move; the e-graph sees the conflict
		}
		c.AddBound(b)
	case recRow:
		b.Kind, b.From = cert.Combination, s.farkasPremises(c)
		c.AddBound(b)
	case recFixed:
		b.Kind, b.From = cert.Meet, []cert.Premise{
			s.boundPremise(r.a, r.node, false, one, c),
			s.boundPremise(r.b, r.node, true, one, c),
		}
		c.Add(b)
	case recOffset:
		p, q := s.goal[0], s.goal[1]
		c.Add(cert.Step{Kind: cert.Equation, A: s.termOf(p.Node), B: s.termOf(q.Node), Off: q.Off - p.Off, From: s.farkasPremises(c)})
	case recApart:
		over := s.rec(r.a).upper
		c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
			s.boundPremise(r.a, r.node, over, one, c),
			s.boundPremise(r.b, r.node, !over, one, c),
		}})
	}
}

// bigBound returns the bound that an atom with a great constant says.
func (s *Solver) bigBound(a *atom, l sat.Lit) (upper bool, val num.Int) {
	if l == a.lit {
		return true, s.bigs[a.c]
	}
	return false, s.bigs[a.c].Add(num.FromInt64(1))
}

// certifyLiteral writes how the negation of l contradicts record id.
func (s *Solver) certifyLiteral(l sat.Lit, id recID, c *cert.Certificate) {
	r, a := s.rec(id), s.atomOfLit(l)
	one := num.RatFromInt64(1)
	if r.kind == recApart {
		return // see certifyRecord
	}
	if a.kind >= atomEq {
		// The negation says a.x = a.c, which is out of bounds.
		p := s.boundPremise(id, a.x, r.upper, one, c)
		p.Of = s.terms.Int(a.c)
		c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{p}})
		return
	}
	b := cert.Step{Kind: cert.LiteralBound, Name: negated, A: s.termOf(a.x), Lit: s.literal(l.Not())}
	if a.kind == atomLeBig {
		b.Upper, b.Val = s.bigBound(a, l.Not())
	} else {
		b.Upper, b.Val = l != a.lit, num.FromInt64(a.c)
		if !b.Upper {
			b.Val = b.Val.Add(num.FromInt64(1))
		}
	}
	c.AddBound(b)
	c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
		{Bound: negated, Of: b.A, Upper: b.Upper, Coeff: one},
		s.boundPremise(id, a.x, r.upper, one, c),
	}})
}

// certifyCrossing writes that the bounds lo and hi of one class contradict
// each other.
func (s *Solver) certifyCrossing(lo, hi recID, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	n := s.rec(lo).node
	c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
		s.boundPremise(lo, n, false, one, c),
		s.boundPremise(hi, n, true, one, c),
	}})
}

// certifyConflict writes the tableau's conflict in s.farkas.
func (s *Solver) certifyConflict(id theory.LemmaID, c *cert.Certificate) {
	k := cert.Contradiction
	if id == theory.LIAGCD {
		k = cert.Indivisible
	}
	c.Add(cert.Step{Kind: k, From: s.farkasPremises(c)})
}

// formulas makes a clause for a certificate of those that are not false.
func (s *Solver) formulas(fs ...term.Term) []cert.Literal {
	var out []cert.Literal
	for _, f := range fs {
		if s.terms.Op(f) != term.OpFalse {
			out = append(out, cert.Literal{T: f})
		}
	}
	return out
}
