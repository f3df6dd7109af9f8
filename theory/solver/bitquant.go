package solver

import (
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Quantifiers over bit-vectors are atoms to package bv. A false universal one gets a
// counterexample, new constants; a true one is checked in the model of each satisfiable answer
// (theory/mbqi) and instantiated where the model violates it, until the model is one. There are
// finitely many values, so that ends, if only in principle.

// element returns a constant of a sort that has no terms: sorts are not empty.
func (b *blaster) element(sort term.Sort) term.Term {
	if b.elements[sort] == 0 {
		b.elements[sort] = b.st.FreshConst("element", sort)
	}
	return b.elements[sort]
}

// instantiate asserts what the present assignment violates, and returns how much. A reason
// says that it cannot decide.
func (b *blaster) instantiate() (added int, why reason.Reason) {
	var of []cert.Literal // the formulas that hold as universal ones
	var qs []quant.Universal
	b.Quantifiers(func(t term.Term, holds bool) {
		q := b.st.Quant(t)
		if b.st.Op(t) == term.OpForall == holds {
			body := q.Body
			if !holds {
				body = b.st.Not(body)
			}
			of, qs = append(of, cert.Literal{T: t, Neg: !holds}), append(qs, quant.Universal{Vars: q.Vars, Body: body})
		} else if !b.skolemized[t] {
			added += b.skolemize(t, holds, q)
		}
	})
	if added > 0 || len(qs) == 0 {
		return added, reason.Reason{}
	}
	names := b.Names()
	instances, satisfied, err := b.violations(b.Solver.Model, qs, func(v model.Value) (term.Term, bool) {
		if t, ok := names(v); ok || v.Kind() != model.KindElem {
			return t, ok
		}
		return b.element(v.Sort()), true // a sort without terms
	})
	switch {
	case satisfied:
		return 0, reason.Reason{}
	case err != nil && err != errSpent:
		return 0, reason.Reason{Kind: reason.Quantifiers, Detail: err.Error()}
	}
	for i, terms := range instances {
		if terms != nil {
			b.instance(of[i], qs[i], terms)
			added++
		}
	}
	if added == 0 {
		return 0, reason.Reason{Kind: reason.Quantifiers}
	}
	return added, reason.Reason{}
}

// skolemize asserts that new constants witness the truth of an existential formula, or the
// falsehood of a universal one.
func (b *blaster) skolemize(t term.Term, holds bool, q term.Quant) int {
	b.skolemized[t] = true
	constants := b.symbols.Skolem(b.st, t)
	body := b.replace(q.Vars, constants, q.Body)
	b.proof.Skolem(t, constants, body)
	b.imply(cert.Skolem, cert.Literal{T: t, Neg: !holds}, cert.Literal{T: body, Neg: !holds}, t, constants)
	return 1
}

// instance asserts an instance of a formula that holds as a universal one.
func (b *blaster) instance(of cert.Literal, q quant.Universal, terms []term.Term) {
	b.instances++
	b.imply(cert.Instance, of, cert.Literal{T: b.replace(q.Vars, terms, q.Body)}, of.T, terms)
}

// imply asserts that one literal implies another one, by a rule about a quantifier and terms for
// its variables.
func (b *blaster) imply(rule cert.Rule, when, then cert.Literal, t term.Term, terms []term.Term) {
	if b.proof == nil {
		b.Solver.Assert(b.rw.Or(b.formula(cert.Literal{T: when.T, Neg: !when.Neg}), b.formula(then)))
		return
	}
	c := &cert.Certificate{Name: "quantifier"}
	c.Axiom(rule, []cert.Literal{{T: when.T, Neg: !when.Neg}, then}, append([]term.Term{t}, terms...)...)
	b.Lemma(c)
}

func (b *blaster) formula(l cert.Literal) term.Term {
	if l.Neg {
		return b.st.Not(l.T)
	}
	return l.T
}

// replace returns t with terms for variables, simplified, its quantifiers resolved.
func (b *blaster) replace(vars, terms []term.Term, t term.Term) term.Term {
	var with term.Maker = b.rw
	if b.proof != nil {
		with = b.st
	}
	u := term.NewSubst(b.st, with)
	for i, v := range vars {
		u.Bind(v, terms[i])
	}
	if b.proof != nil {
		return b.checked.apply(u.Apply(t))
	}
	return b.resolved(b.rw.Simplify(u.Apply(t)))
}

// resolved returns a formula with simpler quantifiers.
func (b *blaster) resolved(t term.Term) term.Term {
	if b.proof != nil {
		return t // the log's checker knows nothing of it
	}
	return b.resolver.apply(t)
}
