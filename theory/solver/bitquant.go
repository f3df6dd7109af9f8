package solver

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/mbqi"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Quantifiers over bit-vectors are atoms to package bv. A false universal one gets a
// counterexample, new constants; a true one is checked in the model of each satisfiable answer
// (theory/mbqi) and instantiated where the model violates it, until the model is one. There are
// finitely many values, so that ends, if only in principle.

// bitQuantifiers remembers which quantifiers have their counterexample.
type bitQuantifiers struct {
	skolemized map[term.Term]bool      // by quantifier, of the present engine
	elements   map[term.Sort]term.Term // never ranged over
	instances  int64
}

// element returns a constant of a sort that has no terms: sorts are not empty.
func (q *bitQuantifiers) element(st *term.Store, sort term.Sort) term.Term {
	if q.elements == nil {
		q.elements = map[term.Sort]term.Term{}
	}
	if q.elements[sort] == 0 {
		q.elements[sort] = st.FreshConst("element", sort)
	}
	return q.elements[sort]
}

// checkBits decides by package bv.
func (s *Solver) checkBits() (sat.Status, reason.Reason) {
	for {
		st := s.bits.Check(s.lits, s.budget)
		if st != sat.Sat {
			return st, reason.Reason{}
		}
		added, why := s.instantiateBits()
		if why.Kind != reason.None || added == 0 {
			return st, why
		}
	}
}

// universal is a quantified formula that holds in an assignment, as a universal one.
type universal struct {
	t     term.Term // the formula
	holds bool      // or its negation does
	vars  []term.Term
	body  term.Term
}

// instantiateBits asserts what the present assignment violates, and returns how much. A reason
// says that it cannot tell.
func (s *Solver) instantiateBits() (added int, why reason.Reason) {
	var all []universal
	s.bits.Quantifiers(func(t term.Term, holds bool) {
		q := s.st.Quant(t)
		if s.st.Op(t) == term.OpForall == holds {
			body := q.Body
			if !holds {
				body = s.st.Not(body)
			}
			all = append(all, universal{t, holds, q.Vars, body})
			return
		}
		if !s.quantified.skolemized[t] {
			added += s.skolemize(t, holds, q)
		}
	})
	if added > 0 || len(all) == 0 {
		return added, reason.Reason{}
	}
	if s.candidates++; s.modelBudget > 0 && s.candidates > s.modelBudget {
		return 0, reason.Reason{Kind: reason.Quantifiers}
	}
	m, err := s.bits.Model()
	if err != nil {
		return 0, reason.Reason{Kind: reason.Quantifiers, Detail: err.Error()}
	}
	p, err := s.checker.Complete(m)
	if err != nil {
		return 0, reason.Reason{Kind: reason.Quantifiers, Detail: err.Error()}
	}
	names := s.bits.Names()
	name := func(v model.Value) (term.Term, bool) {
		t, ok := names(v)
		if !ok && v.Kind() == model.KindElem {
			return s.quantified.element(s.st, v.Sort()), true // a sort without terms
		}
		return t, ok
	}
	unknown := false
	for _, u := range all {
		if s.ctx.Err() != nil {
			return 0, reason.Reason{Kind: reason.Quantifiers}
		}
		q := mbqi.Quantifier{Vars: u.vars, Body: u.body}
		values, verdict := p.Check(q)
		switch verdict {
		case mbqi.Holds:
			continue
		case mbqi.Violated:
			if terms, ok := p.Terms(q, values, name); ok {
				s.instance(&u, terms)
				added++
				continue
			}
		}
		unknown = true
	}
	switch {
	case added > 0:
		return added, reason.Reason{}
	case unknown:
		return 0, reason.Reason{Kind: reason.Quantifiers}
	}
	s.verified = m
	return 0, reason.Reason{}
}

// skolemize asserts that new constants witness the truth of an existential formula, or the
// falsehood of a universal one.
func (s *Solver) skolemize(t term.Term, holds bool, q term.Quant) int {
	if s.quantified.skolemized == nil {
		s.quantified.skolemized = map[term.Term]bool{}
	}
	s.quantified.skolemized[t] = true
	constants := s.symbols.Skolem(s.st, t)
	body := s.replace(q.Vars, constants, q.Body)
	s.proof.Skolem(t, constants, body)
	s.imply(cert.Skolem, cert.Literal{T: t, Neg: !holds}, cert.Literal{T: body, Neg: !holds}, t, constants)
	return 1
}

// instance asserts an instance of a universal formula.
func (s *Solver) instance(u *universal, terms []term.Term) {
	s.quantified.instances++
	body := s.replace(u.vars, terms, u.body)
	s.imply(cert.Instance, cert.Literal{T: u.t, Neg: !u.holds}, cert.Literal{T: body}, u.t, terms)
}

// imply asserts that one literal implies another one, by a rule about a quantifier and terms for
// its variables.
func (s *Solver) imply(rule cert.Rule, when, then cert.Literal, t term.Term, terms []term.Term) {
	if s.proof == nil {
		s.bits.Assert(s.rw.Or(s.formula(cert.Literal{T: when.T, Neg: !when.Neg}), s.formula(then)))
		return
	}
	c := &cert.Certificate{Name: "quantifier"}
	c.Axiom(rule, []cert.Literal{{T: when.T, Neg: !when.Neg}, then}, append([]term.Term{t}, terms...)...)
	s.bits.Lemma(c)
}

func (s *Solver) formula(l cert.Literal) term.Term {
	if l.Neg {
		return s.st.Not(l.T)
	}
	return l.T
}

// replace returns t with terms for variables, simplified, its quantifiers resolved.
func (s *Solver) replace(vars, terms []term.Term, t term.Term) term.Term {
	var with term.Maker = s.rw
	if s.proof != nil {
		with = s.st
	}
	u := term.NewSubst(s.st, with)
	for i, v := range vars {
		u.Bind(v, terms[i])
	}
	if s.proof != nil {
		return s.checked.apply(u.Apply(t))
	}
	return s.resolved(s.rw.Simplify(u.Apply(t)))
}

// resolved returns a formula for package bv, with simpler quantifiers.
func (s *Solver) resolved(t term.Term) term.Term {
	if s.proof != nil {
		return t // the log's checker knows nothing of it
	}
	return s.resolver.apply(t)
}
