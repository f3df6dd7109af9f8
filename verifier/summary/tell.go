package summary

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxFact limits the symbols, beside numerals, in a fact at a merge.
const maxFact = 4

// addFacts adds to the template what the walk found.
func (b *body) addFacts() {
	if r := b.a.of[b.p.ID]; r != nil {
		b.p.Facts = b.outcomeFacts(b.outs, r)
	}
	for i, list := range b.found {
		if b.nodes == nil || b.nodes[i].dead {
			continue
		}
		for _, x := range list {
			b.p.Blocks[i].Facts = b.mergedFacts(b.p.Blocks[i].Facts, int32(i), x)
		}
	}
}

// outcomeFacts returns facts about constants of the interface, or elements of maps among them.
func (b *body) outcomeFacts(of []term.Term, r *outcome) []term.Term {
	if r.never {
		return []term.Term{b.st.False()}
	}
	var facts []term.Term
	for i := range r.outs {
		x := &r.outs[i]
		t := of[i]
		switch {
		case x.same != 0:
			facts = b.fact(facts, b.equation(t, x.same))
			continue
		case !x.known:
			continue
		}
		f := x.base
		for _, p := range x.terms {
			rest := single(b.symbol(of[p.of])).minus(r.outs[p.of].base)
			f = f.plus(rest, p.c)
		}
		if x.fresh {
			facts = b.within(facts, t, f, x.in)
		} else {
			facts = b.fact(facts, b.is(t, f))
		}
	}
	return facts
}

// mergedFacts adds facts about a constant at the merge where it is defined: it
// equals a term, or the difference of an integer to a form is in the range of the
// deviations that it contains.
func (b *body) mergedFacts(facts []term.Term, i int32, x found) []term.Term {
	if x.same != 0 {
		return b.fact(facts, b.equation(x.t, x.same))
	}
	own := b.symOf[x.t]
	if f := b.concrete(x.f); f.coefficient(own).IsZero() {
		if len(f) <= maxFact {
			facts = b.fact(facts, b.equation(x.t, b.sum(f)))
		}
		return facts
	}
	var f, deviations form
	for _, m := range x.f {
		if m.s == one || b.symbols[m.s].term != 0 {
			f = append(f, m)
		} else {
			deviations = append(deviations, m)
		}
	}
	if len(f) <= maxFact {
		facts = b.within(facts, x.t, f, b.rangeAt(i, deviations))
	}
	return facts
}

// within adds that t minus f lies in an interval.
func (b *body) within(facts []term.Term, t term.Term, f form, in interval) []term.Term {
	if in.lo.ok && in.lo.equal(in.hi) {
		return b.fact(facts, b.is(t, f.plus(constant(in.lo.v), num.FromInt64(1))))
	}
	if b.st.Sort(t) == term.Bool { // which is one of two values
		return facts
	}
	if in.lo.ok {
		facts = b.fact(facts, b.made(b.st.Le(b.sum(f.plus(constant(in.lo.v), num.FromInt64(1))), t)))
	}
	if in.hi.ok {
		facts = b.fact(facts, b.made(b.st.Le(t, b.sum(f.plus(constant(in.hi.v), num.FromInt64(1))))))
	}
	return facts
}

// fact adds t unless it says nothing.
func (b *body) fact(facts []term.Term, t term.Term) []term.Term {
	if b.st.Op(t) == term.OpTrue {
		return facts
	}
	b.a.facts++
	return append(facts, t)
}

// is returns that t has the value of a form.
func (b *body) is(t term.Term, f form) term.Term {
	if b.st.Sort(t) != term.Bool {
		return b.equation(t, b.sum(f))
	}
	if v := b.truth(f); v != 0 {
		return b.equation(t, v)
	}
	return b.equation(b.number(t), b.sum(f))
}

// truth returns the Boolean whose value as a number is a form: a constant, or one or its negation; 0 if it is no such.
func (b *body) truth(f form) term.Term {
	k, rest := f.coefficient(one), f
	if len(f) > 0 && f[0].s == one {
		rest = f[1:]
	}
	if len(rest) == 0 {
		if k.IsZero() {
			return b.st.False()
		}
		return b.st.True()
	}
	x := b.symbols[rest[0].s].term
	switch {
	case len(rest) > 1 || x == 0 || b.st.Sort(x) != term.Bool:
	case k.IsZero() && rest[0].c.IsOne():
		return x
	case k.IsOne() && rest[0].c.Neg().IsOne():
		return b.made(b.st.Not(x))
	}
	return 0
}

// number returns t, or 1 or 0 for a Boolean.
func (b *body) number(t term.Term) term.Term {
	if b.st.Sort(t) == term.Bool {
		return b.made(b.st.Ite(t, b.st.Int(1), b.st.Int(0)))
	}
	return t
}

func (b *body) equation(x, y term.Term) term.Term { return b.made(b.st.Eq(x, y)) }

// sum returns the term of a form over symbols that have terms.
func (b *body) sum(f form) term.Term {
	args := make([]term.Term, 0, len(f))
	for _, m := range f {
		switch t := b.symbols[m.s].term; {
		case m.s == one:
			args = append(args, b.st.Numeral(m.c))
		case m.c.IsOne():
			args = append(args, b.number(t))
		default:
			args = append(args, b.made(b.st.Mul(b.st.Numeral(m.c), b.number(t))))
		}
	}
	switch len(args) {
	case 0:
		return b.st.Int(0)
	case 1:
		return args[0]
	}
	return b.made(b.st.Add(args...))
}

// made returns t, simplified at its root.
func (b *body) made(t term.Term) term.Term { return b.a.mk.Rebuild(t, b.st.Args(t)) }
