package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

const (
	// maxWords bounds the words that a congruence is about.
	maxWords = 4
	// maxFalls is how often a congruence may become one of fewer bits.
	maxFalls = 12
	// maxCases is how many valuations of Boolean terms are told apart.
	maxCases = 8
)

// congruence says that a sum of multiples of words of one width is a number, modulo two to the width.
type congruence struct {
	coeffs []num.Word // by term; those of other terms are the zero value
	is     num.Word
	falls  int // how often bits were given up
}

// pointWords adds that words have values.
func (s *relation) pointWords(values []model.Value) {
	for k, v := range values {
		if v.Kind() == model.KindBits {
			r := congruence{coeffs: make([]num.Word, len(values)), is: num.WordFromInt(v.Width(), v.Int())}
			r.coeffs[k] = num.WordFromUint64(v.Width(), 1)
			s.congruences = append(s.congruences, r)
		}
	}
}

// congruent returns the congruences that hold where all of these do, and that a point satisfies. Of those that it
// does not satisfy, the one that differs by the smallest power of two is subtracted from the others as often as
// needed, and keeps itself as many of its bits as do not differ: so what is left generates all that hold, except those
// of too many words, in place of which the others keep bits, too.
func congruent(rows []congruence, values []model.Value, words int) (out []congruence) {
	offs := make([]num.Word, len(rows))
	pivots := map[int]int{} // by width
	for i := range rows {
		offs[i] = rows[i].off(values)
		p, ok := pivots[offs[i].Width()]
		if !offs[i].IsZero() && (!ok || offs[i].TrailingZeros() < offs[p].TrailingZeros()) {
			pivots[offs[i].Width()] = i
		}
	}
	if len(values) > manyNumbers {
		words = min(words, 2)
	}
	for i, r := range rows {
		if off := offs[i]; !off.IsZero() {
			p := pivots[off.Width()]
			mended := r.less(off)
			if z := offs[p].TrailingZeros(); i != p {
				one := num.WordFromUint64(off.Width(), 1)
				x := r.combined(one, &rows[p], off.Shr(z).Mul(offs[p].Shr(z).Inverse()).Neg())
				if n := x.size(); 0 < n && n <= words {
					mended = x
				}
			}
			r = mended
		}
		if n := r.size(); 0 < n && n <= words && r.falls <= maxFalls && !slices.ContainsFunc(out, r.multiple) {
			out = slices.DeleteFunc(out, func(q congruence) bool { return q.multiple(r) })
			out = append(out, r)
		}
	}
	return out
}

// less returns a congruence about as many low bits as are right where it is off.
func (r *congruence) less(off num.Word) congruence {
	out := r.combined(num.PowerOfTwo(off.Width(), off.Width()-off.TrailingZeros()), nil, num.Word{})
	out.falls++
	return out
}

// multiple reports whether a congruence says nothing that another one does not say.
func (r *congruence) multiple(q congruence) bool {
	for i, c := range r.coeffs {
		if !c.IsZero() && q.coeffs[i].IsZero() {
			return false
		}
	}
	k := slices.IndexFunc(q.coeffs, func(c num.Word) bool { return !c.IsZero() })
	if r.is.Width() != q.is.Width() || r.coeffs[k].TrailingZeros() < q.coeffs[k].TrailingZeros() {
		return false
	}
	z := q.coeffs[k].TrailingZeros()
	factor := r.coeffs[k].Shr(z).Mul(q.coeffs[k].Shr(z).Inverse())
	return r.combined(num.WordFromUint64(r.is.Width(), 1), &q, factor.Neg()).isZero()
}

func (r congruence) isZero() bool { return r.size() == 0 && r.is.IsZero() }

// off returns by how much values differ from what a congruence says.
func (r *congruence) off(values []model.Value) num.Word {
	sum := r.is.Neg()
	for k, c := range r.coeffs {
		if !c.IsZero() {
			sum = sum.Add(c.Mul(num.WordFromInt(c.Width(), values[k].Int())))
		}
	}
	return sum
}

// combined returns a*r + b*q; q may be nil.
func (r *congruence) combined(a num.Word, q *congruence, b num.Word) congruence {
	out := congruence{make([]num.Word, len(r.coeffs)), r.is.Mul(a), r.falls}
	if q != nil {
		out.is = out.is.Add(q.is.Mul(b))
	}
	for k, c := range r.coeffs {
		if !c.IsZero() {
			out.coeffs[k] = c.Mul(a)
		}
		if q != nil && !q.coeffs[k].IsZero() {
			if c = q.coeffs[k].Mul(b); !out.coeffs[k].IsZero() {
				c = c.Add(out.coeffs[k])
			}
			out.coeffs[k] = c
		}
	}
	return out
}

// size returns the number of words that occur.
func (r *congruence) size() (n int) {
	for _, c := range r.coeffs {
		if !c.IsZero() {
			n++
		}
	}
	return n
}

// formula returns the congruence solved for a word, of as many bits as it is about.
func (r *congruence) formula(rw *rewrite.Rewriter, terms []term.Term) term.Term {
	st := rw.Terms()
	first, width := -1, r.is.Width()
	zeros := width
	for k, c := range r.coeffs {
		if !c.IsZero() && c.TrailingZeros() < zeros {
			first, zeros = k, c.TrailingZeros()
		}
	}
	top := width - zeros - 1
	scale := r.coeffs[first].Shr(zeros).Slice(top, 0).Inverse()
	part := func(c num.Word) num.Word { return c.Shr(zeros).Slice(top, 0).Mul(scale) }
	value := func(v num.Word) term.Term { return st.Bits(st.BitVecSort(top+1), v.Int()) }
	sum := []term.Term{value(part(r.is))}
	for k, c := range r.coeffs {
		if k != first && !c.IsZero() {
			sum = append(sum, rw.BvMul(value(part(c).Neg()), rw.Extract(top, 0, terms[k])))
		}
	}
	return rw.Eq(rw.Extract(top, 0, terms[first]), rw.BvAdd(sum...))
}

// withCase returns the cases of a relation, one for each valuation of the Boolean terms that occurs, with one more
// point: none if there are many.
func withCase(cases []*relation, values []model.Value, words int) (out []*relation) {
	for i, s := range cases {
		if s.tells(values) {
			out = append(append(append(out, cases[:i]...), s.fine(values, words)), cases[i+1:]...)
			return out
		}
	}
	if len(cases) == maxCases {
		return nil
	}
	return append(append(out, cases...), (*relation)(nil).fine(values, words))
}

// divides reports whether a formula looks at low bits of words alone, or makes some of them zero.
func divides(st *term.Store, formulas []term.Term) (found bool) {
	even := func(t term.Term) bool { return st.IsBits(t) && num.FromInt64(2).Divides(st.Num(t)) }
	st.Visit(func(t term.Term) bool {
		switch st.Op(t) {
		case term.OpExtract:
			_, lo := st.ExtractBounds(t)
			found = found || lo == 0
		case term.OpConcat:
			found = found || even(st.Arg(t, st.NumArgs(t)-1))
		case term.OpBvMul, term.OpBvAnd:
			found = found || slices.ContainsFunc(st.Args(t), even)
		case term.OpBvShl, term.OpBvUrem:
			found = true
		}
		return !found
	}, formulas...)
	return found
}

// tells reports whether Boolean terms have the values that they have in a case.
func (s *relation) tells(values []model.Value) bool {
	for _, c := range s.values {
		if !values[c.term].Equal(c.value) {
			return false
		}
	}
	return true
}
