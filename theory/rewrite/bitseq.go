package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// expandLimit is the greatest number of monomials up to which products are multiplied out to
// find that two polynomials are equal.
const expandLimit = 64

// bit returns the formula that a term of width 1 is 1.
func (r *Rewriter) bit(t term.Term) term.Term {
	if c, ok := r.asBool(t); ok {
		return c
	}
	return r.Eq(t, r.literal(num.WordFromUint64(1, 1)))
}

// eqBits builds the equality of two different bit-vectors.
//
// Rules: BV_EQ_NOT, and those of eqLinear and eqAtoms.
func (r *Rewriter) eqBits(a, b term.Term) term.Term {
	st := r.st
	if st.IsBits(a) {
		a, b = b, a
	}
	if st.Op(a) == term.OpBvNot && (st.Op(b) == term.OpBvNot || st.IsBits(b)) {
		return r.by(bvEqNot, r.Eq(st.Arg(a, 0), r.BvNot(b)))
	}
	if r.affine(a) || r.affine(b) || st.Op(a) == term.OpBvMul && st.Op(b) == term.OpBvMul {
		return r.eqLinear(a, b)
	}
	return r.eqAtoms(a, b)
}

// affine reports whether t is a sum or product by a literal, perhaps negated.
func (r *Rewriter) affine(t term.Term) bool { return r.linear(r.positive(t)) }

// eqLinear builds the equality of two polynomials.
//
// Rules: BV_EQ_CANCEL, BV_EQ_CONST, BV_EQ_EXPAND, BV_EQ_EVEN, BV_EQ_SOLVE, and those of eqAtoms.
func (r *Rewriter) eqLinear(a, b term.Term) term.Term {
	start, c := r.differenceBits(a, b)
	r.normalizeBits(start, &c)
	r.cancelSums(start, &c)
	if len(r.bits) == start {
		return r.by(bvEqConst, r.st.Bool(c.IsZero()))
	}
	if !r.off[bvEqExpand] {
		if equal, ok := r.expanded(start, c); ok {
			r.bits = r.bits[:start]
			return r.by(bvEqExpand, r.st.Bool(equal))
		}
	}
	at := r.firstOdd(start)
	if at < 0 {
		return r.eqEven(start, c)
	}
	x := r.bits[at].t
	q := r.solveFor(start, at, c)
	r.countIf(bvEqSolve, min(a, b) != min(x, q) || max(a, b) != max(x, q))
	return r.eqAtoms(x, q)
}

// solveFor pops the monomials r.bits[start:]. It returns what the atom of r.bits[at], whose coefficient is odd, equals
// if their sum plus c is 0.
func (r *Rewriter) solveFor(start, at int, c num.Word) term.Term {
	k := r.bits[at].c.Inverse().Neg()
	r.bits[at].c = num.WordFromUint64(k.Width(), 0)
	for i := start; i < len(r.bits); i++ {
		r.bits[i].c = r.bits[i].c.Mul(k)
	}
	return r.buildBits(start, c.Mul(k))
}

// cancelLimit and cancelSteps bound the monomials and the steps of cancelSums.
const (
	cancelLimit = 1 << 14
	cancelSteps = 64
)

// cancelSums takes sums among the monomials r.bits[start:] apart that were too large to be flat,
// if what both sides of an equality have in common then cancels.
//
// Rules: BV_EQ_CANCEL.
func (r *Rewriter) cancelSums(start int, c *num.Word) {
	var before []bitMonomial
	constant := *c
	for range cancelSteps {
		at := -1
		for i := start; i < len(r.bits); i++ {
			if t := r.bits[i].t; r.st.Op(t) == term.OpBvAdd && (at < 0 || t > r.bits[at].t) {
				at = i
			}
		}
		if at < 0 || len(r.bits)-start > cancelLimit {
			break
		}
		if before == nil {
			before = append(before, r.bits[start:]...)
		}
		m := r.bits[at]
		r.bits[at].c = num.WordFromUint64(m.c.Width(), 0)
		for _, a := range r.st.Args(m.t) {
			r.collectBits(a, m.c, c)
		}
		r.normalizeBits(start, c)
	}
	switch {
	case before == nil:
	case len(r.bits)-start > len(before):
		r.bits, *c = append(r.bits[:start], before...), constant
	default:
		r.fired[bvEqCancel]++
	}
}

