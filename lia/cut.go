package lia

import (
	"slices"

	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// longestCut is the greatest number of literals in the premise of a cut.
const longestCut = 12

// cut sends a Gomory cut for v as a lemma: the bounds that it is derived from imply it.
func (t *tableau) cut(v simplex.Var) bool {
	in, ok := t.tab.Cut(v)
	// A cut without terms is a contradiction, which the GCD test finds.
	return ok && len(in.Terms) > 0 && t.sendCut(&in)
}

// roundRow sends what the bounds of the Reals in v's row imply for its integers.
func (t *tableau) roundRow(v simplex.Var) bool {
	in, ok := t.tab.Round(v)
	return ok && t.sendCut(&in)
}

// sendCut sends an inequality that bounds imply, with its certificate. An inequality
// with Reals is sent as it is; one over integers is rounded.
func (t *tableau) sendCut(in *simplex.Inequality) bool {
	real := t.mixed(in)
	if real && (t.allInts(in) || !t.splitsInts(&in.Proof)) {
		return false
	}
	t.begin()
	t.farkas = append(t.farkas[:0], in.Why...)
	t.todo = t.todo[:0]
	t.expandFarkas(&t.ante)
	t.drain(&t.ante)
	if len(t.ante.Lits)+len(t.ante.Eqs) > longestCut {
		return false
	}
	var clause []sat.Lit
	for _, l := range t.ante.Lits {
		clause = append(clause, l.Not())
	}
	for _, e := range t.ante.Eqs {
		clause = append(clause, t.host.Lit(t.distance(e)).Not())
	}
	sum, k, scale := t.cutTerm(in, real)
	cut := t.host.Maker().Le(t.number(k, real), sum)
	if real && (t.terms.IsRat(sum) || t.terms.Op(cut) == term.OpTrue) {
		return false // the terms cancel
	}
	l := t.host.Lit(cut)
	clause = append(clause, l)
	t.stats.cuts++
	if real {
		t.stats.mixedCuts++
	}
	if c := t.ante.Cert; c != nil {
		below := cert.Step{Kind: cert.LiteralBound, A: sum, Upper: true, Strict: real, Val: k,
			Lit: cert.Literal{T: cut, Neg: true}}
		if !real {
			below.Val = k.Sub(num.RatFromInt64(1))
		}
		if len(in.Proof.Form) > 0 {
			t.certifyCut(&in.Proof, below, scale, c)
		} else {
			t.certifyRound(in.Why, below, scale, c)
		}
	}
	if t.keep(&t.ante, l, clause) {
		return true
	}
	return t.host.Lemma(clause, byCut, t.ante.Cert) == theory.LemmaNew
}

// mixed reports whether an inequality has to be of sort Real: a Real occurs in it, or a
// difference of Reals that happens to be integral.
func (t *tableau) mixed(in *simplex.Inequality) bool {
	return slices.ContainsFunc(in.Terms, func(m simplex.Monomial) bool {
		return !t.tab.IsInt(m.V) || t.nodes[t.vars[m.V].x].real
	})
}

// allInts reports whether all variables of an inequality are integers.
func (t *tableau) allInts(in *simplex.Inequality) bool {
	return !slices.ContainsFunc(in.Terms, func(m simplex.Monomial) bool { return !t.tab.IsInt(m.V) })
}

// splitsInts reports whether the form of a split has only terms of sort Int.
func (t *tableau) splitsInts(p *simplex.Split) bool {
	return len(p.Form) > 0 && !slices.ContainsFunc(p.Form, func(m simplex.Monomial) bool {
		v := t.vars[m.V]
		return t.nodes[v.node].real || t.nodes[v.x].real
	})
}

// number returns a numeral of sort Real or Int.
func (s *Solver) number(k num.Rat, real bool) term.Term {
	if real {
		return s.terms.Rat(k)
	}
	return s.terms.Numeral(k.Num())
}

// distance returns the equality of two nodes of one class at their offset.
func (t *tableau) distance(e [2]theory.Node) term.Term {
	m := t.host.Maker()
	if t.nodes[e[0]].real {
		return m.Eq(t.nodeTerm(e[0]), t.nodeTerm(e[1])) // Reals have no offsets
	}
	k := t.host.Offset(e[0]) - t.host.Offset(e[1])
	return m.Eq(t.nodeTerm(e[0]), m.Add(t.nodeTerm(e[1]), t.terms.Int(k)))
}

// cutTerm returns the inequality times scale as sum >= least. For integers, least is
// rounded up.
func (t *tableau) cutTerm(in *simplex.Inequality, real bool) (sum term.Term, least num.Rat, scale num.Int) {
	den := num.FromInt64(1)
	for _, x := range in.Terms {
		if v := t.vars[x.V]; v.node != 0 && !t.nodes[v.node].real {
			den = den.LCM(x.C.Div(t.columns[v.node].scale).Den())
		} else {
			den = den.LCM(x.C.Den())
		}
	}
	m := t.host.Maker()
	k := in.K.Mul(ratOf(den))
	var terms []term.Term
	times := func(c num.Rat, n theory.Node) {
		x := t.nodeTerm(n)
		if real && t.terms.Sort(x) == term.Int {
			x = m.ToReal(x)
		}
		terms = append(terms, m.Mul(t.number(c, real), x))
	}
	add := func(n theory.Node, c num.Rat) {
		k = k.AddMul(c, t.columns[n].base)
		if t.nodes[n].real && !real {
			for _, x := range t.sumOf(n) {
				d := c.Mul(x.coeff)
				k = k.Sub(d.Mul(num.RatFromInt64(x.off)))
				if x.node != theory.Zero {
					times(d, x.node)
				}
			}
			return
		}
		times(c, n)
	}
	for _, x := range in.Terms {
		c := x.C.Mul(ratOf(den))
		if v := t.vars[x.V]; v.node != 0 {
			add(v.node, c.Div(t.columns[v.node].scale))
		} else {
			add(v.x, c)
			add(v.y, c.Neg())
		}
	}
	if !real {
		k = num.RatFromInt(k.Ceil())
	}
	return m.Add(terms...), k, den
}

// certifyCut certifies a cut that is scale times the tableau's: its negation, below,
// contradicts the bounds in t.ante, by cases on the form that the cut splits on.
func (t *tableau) certifyCut(p *simplex.Split, below cert.Step, scale num.Int, c *cert.Certificate) {
	t.certifyEqualities(c)
	f0 := p.F0()
	cases := cert.Step{
		Kind: cert.Cases, Name: assumed, Split: t.formOf(p), Val: ratOf(p.Value.Floor()),
		From: []cert.Premise{{Bound: assumed, Upper: true, Coeff: f0.Inv()}},
		Else: []cert.Premise{{Bound: assumed, Upper: true, Coeff: num.RatFromInt64(1).Sub(f0).Inv()}},
	}
	if !t.terms.IsNum(below.A) {
		below.Name = negated
		c.AddBound(below)
		q := cert.Premise{Bound: negated, Of: below.A, Upper: true, Coeff: p.Negated.Div(ratOf(scale))}
		cases.From, cases.Else = append(cases.From, q), append(cases.Else, q)
	}
	t.farkas = append(t.farkas[:0], p.Low...)
	cases.From = append(cases.From, t.premises(c)...)
	t.farkas = append(t.farkas[:0], p.High...)
	cases.Else = append(cases.Else, t.premises(c)...)
	c.Add(cases)
}

// certifyRound certifies a rounded row: the bounds in why contradict its negation, below.
func (t *tableau) certifyRound(why []simplex.Farkas, below cert.Step, scale num.Int, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	t.certifyEqualities(c)
	t.farkas = t.farkas[:0]
	for _, f := range why {
		f.Coeff = f.Coeff.Mul(ratOf(scale))
		t.farkas = append(t.farkas, f)
	}
	above := cert.Step{Kind: cert.Combination, Name: assumed, A: below.A, Val: below.Val.Add(one), From: t.premises(c)}
	if t.terms.IsNum(below.A) { // the bounds alone contradict each other
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

// certifyEqualities adds the equalities in t.ante, which are literals of the cut.
func (t *tableau) certifyEqualities(c *cert.Certificate) {
	for _, e := range t.ante.Eqs {
		if eq := t.distance(e); t.terms.Op(eq) != term.OpTrue {
			c.Add(cert.Step{Kind: cert.ByLiteral, A: t.termOf(e[0]), B: t.termOf(e[1]),
				Off: t.host.Offset(e[0]) - t.host.Offset(e[1]), Lit: cert.Literal{T: eq}})
		}
	}
}

// formOf returns the form that a cut splits on.
func (t *tableau) formOf(p *simplex.Split) []cert.Premise {
	var out []cert.Premise
	var base num.Rat
	for _, m := range p.Form {
		v := t.vars[m.V]
		if v.node == 0 {
			x, y := &t.columns[v.x], &t.columns[v.y]
			base = base.AddMul(m.C, x.base.Sub(y.base))
			out = append(out, cert.Premise{Of: t.termOf(v.x), Other: t.termOf(v.y), Coeff: m.C})
			continue
		}
		x := &t.columns[v.node]
		k := m.C.Div(x.scale)
		base = base.AddMul(k, x.base)
		out = append(out, cert.Premise{Of: t.termOf(v.node), Coeff: k})
	}
	if !base.IsZero() {
		out = append(out, cert.Premise{Of: t.terms.Int(1), Coeff: base.Neg()})
	}
	return out
}
