package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Eq returns the equality of two terms of one sort.
//
// Rules: EQ_REFL, EQ_SORT.
func (r *Rewriter) Eq(a, b term.Term) term.Term {
	if a == b {
		return r.by(eqRefl, r.st.True())
	}
	switch sort := r.st.Sort(a); {
	case sort == term.Bool:
		return r.eqBool(a, b)
	case sort.IsNumber():
		return r.eqNumbers(a, b)
	case r.st.IsArray(sort):
		return r.eqArray(a, b)
	case r.st.IsBitVec(sort):
		return r.eqBits(a, b)
	}
	return r.eqOrdered(a, b)
}

// eqOrdered builds an equality to which no other rule applies than EQ_SORT.
func (r *Rewriter) eqOrdered(a, b term.Term) term.Term {
	r.countIf(eqSort, a > b)
	return r.st.Eq(min(a, b), max(a, b))
}

// Distinct returns the formula that its arguments are pairwise different.
//
// Rules: DISTINCT_SHORT, DISTINCT_BOOL, DISTINCT_SORT, DISTINCT_DUPLICATE, DISTINCT_VALUES.
func (r *Rewriter) Distinct(args ...term.Term) term.Term {
	r.countIf(distinctShort, len(args) <= 2)
	switch {
	case len(args) < 2:
		return r.st.True()
	case len(args) == 2:
		return r.st.Not(r.Eq(args[0], args[1]))
	case r.st.Sort(args[0]) == term.Bool:
		return r.by(distinctBool, r.st.False())
	}
	base := len(r.terms)
	r.terms = append(r.terms, args...)
	ts := r.terms[base:]
	if !slices.IsSorted(ts) {
		r.fired[distinctSort]++
		slices.Sort(ts)
	}
	result, values := r.st.True(), true
	for i, t := range ts {
		values = values && r.st.IsValue(t)
		if i > 0 && t == ts[i-1] {
			r.fired[distinctDuplicate]++
			result = r.st.False()
		}
	}
	switch {
	case result == r.st.False():
	case values:
		r.fired[distinctValues]++
	default:
		result = r.st.Distinct(ts...)
	}
	r.terms = r.terms[:base]
	return result
}
