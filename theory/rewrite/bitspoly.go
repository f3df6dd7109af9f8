package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// bitMonomial is a coefficient times an atom.
type bitMonomial struct {
	c num.Word
	t term.Term
}

// BvAdd returns the sum of its arguments.
//
// Rules: BV_ADD_BIT, BV_ADD_FLATTEN, and those of buildBits.
func (r *Rewriter) BvAdd(args ...term.Term) term.Term {
	n := r.st.WidthOf(args[0])
	if n == 1 {
		return r.by(bvAddBit, r.BvXor(args...))
	}
	start, c := len(r.bits), num.WordFromUint64(n, 0)
	for _, a := range args {
		r.countIf(bvAddFlatten, r.st.Op(a) == term.OpBvAdd && r.st.NumArgs(a) <= sumLimit)
		r.collectBits(a, num.WordFromUint64(n, 1), &c)
	}
	return r.buildBits(start, c)
}

// BvNeg returns -a.
//
// Rules: BV_NEG_ELIM.
func (r *Rewriter) BvNeg(a term.Term) term.Term {
	r.fired[bvNegElim]++
	n := r.st.WidthOf(a)
	if n == 1 {
		return a
	}
	return r.scaleBits(a, num.Ones(n))
}

// BvSub returns a - b.
func (r *Rewriter) BvSub(a, b term.Term) term.Term {
	n := r.st.WidthOf(a)
	if n == 1 {
		return r.BvXor(a, b)
	}
	start, c := r.differenceBits(a, b)
	return r.buildBits(start, c)
}

func (r *Rewriter) scaleBits(a term.Term, k num.Word) term.Term {
	start, c := len(r.bits), num.WordFromUint64(k.Width(), 0)
	r.collectBits(a, k, &c)
	return r.buildBits(start, c)
}

// differenceBits pushes the monomials of a - b and returns its constant.
func (r *Rewriter) differenceBits(a, b term.Term) (start int, c num.Word) {
	n := r.st.WidthOf(a)
	start, c = len(r.bits), num.WordFromUint64(n, 0)
	r.collectBits(a, num.WordFromUint64(n, 1), &c)
	r.collectBits(b, num.Ones(n), &c)
	return start, c
}

// collectBits pushes the monomials of k*t and adds its constant to c.
//
// Rules: BV_ADD_NOT, BV_ADD_CONCAT.
func (r *Rewriter) collectBits(t term.Term, k num.Word, c *num.Word) {
	st := r.st
	for !k.IsZero() {
		switch st.Op(t) {
		case term.OpBits:
			*c = c.Add(k.Mul(r.wordOf(t)))
			return
		case term.OpBvNot:
			r.fired[bvAddNot]++
			*c = c.Sub(k)
			k, t = k.Neg(), st.Arg(t, 0)
			continue
		case term.OpBvAdd:
			if st.NumArgs(t) <= sumLimit {
				for _, a := range st.Args(t) {
					r.collectBits(a, k, c)
				}
				return
			}
		case term.OpBvMul:
			if f := st.Arg(t, 0); st.IsBits(f) {
				k, t = k.Mul(r.wordOf(f)), st.Arg(t, 1)
				continue
			}
		case term.OpConcat:
			last := st.Arg(t, st.NumArgs(t)-1)
			if j := r.zerosBelow(last); j > 0 {
				r.fired[bvAddConcat]++
				k = k.Shl(j)
				t = r.padded(j, r.Extract(st.WidthOf(t)-1, j, t))
				continue
			}
		}
		r.bits = append(r.bits, bitMonomial{k, t})
		return
	}
}

// zerosBelow returns the number of lowest bits of a literal that are 0.
func (r *Rewriter) zerosBelow(t term.Term) int {
	if r.st.IsBits(t) {
		return r.wordOf(t).TrailingZeros()
	}
	return 0
}

