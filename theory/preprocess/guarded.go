package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// mostGuarded bounds the equations under a guard that are looked through for one that defines a constant.
const mostGuarded = 64

// guarded is an equation that holds if a guard does.
type guarded struct {
	e  term.Term
	at int // its assertion
}

// guard is an atom, or its negation. (Its term may not be there, and is not made.)
type guard struct {
	atom    term.Term
	negated bool
}

// implications is diamonds for cases with a condition: of "c implies x = s" and "not c implies x = t" it makes
// x = (ite c s t).
func (p *Pipeline) implications() int {
	p.splitChoices()
	under := map[guard][]guarded{} // never ranged over
	used := map[guarded]bool{}
	var defs []assertion
	for i, a := range p.batch {
		if p.limit.Stopped() {
			break
		}
		_, g, es := p.implied(a.t)
		for _, e := range es {
			this := guarded{e, i}
			switch other := under[guard{g.atom, !g.negated}]; {
			case p.defineByBoth(g, this, other, used, &defs):
			case len(under[g]) < mostGuarded:
				under[g] = append(under[g], this)
			}
		}
	}
	if len(defs) == 0 {
		return 0
	}
	kept := p.batch[:0]
	for i, a := range p.batch {
		unless, _, es := p.implied(a.t)
		rest := slices.DeleteFunc(slices.Clone(es), func(e term.Term) bool { return used[guarded{e, i}] })
		if len(rest) < len(es) {
			a.t = p.rw.Or(unless, p.rw.And(rest...))
		}
		if a.t != p.st.True() {
			kept = append(kept, a)
		}
	}
	p.batch = append(kept, defs...)
	return len(defs)
}

// splitChoices makes two implications of an if-then-else of equations, if both branches define a constant.
func (p *Pipeline) splitChoices() {
	for i, a := range p.batch { // not those added
		if p.st.Op(a.t) != term.OpIte {
			continue
		}
		c, first, second := p.st.Arg(a.t, 0), p.st.Arg(a.t, 1), p.st.Arg(a.t, 2)
		if p.defineSame(p.equations(first), p.equations(second)) {
			p.batch[i].t = p.rw.Or(p.rw.Not(c), first)
			p.assert(p.rw.Or(c, second))
		}
	}
}

// defineSame reports whether two lists of equations define the same constant.
func (p *Pipeline) defineSame(first, second []term.Term) bool {
	return slices.ContainsFunc(first, func(e term.Term) bool {
		return slices.ContainsFunc(p.definable(e), func(x term.Term) bool {
			_, s := p.definition([]term.Term{e}, x)
			_, t := p.definition(second, x)
			return s != 0 && t != 0
		})
	})
}

// implied returns equations of bit-vectors and the guard under which a formula says that they hold, if that is all that
// it says: that they do unless something else holds.
func (p *Pipeline) implied(t term.Term) (unless term.Term, g guard, es []term.Term) {
	if p.st.Op(t) != term.OpOr || p.st.NumArgs(t) != 2 {
		return 0, g, nil
	}
	for k := range 2 {
		if list := p.equations(p.st.Arg(t, k)); list != nil {
			if es != nil {
				return 0, g, nil // cases without a condition
			}
			unless, es = p.st.Arg(t, 1-k), list
		}
	}
	if g = (guard{unless, true}); es != nil && p.st.Op(unless) == term.OpNot {
		g = guard{p.st.Arg(unless, 0), false}
	}
	return unless, g, es
}

// equations returns the arguments of a conjunction of equations of bit-vectors, if it has few; else nil.
func (p *Pipeline) equations(t term.Term) []term.Term {
	es := []term.Term{t}
	if p.st.Op(t) == term.OpAnd {
		es = p.st.Args(t)
	}
	if len(es) > diamondSize || slices.ContainsFunc(es, func(e term.Term) bool { return !p.equatesBits(e) }) {
		return nil
	}
	return es
}

// defineByBoth looks for an equation under the negation of a guard that defines a constant that this one defines, too,
// and adds the definition by both.
func (p *Pipeline) defineByBoth(
	g guard, this guarded, others []guarded, used map[guarded]bool, defs *[]assertion,
) bool {
	if len(others) == 0 {
		return false
	}
	for _, x := range p.definable(this.e) {
		_, s := p.definition([]term.Term{this.e}, x)
		if s == 0 {
			continue
		}
		for _, o := range others {
			if used[o] {
				continue
			}
			if _, t := p.definition([]term.Term{o.e}, x); t != 0 {
				if g.negated {
					s, t = t, s
				}
				used[this], used[o] = true, true
				*defs = append(*defs, assertion{t: p.rw.Eq(x, p.rw.Ite(g.atom, s, t))})
				return true
			}
		}
	}
	return false
}
