package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// distributeLimit is the greatest number of monomials for which a product of sums is
// multiplied out.
const distributeLimit = 8

// factorLimit is the greatest number of factors for which a product of atoms is
// flattened and ordered.
const factorLimit = 16

// Add returns the sum of its arguments.
//
// L1: nested sums are flattened, monomials of the same atom added, constants
// folded.
func (r *Rewriter) Add(args ...term.Term) term.Term {
	start, u := len(r.mons), r.unitOf(args...)
	var c num.Int
	for _, a := range args {
		r.collectLimited(a, u.den, &c)
	}
	r.normalize(start)
	return r.build(start, c, u)
}

// Sub returns a - b.
func (r *Rewriter) Sub(a, b term.Term) term.Term {
	start, u := len(r.mons), r.unitOf(a, b)
	var c num.Int
	r.collectLimited(a, u.den, &c)
	r.collectLimited(b, u.den.Neg(), &c)
	r.normalize(start)
	return r.build(start, c, u)
}

func (r *Rewriter) collectLimited(t term.Term, k num.Int, c *num.Int) {
	if r.st.NumArgs(t) > sumLimit {
		r.mons = append(r.mons, monomial{k, t})
		return
	}
	r.collect(t, k, c)
}

// Neg returns -a.
func (r *Rewriter) Neg(a term.Term) term.Term {
	return r.scale(a, num.FromInt64(-1), num.FromInt64(1))
}

// scale returns a*n/d; d is positive, and 1 if a is an Int. L2: a numeral is
// multiplied into each monomial.
func (r *Rewriter) scale(a term.Term, n, d num.Int) term.Term {
	start, u := len(r.mons), r.unitOf(a)
	if n.IsZero() {
		return r.number(n, u)
	}
	var c num.Int
	r.collect(a, n.Mul(u.den), &c)
	r.normalize(start)
	u.den = u.den.Mul(d)
	return r.build(start, c, u)
}

// Mul returns a * b.
//
// N1: sums are multiplied out if the result is small.
func (r *Rewriter) Mul(a, b term.Term) term.Term {
	if r.st.IsValue(b) {
		a, b = b, a
	}
	switch r.st.Op(a) {
	case term.OpNum:
		return r.scale(b, r.st.Num(a), num.FromInt64(1))
	case term.OpRat:
		v := r.st.RatValue(a)
		return r.scale(b, v.Num(), v.Den())
	}
	start := len(r.mons)
	var ca, cb num.Int
	u, w := r.unitOf(a), r.unitOf(b)
	r.collect(a, u.den, &ca)
	mid := len(r.mons)
	r.collect(b, w.den, &cb)
	end := len(r.mons)
	if (mid-start+nonzero(ca))*(end-mid+nonzero(cb)) > distributeLimit {
		r.mons = r.mons[:start]
		return r.product(a, b)
	}
	for i := start; i < mid; i++ {
		for j := mid; j < end; j++ {
			x, y := r.mons[i], r.mons[j]
			r.mons = append(r.mons, monomial{x.Coeff.Mul(y.Coeff), r.product(x.Term, y.Term)})
		}
		x := r.mons[i]
		r.mons = append(r.mons, monomial{x.Coeff.Mul(cb), x.Term})
	}
	for j := mid; j < end; j++ {
		y := r.mons[j]
		r.mons = append(r.mons, monomial{y.Coeff.Mul(ca), y.Term})
	}
	r.mons = slices.Delete(r.mons, start, end)
	r.normalize(start)
	u.den = u.den.Mul(w.den)
	return r.build(start, ca.Mul(cb), u)
}

func nonzero(c num.Int) int {
	if c.IsZero() {
		return 0
	}
	return 1
}

// pushFactors pushes the factors of a product. It returns false, with some of them, if there are
// too many, or if one is a sum that was too large to multiply out.
func (r *Rewriter) pushFactors(a, b term.Term) bool {
	st := r.st
	base := len(r.terms)
	r.terms = append(r.terms, a, b)
	for i := base; i < len(r.terms); {
		f := r.terms[i]
		switch st.Op(f) {
		case term.OpMul, term.OpBvMul:
			r.terms[i] = st.Arg(f, 0)
			r.terms = append(r.terms, st.Arg(f, 1))
		case term.OpAdd, term.OpNum, term.OpRat, term.OpBvAdd, term.OpBvNot, term.OpBits:
			return false
		default:
			i++
		}
		if len(r.terms)-base > factorLimit {
			return false
		}
	}
	return true
}

// product multiplies two atoms.
//
// N2: the factors of a product of atoms are ordered by id. N3: to_real factors are
// multiplied first, as integers.
func (r *Rewriter) product(a, b term.Term) term.Term {
	st := r.st
	if st.Op(a) == term.OpToReal && st.Op(b) == term.OpToReal {
		return st.ToReal(r.product(st.Arg(a, 0), st.Arg(b, 0)))
	}
	if st.Op(a) != term.OpMul && st.Op(b) != term.OpMul {
		return st.Mul(min(a, b), max(a, b))
	}
	base := len(r.terms)
	t := a
	if r.pushFactors(a, b) {
		factors := r.mergeIntegers(r.terms[base:])
		slices.Sort(factors)
		t = factors[0]
		for _, f := range factors[1:] {
			t = st.Mul(min(t, f), max(t, f))
		}
	} else {
		t = st.Mul(min(a, b), max(a, b))
	}
	r.terms = r.terms[:base]
	return t
}

