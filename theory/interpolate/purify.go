package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// purify replaces the applications of functions outside the vocabulary by constants, and adds that
// equal arguments give equal values (Ackermann): projection keeps all functions.
func (p *Interpolator) purify(formulas []term.Term, words *vocabulary) ([]term.Term, error) {
	apps, err := p.applications(formulas, words)
	if err != nil || len(apps) == 0 {
		return formulas, err
	}
	sub := term.NewSubst(p.st, p.rw)
	args := make([][]term.Term, len(apps))
	consts := make([]term.Term, len(apps))
	for i, t := range apps { // those inside others come first
		for _, a := range p.st.Args(t) {
			args[i] = append(args[i], sub.Apply(a))
		}
		consts[i] = p.constant(p.st.App(p.st.Sym(t), args[i]...))
		sub.Bind(t, consts[i])
	}
	out := make([]term.Term, 0, len(formulas))
	for _, t := range formulas {
		out = append(out, sub.Apply(t))
	}
	for i := range apps {
		for j := range i {
			if p.st.Sym(apps[i]) == p.st.Sym(apps[j]) && consts[i] != consts[j] {
				out = append(out, p.congruence(args[j], args[i], consts[j], consts[i]))
			}
		}
	}
	return out, nil
}

// congruence returns the formula that equal arguments give equal values.
func (p *Interpolator) congruence(a, b []term.Term, x, y term.Term) term.Term {
	or := []term.Term{p.rw.Eq(x, y)}
	for i := range a {
		or = append(or, p.st.Not(p.rw.Eq(a[i], b[i])))
	}
	return p.rw.Or(or...)
}

// constant returns the constant that stands for an application: always the same one.
func (p *Interpolator) constant(t term.Term) term.Term {
	c, ok := p.purified[t]
	if !ok {
		c = p.st.FreshConst(p.st.SymName(p.st.Sym(t)), p.st.Sort(t))
		p.purified[t] = c
	}
	return c
}

// applications returns the applications of local functions, those inside others first.
func (p *Interpolator) applications(formulas []term.Term, words *vocabulary) ([]term.Term, error) {
	var found []term.Term
	var err error
	p.st.Visit(func(t term.Term) bool {
		if p.st.Op(t) != term.OpApp || p.st.NumArgs(t) == 0 || words.has(p.st.Sym(t)) {
			return true
		}
		if found = append(found, t); !p.st.Ground(t) {
			err = open(reason.Unsupported, "%s, which is not shared, below a quantifier", p.st.SymName(p.st.Sym(t)))
		} else if len(found) > maxApplications {
			err = open(reason.Incomplete, "more than %d applications of functions that are not shared", maxApplications)
		}
		return err == nil
	}, formulas...)
	if err != nil {
		return nil, err
	}
	slices.Sort(found) // arguments have smaller ids
	return found, nil
}