// firstOdd returns the index of the first odd coefficient, of an atom that is no choice between
// literals if there is one; if all are even, -1.
func (r *Rewriter) firstOdd(start int) int {
	first := -1
	for i := start; i < len(r.bits); i++ {
		if m := r.bits[i]; m.c.Bit(0) {
			if _, _, _, ok := r.iteOfNumerals(m.t); !ok {
				return i
			}
			if first < 0 {
				first = i
			}
		}
	}
	return first
}

// eqEven pops the monomials r.bits[start:], with even coefficients, and returns: their sum plus c is
// 0.
//
// Rules: BV_EQ_EVEN.
func (r *Rewriter) eqEven(start int, c num.Word) term.Term {
	r.fired[bvEqEven]++
	n, k := c.Width(), c.Width()
	for _, m := range r.bits[start:] {
		k = min(k, m.c.TrailingZeros())
	}
	if c.TrailingZeros() < k {
		r.bits = r.bits[:start]
		return r.st.False()
	}
	base := len(r.terms)
	r.terms = append(r.terms, r.literal(c.Slice(n-1, k)))
	for i := start; i < len(r.bits); i++ {
		m := r.bits[i]
		r.keep(r.BvMul(r.literal(m.c.Slice(n-1, k)), r.Extract(n-k-1, 0, m.t)))
	}
	r.bits = r.bits[:start]
	sum := r.BvAdd(r.terms[base:]...)
	r.terms = r.terms[:base]
	return r.Eq(sum, r.zeros(n-k))
}

// expanded multiplies the products among the monomials r.bits[start:] out. It reports whether
// the sum plus c is 0, and whether that is clear.
func (r *Rewriter) expanded(start int, c num.Word) (equal, ok bool) {
	end := len(r.bits)
	more := false
	for i := start; i < end; i++ {
		m := r.bits[i]
		r.bits = append(r.bits, m)
		more = more || r.st.Op(m.t) == term.OpBvMul
	}
	for more {
		more = false
		r.normalizeBits(end, &c)
		for i, last := end, len(r.bits); i < last && len(r.bits)-end <= expandLimit; i++ {
			m := r.bits[i]
			if r.st.Op(m.t) != term.OpBvMul || !r.expandable(m.t) {
				continue
			}
			more = true
			r.bits[i].c = num.WordFromUint64(m.c.Width(), 0)
			r.expand(m, &c)
		}
	}
	r.normalizeBits(end, &c)
	ok = len(r.bits) == end
	r.bits = r.bits[:end]
	return ok && c.IsZero(), ok
}

func (r *Rewriter) expandable(t term.Term) bool {
	st := r.st
	for _, f := range st.Args(t) {
		if op := st.Op(f); op == term.OpBvAdd || op == term.OpBvNot || op == term.OpBvMul && r.expandable(f) {
			return st.NumArgs(f) <= expandLimit
		}
	}
	return false
}

// expand pushes the monomials of m, whose atom is a product of which a factor is a sum or has one.
func (r *Rewriter) expand(m bitMonomial, c *num.Word) {
	st := r.st
	a, b := st.Arg(m.t, 0), st.Arg(m.t, 1)
	if op := st.Op(a); op != term.OpBvAdd && op != term.OpBvNot && !(op == term.OpBvMul && r.expandable(a)) {
		a, b = b, a
	}
	from, k := len(r.bits), num.WordFromUint64(m.c.Width(), 0)
	if st.Op(a) == term.OpBvMul {
		r.expand(bitMonomial{m.c, a}, &k)
	} else {
		r.collectBits(a, m.c, &k)
	}
	for i, end := from, len(r.bits); i < end; i++ {
		t := r.BvMul(r.bits[i].t, b)
		coeff := r.bits[i].c
		r.bits[i].c = num.WordFromUint64(k.Width(), 0)
		r.collectBits(t, coeff, c)
	}
	r.collectBits(b, k, c)
}

