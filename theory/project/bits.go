package project

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxSplits bounds the steps of bits that cut a projection's bit-vectors into pieces: what is left
// then gets values.
const maxSplits = 256

// bits eliminates bit-vectors beyond the equations that solve solves: equations of concatenations
// become those of pieces, constants of which slices occur are cut there, and those that are only
// compared are replaced by their nearest bound.
func (r *run) bits() bool {
	if !r.st.HasBitVecs() {
		return false
	}
	if r.splits < maxSplits {
		if r.splitEquations() || r.cutConstants() {
			r.splits++
			return true
		}
	}
	return r.boundedBits()
}

// splitEquations replaces an equation with a concatenation or a sign extension on one side by
// equations of the parts, and one with an even multiple of a constant.
func (r *run) splitEquations() bool {
	st := r.st
	split := map[int]bool{}
	var more []term.Term
	for i, t := range r.lits {
		if !r.isDirty(t) || st.Op(t) != term.OpEq {
			continue
		}
		if eqs := r.halved(st.Arg(t, 0), st.Arg(t, 1)); eqs != nil {
			split[i] = true
			more = append(more, eqs...)
			continue
		}
		for k, a := range st.Args(t) {
			b := st.Arg(t, 1-k)
			if st.Op(a) == term.OpConcat && r.isDirty(a) {
				split[i] = true
				hi := st.WidthOf(a) - 1
				for _, c := range st.Args(a) {
					more = append(more, r.rw.Eq(c, r.rw.Extract(hi, hi-st.WidthOf(c)+1, b)))
					hi -= st.WidthOf(c)
				}
				break
			}
			if st.Op(a) == term.OpSignExt && r.isVar(st.Arg(a, 0)) && !r.occurs(st.Arg(a, 0), b) {
				split[i] = true
				x := st.Arg(a, 0)
				low := r.rw.Extract(st.WidthOf(x)-1, 0, b)
				more = append(more, r.rw.Eq(x, low), r.rw.Eq(r.rw.SignExtend(st.WidthOf(a)-st.WidthOf(x), low), b))
				break
			}
		}
	}
	if len(split) == 0 {
		return false
	}
	r.exchange(split, more)
	return true
}

// halved takes an equation apart that has an even multiple of a constant to eliminate, which occurs
// nowhere else in it: what a multiple of 2^k equals ends in k zeros, and the rest of it is a multiple
// of the lower bits of the constant.
func (r *run) halved(a, b term.Term) []term.Term {
	st := r.st
	sort := st.Sort(a)
	if !st.IsBitVec(sort) || st.WidthOf(a) < 2 {
		return nil
	}
	ms, c := r.rw.BitPolynomial(a, b)
	at, zeros := -1, st.WidthOf(a)
	for i, m := range ms {
		if k := trailingZeros(m.Coeff); k > 0 && k < zeros && r.isVar(m.Term) {
			at, zeros = i, k
		}
	}
	if at < 0 {
		return nil
	}
	x := ms[at].Term
	odd := num.WordFromInt(st.WidthOf(a), ms[at].Coeff.FloorDiv(num.FromInt64(1).Lsh(uint(zeros))))
	by := odd.Inverse().Neg().Int()
	short := st.BitVecSort(zeros)
	sum, low := []term.Term{st.Bits(sort, c.Mul(by))}, []term.Term{st.Bits(short, c.Mul(by))}
	for i, m := range ms {
		if i == at {
			continue
		}
		if r.occurs(x, m.Term) {
			return nil
		}
		sum = append(sum, r.rw.BvMul(st.Bits(sort, m.Coeff.Mul(by)), m.Term))
		low = append(low, r.rw.BvMul(st.Bits(short, m.Coeff.Mul(by)), r.rw.Extract(zeros-1, 0, m.Term)))
	}
	rest := r.rw.BvAdd(sum...)
	top := st.WidthOf(a) - 1
	return []term.Term{
		r.rw.Eq(r.rw.BvAdd(low...), st.Bits(short, num.Int{})),
		r.rw.Eq(r.rw.Extract(top-zeros, 0, x), r.rw.Extract(top, zeros, rest)),
	}
}

// trailingZeros returns by which power of two a number is divisible; 0 for 0.
func trailingZeros(n num.Int) int {
	k := 0
	for two := num.FromInt64(2); !n.IsZero() && two.Divides(n); k++ {
		n = n.FloorDiv(two)
	}
	return k
}

// cutConstants replaces the constants of which slices occur by concatenations of new ones.
func (r *run) cutConstants() bool {
	st := r.st
	cuts := map[term.Term][]int{}
	var order []term.Term
	r.st.Visit(func(t term.Term) bool {
		if !r.isDirty(t) {
			return false
		}
		if st.Op(t) == term.OpExtract && r.isVar(st.Arg(t, 0)) {
			x := st.Arg(t, 0)
			if cuts[x] == nil {
				order = append(order, x)
			}
			hi, lo := st.ExtractBounds(t)
			cuts[x] = append(cuts[x], lo, hi+1)
		}
		return true
	}, r.lits...)
	if len(order) == 0 {
		return false
	}
	r.sub.Reset()
	for _, x := range order {
		at := append(cuts[x], 0, st.WidthOf(x))
		slices.Sort(at)
		at = slices.Compact(at)
		var pieces []term.Term
		for i := len(at) - 1; i > 0; i-- {
			pieces = append(pieces, r.fresh("slice", r.value(st.Extract(at[i]-1, at[i-1], x))))
		}
		c := r.rw.Concat(pieces...)
		r.define(x, c)
		r.sub.Bind(x, c)
	}
	r.substituted()
	return true
}

