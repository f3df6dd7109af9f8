package summary

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// eval returns the form of an integer at a node, or of a Boolean as 0 or 1.
func (b *body) eval(i int32, t term.Term) form {
	work := append(b.work[:0], scaled{t, num.FromInt64(1)})
	b.work = nil // elements of maps evaluate other terms
	defer func() { b.work = work }()
	var out form
	for steps := 0; len(work) > 0; steps++ {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		b.a.steps++
		if steps > maxEval {
			return single(b.symbol(t))
		}
		switch b.st.Op(x.t) {
		case term.OpNum:
			out = out.plus(constant(b.st.Num(x.t)), x.c)
			continue
		case term.OpAdd:
			for _, y := range b.st.Args(x.t) {
				work = append(work, scaled{y, x.c})
			}
			continue
		case term.OpMul:
			if k := b.st.Arg(x.t, 0); b.st.IsNum(k) {
				work = append(work, scaled{b.st.Arg(x.t, 1), x.c.Mul(b.st.Num(k))})
				continue
			}
		case term.OpTrue:
			out = out.plus(constant(num.FromInt64(1)), x.c)
			continue
		case term.OpFalse:
			continue
		case term.OpNot:
			out = out.plus(constant(num.FromInt64(1)), x.c)
			work = append(work, scaled{b.st.Arg(x.t, 0), x.c.Neg()})
			continue
		case term.OpSelect:
			if b.a.shapes != nil {
				out = out.plus(b.element(i, x.t), x.c)
				continue
			}
		}
		if v, ok := b.value[x.t]; ok {
			work = append(work, scaled{v, x.c})
			continue
		}
		d, ok := b.definition(i, x.t)
		f := d.f
		if !ok {
			f = single(b.symbol(x.t))
		}
		b.a.steps += len(f) + len(out)
		out = out.plus(f, x.c)
	}
	return out
}

// atom returns a term that has the value of t, which is no integer, at a node.
func (b *body) atom(i int32, t term.Term) term.Term {
	for range maxEval {
		v, ok := b.value[t]
		if !ok {
			break
		}
		t = v
	}
	if d, ok := b.definition(i, t); ok && d.same != 0 {
		return d.same
	}
	return t
}

// short returns f with few deviations: several become one.
func (b *body) short(f form) form {
	n := 0
	for _, m := range f {
		if b.symbols[m.s].term == 0 && m.s != one {
			n++
		}
	}
	if n <= maxForm {
		return f
	}
	var kept, rest form
	for _, m := range f {
		if b.symbols[m.s].term == 0 && m.s != one {
			rest = append(rest, m)
		} else {
			kept = append(kept, m)
		}
	}
	sign := num.FromInt64(int64(rest[0].c.Sign()))
	rest = form(nil).plus(rest, sign)
	var key []byte
	for _, m := range rest {
		key = append(num.FromInt64(int64(m.s)).Append(key), ' ')
		key = append(m.c.Append(key), ' ')
	}
	s, ok := b.grouped[string(key)]
	if !ok {
		made := symbol{concrete: b.concrete(rest), in: b.rangeAt(-1, rest)}
		s = sym(len(b.symbols))
		b.symbols = append(b.symbols, made)
		b.grouped[string(key)] = s
	}
	return kept.plus(single(s), sign)
}

// rangeOf returns the range of a symbol at a node; -1 is everywhere.
func (b *body) rangeOf(i int32, s sym) interval {
	if i >= 0 {
		for _, l := range b.nodes[i].limits {
			if l.s == s {
				return l.in
			}
		}
	}
	return b.symbols[s].in
}

// rangeAt returns the range of a form at a node.
func (b *body) rangeAt(i int32, f form) interval {
	out := exactly(num.Int{})
	for _, m := range f {
		out = out.plus(b.rangeOf(i, m.s), m.c)
		if !out.bounded() {
			break
		}
	}
	return out
}

// align writes constants among the cases of a value as one of the other cases, where
// this has the same value: a literal takes the place of what is known to equal it.
func (b *body) align(cases []form, from []int32) {
	for _, f := range cases {
		if len(f) == 0 || f[0].s == one && len(f) == 1 {
			continue
		}
		for e, g := range cases {
			if len(g) == 0 || g[0].s == one && len(g) == 1 {
				if b.rangeAt(from[e], f).equal(exactly(g.coefficient(one))) {
					cases[e] = f
				}
			}
		}
		return
	}
}

// assumeAll takes conditions into account that hold at a node.
func (b *body) assumeAll(i int32, conds []term.Term) {
	for _, c := range conds {
		if b.nodes[i].dead {
			return
		}
		b.assume(i, c)
	}
}