// eqAtoms builds the equality of two terms that are not both polynomials.
//
// Rules: BV_EQ_CONST, BV_EQ_BIT, BV_EQ_BOOL, and those of eqLiteral and eqTerms.
func (r *Rewriter) eqAtoms(a, b term.Term) term.Term {
	st := r.st
	if st.IsBits(a) {
		a, b = b, a
	}
	switch {
	case a == b:
		return r.by(eqRefl, st.True())
	case st.IsBits(a):
		return r.by(bvEqConst, st.False())
	case st.WidthOf(a) == 1:
		if t := r.eqBit(a, b); t != 0 {
			return t
		}
	}
	if st.IsBits(b) {
		if t := r.eqLiteral(a, b); t != 0 {
			return t
		}
		return st.Eq(a, b)
	}
	if t := r.eqTerms(a, b); t != 0 {
		return t
	}
	return r.eqOrdered(a, b)
}

// eqBit simplifies a = b of width 1, or returns 0.
//
// Rules: BV_EQ_BIT, BV_EQ_BOOL.
func (r *Rewriter) eqBit(a, b term.Term) term.Term {
	st := r.st
	if st.IsBits(b) && r.wordOf(b).IsZero() {
		return r.by(bvEqBit, st.Not(r.bit(a)))
	}
	if c, ok := r.asBool(a); ok {
		return r.by(bvEqBool, r.Eq(c, r.bit(b)))
	}
	if c, ok := r.asBool(b); ok && !st.IsBits(b) {
		return r.by(bvEqBool, r.Eq(c, r.bit(a)))
	}
	return 0
}

// eqLiteral simplifies a = v for a literal, or returns 0.
//
// Rules: BV_EQ_NOT, BV_EQ_CONCAT, BV_EQ_ITE_CONST, BV_EQ_AND_MASK, BV_EQ_AND_ONES, BV_EQ_XOR, BV_EQ_SIGN_EXTEND_CONST.
func (r *Rewriter) eqLiteral(a, b term.Term) term.Term {
	st := r.st
	v := r.wordOf(b)
	switch st.Op(a) {
	case term.OpBvNot:
		return r.by(bvEqNot, r.Eq(st.Arg(a, 0), r.BvNot(b)))
	case term.OpConcat:
		return r.eqPieces(a, b)
	case term.OpIte:
		c, x, y := st.Arg(a, 0), st.Arg(a, 1), st.Arg(a, 2)
		switch {
		case st.IsBits(x) && st.IsBits(y):
			return r.by(bvEqIteConst, r.pick(c, x == b, y == b))
		case st.IsBits(x) && st.Op(y) != term.OpIte:
			return r.by(bvEqIteConst, r.Ite(c, st.Bool(x == b), r.Eq(y, b)))
		case st.IsBits(y) && st.Op(x) != term.OpIte:
			return r.by(bvEqIteConst, r.Ite(c, r.Eq(x, b), st.Bool(y == b)))
		}
	case term.OpBvAnd:
		last := st.Arg(a, st.NumArgs(a)-1)
		switch {
		case st.IsBits(last) && r.wordOf(last).And(v).Cmp(v) != 0 && !r.off[bvEqAndMask]:
			return r.by(bvEqAndMask, st.False())
		case v.IsOnes():
			base := len(r.terms)
			for _, x := range st.Args(a) {
				r.keep(r.Eq(x, b))
			}
			return r.by(bvEqAndOnes, r.apply(base, r.And))
		}
	case term.OpBvXor:
		return r.eqXor(a, b)
	case term.OpSignExt:
		r.fired[bvEqSignExtendConst]++
		x := st.Arg(a, 0)
		n := st.WidthOf(x)
		low := v.Slice(n-1, 0)
		if low.SignExtend(v.Width()-n).Cmp(v) != 0 {
			return st.False()
		}
		return r.Eq(x, r.literal(low))
	}
	return 0
}

