package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	cutPeriod  = 4  // one cut for so many branchings
	longestCut = 12 // literals in the premise of a cut
)

// fractional returns the active Int term to branch on and its value in the
// tableau, which is no integer. It prefers a small range, then the oldest.
// Values of variables that are not active do not matter.
func (s *Solver) fractional() (best theory.Node, q simplex.Value, found bool) {
	var least num.Rat
	bounded := false
	for _, n := range s.actives {
		v := s.nodes[n].sv
		if s.nodes[n].real || s.tab.IsSlack(v) {
			continue
		}
		x := s.tab.Value(v)
		if x.IsInt() {
			continue
		}
		lo, ok1 := s.tab.Lower(v)
		hi, ok2 := s.tab.Upper(v)
		if ok1 && ok2 {
			if width := hi.B.Sub(lo.B); !bounded || width.Less(least) {
				best, q, least, bounded = n, x, width, true
			}
		} else if !found {
			best, q = n, x
		}
		found = true
	}
	return best, q, found
}

// branch splits on n <= k or n >= k+1 for the term n with the fractional value
// q; it reports whether that is news.
func (s *Solver) branch(n theory.Node, q simplex.Value) bool {
	k := s.fromTableau(n, num.RatFromInt(q.Floor())).Num()
	return s.split(s.host.Maker().Le(s.nodes[n].term, s.terms.Numeral(k)), nearerAbove(q))
}

// branchOnForm is branch with an integer combination that has no integer value at
// the vertex that v is at.
func (s *Solver) branchOnForm(v simplex.Var) bool {
	form, q, ok := s.tab.Form(v)
	if !ok {
		return false
	}
	in := simplex.Inequality{Terms: form, K: num.RatFromInt(q.Ceil())}
	if s.mixed(&in) {
		return false
	}
	sum, k, _ := s.cutTerm(&in, false)
	s.stats.forms++
	return s.split(s.host.Maker().Le(s.terms.Numeral(k.Num()), sum), !nearerAbove(simplex.Value{R: q}))
}

// split splits on a formula; its negation is tried first if so asked.
func (s *Solver) split(f term.Term, negation bool) bool {
	l := s.host.Lit(f)
	if s.host.Value(l) == sat.Undef {
		near := l
		if negation {
			near = l.Not()
		}
		s.host.Prefer(near)
	}
	s.stats.branches++
	// A split needs no steps.
	return s.host.Lemma([]sat.Lit{l, l.Not()}, theory.LIABranch, nil) == theory.LemmaNew || s.host.Value(l) == sat.Undef
}

// cut sends a Gomory cut for v: the bounds that it is derived from imply it.
func (s *Solver) cut(v simplex.Var) bool {
	in, ok := s.tab.Cut(v)
	// Without terms the GCD test sees a contradiction.
	return ok && len(in.Terms) > 0 && s.sendCut(&in)
}

// roundRow sends what the bounds of Reals say of the integers in the row of v.
func (s *Solver) roundRow(v simplex.Var) bool {
	in, ok := s.tab.Round(v)
	return ok && s.sendCut(&in)
}

// sendCut sends an inequality that some bounds imply. One with Reals is sent as it
// is; one over integers is rounded.
func (s *Solver) sendCut(in *simplex.Inequality) bool {
	real := s.mixed(in)
	if real && (s.allInts(in) || !s.splitsInts(&in.Proof)) {
		return false
	}
	s.begin()
	s.farkas = append(s.farkas[:0], in.Why...)
	s.todo = s.todo[:0]
	s.expandFarkas(&s.ante)
	s.drain(&s.ante)
	if len(s.ante.Lits)+len(s.ante.Eqs) > longestCut {
		return false
	}
	var clause []sat.Lit
	for _, l := range s.ante.Lits {
		clause = append(clause, l.Not())
	}
	for _, e := range s.ante.Eqs {
		clause = append(clause, s.host.Lit(s.distance(e)).Not())
	}
	sum, k, scale := s.cutTerm(in, real)
	cut := s.host.Maker().Le(s.number(k, real), sum)
	if real && (s.terms.IsRat(sum) || s.terms.Op(cut) == term.OpTrue) {
		return false // the terms cancel
	}
	clause = append(clause, s.host.Lit(cut))
	s.stats.cuts++
	if real {
		s.stats.mixedCuts++
	}
	if c := s.ante.Cert; c != nil {
		below := cert.Step{Kind: cert.LiteralBound, A: sum, Upper: true, Strict: real, Val: k, Lit: cert.Literal{T: cut, Neg: true}}
		if !real {
			below.Val = k.Sub(num.RatFromInt64(1))
		}
		if len(in.Proof.Form) > 0 {
			s.certifyCut(&in.Proof, below, scale, c)
		} else {
			s.certifyRound(in.Why, below, scale, c)
		}
	}
	return s.host.Lemma(clause, theory.LIACut, s.ante.Cert) == theory.LemmaNew
}

