package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Eq returns the equality of two terms of one sort.
//
// E3: a term equals itself.
func (r *Rewriter) Eq(a, b term.Term) term.Term {
	if a == b {
		return r.st.True()
	}
	switch sort := r.st.Sort(a); {
	case sort == term.Bool:
		return r.eqBool(a, b)
	case sort == term.Int || sort == term.Real:
		return r.eqNumbers(a, b)
	case r.st.IsArray(sort):
		return r.eqArray(a, b)
	case r.st.IsBitVec(sort):
		return r.eqBits(a, b)
	}
	return r.st.Eq(min(a, b), max(a, b))
}

// Distinct returns the formula that its arguments are pairwise different.
//
// E4: of one argument it is true, of two it is a negated equality. E5: a
// duplicate makes it false, and so do three Bools. E6: different values are
// distinct. E7: the arguments are ordered by id.
func (r *Rewriter) Distinct(args ...term.Term) term.Term {
	if len(args) < 2 {
		return r.st.True()
	}
	if len(args) == 2 {
		return r.st.Not(r.Eq(args[0], args[1]))
	}
	if r.st.Sort(args[0]) == term.Bool {
		return r.st.False()
	}
	base := len(r.terms)
	r.terms = append(r.terms, args...)
	ts := r.terms[base:]
	slices.Sort(ts)
	result, values := r.st.True(), true
	for i, t := range ts {
		values = values && r.st.IsValue(t)
		if i > 0 && t == ts[i-1] {
			result = r.st.False()
		}
	}
	if result == r.st.True() && !values {
		result = r.st.Distinct(ts...)
	}
	r.terms = r.terms[:base]
	return result
}
