package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// The inequalities among literals that are tried in sums: those in which a term cancels, and any.
const (
	maxSummands    = 10
	maxAnySummands = 5
)

// combine replaces two inequalities by their sum, as add makes it, as long as what is left is excluded, too: what was
// said by way of a third value, or of numbers that only this context has, is then said without them. It does nothing
// where there are more than most inequalities. ask returns which of some literals are excluded together.
func combine(ctx context.Context, rw *rewrite.Rewriter, lits []term.Term, add sum, most int,
	ask func(lits []term.Term) ([]term.Term, bool)) []term.Term {
	for ctx.Err() == nil {
		var at []int
		var rows []rewrite.Row
		for i, t := range lits {
			if r, ok := bounding(rw, t); ok {
				at, rows = append(at, i), append(rows, r)
			}
		}
		if len(rows) > most {
			return lits
		}
		next := combined(rw, lits, at, rows, add, ask)
		if next == nil {
			return lits
		}
		lits = next
	}
	return lits
}

// sum makes the sum of two inequalities, if there is one.
type sum func(rw *rewrite.Rewriter, x, y rewrite.Row) (rewrite.Row, bool)

// combined makes one such step; nil if there is none. The inequalities rows are the literals with the indices at.
func combined(rw *rewrite.Rewriter, lits []term.Term, at []int, rows []rewrite.Row, add sum,
	ask func([]term.Term) ([]term.Term, bool)) []term.Term {
	for i := range rows {
		for j := range i {
			sum, ok := add(rw, rows[i], rows[j])
			if !ok {
				continue
			}
			t := rw.Literal(sum)
			if rw.Terms().IsValue(t) {
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

// cancel returns a sum of positive multiples of two inequalities in which a term cancels.
func cancel(rw *rewrite.Rewriter, x, y rewrite.Row) (rewrite.Row, bool) {
	sort := rw.Terms().Sort(x.Sum)
	if sort != rw.Terms().Sort(y.Sum) {
		return rewrite.Row{}, false
	}
	for _, a := range linear.Of(rw.Terms(), x.Sum).Monomials {
		for _, b := range linear.Of(rw.Terms(), y.Sum).Monomials {
			if a.Term != b.Term || a.Coeff.Sign()*b.Coeff.Sign() >= 0 {
				continue
			}
			x.Sum = rw.Mul(rw.Number(sort, b.Coeff.Abs()), x.Sum)
			y.Sum = rw.Mul(rw.Number(sort, a.Coeff.Abs()), y.Sum)
			return rw.AddRows(x, y)
		}
	}
	return rewrite.Row{}, false
}

// Crossing replaces two inequalities, one of which has bound variables, by their sum, as long as ask says of what is
// left that it is excluded, too: how far a loop has come, and what is less than its end, is then said without the end.
func Crossing(ctx context.Context, rw *rewrite.Rewriter, lits []term.Term, ask func([]term.Term) bool) []term.Term {
	ground := func(r rewrite.Row) bool { return rw.Terms().Ground(rw.Literal(r)) }
	across := func(rw *rewrite.Rewriter, x, y rewrite.Row) (rewrite.Row, bool) {
		if ground(x) == ground(y) {
			return rewrite.Row{}, false
		}
		return rw.AddRows(x, y)
	}
	return combine(ctx, rw, lits, across, maxAnySummands, func(lits []term.Term) ([]term.Term, bool) {
		return lits, ask(lits)
	})
}