// padded returns a term of which the lowest bits are t, and k more: any.
func (r *Rewriter) padded(k int, t term.Term) term.Term {
	st := r.st
	if st.Op(t) == term.OpExtract {
		if _, lo := st.ExtractBounds(t); lo == 0 && st.WidthOf(st.Arg(t, 0)) == st.WidthOf(t)+k {
			return st.Arg(t, 0)
		}
	}
	return r.zeroExtend(k, t)
}

// normalizeBits orders the monomials r.bits[start:] by atom and adds those of the same atom.
//
// Rules: BV_ADD_NORM, BV_MUL_ITE, BV_MUL_HIGH_BITS, BV_ADD_UDIV_UREM.
func (r *Rewriter) normalizeBits(start int, c *num.Word) {
	for again := true; again; {
		r.mergeBits(start)
		again = false
		for i, end := start, len(r.bits); i < end; i++ {
			m := r.bits[i]
			t, rule := m.t, bvMulHighBits
			if cond, a, b, ok := r.iteOfNumerals(t); ok && !m.c.IsOne() {
				rule = bvMulIte
				t = r.Ite(cond, r.literal(m.c.Mul(r.wordOf(a))), r.literal(m.c.Mul(r.wordOf(b))))
				m.c = num.WordFromUint64(m.c.Width(), 1)
				r.bits[i].c = m.c
			} else if k, ok := r.powerOrNegative(m.c); ok && k > 0 {
				t = r.padded(k, r.Extract(m.c.Width()-k-1, 0, t))
			}
			if t != m.t {
				r.fired[rule]++
				again = true
				r.bits[i].c = num.WordFromUint64(m.c.Width(), 0)
				r.collectBits(t, m.c, c)
			}
		}
		again = r.joinQuotients(start, c) || again
	}
}

// joinQuotients reports whether it replaced monomials of r.bits[start:].
//
// Rules: BV_ADD_UDIV_UREM.
func (r *Rewriter) joinQuotients(start int, c *num.Word) bool {
	if r.off[bvAddUdivUrem] {
		return false
	}
	st := r.st
	for i, end := start, len(r.bits); i < end; i++ {
		m := r.bits[i]
		if st.Op(m.t) != term.OpBvUrem || m.c.IsZero() {
			continue
		}
		a, b := st.Arg(m.t, 0), st.Arg(m.t, 1)
		for j := start; j < end; j++ {
			if q := r.bits[j]; !r.isQuotientTimes(q, m.c, a, b) {
				continue
			}
			r.fired[bvAddUdivUrem]++
			r.bits[i].c, r.bits[j].c = num.WordFromUint64(m.c.Width(), 0), num.WordFromUint64(m.c.Width(), 0)
			r.collectBits(a, m.c, c)
			return true
		}
	}
	return false
}

// isQuotientTimes reports whether a monomial is c times b times the quotient of a and b.
func (r *Rewriter) isQuotientTimes(m bitMonomial, c num.Word, a, b term.Term) bool {
	st := r.st
	quotient := func(t term.Term) bool {
		return st.Op(t) == term.OpBvUdiv && st.Arg(t, 0) == a && st.Arg(t, 1) == b
	}
	if st.IsBits(b) {
		return quotient(m.t) && m.c.Cmp(c.Mul(r.wordOf(b))) == 0
	}
	if st.Op(m.t) != term.OpBvMul || m.c.Cmp(c) != 0 {
		return false
	}
	x, y := st.Arg(m.t, 0), st.Arg(m.t, 1)
	return x == b && quotient(y) || y == b && quotient(x)
}

// powerOrNegative returns k if c is two to the power of k, or minus that.
func (r *Rewriter) powerOrNegative(c num.Word) (k int, ok bool) {
	if k, ok := c.Power(); ok {
		return k, true
	}
	return c.Neg().Power()
}

