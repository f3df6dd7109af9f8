package cert

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// This file has the axioms that connect bit-vectors with their numbers.

// wordNumber returns what the arguments of an instance of WordNumber say.
func (z *normalizer) wordNumber(a []term.Term) (node, bool) {
	if len(a) == 0 {
		return 0, false
	}
	switch op := z.st.Op(a[0]); {
	case op == term.OpIntToBv && len(a) == 1:
		return z.remainderOf(a[0]), true
	case op == term.OpBvToInt && len(a) == 1:
		return z.sumOfBits(a[0]), true
	case op == term.OpBvToInt && len(a) == 2 && z.st.IsNum(a[1]):
		i, ok := z.st.Num(a[1]).Int64()
		if !ok || i < 0 || i >= int64(z.st.WidthOf(z.st.Arg(a[0], 0))) {
			return 0, false
		}
		return z.boundByBit(a[0], int(i)), true
	}
	return 0, false
}

// numeral returns the node of an Int.
func (z *normalizer) numeral(v num.Int) node { return z.fromPoly(poly{c: num.RatFromInt(v)}) }

// isSet returns that bit i of a bit-vector is 1.
func (z *normalizer) isSet(x node, i int) node {
	return z.equal(z.st.BitVecSort(1), []node{z.slice(x, i, i), z.literal(1, num.FromInt64(1))})
}

// under returns t < 2^i.
func (z *normalizer) under(t node, i int) node {
	return z.atMostZero(poly{c: rat(1)}.plus(z.poly(t), rat(1)).plus(poly{c: num.RatFromInt(power(i))}, rat(-1)))
}

// sumOfBits returns that t, the number of a bit-vector x, is the sum of the powers of two whose bits
// are 1 in x, and so at least 0 and less than two to the width.
func (z *normalizer) sumOfBits(t term.Term) node {
	x, n := z.of(z.st.Arg(t, 0)), z.of(t)
	width := z.width(x)
	sum := poly{}
	for i := range width {
		sum = sum.plus(z.poly(z.ite(z.isSet(x, i), z.numeral(power(i)), z.numeral(num.Int{}))), rat(1))
	}
	low := z.atMostZero(poly{}.plus(z.poly(n), rat(-1)))
	return z.and([]node{z.isZero(z.poly(n).plus(sum, rat(-1))), low, z.under(n, width)})
}

// boundByBit returns what bounds of t, the number of a bit-vector x, say about bit i of x: it is 0 if
// t < 2^i; and t < 2^i if it is 0 and t < 2^(i+1), which holds for the highest bit.
func (z *normalizer) boundByBit(t term.Term, i int) node {
	x, n := z.of(z.st.Arg(t, 0)), z.of(t)
	bit, small := z.isSet(x, i), z.under(n, i)
	all := []node{z.or([]node{z.not(small), z.not(bit)})}
	if i == z.width(x)-1 {
		return z.and(append(all, z.or([]node{bit, small})))
	}
	next := z.under(n, i+1)
	return z.and(append(all, z.or([]node{z.not(small), next}), z.or([]node{z.not(next), bit, small})))
}

// remainderOf returns that the number of t, a bit-vector made of an Int, is the remainder of that by
// two to the width.
func (z *normalizer) remainderOf(t term.Term) node {
	n := z.apply(term.OpBvToInt, 0, term.Int, []node{z.of(t)})
	by := z.numeral(power(z.st.WidthOf(t)))
	r := z.apply(term.OpMod, 0, term.Int, []node{z.of(z.st.Arg(t, 0)), by})
	return z.isZero(z.poly(n).plus(z.poly(r), rat(-1)))
}