func (b *body) assume(i int32, c term.Term) {
	b.a.steps++
	switch b.st.Op(c) {
	case term.OpFalse:
		b.nodes[i].dead = true
	case term.OpApp, term.OpSelect:
		b.isValue(i, c, b.st.True())
	case term.OpEq:
		b.equate(i, b.st.Arg(c, 0), b.st.Arg(c, 1))
	case term.OpLe:
		if x, y := b.st.Arg(c, 0), b.st.Arg(c, 1); b.numeric(x) {
			b.nonNegative(i, b.eval(i, y).minus(b.eval(i, x)))
		}
	case term.OpNot:
		d := b.st.Arg(c, 0)
		switch b.st.Op(d) {
		case term.OpApp, term.OpSelect:
			b.isValue(i, d, b.st.False())
		case term.OpEq:
			if x, y := b.st.Arg(d, 0), b.st.Arg(d, 1); b.st.Sort(x) == term.Bool && b.numeric(x) {
				b.zero(i, b.eval(i, x).plus(b.eval(i, y), num.FromInt64(1)).minus(constant(num.FromInt64(1))))
			}
		case term.OpLe:
			if x, y := b.st.Arg(d, 0), b.st.Arg(d, 1); b.numeric(x) {
				f := b.eval(i, x).minus(b.eval(i, y))
				b.nonNegative(i, f.minus(constant(num.FromInt64(1))))
			}
		}
	}
}

// isValue defines a constant whose value a condition gives.
func (b *body) isValue(i int32, t, v term.Term) {
	if b.numeric(t) {
		b.equate(i, t, v)
	} else if b.definable(i, t) > 0 {
		b.equal(i, t, v)
	}
}

// definable returns a rank, 0 if t is no constant that an equation may define here.
func (b *body) definable(i int32, t term.Term) int {
	if r := b.rank[t]; r > 0 {
		if _, ok := b.definition(i, t); !ok {
			return r
		}
	}
	return 0
}

// equate takes an equation into account: it defines the constant of highest rank, or
// limits symbols.
func (b *body) equate(i int32, x, y term.Term) {
	if !b.numeric(x) {
		rx, ry := b.definable(i, x), b.definable(i, y)
		switch {
		case rx > ry:
			b.equal(i, x, b.atom(i, y))
		case ry > 0:
			b.equal(i, y, b.atom(i, x))
		}
		return
	}
	b.zero(i, b.eval(i, x).minus(b.eval(i, y)))
}

// zero takes into account that a form is 0.
func (b *body) zero(i int32, f form) {
	best, rank := mono{}, 0
	for _, m := range f {
		if t := b.symbols[m.s].term; t != 0 && (m.c.IsOne() || m.c.Neg().IsOne()) {
			if r := b.definable(i, t); r > rank {
				best, rank = m, r
			}
		}
	}
	if rank > 0 { // f = c*t + rest, so t = -c*rest
		rest := f.plus(single(best.s), best.c.Neg())
		b.define(i, b.symbols[best.s].term, form(nil).plus(rest, best.c.Neg()))
		return
	}
	b.nonNegative(i, f)
	if !b.nodes[i].dead {
		b.nonNegative(i, form(nil).minus(f))
	}
}

// nonNegative limits the symbols of a form that is at least 0.
func (b *body) nonNegative(i int32, f form) {
	b.a.steps += len(f)
	if len(f) > maxForm {
		return
	}
	if in := b.rangeAt(i, f); in.hi.ok && in.hi.v.Sign() < 0 {
		b.nodes[i].dead = true
		return
	}
	for _, m := range f {
		if m.s == one {
			continue
		}
		rest := b.rangeAt(i, f.plus(single(m.s), m.c.Neg())).hi
		if !rest.ok {
			continue
		}
		// m.c * s >= -rest
		var in interval
		if m.c.Sign() > 0 {
			in.lo = bound{rest.v.Neg().CeilDiv(m.c), true}
		} else {
			in.hi = bound{rest.v.FloorDiv(m.c.Neg()), true}
		}
		b.limit(i, m.s, in)
	}
}

// limit narrows the range of a symbol at a node.
func (b *body) limit(i int32, s sym, in interval) {
	n := &b.nodes[i]
	was := b.rangeOf(i, s)
	in = was.meet(in)
	if in.equal(was) {
		return
	}
	if in.empty() {
		n.dead = true
		return
	}
	out := make([]limit, 0, len(n.limits)+1)
	placed := false
	for _, l := range n.limits {
		if l.s == s {
			l.in, placed = in, true
		}
		out = append(out, l)
	}
	if !placed {
		if len(out) == maxLimits {
			return
		}
		out = append(out, limit{s, in})
	}
	n.limits = out
}