func (r *Rewriter) mergeBits(start int) {
	ms := r.bits[start:]
	ordered := true
	for i := range ms {
		ordered = ordered && (i == 0 || ms[i-1].t < ms[i].t) && !ms[i].c.IsZero()
	}
	if ordered {
		return
	}
	r.fired[bvAddNorm]++
	slices.SortFunc(ms, func(a, b bitMonomial) int { return int(a.t) - int(b.t) })
	kept := ms[:0]
	for _, m := range ms {
		if n := len(kept); n > 0 && kept[n-1].t == m.t {
			kept[n-1].c = kept[n-1].c.Add(m.c)
			continue
		}
		kept = append(kept, m)
	}
	kept = slices.DeleteFunc(kept, func(m bitMonomial) bool { return m.c.IsZero() })
	r.bits = r.bits[:start+len(kept)]
}

// buildBits pops the monomials r.bits[start:] and returns their sum plus c.
//
// Rules: BV_ADD_NORM, BV_MUL_ITE, BV_MUL_HIGH_BITS, BV_ADD_UDIV_UREM, BV_ADD_NEGATE, BV_ADD_ITE, BV_MUL_POW2.
func (r *Rewriter) buildBits(start int, c num.Word) term.Term {
	r.normalizeBits(start, &c)
	negated := false
	for range 4 {
		if !r.negative(start, c) {
			break
		}
		r.fired[bvAddNegate]++
		negated = !negated
		c = c.Not()
		for i := start; i < len(r.bits); i++ {
			r.bits[i].c = r.bits[i].c.Neg()
		}
		r.normalizeBits(start, &c)
	}
	t := r.sumBits(start, c)
	switch {
	case !negated:
		return t
	case r.linear(t):
		return r.st.BvNot(t)
	}
	return r.BvNot(t)
}

// negative reports whether the negation of a sum is to be built.
func (r *Rewriter) negative(start int, c num.Word) bool {
	if len(r.bits) == start+1 && c.IsZero() {
		return false
	}
	for _, m := range r.bits[start:] {
		if _, _, _, ok := r.iteOfNumerals(m.t); !ok {
			return m.c.Bit(m.c.Width()-1) && !m.c.IsLeast()
		}
	}
	return false
}

// linear reports whether t is a sum or a product by a literal.
func (r *Rewriter) linear(t term.Term) bool {
	switch r.st.Op(t) {
	case term.OpBvAdd:
		return true
	case term.OpBvMul:
		return r.st.IsBits(r.st.Arg(t, 0))
	}
	return false
}

// sumBits pops the normalized monomials r.bits[start:] and returns their sum plus c.
func (r *Rewriter) sumBits(start int, c num.Word) term.Term {
	ms := r.bits[start:]
	switch {
	case len(ms) == 0:
		return r.literal(c)
	case len(ms) == 1:
		m := ms[0]
		if cond, a, b, ok := r.iteOfNumerals(m.t); ok {
			r.countIf(bvAddIte, !c.IsZero())
			r.bits = r.bits[:start]
			return r.Ite(cond, r.literal(c.Add(r.wordOf(a))), r.literal(c.Add(r.wordOf(b))))
		}
		if c.IsZero() {
			r.bits = r.bits[:start]
			return r.monomialBits(m)
		}
	}
	base := len(r.terms)
	for i := start; i < len(r.bits); i++ {
		r.keep(r.monomialBits(r.bits[i]))
	}
	r.bits = r.bits[:start]
	if !c.IsZero() {
		r.terms = append(r.terms, r.literal(c))
	}
	t := r.st.BvAdd(r.terms[base:]...)
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) monomialBits(m bitMonomial) term.Term {
	if m.c.IsOne() {
		return m.t
	}
	if k, ok := m.c.Power(); ok {
		return r.by(bvMulPow2, r.Concat(r.Extract(m.c.Width()-k-1, 0, m.t), r.zeros(k)))
	}
	return r.st.BvMul(r.literal(m.c), m.t)
}

