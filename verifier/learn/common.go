package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Sums returns the sums of any two inequalities among literals, unless these are many.
func Sums(rw *rewrite.Rewriter, st *term.Store, lits []term.Term) (sums []term.Term) {
	var rows []rewrite.Row
	for _, t := range lits {
		if r, ok := bounding(rw, t); ok {
			rows = append(rows, r)
		}
	}
	if len(rows) > maxSummands {
		return nil
	}
	for i, x := range rows {
		for _, y := range rows[:i] {
			if sum, ok := rw.AddRows(x, y); ok {
				if t := rw.Literal(sum); !st.IsValue(t) {
					sums = append(sums, t)
				}
			}
		}
	}
	return sums
}

// Tightest drops the inequalities among literals that follow from others that bound the same sum, and the
// disequalities that follow from a bound.
func Tightest(rw *rewrite.Rewriter, st *term.Store, lits []term.Term) []term.Term {
	var out []term.Term
	best := map[term.Term]bound{}
	for _, t := range lits {
		x, ok := bounding(rw, t)
		if !ok {
			out = append(out, t)
			continue
		}
		sum, by := withoutNumber(rw, st, x.Sum)
		b, known := best[sum]
		if !known {
			best[sum] = bound{len(out), by, x.Rel == rewrite.Less}
			out = append(out, t)
		} else if !b.below(by.Neg(), x.Rel != rewrite.Less) {
			out[b.at], best[sum] = t, bound{b.at, by, x.Rel == rewrite.Less}
		}
	}
	return slices.DeleteFunc(out, func(t term.Term) bool {
		if st.Op(t) != term.OpNot || st.Op(st.Arg(t, 0)) != term.OpEq {
			return false
		}
		l, r := st.Arg(st.Arg(t, 0), 0), st.Arg(st.Arg(t, 0), 1)
		if st.Sort(l) != term.Int && st.Sort(l) != term.Real {
			return false
		}
		for _, d := range []term.Term{rw.Sub(l, r), rw.Sub(r, l)} {
			sum, by := withoutNumber(rw, st, d)
			if b, ok := best[sum]; ok && b.below(by.Neg(), false) {
				return true
			}
		}
		return false
	})
}

// bound says that a sum without constant plus a number is at most 0, or less than that.
type bound struct {
	at     int // the literal
	by     num.Rat
	strict bool
}

// below reports whether the sum is less than v; or equal, if that is allowed.
func (b bound) below(v num.Rat, orEqual bool) bool {
	c := v.Cmp(b.by.Neg())
	return c > 0 || c == 0 && (b.strict || orEqual)
}

// withoutNumber takes the constant off a canonical sum.
func withoutNumber(rw *rewrite.Rewriter, st *term.Store, t term.Term) (rest term.Term, by num.Rat) {
	args := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		args = st.Args(t)
	}
	for _, a := range args {
		if v, ok := st.NumeralValue(a); ok {
			return rw.Sub(t, a), v
		}
	}
	return t, num.Rat{}
}

// Congruences returns what two cubes have in common that fix integer sums to different numbers: that they are
// congruent.
func Congruences(rw *rewrite.Rewriter, st *term.Store, a, b []term.Term) (out []term.Term) {
	in := fixed(rw, st, b)
	for _, x := range fixed(rw, st, a) {
		for _, y := range in {
			if d := x.to.Sub(y.to).Abs(); x.sum == y.sum && d.Cmp(num.FromInt64(1)) > 0 {
				m := st.Numeral(d)
				out = append(out, rw.Eq(rw.Mod(x.sum, m), rw.Mod(st.Numeral(x.to), m)))
			}
		}
	}
	return out
}

// fix says that an integer sum is a number.
type fix struct {
	sum term.Term
	to  num.Int
}

// fixed returns the sums that two inequalities fix.
func fixed(rw *rewrite.Rewriter, st *term.Store, lits []term.Term) (all []fix) {
	var above []fix
	for _, t := range lits {
		x, ok := bounding(rw, t)
		if !ok || st.Sort(x.Sum) != term.Int {
			continue
		}
		sum, by := withoutNumber(rw, st, x.Sum)
		for _, y := range above {
			if rw.Neg(sum) == y.sum && by.Num().Equal(y.to) {
				if sum < y.sum {
					y = fix{sum, y.to.Neg()}
				}
				all = append(all, y)
			}
		}
		above = append(above, fix{sum, by.Neg().Num()})
	}
	return all
}

// bounding returns the row of an inequality.
func bounding(rw *rewrite.Rewriter, t term.Term) (rewrite.Row, bool) {
	x, ok := rw.Row(t)
	return x, ok && x.Rel != rewrite.Equal
}
