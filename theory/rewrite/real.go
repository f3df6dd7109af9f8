package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// ToReal converts an Int term to sort Real.
//
// Rules: ARITH_TO_REAL_ADD.
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
	t := r.build(start, c, over(num.FromInt64(1)))
	r.countIf(arithToRealAdd, r.st.Op(t) != term.OpToReal)
	return t
}

// toIntegers replaces the monomials r.mons[start:], if all atoms are to_real terms, by
// those of their arguments.
//
// Rules: ARITH_REL_TO_REAL.
func (r *Rewriter) toIntegers(start int) bool {
	ms := r.mons[start:]
	for i := range ms {
		if r.st.Op(ms[i].Term) != term.OpToReal {
			return false
		}
	}
	r.fired[arithRelToReal]++
	for i := range ms {
		ms[i].Term = r.st.Arg(ms[i].Term, 0)
	}
	r.normalize(start) // of other atoms, but as many
	return true
}

// leReal pops the monomials r.mons[start:], with greatest common divisor g, and returns: their sum plus c is at
// most 0.
//
// Rules: ARITH_LE_ITE.
func (r *Rewriter) leReal(start int, c, g num.Int) term.Term {
	ms := r.mons[start:]
	positive := ms[0].Coeff.Sign() > 0
	if !positive {
		g = g.Neg()
	}
	divide(ms, g)
	bound := num.FromInts(c.Neg(), g)
	p := r.build(start, num.Int{}, over(num.FromInt64(1)))
	if cond, a, b, ok := r.iteOfNumerals(p); ok {
		r.fired[arithLeIte]++
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

// eqReal pops the monomials r.mons[start:] of a - b, with greatest common divisor g, and returns: their sum is -c.
//
// Rules: ARITH_EQ_ITE.
func (r *Rewriter) eqReal(a, b term.Term, start int, c, g num.Int) term.Term {
	ms := r.mons[start:]
	if ms[0].Coeff.Sign() < 0 {
		g = g.Neg()
	}
	divide(ms, g)
	k := num.FromInts(c.Neg(), g)
	x := ms[0]
	switch {
	case len(ms) == 1:
		r.mons = r.mons[:start]
		r.countSides(a, b)
		if cond, x, y, ok := r.iteOfNumerals(x.Term); ok {
			return r.by(arithEqIte, r.pick(cond, r.st.RatValue(x).Equal(k), r.st.RatValue(y).Equal(k)))
		}
		return r.st.Eq(x.Term, r.st.Rat(k))
	case len(ms) == 2 && k.IsZero() && x.Coeff.IsOne() && ms[1].Coeff.Equal(num.FromInt64(-1)):
		r.mons = r.mons[:start]
		r.countIf(arithEqOffset, x.Term != a || ms[1].Term != b)
		return r.st.Eq(x.Term, ms[1].Term)
	}
	r.countSides(a, b)
	return r.st.Eq(r.build(start, num.Int{}, over(num.FromInt64(1))), r.st.Rat(k))
}

// Quo returns a / b.
//
// Rules: ARITH_DIV_CONST.
func (r *Rewriter) Quo(a, b term.Term) term.Term {
	if !r.st.IsRat(b) || r.st.RatValue(b).IsZero() {
		return r.st.Quo(a, b)
	}
	v := r.st.RatValue(b).Inv()
	return r.by(arithDivConst, r.scale(a, v.Num(), v.Den()))
}

// ToInt returns the greatest integer not above a Real term.
//
// Rules: ARITH_TO_INT_ADD, ARITH_TO_INT_DIV.
func (r *Rewriter) ToInt(a term.Term) term.Term {
	start, u := len(r.mons), r.unitOf(a)
	var c num.Int
	r.collect(a, u.den, &c)
	if r.toIntegers(start) {
		return r.by(arithToIntDiv, r.quotient(r.build(start, c, integral()), u.den))
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
	sum := r.build(start, outside, integral())
	r.countIf(arithToIntAdd, sum != t)
	return sum
}
