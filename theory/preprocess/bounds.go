package preprocess

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	sweeps   = 3   // rounds of propagation of all rows
	longRow  = 32  // greatest number of monomials of a row that is propagated
	wideRat  = 256 // greatest number of bits of a bound
	maxPairs = 32  // greatest number of literals for "at most one" as binary clauses
)

// interval bounds a number; strict bounds of reals are weakened.
type interval struct {
	lo, hi       num.Rat
	hasLo, hasHi bool
}

// row is an asserted bound of a sum: lo <= sum <= hi.
type row struct {
	ms []linear.Monomial
	interval
	from int // index of the assertion
}

// bounder is one run of the pass.
type bounder struct {
	*Pipeline
	of     map[term.Term]interval // by summand; never ranged over
	known  []term.Term            // the keys of of, in order, except for trees of if-then-else terms
	rows   []row
	long   []row  // those with too many monomials to propagate
	source []bool // by assertion: it is a bound or a row
	top    term.Set
	wrong  bool // there is no solution
}

// bounds infers an interval for each summand of an asserted sum, and decides comparisons
// elsewhere by these. The assertions that the intervals follow from are not changed. Rows
// over integers between 0 and 1 that are clauses in disguise become clauses; only
// asserted bounds are used for that.
func (p *Pipeline) bounds() int {
	b := bounder{Pipeline: p, of: map[term.Term]interval{}}
	b.collect()
	if len(b.known) == 0 && !b.wrong {
		b.wrong = b.overloaded() // by bounds of differences
	}
	if len(b.known) == 0 || b.wrong {
		return b.refuted(0)
	}
	changed := b.clauses()
	for range sweeps {
		if !b.sweep() {
			break
		}
	}
	b.wrong = b.wrong || b.overloaded()
	changed += b.fixed()
	return b.refuted(changed + b.decide())
}

func (b *bounder) refuted(changed int) int {
	if !b.wrong {
		return changed
	}
	return b.refute()
}

// collect reads the asserted bounds and rows.
func (b *bounder) collect() {
	b.source = make([]bool, len(b.batch))
	b.top.Clear()
	for i, a := range b.batch {
		if p, in, ok := b.comparison(a.t); ok {
			b.source[i] = true
			ms := linear.Of(b.st, p).Monomials
			switch {
			case len(ms) == 1:
				b.narrow(ms[0].Term, scaled(in, ms[0].Coeff.Inv()))
			case len(ms) <= longRow:
				b.rows = append(b.rows, row{ms, in, i})
			default:
				b.long = append(b.long, row{ms, in, i})
			}
		}
	}
}

// comparison returns the interval in which an asserted literal puts a polynomial
// without constant.
func (b *bounder) comparison(t term.Term) (p term.Term, in interval, ok bool) {
	st := b.st
	atom := st.Atom(t)
	if op := st.Op(atom); op != term.OpLe && (op != term.OpEq || atom != t) {
		return 0, in, false
	}
	b.top.Add(atom)
	l, k, right, ok := b.bounded(atom)
	if !ok {
		return 0, in, false
	}
	in.lo, in.hi = k, k
	switch {
	case st.Op(atom) == term.OpEq:
		in.hasLo, in.hasHi = true, true
	case right == (atom == t):
		in.hasHi = true
	default:
		in.hasLo = true
	}
	if atom != t && st.Sort(l) == term.Int {
		one := num.RatFromInt64(1) // l > k, or l < k
		in.lo, in.hi = k.Add(one), k.Sub(one)
	}
	return l, in, st.Op(l) != term.OpAdd || b.plain(l)
}

// bounded returns the side of a comparison opposite a numeral, and whether that is on the right.
func (p *Pipeline) bounded(atom term.Term) (x term.Term, k num.Rat, right, ok bool) {
	l, r := p.st.Arg(atom, 0), p.st.Arg(atom, 1)
	if k, ok = p.st.NumeralValue(r); ok {
		return l, k, true, true
	}
	k, ok = p.st.NumeralValue(l)
	return r, k, false, ok
}

// plain reports whether a sum has no constant.
func (b *bounder) plain(t term.Term) bool {
	return !b.st.IsValue(b.st.Arg(t, b.st.NumArgs(t)-1))
}

// scaled returns the interval of k*x.
func scaled(in interval, k num.Rat) interval {
	out := interval{lo: in.lo.Mul(k), hi: in.hi.Mul(k), hasLo: in.hasLo, hasHi: in.hasHi}
	if k.Sign() < 0 {
		out.lo, out.hi, out.hasLo, out.hasHi = out.hi, out.lo, in.hasHi, in.hasLo
	}
	return out
}

