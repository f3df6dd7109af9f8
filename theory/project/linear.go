package project

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

func one() num.Rat { return num.RatFromInt64(1) }

func integer(k num.Int) linear.Sum { return linear.Number(num.RatFromInt(k)) }

// isInt reports whether all atoms are of sort Int.
func (r *run) isInt(p linear.Sum) bool {
	return !slices.ContainsFunc(p.Monomials, func(m linear.Monomial) bool { return r.st.Sort(m.Term) != term.Int })
}

// intTerm returns the term of a sum over Int atoms with integral coefficients.
func (r *run) intTerm(p linear.Sum) term.Term {
	args := make([]term.Term, 0, len(p.Monomials)+1)
	for _, m := range p.Monomials {
		args = append(args, r.rw.Mul(r.rw.Numeral(m.Coeff.Num()), m.Term))
	}
	return r.rw.Add(append(args, r.rw.Numeral(p.Constant.Num()))...)
}

// realTerm returns the term of a sum, of sort Real.
func (r *run) realTerm(p linear.Sum) term.Term {
	args := make([]term.Term, 0, len(p.Monomials)+1)
	for _, m := range p.Monomials {
		t := m.Term
		if r.st.Sort(t) == term.Int {
			t = r.rw.ToReal(t)
		}
		args = append(args, r.rw.Mul(r.st.Rat(m.Coeff), t))
	}
	return r.rw.Add(append(args, r.st.Rat(p.Constant))...)
}

// at returns the value of a sum in the model.
func (r *run) at(p linear.Sum) num.Rat {
	sum := p.Constant
	for _, m := range p.Monomials {
		sum = sum.AddMul(m.Coeff, r.value(m.Term).Rat())
	}
	return sum
}
