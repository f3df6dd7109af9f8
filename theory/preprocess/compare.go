package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// compareArgs is the length of the disjunctions that comparisons looks at.
const compareArgs = 64

// comparisons makes one comparison of two in an asserted disjunction: "a = b or a < b" is
// a <= b. The search would decide which of the two holds, and learn the bound for each
// combination of such cases again.
func (p *Pipeline) comparisons() int {
	changed := 0
	for i := range p.batch {
		a := &p.batch[i]
		if p.st.Op(a.t) != term.OpOr {
			continue
		}
		if t := p.compareOnce(a.t); t != a.t {
			a.t = t
			changed++
		}
	}
	return changed
}

// compareOnce replaces each equality of numbers, and a strict comparison of the same two
// terms, in a disjunction.
func (p *Pipeline) compareOnce(or term.Term) term.Term {
	args := p.st.Args(or)
	if len(args) > compareArgs {
		return or
	}
	var weak, replaced []term.Term
	for _, e := range args {
		if p.st.Op(e) != term.OpEq {
			continue
		}
		a, b := p.st.Arg(e, 0), p.st.Arg(e, 1)
		if s := p.st.Sort(a); s != term.Int && s != term.Real {
			continue
		}
		if !slices.ContainsFunc(args, func(t term.Term) bool { return p.alike(t, a, b) }) {
			continue
		}
		le, ge := p.rw.Le(a, b), p.rw.Le(b, a)
		switch below, above := p.st.Not(ge), p.st.Not(le); {
		case slices.Contains(args, below):
			weak, replaced = append(weak, le), append(replaced, e, below)
		case slices.Contains(args, above):
			weak, replaced = append(weak, ge), append(replaced, e, above)
		}
	}
	if weak == nil {
		return or
	}
	for _, t := range args {
		if !slices.Contains(replaced, t) {
			weak = append(weak, t)
		}
	}
	return p.rw.Or(weak...)
}

// alike reports whether t is an inequality, or the negation of one, whose first and last
// terms occur in a or b: otherwise no term need be made.
func (p *Pipeline) alike(t, a, b term.Term) bool {
	st := p.st
	t = st.Atom(t)
	if st.Op(t) != term.OpLe {
		return false
	}
	form := st.Arg(t, 0)
	if st.IsNum(form) || st.IsRat(form) {
		form = st.Arg(t, 1)
	}
	for _, m := range []term.Term{p.summand(form, 0), p.summand(form, -1)} {
		if !p.occursIn(m, a) && !p.occursIn(m, b) {
			return false
		}
	}
	return true
}

// summand returns the first summand of t, or the last one (-1), without its coefficient.
func (p *Pipeline) summand(t term.Term, i int) term.Term {
	if n := p.st.NumArgs(t); p.st.Op(t) == term.OpAdd {
		t = p.st.Arg(t, (i+n)%n)
	}
	if p.st.Op(t) == term.OpMul {
		t = p.st.Arg(t, 1)
	}
	return t
}

// occursIn reports whether x is t, or a summand of it up to its coefficient.
func (p *Pipeline) occursIn(x, t term.Term) bool {
	if p.st.Op(t) != term.OpAdd {
		return p.summand(t, 0) == x
	}
	for i := range p.st.NumArgs(t) {
		if p.summand(t, i) == x {
			return true
		}
	}
	return false
}
