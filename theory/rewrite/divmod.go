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
// Rules: ARITH_MOD_NEG_DIVISOR, ARITH_MOD_COEFF, ARITH_MOD_MOD, ARITH_MOD_CONST, ARITH_MOD_FACTOR, ARITH_MOD_SMALL,
// BV_TO_INT_BOUND, BV_TO_INT_MOD.
func (r *Rewriter) Mod(a, b term.Term) term.Term {
	if !r.st.IsNum(b) || r.st.Num(b).IsZero() {
		return r.st.Mod(a, b)
	}
	k := r.st.Num(b)
	if k.Sign() < 0 {
		r.fired[arithModNegDivisor]++
		k = k.Neg()
	}
	start := len(r.mons)
	var c num.Int
	r.collect(a, num.FromInt64(1), &c)
	for more := true; more; {
		more = r.reduce(start, k, &c)
		r.normalize(start)
	}
	if len(r.mons) == start {
		_, m := c.EuclidDivMod(k)
		return r.by(arithModConst, r.Numeral(m))
	}
	c = residue(c, k)
	g := content(r.mons[start:], k.GCD(c))
	divide(r.mons[start:], g)
	if !g.IsOne() {
		r.fired[arithModFactor]++
		c, _ = c.QuoRem(g)
		k, _ = k.QuoRem(g)
	}
	p := r.build(start, c, integral())
	if !r.smaller(p, num.Int{}, k, arithModSmall) {
		p = r.mod(p, k)
	}
	return r.scale(p, g, num.FromInt64(1))
}

// mod builds the remainder of a polynomial that cannot be simplified otherwise.
func (r *Rewriter) mod(p term.Term, k num.Int) term.Term {
	if r.isValue(p, bvToIntMod) {
		if j, ok := exponent(k); ok {
			return r.by(bvToIntMod, r.half(p, j, false))
		}
	}
	return r.st.Mod(p, r.Numeral(k))
}

// reduce reduces the coefficients of the monomials r.mons[start:], once. It reports
// whether it added new ones.
//
// Rules: ARITH_MOD_COEFF, ARITH_MOD_MOD.
func (r *Rewriter) reduce(start int, k num.Int, c *num.Int) (more bool) {
	for i, end := start, len(r.mons); i < end; i++ {
		coeff := residue(r.mons[i].Coeff, k)
		t := r.mons[i].Term
		if d, ok := r.modulus(t); ok && !coeff.IsZero() && k.Divides(coeff.Mul(d)) {
			r.fired[arithModMod]++
			r.collect(r.st.Arg(t, 0), coeff, c)
			coeff, more = num.Int{}, true
		} else if !coeff.Equal(r.mons[i].Coeff) {
			r.fired[arithModCoeff]++
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
// Rules: ARITH_INT_DIV_NEG_DIVISOR, and those of quotient.
func (r *Rewriter) Div(a, b term.Term) term.Term {
	if !r.st.IsNum(b) || r.st.Num(b).IsZero() {
		return r.st.Div(a, b)
	}
	k := r.st.Num(b)
	q := r.quotient(a, k.Abs())
	if k.Sign() < 0 {
		return r.by(arithIntDivNegDivisor, r.Neg(q))
	}
	return q
}

// quotient divides by k > 0.
//
// Rules: ARITH_INT_DIV_MULTIPLE, ARITH_INT_DIV_CANCEL, ARITH_INT_DIV_INT_DIV, ARITH_INT_DIV_SMALL, BV_TO_INT_BOUND,
// BV_TO_INT_DIV.
func (r *Rewriter) quotient(a term.Term, k num.Int) term.Term {
	start := len(r.mons)
	r.quot = r.quot[:0]
	var c, outside num.Int
	r.collect(a, num.FromInt64(1), &c)
	for {
		r.normalize(start)
		r.splitMultiples(start, k)
		q, rest := c.EuclidDivMod(k)
		r.countIf(arithIntDivMultiple, !q.IsZero())
		outside, c = outside.Add(q), rest
		if len(r.mons) == start {
			break
		}
		if g := content(r.mons[start:], k); !g.IsOne() {
			r.fired[arithIntDivCancel]++
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
	if r.isValue(p, bvToIntDiv) {
		if j, ok := exponent(k); ok {
			return r.by(bvToIntDiv, r.half(p, j, true))
		}
	}
	return r.st.Div(p, r.Numeral(k))
}

// splitMultiples moves the monomials that k divides to the quotient.
func (r *Rewriter) splitMultiples(start int, k num.Int) {
	kept := r.mons[:start]
	for _, m := range r.mons[start:] {
		if q, rest := m.Coeff.QuoRem(k); rest.IsZero() {
			r.fired[arithIntDivMultiple]++
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
	r.fired[arithIntDivIntDiv]++
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
	return r.smaller(r.mons[start].Term, c, k, arithIntDivSmall)
}

// smaller reports whether t + c is certainly less than k, since t is a remainder, which rule is about, or the value of
// a bit-vector.
func (r *Rewriter) smaller(t term.Term, c, k num.Int, rule Rule) bool {
	d, ok := r.modulus(t)
	if r.isValue(t, bvToIntBound) {
		d, ok, rule = num.FromInt64(1).Lsh(uint(r.st.WidthOf(r.st.Arg(t, 0)))), true, bvToIntBound
	}
	if !ok || k.Less(d.Add(c)) {
		return false
	}
	r.fired[rule]++
	return true
}
