package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// The inequalities among literals that are tried in sums: those in which a term cancels, and any.
const (
	maxSummands    = 10
	maxAnySummands = 5
)

// combine replaces two inequalities by their sum, as add makes it, as long as what is left is excluded, too: what was said by way
// of a third value, or of numbers that only this context has, is then said without them. It does nothing where there are
// more than most inequalities. ask returns which of some literals are excluded together.
func combine(ctx context.Context, rw *rewrite.Rewriter, st *term.Store, lits []term.Term, add sum, most int, ask func(lits []term.Term) ([]term.Term, bool)) []term.Term {
	for ctx.Err() == nil {
		var at []int
		var rows []inequality
		for i, t := range lits {
			if r, ok := inequalityOf(rw, st, t); ok {
				at, rows = append(at, i), append(rows, r)
			}
		}
		if len(rows) > most {
			return lits
		}
		next := combined(rw, st, lits, at, rows, add, ask)
		if next == nil {
			return lits
		}
		lits = next
	}
	return lits
}

// sum makes the sum of two inequalities, if there is one.
type sum func(x inequality, rw *rewrite.Rewriter, st *term.Store, y inequality) (inequality, bool)

// combined makes one such step; nil if there is none. The inequalities rows are the literals with the indices at.
func combined(rw *rewrite.Rewriter, st *term.Store, lits []term.Term, at []int, rows []inequality, add sum, ask func([]term.Term) ([]term.Term, bool)) []term.Term {
	for i := range rows {
		for j := range i {
			sum, ok := add(rows[i], rw, st, rows[j])
			if !ok {
				continue
			}
			t := sum.literal(rw, st)
			if st.IsValue(t) {
				continue
			}
			next := slices.Clone(lits)
			next[at[j]] = t
			if next = slices.Delete(next, at[i], at[i]+1); slices.Contains(lits, t) {
				next = slices.Delete(next, at[j], at[j]+1)
			}
			if core, ok := ask(next); ok {
				return core
			}
		}
	}
	return nil
}

// inequality says that a sum is at most 0, or less than that.
type inequality struct {
	sum    term.Term
	strict bool
}

// inequalityOf returns the inequality that a literal is.
func inequalityOf(rw *rewrite.Rewriter, st *term.Store, t term.Term) (inequality, bool) {
	atom, negative := t, st.Op(t) == term.OpNot
	if negative {
		atom = st.Arg(t, 0)
	}
	if st.Op(atom) != term.OpLe {
		return inequality{}, false
	}
	l, r := st.Arg(atom, 0), st.Arg(atom, 1)
	if !negative {
		return inequality{rw.Sub(l, r), false}, true
	}
	sum := rw.Sub(r, l)
	if st.Sort(l) == term.Int {
		return inequality{rw.Add(sum, st.Int(1)), false}, true
	}
	return inequality{sum, true}, true
}

// literal returns the inequality as a literal.
func (x inequality) literal(rw *rewrite.Rewriter, st *term.Store) term.Term {
	zero := number(st, st.Sort(x.sum), num.Rat{})
	if x.strict {
		return st.Not(rw.Le(zero, x.sum))
	}
	return rw.Le(x.sum, zero)
}

// plus returns the sum of two inequalities.
func (x inequality) plus(rw *rewrite.Rewriter, st *term.Store, y inequality) (inequality, bool) {
	if st.Sort(x.sum) != st.Sort(y.sum) {
		return inequality{}, false
	}
	return inequality{rw.Add(x.sum, y.sum), x.strict || y.strict}, true
}

// cancel returns a sum of positive multiples of two inequalities in which a term cancels.
func (x inequality) cancel(rw *rewrite.Rewriter, st *term.Store, y inequality) (inequality, bool) {
	sort := st.Sort(x.sum)
	if sort != st.Sort(y.sum) {
		return inequality{}, false
	}
	for _, a := range monomials(st, x.sum) {
		for _, b := range monomials(st, y.sum) {
			if a.t != b.t || a.c.Sign()*b.c.Sign() >= 0 {
				continue
			}
			l := rw.Mul(number(st, sort, b.c.Abs()), x.sum)
			r := rw.Mul(number(st, sort, a.c.Abs()), y.sum)
			return inequality{rw.Add(l, r), x.strict || y.strict}, true
		}
	}
	return inequality{}, false
}

// monomial is a multiple of a term that is no sum.
type monomial struct {
	c num.Rat
	t term.Term
}

// monomials takes a canonical sum apart, without its constant.
func monomials(st *term.Store, t term.Term) (out []monomial) {
	args := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		args = st.Args(t)
	}
	for _, a := range args {
		if st.IsValue(a) {
			continue
		}
		m := monomial{num.RatFromInt64(1), a}
		if st.Op(a) == term.OpMul && st.NumArgs(a) == 2 {
			if v, ok := st.NumeralValue(st.Arg(a, 0)); ok {
				m = monomial{v, st.Arg(a, 1)}
			}
		}
		out = append(out, m)
	}
	return out
}

// number returns a numeral of a sort; for Int, v is an integer.
func number(st *term.Store, sort term.Sort, v num.Rat) term.Term {
	if sort == term.Real {
		return st.Rat(v)
	}
	return st.Numeral(v.Num())
}
