package preprocess

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// clauses replaces asserted rows over integers between 0 and 1 that state that at least one or
// at most one of some literals holds. A literal is x >= 1 or its negation. No interval is
// inferred from these rows. Where there are sums of literals under conditions, long rows stay
// beside their clauses.
func (b *bounder) clauses() int {
	changed := 0
	kept := b.rows[:0]
	for _, r := range b.rows {
		row := b.batch[r.from]
		cs, ok := b.asClauses(r)
		if !ok || b.stated[row.t] {
			kept = append(kept, r)
			continue
		}
		changed++
		b.batch[r.from] = assertion{t: b.rw.And(cs...)}
		b.source[r.from] = false
		if b.mixed && len(r.ms) > 2 {
			b.stated[row.t] = true
			r.from = len(b.batch)
			b.batch = append(b.batch, row)
			b.source = append(b.source, true)
			kept = append(kept, r)
		}
	}
	b.rows = kept
	return changed
}

// asClauses returns the row as clauses, if they are few.
func (b *bounder) asClauses(r row) ([]term.Term, bool) {
	lits := make([]term.Term, len(r.ms))
	minus := num.Rat{} // how many literals are negated
	one := num.RatFromInt64(1)
	for i, m := range r.ms {
		in := b.of[m.Term]
		if !b.st.IsConst(m.Term) || b.st.Sort(m.Term) != term.Int || !m.Coeff.Abs().IsOne() ||
			!in.hasLo || !in.hasHi || !in.lo.IsZero() || !in.hi.IsOne() {
			return nil, false
		}
		lits[i] = b.rw.Gt(m.Term, b.rw.Int(0))
		if m.Coeff.Sign() < 0 { // -x is (1-x) - 1
			lits[i] = b.st.Not(lits[i])
			minus = minus.Add(one)
		}
	}
	var out []term.Term
	if r.hasHi {
		cs, ok := b.atMost(lits, r.hi.Add(minus))
		if !ok {
			return nil, false
		}
		out = append(out, cs...)
	}
	if r.hasLo { // at least k hold: at most n-k of the negations
		n := num.RatFromInt64(int64(len(lits)))
		cs, ok := b.atMost(b.negated(lits), n.Sub(r.lo.Add(minus)))
		if !ok {
			return nil, false
		}
		out = append(out, cs...)
	}
	return out, true
}

func (b *bounder) negated(lits []term.Term) []term.Term {
	out := make([]term.Term, len(lits))
	for i, l := range lits {
		out[i] = b.st.Not(l)
	}
	return out
}

// atMost returns clauses for: at most k of the literals hold.
func (b *bounder) atMost(lits []term.Term, k num.Rat) ([]term.Term, bool) {
	n := int64(len(lits))
	switch v, ok := k.Int64(); {
	case !ok:
		return nil, false
	case v < 0:
		return []term.Term{b.st.False()}, true
	case v >= n:
		return nil, true
	case v == 0:
		return b.negated(lits), true
	case v == n-1:
		return []term.Term{b.rw.Or(b.negated(lits)...)}, true
	case v == 1 && n <= maxPairs:
		var out []term.Term
		for i, l := range lits {
			for _, m := range lits[:i] {
				out = append(out, b.rw.Or(b.st.Not(l), b.st.Not(m)))
			}
		}
		return out, true
	}
	return nil, false
}