// mergeIntegers merges all to_real factors into one.
func (r *Rewriter) mergeIntegers(factors []term.Term) []term.Term {
	kept, whole := factors[:0], term.Term(0)
	for _, f := range factors {
		switch {
		case r.st.Op(f) != term.OpToReal:
			kept = append(kept, f)
		case whole == 0:
			whole = f
		default:
			whole = r.product(whole, f)
		}
	}
	if whole != 0 {
		kept = append(kept, whole)
	}
	return kept
}

// Gt returns a > b.
func (r *Rewriter) Gt(a, b term.Term) term.Term { return r.st.Not(r.Le(a, b)) }

// difference puts the monomials of u.den*(a - b) on r.mons, from start on, and
// returns its constant.
func (r *Rewriter) difference(a, b term.Term) (start int, u unit, c num.Int) {
	start, u = len(r.mons), r.unitOf(a, b)
	r.collect(a, u.den, &c)
	r.collect(b, u.den.Neg(), &c)
	r.normalize(start)
	return start, u, c
}

// Le returns a <= b.
//
// L3: everything goes to the left, the constant to the right. L4: coefficients
// are divided by their greatest common divisor and the bound is rounded. L5: if the
// first coefficient is negative, -p <= c becomes (not (<= p (- -c 1))).
func (r *Rewriter) Le(a, b term.Term) term.Term {
	start, u, c := r.difference(a, b)
	ms := r.mons[start:]
	if len(ms) == 0 {
		return r.st.Bool(c.Sign() <= 0)
	}
	if u.real && !r.toIntegers(start) {
		return r.leReal(start, c)
	}
	g := content(ms, num.Int{})
	bound := c.Neg().FloorDiv(g)
	if ms[0].Coeff.Sign() > 0 {
		divide(ms, g)
		return r.leBound(r.build(start, num.Int{}, integral()), bound)
	}
	divide(ms, g.Neg())
	bound = bound.Neg().Sub(num.FromInt64(1))
	return r.st.Not(r.leBound(r.build(start, num.Int{}, integral()), bound))
}

// leBound builds (<= p k) for a canonical p.
//
// L6: an ite between numerals becomes its condition. D7: (mod t k) is in 0..k-1.
func (r *Rewriter) leBound(p term.Term, k num.Int) term.Term {
	if c, a, b, ok := r.iteOfNumerals(p); ok {
		return r.pick(c, r.st.Num(a).Cmp(k) <= 0, r.st.Num(b).Cmp(k) <= 0)
	}
	if d, ok := r.modulus(p); ok {
		switch {
		case k.Sign() < 0:
			return r.st.False()
		case !k.Less(d.Sub(num.FromInt64(1))):
			return r.st.True()
		}
	}
	if t := r.leValues(p, k); t != 0 {
		return t
	}
	return r.st.Le(p, r.Numeral(k))
}

// eqNumbers builds the equality of two different Int or Real terms.
//
// L7: everything goes to the left; if only a constant is left, it decides. L8: there is no
// solution if the coefficients' greatest common divisor does not divide the constant.
// L9: x - y = c becomes (= x (+ y c)), which congruence closure understands.
func (r *Rewriter) eqNumbers(a, b term.Term) term.Term {
	start, u, c := r.difference(a, b)
	ms := r.mons[start:]
	if len(ms) == 0 {
		return r.st.Bool(c.IsZero())
	}
	if u.real && !r.toIntegers(start) {
		return r.eqReal(start, c)
	}
	g := content(ms, num.Int{})
	if !g.Divides(c) {
		r.mons = r.mons[:start]
		return r.st.False()
	}
	if ms[0].Coeff.Sign() < 0 {
		g = g.Neg()
	}
	divide(ms, g)
	k := c
	if !g.IsOne() {
		k, _ = c.QuoRem(g)
	}
	k = k.Neg() // the polynomial equals k
	x := ms[0]
	switch {
	case len(ms) == 1:
		r.mons = r.mons[:start]
		return r.eqNumeral(x.Term, k)
	case len(ms) == 2 && x.Coeff.IsOne() && ms[1].Coeff.Equal(num.FromInt64(-1)):
		y := ms[1].Term
		if k.IsZero() && r.isValue(x.Term) && r.isValue(y) {
			r.mons = r.mons[:start]
			return r.Eq(r.level(r.st.Arg(x.Term, 0), r.st.Arg(y, 0)))
		}
		ms[0] = monomial{num.FromInt64(1), y}
		r.mons = r.mons[:start+1]
		return r.st.Eq(x.Term, r.build(start, k, integral()))
	}
	return r.st.Eq(r.build(start, num.Int{}, integral()), r.Numeral(k))
}

// eqNumeral builds (= x k) for an atom x.
//
// L10: an ite between numerals becomes its condition. D8: (mod t k) is in 0..k-1.
func (r *Rewriter) eqNumeral(x term.Term, k num.Int) term.Term {
	if c, a, b, ok := r.iteOfNumerals(x); ok {
		return r.pick(c, r.st.Num(a).Equal(k), r.st.Num(b).Equal(k))
	}
	if d, ok := r.modulus(x); ok && (k.Sign() < 0 || !k.Less(d)) {
		return r.st.False()
	}
	if r.isValue(x) {
		return r.eqValue(x, k)
	}
	return r.st.Eq(x, r.Numeral(k))
}
