package mbqi

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Verdict is the result of checking a quantifier in a model.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Holds
	Violated
)

// Check decides whether q holds in p. If it is Violated, the values of a counterexample
// come with the verdict.
func (p *Interpretation) Check(q Quantifier) ([]model.Value, Verdict) {
	env := map[term.Term]term.Term{}
	var domain []term.Term
	for _, v := range q.Vars {
		c, ok := p.constant(v)
		if !ok {
			return nil, Unknown
		}
		env[v] = c
		if s := p.st.Sort(v); p.st.SortKind(s) == term.KindUninterpreted {
			domain = append(domain, p.within(c, len(p.universe[s])))
		}
	}
	body, ok := p.encode(q.Body, env)
	if !ok {
		return nil, Unknown
	}
	if body == p.st.True() {
		return nil, Holds
	}
	s, satisfiable, known := p.violation(body, domain)
	if p.Negative && satisfiable && known {
		n := len(domain)
		for _, v := range q.Vars {
			if p.st.Sort(v) == term.Int {
				domain = append(domain, p.mk.Le(env[v], p.mk.Int(-1)))
			}
		}
		if len(domain) > n {
			if t, also, certain := p.violation(body, domain); also && certain {
				s = t
			}
		}
	}
	switch {
	case !known:
		return nil, Unknown
	case !satisfiable:
		return nil, Holds
	}
	m, err := s.Model()
	if err != nil {
		return nil, Unknown
	}
	values := make([]model.Value, len(q.Vars))
	for i, v := range q.Vars {
		w, err := m.Eval(env[v])
		if err != nil {
			return nil, Unknown
		}
		if sort := p.st.Sort(v); p.st.SortKind(sort) == term.KindUninterpreted {
			w = p.universe[sort][w.Number()]
		}
		values[i] = w
	}
	return values, Violated
}

// violation asks for values in a domain that make a body false.
func (p *Interpretation) violation(body term.Term, domain []term.Term) (s Solver, satisfiable, known bool) {
	s = p.solver()
	for _, d := range domain {
		s.Assert(d)
	}
	s.Assert(p.st.Not(body))
	satisfiable, known = s.Check(nil)
	return s, satisfiable, known
}

// constant returns the constant that stands for a variable of a quantifier;
// false for an array over elements: as an array of integers it would have more values.
func (p *Interpretation) constant(v term.Term) (term.Term, bool) {
	s := p.st.Sort(v)
	if p.st.IsArray(s) && p.sort(s) != s {
		return 0, false
	}
	c, ok := p.consts[v]
	if !ok || p.st.Sort(c) != p.sort(s) {
		c = p.st.FreshConst(p.st.SymName(p.st.BoundSym(v)), p.sort(s))
		p.consts[v] = c
	}
	return c, true
}