// eqTerms simplifies the equality of two terms that are no literals, or returns 0.
//
// Rules: BV_EQ_MUL_EXTEND, BV_EQ_ITE_BRANCH, BV_EQ_CONCAT, BV_EQ_SIGN_EXTEND, BV_EQ_NOT, BV_EQ_NOT_SORT, BV_EQ_XOR.
func (r *Rewriter) eqTerms(a, b term.Term) term.Term {
	st := r.st
	if st.Op(a) == term.OpBvMul {
		a, b = b, a
	}
	if t := r.eqExtension(a, b); t != 0 {
		return t
	}
	if t := r.eqBranch(a, b); t != 0 {
		return t
	}
	if t := r.eqBranch(b, a); t != 0 {
		return t
	}
	if st.Op(b) == term.OpBvNot {
		a, b = b, a
	}
	switch st.Op(a) {
	case term.OpConcat:
		if st.Op(b) == term.OpConcat {
			return r.eqPieces(a, b)
		}
	case term.OpSignExt:
		if r.extensions(a, b) {
			return r.by(bvEqSignExtend, r.Eq(st.Arg(a, 0), st.Arg(b, 0)))
		}
	case term.OpBvNot:
		if x := st.Arg(a, 0); st.Op(b) == term.OpBvNot {
			return r.by(bvEqNot, r.Eq(x, st.Arg(b, 0)))
		} else if x < b && st.Op(x) != term.OpBvXor {
			return r.by(bvEqNotSort, r.eqAtoms(x, r.BvNot(b)))
		}
	}
	if st.Op(a) == term.OpBvXor || st.Op(b) == term.OpBvXor {
		return r.eqXor(a, b)
	}
	return 0
}

// eqExtension builds the equality of a and a term, if that is a product and a is an extension of its last bits, or
// returns 0.
//
// Rules: BV_EQ_MUL_EXTEND.
func (r *Rewriter) eqExtension(a, product term.Term) term.Term {
	st := r.st
	if st.Op(product) != term.OpBvMul || r.off[bvEqMulExtend] {
		return 0
	}
	w := st.WidthOf(a)
	x, k, signed := term.Term(0), 0, false
	switch st.Op(a) {
	case term.OpSignExt:
		x, signed = st.Arg(a, 0), true
		k = w - st.WidthOf(x)
	case term.OpConcat:
		if k = r.leadingZeros(a); k > 0 {
			x = r.Extract(w-k-1, 0, a)
		}
	}
	if x == 0 || r.Extract(w-k-1, 0, product) != x {
		return 0
	}
	r.fired[bvEqMulExtend]++
	if signed {
		first := r.Extract(w-1, w-k-1, product)
		return r.Or(r.Eq(first, r.zeros(k+1)), r.Eq(first, r.BvNot(r.zeros(k+1))))
	}
	return r.Eq(r.Extract(w-1, w-k, product), r.zeros(k))
}

// eqBranch builds the equality of a term and x, if that is a branch of an ite which the term is, or returns 0.
//
// Rules: BV_EQ_ITE_BRANCH.
func (r *Rewriter) eqBranch(ite, x term.Term) term.Term {
	st := r.st
	if st.Op(ite) != term.OpIte || r.off[bvEqIteBranch] {
		return 0
	}
	c := st.Arg(ite, 0)
	switch x {
	case st.Arg(ite, 1):
		return r.by(bvEqIteBranch, r.Or(c, r.Eq(st.Arg(ite, 2), x)))
	case st.Arg(ite, 2):
		return r.by(bvEqIteBranch, r.Or(st.Not(c), r.Eq(st.Arg(ite, 1), x)))
	}
	return 0
}