// BvMul returns a * b.
//
// Rules: BV_MUL_BIT, BV_MUL_CONST, BV_MUL_DISTRIB, BV_MUL_FACTOR, BV_MUL_SORT, and those of buildBits.
func (r *Rewriter) BvMul(a, b term.Term) term.Term {
	st := r.st
	n := st.WidthOf(a)
	if n == 1 {
		return r.by(bvMulBit, r.BvAnd(a, b))
	}
	if st.IsBits(b) {
		a, b = b, a
	}
	if st.IsBits(a) {
		t := r.scaleBits(b, r.wordOf(a))
		r.countIf(bvMulConst, st.Op(t) != term.OpBvMul || st.Arg(t, 1) != b)
		return t
	}
	one := num.WordFromUint64(n, 1)
	start, ca, cb := len(r.bits), num.WordFromUint64(n, 0), num.WordFromUint64(n, 0)
	r.collectBits(a, one, &ca)
	r.normalizeBits(start, &ca)
	mid := len(r.bits)
	r.collectBits(b, one, &cb)
	r.normalizeBits(mid, &cb)
	x, y := r.bits[start:mid], r.bits[mid:]
	switch {
	case len(x) <= 1 && len(y) <= 1:
		if !ca.IsZero() || !cb.IsZero() {
			r.fired[bvMulDistrib]++
		} else if len(x) == 1 && len(y) == 1 && !(x[0].c.IsOne() && y[0].c.IsOne()) {
			r.fired[bvMulFactor]++
		}
		r.multiplyOut(start, mid, ca, cb)
		return r.buildBits(start, ca.Mul(cb))
	case len(x) == 1 && ca.IsZero():
		return r.factorOut(start, x[0], b)
	case len(y) == 1 && cb.IsZero():
		return r.factorOut(start, y[0], a)
	}
	r.bits = r.bits[:start]
	return r.productBits(a, b)
}

// factorOut pops the monomials r.bits[start:] and returns m times t.
func (r *Rewriter) factorOut(start int, m bitMonomial, t term.Term) term.Term {
	r.bits = r.bits[:start]
	r.countIf(bvMulFactor, !m.c.IsOne())
	p := r.productBits(m.t, t)
	return r.scaleBits(p, m.c)
}

// multiplyOut replaces two polynomials, r.bits[start:mid] plus ca and r.bits[mid:] plus cb, by the
// monomials of their product.
func (r *Rewriter) multiplyOut(start, mid int, ca, cb num.Word) {
	end := len(r.bits)
	for i := start; i < mid; i++ {
		for j := mid; j < end; j++ {
			x, y := r.bits[i], r.bits[j]
			p := r.productBits(x.t, y.t)
			r.bits = append(r.bits, bitMonomial{x.c.Mul(y.c), p})
		}
		if x := r.bits[i]; !cb.IsZero() {
			r.bits = append(r.bits, bitMonomial{x.c.Mul(cb), x.t})
		}
	}
	for j := mid; j < end && !ca.IsZero(); j++ {
		y := r.bits[j]
		r.bits = append(r.bits, bitMonomial{y.c.Mul(ca), y.t})
	}
	r.bits = slices.Delete(r.bits, start, end)
}

// productBits multiplies two terms that are no literals.
//
// Rules: BV_MUL_SORT.
func (r *Rewriter) productBits(a, b term.Term) term.Term {
	t := r.orderFactors(a, b, r.st.BvMul)
	r.countIf(bvMulSort, r.st.Arg(t, 0) != a || r.st.Arg(t, 1) != b)
	return t
}

// BitMonomial is a monomial of a polynomial of bit-vectors.
type BitMonomial struct {
	Coeff num.Int // not negative
	Term  term.Term
}

// BitPolynomial returns the polynomial a - b, ordered by atom, and its constant.
func (r *Rewriter) BitPolynomial(a, b term.Term) (ms []BitMonomial, c num.Int) {
	start, k := r.differenceBits(a, b)
	r.normalizeBits(start, &k)
	for _, m := range r.bits[start:] {
		ms = append(ms, BitMonomial{m.c.Int(), m.t})
	}
	r.bits = r.bits[:start]
	return ms, k.Int()
}
