package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// This file writes certificates. A bound is named by its record.

// negated names, in a certificate, the bound that the negation of an explained
// literal states.
const negated = 1 << 40

// assumed names, in a certificate, the assumption of a case split, or a product.
const assumed = 1<<40 + 1

// stated and a literal name, in a certificate, the bound that the literal states.
const stated = 1 << 41

func (s *Solver) termOf(n theory.Node) term.Term { return theory.TermOf(s.host, s.terms, n) }

// literal returns the formula of an atom's literal.
func (s *Solver) literal(l sat.Lit) cert.Literal {
	a := s.atomOfLit(l)
	return cert.Literal{T: a.term, Neg: l != a.lit}
}

// isNumeral reports whether a record is a bound of a numeral.
func (s *Solver) isNumeral(id recID) bool {
	return id&permanent != 0 && s.nodes[s.rec(id).node].kind == numeral
}

// boundPremise returns the bound id as a premise about node n.
func (s *Solver) boundPremise(id recID, n theory.Node, upper bool, k num.Rat, c *cert.Certificate) cert.Premise {
	r := s.rec(id)
	p := cert.Premise{Of: s.termOf(n), Upper: upper, Coeff: k}
	switch {
	case s.isNumeral(id):
		p.Other = s.termOf(r.node)
		return p
	case id&permanent != 0:
		kind := cert.ModBound
		if s.terms.Op(s.termOf(r.node)) == term.OpIte {
			kind = cert.LeafBound
		}
		c.AddBound(cert.Step{Kind: kind, Name: uint64(id), A: s.termOf(r.node), Upper: r.upper, Val: s.valueOf(r)})
	}
	p.Bound = uint64(id)
	return p
}

// certifyRecord writes how a record follows. If a procedure derived it, its explain
// was called just before.
func (s *Solver) certifyRecord(id recID, c *cert.Certificate) {
	r := s.rec(id)
	one := num.RatFromInt64(1)
	b := cert.Step{Name: uint64(id), A: s.termOf(r.node)}
	if r.kind <= recRow || r.kind == recPath || r.kind == recChain || r.kind == recSum {
		b.Upper, b.Strict, b.Val = r.upper, r.strict, s.valueOf(r)
	}
	switch r.kind {
	case recAtom:
		b.Kind = cert.LiteralBound
		s.literalBound(&b, r.lit)
		c.AddBound(b)
	case recNotHere:
		b.Kind, b.Lit = cert.Excluded, s.literal(r.lit)
		b.From = []cert.Premise{s.boundPremise(r.a, r.node, r.upper, one, c)}
		if s.isNumeral(r.a) {
			return // a numeral's bound cannot move; the e-graph sees the conflict
		}
		c.AddBound(b)
	case recRow, recPath, recChain, recSum:
		b.Kind, b.From = cert.Combination, s.deriver(r.kind).premises(c)
		c.AddBound(b)
	case recFixed:
		b.Kind, b.From, b.Val = cert.Meet, s.bothPremises(r.a, r.b, r.node, false, c), s.valueOf(r)
		c.Add(b)
	case recOffset:
		p, q := s.goal[0], s.goal[1]
		c.Add(cert.Step{Kind: cert.Equation, A: s.termOf(p.Node), B: s.termOf(q.Node), Off: q.Off - p.Off,
			From: s.rows.premises(c)})
	case recApart:
		over := s.rec(r.a).upper
		c.Add(cert.Step{Kind: cert.Contradiction, From: s.bothPremises(r.a, r.b, r.node, over, c)})
	}
}

// bothPremises returns two bounds as premises about node n: a is an upper one if so it says, and b is the other.
func (s *Solver) bothPremises(a, b recID, n theory.Node, upper bool, c *cert.Certificate) []cert.Premise {
	one := num.RatFromInt64(1)
	return []cert.Premise{s.boundPremise(a, n, upper, one, c), s.boundPremise(b, n, !upper, one, c)}
}

// literalBound makes b the bound that the literal of an inequality states.
func (s *Solver) literalBound(b *cert.Step, l sat.Lit) {
	a := s.atomOfLit(l)
	b.Lit, b.Strict = s.literal(l), false
	switch a.kind {
	case atomLe:
		b.Val = num.RatFromInt64(a.c)
	case atomLeBig:
		b.Val = s.consts[a.c]
	default:
		x := s.boundBy(a, l)
		b.Val, b.Upper, b.Strict = x.val, x.upper, x.strict
		return
	}
	if b.Upper = l == a.lit; !b.Upper {
		b.Val = b.Val.Add(num.RatFromInt64(1))
	}
}

// certifyLiteral writes how the negation of l contradicts record id.
func (s *Solver) certifyLiteral(l sat.Lit, id recID, c *cert.Certificate) {
	r, a := s.rec(id), s.atomOfLit(l)
	one := num.RatFromInt64(1)
	if r.kind == recApart {
		return // certifyRecord has written the contradiction
	}
	if a.kind >= atomEq {
		// The negation is a.x = a.c (or a.y, for a Real), which is out of bounds.
		p := s.boundPremise(id, a.x, r.upper, one, c)
		p.Of = s.terms.Int(a.c)
		if s.nodes[a.x].real {
			p.Of = s.termOf(a.y)
		}
		c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{p}})
		return
	}
	b := cert.Step{Kind: cert.LiteralBound, Name: negated, A: s.termOf(a.x)}
	s.literalBound(&b, l.Not())
	c.AddBound(b)
	c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
		{Bound: negated, Of: b.A, Upper: b.Upper, Coeff: one},
		s.boundPremise(id, a.x, !b.Upper, one, c),
	}})
}

// formulas returns the formulas that are not false as a certificate's clause.
func (s *Solver) formulas(fs ...term.Term) []cert.Literal {
	var out []cert.Literal
	for _, f := range fs {
		if s.terms.Op(f) != term.OpFalse {
			out = append(out, cert.Literal{T: f})
		}
	}
	return out
}
