package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// modulus returns k if t is (mod x k) for a positive numeral k.
func (r *Rewriter) modulus(t term.Term) (num.Int, bool) { return r.divisor(term.OpMod, t) }

func (r *Rewriter) divisor(op term.Op, t term.Term) (num.Int, bool) {
	if r.st.Op(t) != op || !r.st.IsNum(r.st.Arg(t, 1)) {
		return num.Int{}, false
	}
	k := r.st.Num(r.st.Arg(t, 1))
	return k, k.Sign() > 0
}

// Mod returns the Euclidean remainder of a by b, which is never negative.
//
// D1: the sign of the divisor does not matter. D2: coefficients are reduced
// modulo k, to the residue of least absolute value. D3: an inner remainder
// (mod y d) with coefficient c is y if k divides c*d. D4: a common divisor of
// everything moves outside. D5: a remainder that is already below k is the result.
func (r *Rewriter) Mod(a, b term.Term) term.Term {
	if !r.st.IsNum(b) || r.st.Num(b).IsZero() {
		return r.st.Mod(a, b)
	}
	k := r.st.Num(b).Abs()
	start := len(r.mons)
	var c num.Int
	r.collect(a, num.FromInt64(1), &c)
	for more := true; more; {
		more = r.reduce(start, k, &c)
		r.normalize(start)
	}
	if len(r.mons) == start {
		_, m := c.EuclidDivMod(k)
		return r.Numeral(m)
	}
	c = residue(c, k)
	g := content(r.mons[start:], k.GCD(c))
	divide(r.mons[start:], g)
	if !g.IsOne() {
		c, _ = c.QuoRem(g)
		k, _ = k.QuoRem(g)
	}
	p := r.build(start, c, integral())
	if d, ok := r.valueBound(p); !ok || k.Less(d) {
		p = r.mod(p, k)
	}
	return r.scale(p, g, num.FromInt64(1))
}

// mod builds the remainder of a polynomial that cannot be simplified otherwise.
func (r *Rewriter) mod(p term.Term, k num.Int) term.Term {
	if r.isValue(p) {
		if j, ok := exponent(k); ok {
			return r.half(p, j, false)
		}
	}
	return r.st.Mod(p, r.Numeral(k))
}

// reduce applies D2 and D3 to the monomials r.mons[start:], once. It reports
// whether it added new ones.
func (r *Rewriter) reduce(start int, k num.Int, c *num.Int) (more bool) {
	for i, end := start, len(r.mons); i < end; i++ {
		coeff := residue(r.mons[i].Coeff, k)
		t := r.mons[i].Term
		if d, ok := r.modulus(t); ok && !coeff.IsZero() && k.Divides(coeff.Mul(d)) {
			r.collect(r.st.Arg(t, 0), coeff, c)
			coeff, more = num.Int{}, true
		}
		r.mons[i].Coeff = coeff
	}
	return more
}

// residue returns the number in (-k/2, k/2] that is congruent to c modulo k.
func residue(c, k num.Int) num.Int {
	_, m := c.EuclidDivMod(k)
	if k.Less(m.Add(m)) {
		return m.Sub(k)
	}
	return m
}

// Div returns the Euclidean quotient of a by b.
//
// D6: division by a negative number is the negated division by its absolute
// value. Function quotient has the other rules.
func (r *Rewriter) Div(a, b term.Term) term.Term {
	if !r.st.IsNum(b) || r.st.Num(b).IsZero() {
		return r.st.Div(a, b)
	}
	k := r.st.Num(b)
	q := r.quotient(a, k.Abs())
	if k.Sign() < 0 {
		return r.Neg(q)
	}
	return q
}

// quotient divides by k > 0.
//
// D9: monomials and the part of the constant that k divides move outside. D10:
// a common divisor of the rest and k is cancelled. D11: a quotient of a quotient
// divides once. D12: a remainder that is too small to reach k gives 0.
func (r *Rewriter) quotient(a term.Term, k num.Int) term.Term {
	start := len(r.mons)
	r.quot = r.quot[:0]
	var c, outside num.Int
	r.collect(a, num.FromInt64(1), &c)
	for {
		r.normalize(start)
		r.splitMultiples(start, k)
		q, rest := c.EuclidDivMod(k)
		outside, c = outside.Add(q), rest
		if len(r.mons) == start {
			break
		}
		if g := content(r.mons[start:], k); !g.IsOne() {
			divide(r.mons[start:], g)
			k, _ = k.QuoRem(g)
			c = c.FloorDiv(g)
		}
		if !r.mergeQuotients(start, &k, &c) {
			break
		}
	}
	if len(r.mons) > start && !r.tooSmall(start, k, c) {
		t := r.div(r.build(start, c, integral()), k)
		r.collect(t, num.FromInt64(1), &outside)
	} else {
		r.mons = r.mons[:start]
	}
	r.mons = append(r.mons, r.quot...)
	r.normalize(start)
	return r.build(start, outside, integral())
}

// div builds the quotient of a polynomial that cannot be simplified otherwise.
func (r *Rewriter) div(p term.Term, k num.Int) term.Term {
	if r.isValue(p) {
		if j, ok := exponent(k); ok {
			return r.half(p, j, true)
		}
	}
	return r.st.Div(p, r.Numeral(k))
}

// splitMultiples moves the monomials that k divides to the quotient.
func (r *Rewriter) splitMultiples(start int, k num.Int) {
	kept := r.mons[:start]
	for _, m := range r.mons[start:] {
		if q, rest := m.Coeff.QuoRem(k); rest.IsZero() {
			r.quot = append(r.quot, monomial{q, m.Term})
		} else {
			kept = append(kept, m)
		}
	}
	r.mons = kept
}

// mergeQuotients replaces (div (+ (div y d) c) k) by (div (+ y (* d c)) (* d k)),
// while the divisor stays a machine word: chains would make it huge.
func (r *Rewriter) mergeQuotients(start int, k, c *num.Int) bool {
	if len(r.mons) != start+1 || !r.mons[start].Coeff.IsOne() {
		return false
	}
	t := r.mons[start].Term
	d, ok := r.divisor(term.OpDiv, t)
	if !ok || d.BitLen()+k.BitLen() > 62 {
		return false
	}
	r.mons = r.mons[:start]
	*c = c.Mul(d)
	*k = k.Mul(d)
	r.collect(r.st.Arg(t, 0), num.FromInt64(1), c)
	return true
}

// tooSmall reports whether the monomials are a single remainder that stays in
// 0..k-1 after adding c.
func (r *Rewriter) tooSmall(start int, k, c num.Int) bool {
	if len(r.mons) != start+1 || !r.mons[start].Coeff.IsOne() {
		return false
	}
	d, ok := r.valueBound(r.mons[start].Term)
	return ok && !k.Less(d.Add(c))
}
