package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Limits of rows that reals makes.
const (
	mostBetween    = 8 // terms of a row
	betweenGrowth  = 2 // how many times as many rows
	mostBoundsOfIt = 8 // rows with the constant
)

// reals eliminates constants of sort Real that occur only in asserted rows, and in few, if there are integers in
// these (Fourier and Motzkin): what they leave between the integers is known then to rounding, cuts, and splits
// by lattices, which look at rows over integers alone. An integer part is an integer between two rows.
func (p *Pipeline) reals() int {
	p.forgetFacts()
	b := between{Pipeline: p, rowsOf: map[term.Term][]realRow{}}
	n := b.parts()
	b.collect()
	for _, y := range b.consts {
		if p.limit.Stopped() {
			break
		}
		if !p.done.Has(y) && b.eliminate(y) {
			n++
		}
	}
	if n > 0 {
		p.substitute()
		p.forgetFacts()
	}
	return n
}

// between is one run of the pass.
type between struct {
	*Pipeline
	consts []term.Term             // of sort Real that occur in rows, in order
	rowsOf map[term.Term][]realRow // by constant; never ranged over
}

// realRow is an asserted row with one of its constants.
type realRow struct {
	at    int // in the batch
	row   rewrite.Row
	coeff linear.Monomial
}

// row returns the row that an inequality of reals is.
func (b *between) row(t term.Term) (rewrite.Row, bool) {
	atom := b.st.Atom(t)
	if b.st.Op(atom) != term.OpLe || b.st.Sort(b.st.Arg(atom, 0)) != term.Real {
		return rewrite.Row{}, false
	}
	return b.rw.Row(t)
}

// parts replaces integer parts of constants in rows by new constants of sort Int.
func (b *between) parts() int {
	known := map[term.Term]bool{}
	n := len(b.batch)
	for i := range n {
		row, ok := b.row(b.batch[i].t)
		if !ok {
			continue
		}
		ms := linear.Of(b.st, row.Sum).Monomials
		for _, m := range ms {
			if b.st.Op(m.Term) != term.OpToReal || b.st.Op(b.st.Arg(m.Term, 0)) != term.OpToInt {
				continue
			}
			part := b.st.Arg(m.Term, 0)
			y := b.st.Arg(part, 0)
			if known[y] || !b.st.IsConst(y) || b.wasSeen(y) {
				continue
			}
			known[y] = true
			k := b.fresh(term.Int)
			b.bindFact(part, k)
			below := b.rw.Sub(b.rw.ToReal(k), y)
			above := b.rw.Sub(b.rw.Neg(below), b.st.Rat(num.RatFromInt64(1)))
			b.assert(b.rw.Literal(rewrite.Row{Sum: below, Rel: rewrite.AtMost}),
				b.rw.Literal(rewrite.Row{Sum: above, Rel: rewrite.Less}))
		}
	}
	if len(known) > 0 {
		b.substitute()
		b.forgetFacts()
	}
	return len(known)
}

// collect finds the rows. The constants that occur elsewhere, too, are in p.done then, as are those of the assumptions
// and those that were handed on.
func (b *between) collect() {
	b.done.Clear()
	for _, t := range b.asked {
		b.met.Push(b.sub.apply(t))
	}
	for i, a := range b.batch {
		row, ok := b.row(a.t)
		if !ok {
			b.met.Push(a.t)
			continue
		}
		ms := linear.Of(b.st, row.Sum).Monomials
		for _, m := range ms {
			if !b.st.IsConst(m.Term) {
				b.met.Push(m.Term)
				continue
			}
			if b.rowsOf[m.Term] == nil {
				b.consts = append(b.consts, m.Term)
			}
			b.rowsOf[m.Term] = append(b.rowsOf[m.Term], realRow{i, row, m})
		}
	}
	b.met.Seen.Clear()
	b.met.Visit(b.st, b.done.Add)
}

// eliminate replaces the rows with y by those that say that each upper bound is above each lower one.
func (b *between) eliminate(y term.Term) bool {
	rows := b.rowsOf[y]
	if b.wasSeen(y) || len(rows) > mostBoundsOfIt || !slices.ContainsFunc(rows, b.hasInteger) {
		return false
	}
	var lower, upper, again []term.Term // what y is above and below
	var made []term.Term
	for i, r := range rows {
		if b.batch[r.at].t == b.st.True() {
			return false // it went with another constant
		}
		again = append(again, b.batch[r.at].t)
		value := b.value(r)
		if r.coeff.Coeff.Sign() > 0 {
			upper = append(upper, value)
		} else {
			lower = append(lower, value)
		}
		for _, q := range rows[:i] {
			if q.coeff.Coeff.Sign() == r.coeff.Coeff.Sign() {
				continue
			}
			sum := b.rw.Add(b.scaled(q), b.scaled(r))
			if len(linear.Of(b.st, sum).Monomials) > mostBetween {
				return false
			}
			made = append(made, b.rw.Literal(rewrite.Row{Sum: sum, Rel: max(q.row.Rel, r.row.Rel)}))
		}
	}
	if len(made) > betweenGrowth*len(rows) {
		return false
	}
	for _, r := range rows {
		b.batch[r.at].t = b.st.True()
	}
	b.assert(made...)
	b.define(definition{x: y, t: b.middle(lower, upper), again: b.st.And(again...)})
	return true
}

// hasInteger reports whether an integer occurs in a row.
func (b *between) hasInteger(r realRow) bool {
	ms := linear.Of(b.st, r.row.Sum).Monomials
	return slices.ContainsFunc(ms, func(m linear.Monomial) bool { return b.st.Op(m.Term) == term.OpToReal })
}

// scaled returns the sum of a row divided by the size of the constant's coefficient.
func (b *between) scaled(r realRow) term.Term {
	return b.rw.Mul(b.st.Rat(r.coeff.Coeff.Abs().Inv()), r.row.Sum)
}

// value returns the bound that a row is for its constant.
func (b *between) value(r realRow) term.Term {
	rest := b.rw.Sub(r.row.Sum, b.rw.Mul(b.st.Rat(r.coeff.Coeff), r.coeff.Term))
	return b.rw.Mul(b.st.Rat(r.coeff.Coeff.Inv().Neg()), rest)
}

// middle returns the middle between the greatest lower bound and the least upper one, or a term beyond
// those that there are. It satisfies strict bounds, too.
func (b *between) middle(lower, upper []term.Term) term.Term {
	one, half := b.st.Rat(num.RatFromInt64(1)), b.st.Rat(num.RatFromInt64(2).Inv())
	switch {
	case len(upper) == 0:
		return b.rw.Add(b.extreme(lower, true), one)
	case len(lower) == 0:
		return b.rw.Sub(b.extreme(upper, false), one)
	}
	return b.rw.Mul(half, b.rw.Add(b.extreme(lower, true), b.extreme(upper, false)))
}

// extreme returns the greatest or the least of terms.
func (b *between) extreme(terms []term.Term, greatest bool) term.Term {
	best := terms[0]
	for _, t := range terms[1:] {
		if greatest {
			best = b.rw.Ite(b.rw.Le(best, t), t, best)
		} else {
			best = b.rw.Ite(b.rw.Le(best, t), best, t)
		}
	}
	return best
}
