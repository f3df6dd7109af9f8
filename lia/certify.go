package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
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

// assumed names, in a certificate, what a split assumes, or a product.
const assumed = 1<<40 + 1

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
		c.AddBound(cert.Step{Kind: cert.ModBound, Name: uint64(id), A: s.termOf(r.node), Upper: r.upper, Val: s.valueOf(r)})
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
		k := f.Coeff.Div(s.nodes[v.node].scale)
		out = append(out, s.boundPremise(recID(f.Why), v.node, f.Upper, k, c))
	}
	return out
}

// certifyRecord writes how a record follows. Of the tableau's records s.farkas
// has the bounds.
func (s *Solver) certifyRecord(id recID, c *cert.Certificate) {
	r := s.rec(id)
	one := num.RatFromInt64(1)
	b := cert.Step{Name: uint64(id), A: s.termOf(r.node)}
	if r.kind <= recRow || r.kind == recPath {
		b.Upper, b.Strict, b.Val = r.upper, r.strict, s.valueOf(r)
	}
	switch r.kind {
	case recAtom:
		b.Kind = cert.LiteralBound
		s.says(&b, r.lit)
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
	case recPath:
		b.Kind, b.From = cert.Combination, s.pathPremises(c)
		c.AddBound(b)
	case recFixed:
		b.Kind, b.From = cert.Meet, []cert.Premise{
			s.boundPremise(r.a, r.node, false, one, c),
			s.boundPremise(r.b, r.node, true, one, c),
		}
		b.Val = s.valueOf(r)
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

// says makes b the bound that the literal of an inequality says.
func (s *Solver) says(b *cert.Step, l sat.Lit) {
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
		return // see certifyRecord
	}
	if a.kind >= atomEq {
		// The negation says a.x = a.c, which is out of bounds.
		p := s.boundPremise(id, a.x, r.upper, one, c)
		p.Of = s.terms.Int(a.c)
		if s.nodes[a.x].real {
			p.Of = s.termOf(a.y)
		}
		c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{p}})
		return
	}
	b := cert.Step{Kind: cert.LiteralBound, Name: negated, A: s.termOf(a.x)}
	s.says(&b, l.Not())
	c.AddBound(b)
	c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
		{Bound: negated, Of: b.A, Upper: b.Upper, Coeff: one},
		s.boundPremise(id, a.x, !b.Upper, one, c),
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

// certifyCut writes why the negation of a cut, which below says, contradicts the
// bounds in s.ante; the cut is scale times that of the tableau.
func (s *Solver) certifyCut(p *simplex.Split, below cert.Step, scale num.Int, c *cert.Certificate) {
	s.certifyEqualities(c)
	f0 := p.F0()
	cases := cert.Step{
		Kind: cert.Cases, Name: assumed, Split: s.splitForm(p), Val: ratOf(p.Value.Floor()),
		From: []cert.Premise{{Bound: assumed, Upper: true, Coeff: f0.Inv()}},
		Else: []cert.Premise{{Bound: assumed, Upper: true, Coeff: num.RatFromInt64(1).Sub(f0).Inv()}},
	}
	if !s.terms.IsNum(below.A) {
		below.Name = negated
		c.AddBound(below)
		q := cert.Premise{Bound: negated, Of: below.A, Upper: true, Coeff: p.Negated.Div(ratOf(scale))}
		cases.From, cases.Else = append(cases.From, q), append(cases.Else, q)
	}
	s.farkas = append(s.farkas[:0], p.Low...)
	cases.From = append(cases.From, s.farkasPremises(c)...)
	s.farkas = append(s.farkas[:0], p.High...)
	cases.Else = append(cases.Else, s.farkasPremises(c)...)
	c.Add(cases)
}

// certifyRound writes that the bounds in why say the opposite of below, rounded.
func (s *Solver) certifyRound(why []simplex.Farkas, below cert.Step, scale num.Int, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	s.certifyEqualities(c)
	s.farkas = s.farkas[:0]
	for _, f := range why {
		f.Coeff = f.Coeff.Mul(ratOf(scale))
		s.farkas = append(s.farkas, f)
	}
	above := cert.Step{Kind: cert.Combination, Name: assumed, A: below.A, Val: below.Val.Add(one), From: s.farkasPremises(c)}
	if s.terms.IsNum(below.A) { // the bounds alone contradict each other
		c.Add(cert.Step{Kind: cert.Contradiction, From: above.From})
		return
	}
	below.Name = negated
	c.AddBound(above)
	c.AddBound(below)
	c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{
		{Bound: assumed, Of: below.A, Coeff: one}, {Bound: negated, Of: below.A, Upper: true, Coeff: one},
	}})
}