// comparison is what a literal says about x, which it compares with e.
type comparison struct {
	e     term.Term
	op    term.Op // OpBvUle, OpBvSle, or OpEq for a disequality
	below bool    // x is first: x <= e, or if the literal is negated e < x
	not   bool
}

// boundedBits replaces one constant that is only compared, always as a signed or always as an
// unsigned number, by its nearest bound on the side with fewer bounds: the bound itself, or the
// number next to it if the bound is strict, or the extreme number if there is no bound.
func (r *run) boundedBits() bool {
	var met []term.Term
	other := map[term.Term]bool{}
	found := map[term.Term][]comparison{}
	for _, t := range r.lits {
		if !r.isDirty(t) {
			continue
		}
		r.vars(t, func(x term.Term) {
			if !r.st.IsBitVec(r.st.Sort(x)) || other[x] {
				return
			}
			c, ok := r.compared(t, x)
			if !ok {
				other[x] = true
				return
			}
			if found[x] == nil {
				met = append(met, x)
			}
			found[x] = append(found[x], c)
		})
	}
	for _, x := range met {
		if signed, ok := uniform(found[x]); ok && !other[x] {
			r.nearestBound(x, found[x], signed)
			return true
		}
	}
	return false
}

// uniform reports whether all comparisons are signed or all are unsigned, and which.
// Disequalities are neither.
func uniform(cs []comparison) (signed, ok bool) {
	has := func(op term.Op) bool {
		return slices.ContainsFunc(cs, func(c comparison) bool { return c.op == op })
	}
	signed = has(term.OpBvSle)
	return signed, !signed || !has(term.OpBvUle)
}

// compared returns what a literal says about x, if x is one side of a comparison and does not
// occur in the other one.
func (r *run) compared(t, x term.Term) (c comparison, ok bool) {
	st := r.st
	atom := r.st.Atom(t)
	op := st.Op(atom)
	if op != term.OpBvUle && op != term.OpBvSle && (op != term.OpEq || atom == t) {
		return c, false
	}
	a, b := st.Arg(atom, 0), st.Arg(atom, 1)
	switch {
	case a == x && !r.occurs(x, b):
		return comparison{b, op, true, atom != t}, true
	case b == x && !r.occurs(x, a):
		return comparison{a, op, false, atom != t}, true
	}
	return c, false
}

// limit is a bound of a bit-vector, not strict, and the number it has in the model.
type limit struct {
	t     term.Term
	n     num.Int
	lower bool
}

// limitOf returns the bound that a comparison is. Of a disequality it is on the side on which the
// model is.
func (r *run) limitOf(x term.Term, c comparison, signed bool) limit {
	v, w := r.value(c.e), r.value(x)
	e := number(v, signed)
	l := limit{c.e, e, c.below == c.not}
	if c.op == term.OpEq {
		l.lower = e.Less(number(w, signed))
	}
	if c.not {
		d := num.FromInt64(1)
		if !l.lower {
			d = d.Neg()
		}
		l.n = e.Add(d)
		l.t = r.rw.BvAdd(c.e, r.st.Bits(v.Sort(), d))
	}
	return l
}

// nearestBound replaces x by its nearest bound.
func (r *run) nearestBound(x term.Term, cs []comparison, signed bool) {
	var lower, upper []limit
	for _, c := range cs {
		if l := r.limitOf(x, c, signed); l.lower {
			lower = append(lower, l)
		} else {
			upper = append(upper, l)
		}
	}
	var t term.Term
	if len(lower) <= len(upper) {
		t = r.extremeBits(x, signed, true)
		if len(lower) > 0 {
			t = slices.MaxFunc(lower, func(a, b limit) int { return a.n.Cmp(b.n) }).t
		}
	} else {
		t = r.extremeBits(x, signed, false)
		if len(upper) > 0 {
			t = slices.MinFunc(upper, func(a, b limit) int { return a.n.Cmp(b.n) }).t
		}
	}
	r.define(x, t)
	r.sub.Reset()
	r.sub.Bind(x, t)
	r.substituted()
}

// number returns the number that a bit-vector stands for.
func number(v model.Value, signed bool) num.Int {
	n := v.Int()
	if signed && n.BitLen() == v.Width() {
		return n.Sub(num.FromInt64(1).Lsh(uint(v.Width())))
	}
	return n
}

// extremeBits returns the least number of the sort of x, or the greatest.
func (r *run) extremeBits(x term.Term, signed, least bool) term.Term {
	top := num.FromInt64(1).Lsh(uint(r.st.WidthOf(x) - 1))
	n := num.Int{}
	if signed {
		n = top
	}
	if !least {
		n = n.Sub(num.FromInt64(1)) // wraps
	}
	return r.st.Bits(r.st.Sort(x), n)
}
