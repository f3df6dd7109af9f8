package spacer

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// undivided multiplies comparisons with quotients of integers by the divisor: n <= (div e 2) says 2n <= e. What divides
// an interval, as a binary search does, would else be a quotient of quotients in one query after the other, and facts
// add up sums only.
func (s *search) undivided(lits []term.Term) []term.Term {
	out := slices.Clone(lits)
	for i, t := range out {
		for range maxQuotients {
			u, ok := s.withoutQuotient(t)
			if !ok {
				break
			}
			t = u
		}
		out[i] = t
	}
	return out
}

// maxQuotients bounds the quotients in a comparison.
const maxQuotients = 8

// withoutQuotient returns an equivalent of a comparison of integers with one quotient less, if that has no factor.
func (s *search) withoutQuotient(t term.Term) (out term.Term, ok bool) {
	st, rw := s.sys.Store, s.rw
	atom := st.Atom(t)
	if st.Op(atom) != term.OpLe || st.Sort(st.Arg(atom, 0)) != term.Int {
		return 0, false
	}
	one := num.RatFromInt64(1)
	l := linear.Of(st, rw.Sub(st.Arg(atom, 0), st.Arg(atom, 1))) // it is at most 0
	if atom != t {
		l = linear.Number(one).Minus(l) // of integers
	}
	for _, m := range l.Monomials {
		if st.Op(m.Term) != term.OpDiv || !m.Coeff.Abs().IsOne() {
			continue
		}
		c, known := st.NumeralValue(st.Arg(m.Term, 1))
		if !known || c.Sign() <= 0 {
			continue
		}
		rest := l.Without(m.Term).Times(c)
		e := linear.Of(st, st.Arg(m.Term, 0))
		if m.Coeff.Sign() > 0 { // the quotient is at most -rest: c*rest + e <= c - 1
			return rw.Le(s.sum(rest.Plus(one, e).Minus(linear.Number(c.Sub(one)))), st.Int(0)), true
		}
		return rw.Le(s.sum(rest.Minus(e)), st.Int(0)), true
	}
	return 0, false
}

// sum returns the term of a sum of integers.
func (s *search) sum(l linear.Sum) term.Term {
	args := []term.Term{s.rw.Number(term.Int, l.Constant)}
	for _, m := range l.Monomials {
		args = append(args, s.rw.Mul(s.rw.Number(term.Int, m.Coeff), m.Term))
	}
	return s.rw.Add(args...)
}