// certifyEqualities merges what the equalities in s.ante, which a cut has among
// its literals, say is equal.
func (s *Solver) certifyEqualities(c *cert.Certificate) {
	for _, e := range s.ante.Eqs {
		if eq := s.distance(e); s.terms.Op(eq) != term.OpTrue {
			c.Add(cert.Step{Kind: cert.ByLiteral, A: s.termOf(e[0]), B: s.termOf(e[1]), Off: s.host.Offset(e[0]) - s.host.Offset(e[1]), Lit: cert.Literal{T: eq}})
		}
	}
}

// splitForm returns the form that a cut splits on.
func (s *Solver) splitForm(p *simplex.Split) []cert.Premise {
	var out []cert.Premise
	var base num.Rat
	for _, m := range p.Form {
		v := s.vars[m.V]
		if v.node == 0 {
			x, y := &s.nodes[v.x], &s.nodes[v.y]
			base = base.AddMul(m.C, x.base.Sub(y.base))
			out = append(out, cert.Premise{Of: s.termOf(v.x), Other: s.termOf(v.y), Coeff: m.C})
			continue
		}
		x := &s.nodes[v.node]
		k := m.C.Div(x.scale)
		base = base.AddMul(k, x.base)
		out = append(out, cert.Premise{Of: s.termOf(v.node), Coeff: k})
	}
	if !base.IsZero() {
		out = append(out, cert.Premise{Of: s.terms.Int(1), Coeff: base.Neg()})
	}
	return out
}

// side is a bound of a factor: that it is at most (if upper, else at least) val,
// and not val if strict.
type side struct {
	of            term.Term
	upper, strict bool
	val           num.Rat
}

// certifyProduct writes why the bounds x and y imply low <= high, or low < high if
// both are strict: their product and extra times each of them do.
func (p *productTerms) certifyProduct(x, y side, extra [2]int64, low, high term.Term, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	product := cert.Step{Kind: cert.Product, Name: assumed}
	last := cert.Step{Kind: cert.Contradiction, From: []cert.Premise{{Bound: assumed, Upper: true, Coeff: one}}}
	for i, b := range [2]side{x, y} {
		name := uint64(assumed + 1 + i)
		c.AddBound(cert.Step{Kind: cert.LiteralBound, Name: name, A: b.of, Upper: b.upper, Strict: b.strict, Val: b.val, Lit: cert.Literal{T: p.says(b)}})
		q := cert.Premise{Bound: name, Of: b.of, Upper: b.upper, Coeff: one}
		product.From = append(product.From, q)
		if q.Coeff = num.RatFromInt64(extra[i]); extra[i] != 0 {
			last.From = append(last.From, q)
		}
	}
	c.Add(product)
	d := p.terms.Sub(low, high)
	b := cert.Step{Kind: cert.LiteralBound, Name: negated, A: d, Lit: cert.Literal{T: p.less(low, high, x.strict && y.strict), Neg: true}}
	if p.isReal() {
		b.Strict = !(x.strict && y.strict)
	} else {
		b.Val = one
	}
	c.AddBound(b)
	last.From = append(last.From, cert.Premise{Bound: negated, Of: d, Coeff: one})
	c.Add(last)
}

// certifyValue writes why x = a implies t = a*y, which is times.
func (p *productTerms) certifyValue(x term.Term, a num.Rat, y, times term.Term, c *cert.Certificate) {
	v := p.num(a)
	c.Add(cert.Step{Kind: cert.ByLiteral, A: x, B: v, Lit: cert.Literal{T: p.m.Eq(x, v)}})
	c.Add(cert.Step{Kind: cert.Product, Name: assumed, A: y, From: []cert.Premise{{Of: x, Other: v}}})
	c.Add(cert.Step{Kind: cert.Equation, A: p.t, B: times, From: []cert.Premise{{Bound: assumed, Coeff: num.RatFromInt64(1)}}})
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
