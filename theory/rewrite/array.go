package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Select returns the element of array a at index i.
//
// Rules: ARRAY_READ_CONST, ARRAY_READ_OVER_WRITE, ARRAY_READ_OVER_WRITE_APART.
func (r *Rewriter) Select(a, i term.Term) term.Term {
	st := r.st
	for {
		switch st.Op(a) {
		case term.OpConstArray:
			return r.by(arrayReadConst, st.Arg(a, 0))
		case term.OpStore:
			j := st.Arg(a, 1)
			if i == j {
				return r.by(arrayReadOverWrite, st.Arg(a, 2))
			}
			if r.apart(i, j) {
				r.fired[arrayReadOverWriteApart]++
				a = st.Arg(a, 0)
				continue
			}
		}
		return st.Select(a, i)
	}
}

// Store returns array a with v at index i.
//
// Rules: ARRAY_WRITE_OVER_WRITE, ARRAY_WRITE_READ.
func (r *Rewriter) Store(a, i, v term.Term) term.Term {
	st := r.st
	if st.Op(a) == term.OpStore && st.Arg(a, 1) == i {
		r.fired[arrayWriteOverWrite]++
		a = st.Arg(a, 0)
	}
	if st.Op(v) == term.OpSelect && st.Arg(v, 0) == a && st.Arg(v, 1) == i ||
		st.Op(a) == term.OpConstArray && st.Arg(a, 0) == v {
		return r.by(arrayWriteRead, a)
	}
	return st.Store(a, i, v)
}

// ConstArray returns the array of the given sort that holds v everywhere.
func (r *Rewriter) ConstArray(sort term.Sort, v term.Term) term.Term {
	return r.st.ConstArray(sort, v)
}

// eqArray builds the equality of two different arrays.
//
// Rules: ARRAY_EQ_WRITE, ARRAY_EQ_CONST.
func (r *Rewriter) eqArray(a, b term.Term) term.Term {
	st := r.st
	if st.Op(b) == term.OpStore && st.Arg(b, 0) == a {
		a, b = b, a
	}
	switch {
	case st.Op(a) == term.OpStore && st.Arg(a, 0) == b:
		return r.by(arrayEqWrite, r.Eq(r.Select(b, st.Arg(a, 1)), st.Arg(a, 2)))
	case st.Op(a) == term.OpConstArray && st.Op(b) == term.OpConstArray:
		return r.by(arrayEqConst, r.Eq(st.Arg(a, 0), st.Arg(b, 0)))
	}
	return r.eqOrdered(a, b)
}

// apart reports whether two terms obviously differ in every model: two values,
// complementary formulas or bit-vectors, polynomials that differ only in the constant, or
// bit-vectors that begin or end with different literals.
func (r *Rewriter) apart(a, b term.Term) bool {
	st := r.st
	if st.IsValue(a) && st.IsValue(b) {
		return a != b
	}
	switch st.Sort(a) {
	case term.Bool:
		return r.complementary(a, b)
	case term.Int, term.Real:
	default:
		if !st.IsBitVec(st.Sort(a)) {
			return false
		}
		if st.Op(a) == term.OpBvNot && st.Op(b) == term.OpBvNot {
			a, b = st.Arg(a, 0), st.Arg(b, 0)
		}
		if r.opposite(a, b) || r.endsDiffer(a, b) {
			return true
		}
	}
	x, n, c := r.withoutConstant(a)
	y, m, d := r.withoutConstant(b)
	if n != m || c == d {
		return false
	}
	if n == 1 {
		return r.firstMonomial(x) == r.firstMonomial(y)
	}
	return slices.Equal(st.Args(x)[:n], st.Args(y)[:n])
}

// withoutConstant splits a polynomial: its first n monomials (t itself if it is not a sum), and the
// numeral after them, if there is one. A 0, which a term that is not canonical may have, is none.
func (r *Rewriter) withoutConstant(t term.Term) (p term.Term, n int, c term.Term) {
	st := r.st
	switch st.Op(t) {
	case term.OpNum, term.OpRat, term.OpBits:
		return t, 0, t
	case term.OpAdd, term.OpBvAdd:
		n := st.NumArgs(t)
		last := st.Arg(t, n-1)
		switch {
		case !st.IsValue(last):
			return t, n, 0
		case r.isZero(last):
			return t, n - 1, 0
		}
		return t, n - 1, last
	}
	return t, 1, 0
}

func (r *Rewriter) isZero(t term.Term) bool {
	if v, ok := r.st.NumeralValue(t); ok {
		return v.IsZero()
	}
	return r.st.Op(t) == term.OpBits && r.st.Num(t).IsZero()
}

func (r *Rewriter) firstMonomial(t term.Term) term.Term {
	if op := r.st.Op(t); op == term.OpAdd || op == term.OpBvAdd {
		return r.st.Arg(t, 0)
	}
	return t
}
