package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// junctionLimit is the greatest length of a nested And or Or that is flattened into
// its parent. With a limit a chain of n conjunctions costs O(n), not O(n²).
const junctionLimit = 16

// Not returns the negation of a.
func (r *Rewriter) Not(a term.Term) term.Term { return r.st.Not(a) }

// And returns the conjunction of its arguments.
func (r *Rewriter) And(args ...term.Term) term.Term {
	return r.junction(term.OpAnd, r.st.True(), args)
}

// Or returns the disjunction of its arguments.
func (r *Rewriter) Or(args ...term.Term) term.Term {
	return r.junction(term.OpOr, r.st.False(), args)
}

// junction builds And and Or.
//
// Rules: BOOL_FLATTEN, BOOL_UNIT, BOOL_ZERO, BOOL_DUPLICATE, BOOL_COMPLEMENT, BOOL_SORT.
func (r *Rewriter) junction(op term.Op, unit term.Term, args []term.Term) term.Term {
	start := len(r.terms)
	zero := r.st.Not(unit)
	for _, a := range args {
		switch {
		case a == unit:
			r.fired[boolUnit]++
		case a == zero:
			r.terms = r.terms[:start]
			return r.by(boolZero, zero)
		case r.st.Op(a) == op && r.st.NumArgs(a) <= junctionLimit:
			r.fired[boolFlatten]++
			r.terms = append(r.terms, r.st.Args(a)...)
		default:
			r.terms = append(r.terms, a)
		}
	}
	result := zero
	if r.orderLiterals(start) {
		result = r.makeJunction(op, unit, r.terms[start:])
	}
	r.terms = r.terms[:start]
	return result
}

func (r *Rewriter) makeJunction(op term.Op, unit term.Term, args []term.Term) term.Term {
	switch {
	case len(args) == 0:
		return unit
	case op == term.OpAnd:
		return r.st.And(args...)
	}
	return r.st.Or(args...)
}

// literalKey orders terms by what they are or negate, the positive one first.
func (r *Rewriter) literalKey(not term.Op, t term.Term) uint64 {
	if r.st.Op(t) == not {
		return uint64(r.st.Arg(t, 0))<<1 | 1
	}
	return uint64(t) << 1
}

// orderLiterals sorts r.terms[start:] and drops duplicates. It returns false if
// there are two complementary literals.
func (r *Rewriter) orderLiterals(start int) bool {
	keys := r.keys[:0]
	ordered, last := true, uint64(0)
	for _, t := range r.terms[start:] {
		k := r.literalKey(term.OpNot, t)
		ordered = ordered && last < k&^1
		keys = append(keys, k)
		last = k | 1
	}
	r.keys = keys
	if ordered {
		return true
	}
	r.sortKeys(keys, boolSort)
	r.terms = r.terms[:start]
	return r.pushKeys(keys, r.st.Not, boolDuplicate, boolComplement)
}

// sortKeys sorts keys, by a rule.
func (r *Rewriter) sortKeys(keys []uint64, rule Rule) {
	if !slices.IsSorted(keys) {
		r.fired[rule]++
		slices.Sort(keys)
	}
}

// pushKeys pushes the terms of sorted keys, each once, by the rule duplicate: the lowest bit says whether not is
// applied to the term, the others are the term. It returns false, by the rule complement, if one is there both ways.
func (r *Rewriter) pushKeys(keys []uint64, not func(term.Term) term.Term, duplicate, complement Rule) bool {
	for i, k := range keys {
		if i > 0 && k == keys[i-1] {
			r.fired[duplicate]++
			continue
		}
		if i > 0 && k == keys[i-1]^1 {
			r.fired[complement]++
			return false
		}
		t := term.Term(k >> 1)
		if k&1 != 0 {
			t = not(t)
		}
		r.terms = append(r.terms, t)
	}
	return true
}

// eqBool builds the equality of two different formulas.
//
// Rules: BOOL_EQ_CONST, BOOL_EQ_NOT, EQ_REFL, EQ_SORT.
func (r *Rewriter) eqBool(a, b term.Term) term.Term {
	negate := false
	if r.st.Op(a) == term.OpNot {
		r.fired[boolEqNot]++
		a, negate = r.st.Arg(a, 0), !negate
	}
	if r.st.Op(b) == term.OpNot {
		r.fired[boolEqNot]++
		b, negate = r.st.Arg(b, 0), !negate
	}
	if r.st.IsValue(a) {
		a, b = b, a
	}
	var t term.Term
	switch {
	case a == b:
		r.fired[eqRefl]++
		t = r.st.True()
	case b == r.st.True():
		r.fired[boolEqConst]++
		t = a
	case b == r.st.False():
		r.fired[boolEqConst]++
		t = r.st.Not(a)
	default:
		t = r.eqOrdered(a, b)
	}
	if negate {
		return r.st.Not(t)
	}
	return t
}
