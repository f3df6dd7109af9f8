package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// monomial is a coefficient times a term.
type monomial struct {
	coeff num.Rat
	t     term.Term
}

// monomials returns the monomials of a canonical arithmetic term, without the constant.
func (p *Pipeline) monomials(t term.Term) []monomial {
	st := p.st
	if st.Op(t) != term.OpAdd {
		return p.appendMonomial(nil, t)
	}
	ms := make([]monomial, 0, st.NumArgs(t))
	for _, a := range st.Args(t) {
		ms = p.appendMonomial(ms, a)
	}
	return ms
}

func (p *Pipeline) appendMonomial(ms []monomial, t term.Term) []monomial {
	if p.st.IsValue(t) {
		return ms
	}
	if p.st.Op(t) == term.OpMul {
		if k, ok := p.st.NumeralValue(p.st.Arg(t, 0)); ok {
			return append(ms, monomial{k, p.st.Arg(t, 1)})
		}
	}
	return append(ms, monomial{num.RatFromInt64(1), t})
}

// subtract returns a - b: monomials, and a constant. It makes no terms.
func (p *Pipeline) subtract(a, b term.Term) (ms []monomial, c num.Rat) {
	ms = p.monomials(a)
	for _, m := range p.monomials(b) {
		k := slices.IndexFunc(ms, func(x monomial) bool { return x.t == m.t })
		if k < 0 {
			ms = append(ms, monomial{m.coeff.Neg(), m.t})
		} else if ms[k].coeff = ms[k].coeff.Sub(m.coeff); ms[k].coeff.IsZero() {
			ms = slices.Delete(ms, k, k+1)
		}
	}
	return ms, p.constant(a).Sub(p.constant(b))
}

// constant returns the constant of a canonical arithmetic term.
func (p *Pipeline) constant(t term.Term) num.Rat {
	if p.st.Op(t) == term.OpAdd {
		t = p.st.Arg(t, p.st.NumArgs(t)-1)
	}
	c, _ := p.st.NumeralValue(t)
	return c
}

// number returns a numeral of sort Int, for which v is an integer, or Real.
func (p *Pipeline) number(sort term.Sort, v num.Rat) term.Term {
	if sort == term.Int {
		return p.rw.Numeral(v.Num())
	}
	return p.st.Rat(v)
}
