package smtscript

import (
	"slices"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Shrink makes a failing script smaller: with fewer operations and assumptions, and smaller
// formulas. It keeps the first Fixed operations.
func (s *Script) Shrink(b *shrink.Budget, fails func(*Script) bool) *Script {
	for again := true; again && !b.Spent(); {
		before := len(s.Text())
		fixed := s.Ops[:s.Fixed:s.Fixed]
		whole := func(ops []Op) *Script { return s.with(slices.Concat(fixed, ops)) }
		ops := shrink.List(s.Ops[s.Fixed:], b, func(less []Op) bool { return fails(whole(less)) })
		for i := range ops {
			if ops[i].Kind < Check {
				continue
			}
			with := func(ts []term.Term) []Op {
				c := slices.Clone(ops)
				c[i].Terms = ts
				return c
			}
			ops = with(shrink.List(ops[i].Terms, b, func(less []term.Term) bool { return fails(whole(with(less))) }))
		}
		ops = shrink.Elements(ops, b, s.smaller, func(try []Op) bool { return fails(whole(try)) })
		s = whole(ops)
		again = len(s.Text()) < before
	}
	return s
}

// smaller returns operations with one formula made smaller.
func (s *Script) smaller(o Op) []Op {
	if o.Kind == Flow {
		return nil // it would no longer be implied
	}
	var out []Op
	for i, t := range o.Terms {
		for _, u := range smallerTerms(s.Store, t) {
			ts := slices.Clone(o.Terms)
			ts[i] = u
			out = append(out, Op{o.Kind, ts})
		}
	}
	return out
}

// smallerTerms returns terms with one subterm replaced by a part of it or by a simple term.
func smallerTerms(st *term.Store, t term.Term) []term.Term {
	var out []term.Term
	for _, u := range Subterms(st, t) {
		if st.Op(u) == term.OpBound {
			continue
		}
		for _, v := range simpler(st, u) {
			if v == u || !st.Ground(v) {
				continue
			}
			sub := term.NewSubst(st, st)
			sub.Bind(u, v)
			if r := sub.Apply(t); r != t {
				out = append(out, r)
			}
		}
		if len(out) > 300 {
			break
		}
	}
	return out
}

func simpler(st *term.Store, u term.Term) []term.Term {
	var subs []term.Term
	switch st.Sort(u) {
	case term.Bool:
		if !st.IsValue(u) {
			subs = append(subs, st.True(), st.False())
		}
	case term.Int:
		subs = append(subs, smallerNumerals(st, u)...)
	case term.Real:
		if !st.IsRat(u) {
			subs = append(subs, st.Rat(num.Rat{}))
		}
	}
	if st.IsBitVec(st.Sort(u)) {
		subs = append(subs, smallerBits(st, u)...)
	}
	n := st.NumArgs(u)
	if n > 2 && (st.Op(u) == term.OpAnd || st.Op(u) == term.OpOr || st.Op(u) == term.OpAdd || st.Op(u) >= term.OpBvAnd && st.Op(u) <= term.OpBvAdd) {
		for i := range n {
			args := slices.Delete(slices.Clone(st.Args(u)), i, i+1)
			subs = append(subs, st.Rebuild(u, args))
		}
	}
	for _, a := range Subterms(st, u) {
		if a != u && st.Sort(a) == st.Sort(u) && st.Op(a) != term.OpBound {
			subs = append(subs, a)
		}
	}
	return subs
}

// smallerNumerals returns smaller numerals of sort Int.
func smallerNumerals(st *term.Store, u term.Term) []term.Term {
	if !st.IsNum(u) {
		return []term.Term{st.Int(0)}
	}
	n, small := st.Num(u).Int64()
	if !small {
		return []term.Term{st.Int(0), st.Int(1 << 40)}
	}
	var out []term.Term
	for _, k := range shrink.Number(max(n, -n)) {
		if n < 0 {
			k = -k
		}
		out = append(out, st.Int(k))
	}
	return out
}

// smallerBits returns simple bit-vectors of the width of u, not above it if it is a literal.
func smallerBits(st *term.Store, u term.Term) []term.Term {
	sort := st.Sort(u)
	if !st.IsBits(u) {
		return []term.Term{st.Bits(sort, num.Int{}), st.Bits(sort, num.FromInt64(1))}
	}
	n := st.Num(u)
	small, ok := n.Int64()
	if !ok {
		return []term.Term{st.Bits(sort, num.Int{}), st.Bits(sort, n.FloorDiv(num.FromInt64(2)))}
	}
	var out []term.Term
	for _, k := range shrink.Number(small) {
		out = append(out, st.Bits(sort, num.FromInt64(k)))
	}
	return out
}
