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
// Rules: ARITH_ADD_FLATTEN, ARITH_ADD_NORM.
func (r *Rewriter) Add(args ...term.Term) term.Term {
	start, u := len(r.mons), r.unitOf(args...)
	var c num.Int
	for _, a := range args {
		r.countIf(arithAddFlatten, r.st.Op(a) == term.OpAdd && r.st.NumArgs(a) <= sumLimit)
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

// scale returns a*n/d; d is positive, and 1 if a is an Int.
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
// Rules: ARITH_MUL_NUMERAL, ARITH_MUL_DISTRIB, ARITH_MUL_SORT, ARITH_MUL_TO_REAL.
func (r *Rewriter) Mul(a, b term.Term) term.Term {
	if r.st.IsValue(b) {
		a, b = b, a
	}
	if r.st.IsValue(a) {
		return r.multiple(a, b)
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
	switch {
	case r.st.Op(a) == term.OpAdd || r.st.Op(b) == term.OpAdd:
		r.fired[arithMulDistrib]++
	case r.mons[start].Term != a || r.mons[mid].Term != b:
		r.fired[arithMulNumeral]++
	}
	for i := start; i < mid; i++ {
		for j := mid; j < end; j++ {
			x, y := r.mons[i], r.mons[j]
			r.mons = append(r.mons, monomial{x.Coeff.Mul(y.Coeff), r.product(x.Term, y.Term)})
		}
		if x := r.mons[i]; !cb.IsZero() {
			r.mons = append(r.mons, monomial{x.Coeff.Mul(cb), x.Term})
		}
	}
	for j := mid; j < end && !ca.IsZero(); j++ {
		y := r.mons[j]
		r.mons = append(r.mons, monomial{y.Coeff.Mul(ca), y.Term})
	}
	r.mons = slices.Delete(r.mons, start, end)
	r.normalize(start)
	u.den = u.den.Mul(w.den)
	return r.build(start, ca.Mul(cb), u)
}

// multiple returns the product of a numeral and b.
func (r *Rewriter) multiple(numeral, b term.Term) term.Term {
	n, d := num.Int{}, num.FromInt64(1)
	if r.st.IsNum(numeral) {
		n = r.st.Num(numeral)
	} else {
		v := r.st.RatValue(numeral)
		n, d = v.Num(), v.Den()
	}
	t := r.scale(b, n, d)
	r.countIf(arithMulNumeral, r.st.Op(t) != term.OpMul || r.st.Arg(t, 1) != b)
	return t
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
// Rules: ARITH_MUL_SORT, ARITH_MUL_TO_REAL.
func (r *Rewriter) product(a, b term.Term) term.Term {
	st := r.st
	if st.Op(a) == term.OpToReal && st.Op(b) == term.OpToReal {
		return r.by(arithMulToReal, st.ToReal(r.product(st.Arg(a, 0), st.Arg(b, 0))))
	}
	t := r.orderFactors(a, b, st.Mul)
	r.countIf(arithMulSort, st.Op(t) != term.OpMul || st.Arg(t, 0) != a || st.Arg(t, 1) != b)
	return t
}

// orderFactors multiplies two atoms that are not both integers as reals, flat and ordered.
func (r *Rewriter) orderFactors(a, b term.Term, mul func(a, b term.Term) term.Term) term.Term {
	isProduct := func(t term.Term) bool { return r.st.Op(t) == term.OpMul || r.st.Op(t) == term.OpBvMul }
	base := len(r.terms)
	if !isProduct(a) && !isProduct(b) || !r.pushFactors(a, b) {
		r.terms = append(r.terms[:base], a, b)
	}
	factors := r.mergeIntegers(r.terms[base:])
	slices.Sort(factors)
	t := factors[0]
	for _, f := range factors[1:] {
		t = mul(min(t, f), max(t, f))
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

// Le returns a <= b. Rules: ARITH_LE_CONST, ARITH_LE_NORM_SIDES, ARITH_LE_NORM_COEFF, ARITH_LE_NORM_SIGN,
// ARITH_REL_TO_REAL, ARITH_LE_ITE, ARITH_LE_MOD, BV_TO_INT_LE.
func (r *Rewriter) Le(a, b term.Term) term.Term {
	start, u, c := r.difference(a, b)
	ms := r.mons[start:]
	if len(ms) == 0 {
		return r.by(arithLeConst, r.st.Bool(c.Sign() <= 0))
	}
	r.countIf(arithLeNormSides, !r.normalSides(a, b) && !r.normalSides(b, a))
	g := content(ms, num.Int{})
	r.countIf(arithLeNormCoeff, !g.Equal(u.den))
	integers := !u.real || r.toIntegers(start)
	r.countIf(arithLeNormSign, ms[0].Coeff.Sign() < 0 && (integers || !r.st.IsValue(a)))
	if !integers {
		return r.leReal(start, c, g)
	}
	bound := c.Neg().FloorDiv(g)
	if ms[0].Coeff.Sign() > 0 {
		divide(ms, g)
		return r.leBound(r.build(start, num.Int{}, integral()), bound)
	}
	divide(ms, g.Neg())
	bound = bound.Neg().Sub(num.FromInt64(1))
	return r.st.Not(r.leBound(r.build(start, num.Int{}, integral()), bound))
}

// normalSides reports whether a has no constant, and b is one.
func (r *Rewriter) normalSides(a, b term.Term) bool {
	if !r.st.IsValue(b) {
		return false
	}
	_, _, c := r.withoutConstant(a)
	return c == 0
}

// countSides counts ARITH_EQ_NORM_SIDES for an equation a = b whose sides it moves.
func (r *Rewriter) countSides(a, b term.Term) {
	r.countIf(arithEqNormSides, !r.normalSides(a, b))
}

// leBound builds (<= p k) for a canonical p.
//
// Rules: ARITH_LE_ITE, ARITH_LE_MOD, BV_TO_INT_LE.
func (r *Rewriter) leBound(p term.Term, k num.Int) term.Term {
	if c, a, b, ok := r.iteOfNumerals(p); ok {
		return r.by(arithLeIte, r.pick(c, r.st.Num(a).Cmp(k) <= 0, r.st.Num(b).Cmp(k) <= 0))
	}
	if d, ok := r.modulus(p); ok && (k.Sign() < 0 || !k.Less(d.Sub(num.FromInt64(1)))) {
		return r.by(arithLeMod, r.st.Bool(k.Sign() >= 0))
	}
	if t := r.leValues(p, k); t != 0 {
		return t
	}
	return r.st.Le(p, r.Numeral(k))
}

// eqNumbers builds the equality of two different Int or Real terms.
//
// Rules: ARITH_EQ_CONST, ARITH_EQ_NORM_SIDES, ARITH_EQ_NORM_COEFF, ARITH_EQ_GCD, ARITH_EQ_OFFSET, ARITH_REL_TO_REAL,
// ARITH_EQ_ITE, ARITH_EQ_MOD, BV_TO_INT_EQ.
func (r *Rewriter) eqNumbers(a, b term.Term) term.Term {
	start, u, c := r.difference(a, b)
	ms := r.mons[start:]
	if len(ms) == 0 {
		return r.by(arithEqConst, r.st.Bool(c.IsZero()))
	}
	g := content(ms, num.Int{})
	r.countIf(arithEqNormCoeff, !g.Equal(u.den) || ms[0].Coeff.Sign() < 0)
	if u.real && !r.toIntegers(start) {
		return r.eqReal(a, b, start, c, g)
	}
	return r.eqIntegers(a, b, start, c, g)
}

// eqIntegers pops the monomials r.mons[start:] of a - b, with greatest common divisor g, and returns: their sum is -c.
func (r *Rewriter) eqIntegers(a, b term.Term, start int, c, g num.Int) term.Term {
	ms := r.mons[start:]
	if !g.Divides(c) {
		r.mons = r.mons[:start]
		return r.by(arithEqGcd, r.st.False())
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
		r.countSides(a, b)
		return r.eqNumeral(x.Term, k)
	case len(ms) == 2 && x.Coeff.IsOne() && ms[1].Coeff.Equal(num.FromInt64(-1)):
		y := ms[1].Term
		if k.IsZero() && r.isValue(x.Term, bvToIntEq) && r.isValue(y, bvToIntEq) {
			r.mons = r.mons[:start]
			return r.by(bvToIntEq, r.Eq(r.level(r.st.Arg(x.Term, 0), r.st.Arg(y, 0))))
		}
		ms[0] = monomial{num.FromInt64(1), y}
		r.mons = r.mons[:start+1]
		t := r.build(start, k, integral())
		r.countIf(arithEqOffset, x.Term != a || t != b)
		return r.st.Eq(x.Term, t)
	}
	r.countSides(a, b)
	return r.st.Eq(r.build(start, num.Int{}, integral()), r.Numeral(k))
}

// eqNumeral builds (= x k) for an atom x.
//
// Rules: ARITH_EQ_ITE, ARITH_EQ_MOD, BV_TO_INT_EQ.
func (r *Rewriter) eqNumeral(x term.Term, k num.Int) term.Term {
	if c, a, b, ok := r.iteOfNumerals(x); ok {
		return r.by(arithEqIte, r.pick(c, r.st.Num(a).Equal(k), r.st.Num(b).Equal(k)))
	}
	if d, ok := r.modulus(x); ok && (k.Sign() < 0 || !k.Less(d)) {
		return r.by(arithEqMod, r.st.False())
	}
	if r.isValue(x, bvToIntEq) {
		return r.eqValue(x, k)
	}
	return r.st.Eq(x, r.Numeral(k))
}
