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
	rows        []equation
	congruences []congruence
	values      []constant
	first       []int       // by term: the first one that is equal to it; nil if all differ
	cases       []*relation // of which one holds, by what Boolean terms are; nil if they are not told apart
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

func (s *relation) empty() bool {
	return len(s.rows)+len(s.congruences)+len(s.values)+len(s.first)+len(s.cases) == 0
}

// join returns the strongest relation that holds where s does, and for the values of the terms in a model. If words is
// not 0, it is about congruences of so many words, by cases.
func (s *relation) join(m *model.Model, terms []term.Term, words int) (*relation, error) {
	values, flags := make([]model.Value, len(terms)), false
	for k, x := range terms {
		var err error
		if values[k], err = m.Eval(x); err != nil {
			return nil, err
		}
		flags = flags || values[k].Kind() == model.KindBool
	}
	if words == 0 {
		return s.coarse(values), nil
	}
	out := s.fine(values, words)
	if flags && s == nil || s != nil && len(s.cases) > 0 {
		var cases []*relation
		if s != nil {
			cases = s.cases
		}
		out.cases = withCase(cases, values, words)
	}
	return out, nil
}

// work is what it takes to add a point to congruences, which are compared with each other. Most comparisons end at the
// first word, so many together count as one look at a term.
func (s *relation) work() int {
	if s == nil {
		return 0
	}
	n := len(s.congruences) * len(s.congruences) / 16
	for _, c := range s.cases {
		n += c.work()
	}
	return n
}

// coarse adds a point to equations of numbers and equalities of others.
func (s *relation) coarse(values []model.Value) *relation {
	out := &relation{}
	if s == nil {
		out.point(values, model.KindBits)
		out.split(nil, values)
		return out
	}
	out.extend(s, values)
	if s.first != nil {
		out.split(s.first, values)
	}
	return out
}

// fine adds a point to equations of numbers, congruences of words, and what Boolean terms are.
func (s *relation) fine(values []model.Value, words int) *relation {
	out := &relation{}
	if s == nil {
		out.point(values, model.KindBool)
		out.pointWords(values)
		return out
	}
	out.extend(s, values)
	out.congruences = congruent(s.congruences, values, words)
	return out
}

// extend takes what a relation says of numbers, and of values, and a point satisfies.
func (s *relation) extend(of *relation, values []model.Value) {
	for _, sort := range []term.Sort{term.Int, term.Real} {
		s.rows = append(s.rows, extended(of.rows, sort, values)...)
	}
	for _, c := range of.values {
		if values[c.term].Equal(c.value) {
			s.values = append(s.values, c)
		}
	}
}

// point says that terms have values: numbers, truth values, and those of one more kind.
func (s *relation) point(values []model.Value, kind model.Kind) {
	for k, v := range values {
		switch {
		case v.Sort().IsNumber():
			r := equation{v.Sort(), make([]num.Rat, len(values)), v.Rat()}
			r.coeffs[k] = num.RatFromInt64(1)
			s.rows = append(s.rows, r)
		case v.Kind() == model.KindBool || v.Kind() == kind:
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
	for i := range s.congruences {
		if f := s.congruences[i].formula(rw, terms); f != st.True() {
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
	if len(s.cases) > 1 {
		var ways []term.Term
		for _, c := range s.cases {
			ways = append(ways, rw.And(c.formulas(rw, terms)...))
		}
		all = append(all, rw.Or(ways...))
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
