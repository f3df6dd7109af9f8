package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// ToReal converts an Int term to sort Real.
//
// R1: to_real is pushed through sums and products by numerals, to the atoms.
func (r *Rewriter) ToReal(a term.Term) term.Term {
	if r.st.NumArgs(a) > sumLimit {
		return r.st.ToReal(a)
	}
	start := len(r.mons)
	var c num.Int
	r.collect(a, num.FromInt64(1), &c)
	for i := start; i < len(r.mons); i++ {
		r.mons[i].Term = r.st.ToReal(r.mons[i].Term)
	}
	r.normalize(start)
	return r.build(start, c, over(num.FromInt64(1)))
}

// toIntegers replaces the monomials r.mons[start:], if all atoms are to_real terms, by
// those of their arguments.
//
// R2: a comparison of to_real terms is a comparison of integers.
func (r *Rewriter) toIntegers(start int) bool {
	ms := r.mons[start:]
	for i := range ms {
		if r.st.Op(ms[i].Term) != term.OpToReal {
			return false
		}
	}
	for i := range ms {
		ms[i].Term = r.st.Arg(ms[i].Term, 0)
	}
	r.normalize(start) // of other atoms, but as many
	return true
}

// leReal pops the monomials r.mons[start:] and returns: their sum plus c is at
// most 0.
//
// R3: coefficients are divided by their greatest common divisor; -p <= c is
// (<= -c p).
func (r *Rewriter) leReal(start int, c num.Int) term.Term {
	ms := r.mons[start:]
	g := content(ms, num.Int{})
	positive := ms[0].Coeff.Sign() > 0
	if !positive {
		g = g.Neg()
	}
	divide(ms, g)
	bound := num.FromInts(c.Neg(), g)
	p := r.build(start, num.Int{}, over(num.FromInt64(1)))
	if cond, a, b, ok := r.iteOfNumerals(p); ok {
		x, y := r.st.RatValue(a).Cmp(bound), r.st.RatValue(b).Cmp(bound)
		if positive {
			return r.pick(cond, x <= 0, y <= 0)
		}
		return r.pick(cond, x >= 0, y >= 0)
	}
	if positive {
		return r.st.Le(p, r.st.Rat(bound))
	}
	return r.st.Le(r.st.Rat(bound), p)
}

// eqReal pops the monomials r.mons[start:] and returns: their sum is -c.
//
// R4: as L10 and, without a constant, L9; there is no L8.
func (r *Rewriter) eqReal(start int, c num.Int) term.Term {
	ms := r.mons[start:]
	g := content(ms, num.Int{})
	if ms[0].Coeff.Sign() < 0 {
		g = g.Neg()
	}
	divide(ms, g)
	k := num.FromInts(c.Neg(), g)
	x := ms[0]
	switch {
	case len(ms) == 1:
		r.mons = r.mons[:start]
		if cond, a, b, ok := r.iteOfNumerals(x.Term); ok {
			return r.pick(cond, r.st.RatValue(a).Equal(k), r.st.RatValue(b).Equal(k))
		}
		return r.st.Eq(x.Term, r.st.Rat(k))
	case len(ms) == 2 && k.IsZero() && x.Coeff.IsOne() && ms[1].Coeff.Equal(num.FromInt64(-1)):
		r.mons = r.mons[:start]
		return r.st.Eq(x.Term, ms[1].Term)
	}
	return r.st.Eq(r.build(start, num.Int{}, over(num.FromInt64(1))), r.st.Rat(k))
}

// Quo returns a / b.
//
// R5: division by a numeral other than 0 is a product.
func (r *Rewriter) Quo(a, b term.Term) term.Term {
	if !r.st.IsRat(b) || r.st.RatValue(b).IsZero() {
		return r.st.Quo(a, b)
	}
	v := r.st.RatValue(b).Inv()
	return r.scale(a, v.Num(), v.Den())
}

// ToInt returns the greatest integer not above a Real term.
//
// R6: integral parts of the sum move outside. R7: to_int of a combination of integers is a
// division.
func (r *Rewriter) ToInt(a term.Term) term.Term {
	start, u := len(r.mons), r.unitOf(a)
	var c num.Int
	r.collect(a, u.den, &c)
	if r.toIntegers(start) {
		return r.quotient(r.build(start, c, integral()), u.den)
	}
	r.quot = r.quot[:0]
	for i := start; i < len(r.mons); i++ {
		if m := &r.mons[i]; r.st.Op(m.Term) == term.OpToReal {
			q, rest := m.Coeff.EuclidDivMod(u.den)
			r.quot = append(r.quot, monomial{q, r.st.Arg(m.Term, 0)})
			m.Coeff = rest
		}
	}
	outside, rest := c.EuclidDivMod(u.den)
	r.normalize(start)
	t := r.st.ToInt(r.build(start, rest, u))
	r.mons = append(r.mons, monomial{num.FromInt64(1), t})
	r.mons = append(r.mons, r.quot...)
	r.normalize(start)
	return r.build(start, outside, integral())
}
