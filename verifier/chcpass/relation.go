package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// relation is a conjunction of equations about terms. A nil one is false, the zero value true.
type relation struct {
	rows   []equation
	values []constant
	first  []int // by term: the first one that is equal to it; nil if all differ
}

// equation says that a sum of multiples of terms of one sort is a number.
type equation struct {
	sort   term.Sort
	coeffs []num.Rat // by term
	is     num.Rat
}

// constant says that a term has a value.
type constant struct {
	term  int
	value model.Value
}

// maxRowBits bounds the numbers in a row.
const maxRowBits = 64

func (s *relation) empty() bool { return len(s.rows)+len(s.values)+len(s.first) == 0 }

// join returns the strongest relation that holds where s does, and for the values of the terms in a model.
func (s *relation) join(m *model.Model, terms []term.Term) (*relation, error) {
	values := make([]model.Value, len(terms))
	for k, x := range terms {
		var err error
		if values[k], err = m.Eval(x); err != nil {
			return nil, err
		}
	}
	out := &relation{}
	var former []int
	if s == nil {
		out.point(values)
	} else {
		for _, sort := range []term.Sort{term.Int, term.Real} {
			out.rows = append(out.rows, extended(s.rows, sort, values)...)
		}
		for _, c := range s.values {
			if values[c.term].Equal(c.value) {
				out.values = append(out.values, c)
			}
		}
		if former = s.first; former == nil {
			return out, nil
		}
	}
	out.split(former, values)
	return out, nil
}

// point says that terms have values, of which those can be named that are no arrays.
func (s *relation) point(values []model.Value) {
	for k, v := range values {
		switch {
		case v.Sort().IsNumber():
			r := equation{v.Sort(), make([]num.Rat, len(values)), v.Rat()}
			r.coeffs[k] = num.RatFromInt64(1)
			s.rows = append(s.rows, r)
		case v.Kind() == model.KindBool || v.Kind() == model.KindBits:
			s.values = append(s.values, constant{k, v})
		}
	}
}

// split says which terms are equal that were so (nil: all of a sort) and have one value. Numbers have rows.
func (s *relation) split(former []int, values []model.Value) {
	first, equal := make([]int, len(values)), false
	for k, v := range values {
		first[k] = k
		if v.Sort().IsNumber() {
			continue
		}
		for i := range k {
			if first[i] == i && (former == nil || former[i] == former[k]) && values[i].Sort() == v.Sort() && values[i].Equal(v) {
				first[k], equal = i, true
				break
			}
		}
	}
	if equal {
		s.first = first
	}
}

// manyNumbers is how many numbers a relation is about so that its equations are about two at most.
const manyNumbers = 24

// extended returns the rows of a sort that hold where all of these do, and a point satisfies: if one does not,
// multiples of it are subtracted from the others, so that these do. So each point costs one row; of many, only
// rows that differ by as much in the point are subtracted from each other, so that those go at once that have
// nothing to do with others.
func extended(rows []equation, sort term.Sort, values []model.Value) (out []equation) {
	type pivot struct {
		row *equation
		off num.Rat
	}
	var pivots []pivot
	many := len(values) > manyNumbers
	for i := range rows {
		r := &rows[i]
		if r.sort != sort {
			continue
		}
		off := r.is.Neg()
		for k, c := range r.coeffs {
			if !c.IsZero() {
				off = off.AddMul(c, values[k].Rat())
			}
		}
		if off.IsZero() {
			out = append(out, *r)
			continue
		}
		k := slices.IndexFunc(pivots, func(p pivot) bool { return !many || p.off.Equal(off) })
		if k < 0 {
			pivots = append(pivots, pivot{r, off})
			continue
		}
		if x := r.minus(off.Div(pivots[k].off), pivots[k].row); x.small(many) {
			out = append(out, x)
		}
	}
	return out
}

// minus returns r - c*q.
func (r *equation) minus(c num.Rat, q *equation) equation {
	out := equation{r.sort, slices.Clone(r.coeffs), r.is.AddMul(c.Neg(), q.is)}
	for k, x := range q.coeffs {
		if !x.IsZero() {
			out.coeffs[k] = out.coeffs[k].AddMul(c.Neg(), x)
		}
	}
	return out
}

// small reports whether the numbers are, and of many those that occur are two.
func (r *equation) small(many bool) bool {
	n := 0
	for _, c := range r.coeffs {
		if c.BitLen() > maxRowBits {
			return false
		}
		if !c.IsZero() {
			n++
		}
	}
	return r.is.BitLen() <= maxRowBits && !(many && n > 2)
}

// formulas returns what the relation says of terms. What is read from arrays that are equal is one term.
func (s *relation) formulas(rw *rewrite.Rewriter, terms []term.Term) (all []term.Term) {
	st := rw.Terms()
	same := map[term.Term]term.Term{} // never ranged over
	for k, i := range s.first {
		same[terms[k]] = terms[i]
	}
	terms = slices.Clone(terms)
	for k, t := range terms {
		if st.Op(t) == term.OpSelect && same[st.Arg(t, 0)] != 0 {
			terms[k] = rw.Select(same[st.Arg(t, 0)], st.Arg(t, 1))
		}
	}
	for i := range s.rows {
		if f := s.rows[i].formula(rw, terms); f != st.True() {
			all = append(all, f)
		}
	}
	for _, c := range s.values {
		if t, err := c.value.Term(st); err == nil {
			all = append(all, rw.Eq(terms[c.term], t))
		}
	}
	for k, i := range s.first {
		if i != k {
			all = append(all, rw.Eq(terms[i], terms[k]))
		}
	}
	return all
}

// formula returns the equation; of integers, with coefficients that are integers.
func (r *equation) formula(rw *rewrite.Rewriter, terms []term.Term) term.Term {
	factor := num.FromInt64(1)
	if r.sort == term.Int {
		for _, c := range append(slices.Clone(r.coeffs), r.is) {
			factor = factor.Mul(c.Mul(num.RatFromInt(factor)).Den())
		}
	}
	var sum []term.Term
	for k, c := range r.coeffs {
		if !c.IsZero() {
			sum = append(sum, rw.Mul(rw.Number(r.sort, c.Mul(num.RatFromInt(factor))), terms[k]))
		}
	}
	return rw.Eq(rw.Add(sum...), rw.Number(r.sort, r.is.Mul(num.RatFromInt(factor))))
}