// interval returns the interval of a summand.
func (b *bounder) interval(t term.Term) interval {
	if in, ok := b.of[t]; ok {
		return in
	}
	var in interval
	if b.st.Op(t) == term.OpIte {
		in = b.leaves(t)
		b.of[t] = in
		return in
	}
	if b.st.Op(t) == term.OpMod && b.st.IsNum(b.st.Arg(t, 1)) {
		if k := b.st.Num(b.st.Arg(t, 1)); k.Sign() > 0 {
			in.hasLo, in.hasHi = true, true
			in.hi = num.RatFromInt(k.Sub(num.FromInt64(1)))
		}
	}
	return in
}

// narrow intersects the interval of t with another one; it reports whether that
// changed it.
func (b *bounder) narrow(t term.Term, in interval) bool {
	old, known := b.of[t]
	if !known {
		old = b.interval(t)
	}
	now := old
	if b.st.Sort(t) == term.Int {
		in.lo, in.hi = num.RatFromInt(in.lo.Ceil()), num.RatFromInt(in.hi.Floor())
	}
	if in.hasLo && (!old.hasLo || old.lo.Less(in.lo)) && in.lo.BitLen() < wideRat {
		now.lo, now.hasLo = in.lo, true
	}
	if in.hasHi && (!old.hasHi || in.hi.Less(old.hi)) && in.hi.BitLen() < wideRat {
		now.hi, now.hasHi = in.hi, true
	}
	if now == old {
		return false
	}
	if !known {
		b.known = append(b.known, t)
	}
	b.of[t] = now
	b.wrong = b.wrong || now.hasLo && now.hasHi && now.hi.Less(now.lo)
	return true
}

// sum returns the interval of a sum without the summand number skip.
func (b *bounder) sum(ms []linear.Monomial, skip int) interval {
	out := interval{hasLo: true, hasHi: true}
	for i, m := range ms {
		if i == skip {
			continue
		}
		in := scaled(b.interval(m.Term), m.Coeff)
		out.lo, out.hasLo = out.lo.Add(in.lo), out.hasLo && in.hasLo
		out.hi, out.hasHi = out.hi.Add(in.hi), out.hasHi && in.hasHi
	}
	return out
}

// sweep propagates each row once; it reports whether an interval changed.
func (b *bounder) sweep() bool {
	news := false
	for _, r := range b.rows {
		if b.limit.Stopped() {
			return false
		}
		for i, m := range r.ms {
			rest := b.sum(r.ms, i)
			in := interval{
				lo: r.lo.Sub(rest.hi), hasLo: r.hasLo && rest.hasHi,
				hi: r.hi.Sub(rest.lo), hasHi: r.hasHi && rest.hasLo,
			}
			if b.narrow(m.Term, scaled(in, m.Coeff.Inv())) {
				news = true
			}
			if b.wrong {
				return false
			}
		}
	}
	return news
}

// fixed asserts the value of constants whose interval is a point.
func (b *bounder) fixed() int {
	n := 0
	for _, t := range b.known {
		in := b.of[t]
		if !b.st.IsConst(t) || !in.hasLo || !in.hasHi || !in.lo.Equal(in.hi) || b.wasSeen(t) {
			continue
		}
		if eq := b.rw.Eq(t, b.rw.Number(b.st.Sort(t), in.lo)); !b.top.Has(eq) {
			n++
			b.assert(eq)
			b.source = append(b.source, true)
		}
	}
	return n
}

// decide replaces the comparisons that the intervals decide, except in the assertions
// that the intervals follow from.
func (b *bounder) decide() int {
	if b.wrong {
		return 0
	}
	for i, a := range b.batch {
		if !b.source[i] {
			b.met.Push(a.t)
		}
	}
	found := false
	b.walk(func(t term.Term) {
		if v, ok := b.truth(t); ok && b.sub.image(t) == 0 {
			b.bindFact(t, b.st.Bool(v))
			found = true
		}
	})
	if !found {
		return 0
	}
	changed := 0
	for i := range b.batch {
		if !b.source[i] && b.applyFacts(&b.batch[i]) {
			changed++
		}
	}
	return changed
}

// truth decides a comparison of a sum with a numeral.
func (b *bounder) truth(t term.Term) (value, ok bool) {
	st := b.st
	op := st.Op(t)
	if op != term.OpLe && op != term.OpEq || !st.Ground(t) {
		return false, false
	}
	l, r := st.Arg(t, 0), st.Arg(t, 1)
	if !st.Sort(l).IsNumber() {
		return false, false
	}
	diff := b.rw.Sub(l, r) // at most 0, or equal to 0
	sum := linear.Of(b.st, diff)
	if len(sum.Monomials) > longRow {
		return false, false
	}
	in, c := b.sum(sum.Monomials, -1), sum.Constant
	lo, hi := in.lo.Add(c).Sign(), in.hi.Add(c).Sign()
	switch {
	case op == term.OpLe && in.hasHi && hi <= 0:
		return true, true
	case in.hasLo && lo > 0, op == term.OpEq && in.hasHi && hi < 0:
		return false, true
	}
	return false, false
}