// eqPieces compares two terms, at least one a concatenation, at their common cuts, or
// returns 0 if there is none.
//
// Rules: BV_EQ_CONCAT.
func (r *Rewriter) eqPieces(a, b term.Term) term.Term {
	base := len(r.terms)
	hi := r.st.WidthOf(a) - 1
	top, ia, ib := hi+1, 0, 0
	la, lb := top-r.st.WidthOf(r.piece(a, 0)), top-r.st.WidthOf(r.piece(b, 0))
	for at := max(la, lb); at > 0; at = max(la, lb) {
		if (la == at || r.st.IsBits(r.piece(a, ia))) && (lb == at || r.st.IsBits(r.piece(b, ib))) {
			r.keep(r.Eq(r.Extract(hi, at, a), r.Extract(hi, at, b)))
			hi = at - 1
		}
		if la == at {
			ia++
			la -= r.st.WidthOf(r.piece(a, ia))
		}
		if lb == at {
			ib++
			lb -= r.st.WidthOf(r.piece(b, ib))
		}
	}
	if len(r.terms) == base {
		return 0
	}
	r.keep(r.Eq(r.Extract(hi, 0, a), r.Extract(hi, 0, b)))
	return r.by(bvEqConcat, r.apply(base, r.And))
}

// piece returns piece number i of t, which is the only one unless t is a concatenation.
func (r *Rewriter) piece(t term.Term, i int) term.Term {
	if r.st.Op(t) == term.OpConcat {
		return r.st.Arg(t, i)
	}
	return t
}

// eqXor builds a = b if one is an exclusive or, or returns 0 if a polynomial is among the
// arguments.
//
// Rules: BV_EQ_XOR.
func (r *Rewriter) eqXor(a, b term.Term) term.Term {
	if r.hasSum(a) || r.hasSum(b) {
		return 0
	}
	st := r.st
	difference := r.BvXor(a, b)
	x := r.positive(difference)
	flip := x != difference
	if st.Op(x) != term.OpBvXor || r.hasSum(x) {
		y := r.zeros(st.WidthOf(x))
		if flip {
			y = r.BvNot(y)
		}
		if x == a || x == b {
			return 0
		}
		return r.by(bvEqXor, r.Eq(x, y))
	}
	args := st.Args(x)
	rest := r.BvXor(args[1:]...)
	if flip {
		rest = r.BvNot(rest)
	}
	first := args[0]
	if st.Op(first) == term.OpBvXor || first == a && rest == b || first == b && rest == a {
		return 0
	}
	return r.by(bvEqXor, r.eqAtoms(first, rest))
}

// hasSum reports whether t or an argument of it, an exclusive or, is a polynomial.
func (r *Rewriter) hasSum(t term.Term) bool {
	t = r.positive(t)
	return r.linear(t) || r.st.Op(t) == term.OpBvXor && slices.ContainsFunc(r.st.Args(t), r.affine)
}

// SolveBits returns the term that x, an argument of the sums or of the exclusive ors a and b,
// equals if and only if a = b; or 0 if the coefficient of x is even. Of the term, x may be an
// argument.
func (r *Rewriter) SolveBits(a, b, x term.Term) term.Term {
	if r.st.WidthOf(a) > 1 {
		start, c := r.differenceBits(a, b)
		r.normalizeBits(start, &c)
		for i := start; i < len(r.bits); i++ {
			if r.bits[i].t == x && r.bits[i].c.Bit(0) {
				return r.solveFor(start, i, c)
			}
		}
		r.bits = r.bits[:start]
	}
	y := r.BvXor(a, b)
	if core := r.positive(y); r.st.Op(core) == term.OpBvXor && slices.Contains(r.st.Args(core), x) {
		return r.BvXor(y, x)
	}
	return 0
}