// mixed reports whether an inequality has to be one of Reals: it speaks of a Real,
// or of a difference of Reals that is one of integers.
func (s *Solver) mixed(in *simplex.Inequality) bool {
	for _, t := range in.Terms {
		if v := s.vars[t.V]; !s.tab.IsInt(t.V) || s.nodes[v.x].real {
			return true
		}
	}
	return false
}

// allInts reports whether all variables of an inequality are integers.
func (s *Solver) allInts(in *simplex.Inequality) bool {
	for _, t := range in.Terms {
		if !s.tab.IsInt(t.V) {
			return false
		}
	}
	return true
}

// splitsInts reports whether the form of a split is one of terms of sort Int.
func (s *Solver) splitsInts(p *simplex.Split) bool {
	for _, m := range p.Form {
		if v := s.vars[m.V]; s.nodes[v.node].real || s.nodes[v.x].real {
			return false
		}
	}
	return len(p.Form) > 0
}

// number returns a numeral of sort Real or Int.
func (s *Solver) number(k num.Rat, real bool) term.Term {
	if real {
		return s.terms.Rat(k)
	}
	return s.terms.Numeral(k.Num())
}

// distance says that two nodes of one class have the distance that they have.
func (s *Solver) distance(e [2]theory.Node) term.Term {
	m := s.host.Maker()
	if s.nodes[e[0]].real {
		return m.Eq(s.nodeTerm(e[0]), s.nodeTerm(e[1])) // Reals have no offsets
	}
	k := s.host.Offset(e[0]) - s.host.Offset(e[1])
	return m.Eq(s.nodeTerm(e[0]), m.Add(s.nodeTerm(e[1]), s.terms.Int(k)))
}

// cutTerm returns the inequality times scale, as a sum that is at least least: a
// sum of Reals, or one of integers, for which least is rounded. A variable of the
// tableau is (value - base) / scale of its node.
func (s *Solver) cutTerm(in *simplex.Inequality, real bool) (sum term.Term, least num.Rat, scale num.Int) {
	den := num.FromInt64(1)
	for _, t := range in.Terms {
		if v := s.vars[t.V]; v.node != 0 && !s.nodes[v.node].real {
			den = den.LCM(t.C.Div(s.nodes[v.node].scale).Den())
		} else {
			den = den.LCM(t.C.Den())
		}
	}
	m := s.host.Maker()
	k := in.K.Mul(ratOf(den))
	var terms []term.Term
	times := func(c num.Rat, n theory.Node) {
		t := s.nodeTerm(n)
		if real && s.terms.Sort(t) == term.Int {
			t = m.ToReal(t)
		}
		terms = append(terms, m.Mul(s.number(c, real), t))
	}
	add := func(n theory.Node, c num.Rat) {
		k = k.AddMul(c, s.nodes[n].base)
		if s.nodes[n].real && !real {
			for _, x := range s.monomials(n, nil) {
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
	for _, t := range in.Terms {
		c := t.C.Mul(ratOf(den))
		if v := s.vars[t.V]; v.node != 0 {
			add(v.node, c.Div(s.nodes[v.node].scale))
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

// nodeTerm returns a term for the value of n.
func (s *Solver) nodeTerm(n theory.Node) term.Term {
	if n == theory.Zero {
		return s.terms.Int(0)
	}
	return s.nodes[n].term
}

// trichotomy splits on a = b, a < b or a > b for an asserted disequality; it
// reports whether that is news.
func (s *Solver) trichotomy(a *atom) bool {
	s.stats.trichotomies++
	m := s.host.Maker()
	x, y := s.nodeTerm(a.x), s.nodeTerm(a.y)
	if !s.nodes[a.x].real {
		y = m.Add(y, s.terms.Int(a.c))
	}
	below, above := m.Not(m.Le(y, x)), m.Not(m.Le(x, y))
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.Trichotomy, s.formulas(a.term, below, above))
	}
	lits := []sat.Lit{a.lit, s.host.Lit(below), s.host.Lit(above)}
	return s.host.Lemma(lits, theory.LIATrichotomy, c) == theory.LemmaNew
}
