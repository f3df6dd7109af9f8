package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

const (
	choiceWork = 32 // formulas of a condition that are looked at
	manyBounds = 4  // bounds added for one if-then-else
)

// choices returns the if-then-else terms of numbers in asserted literals, so that they matter
// whatever the search decides, as far as no earlier assertion has them.
func (m *meeter) choices() []term.Term {
	st := m.st
	for _, f := range m.formulas {
		t := st.Atom(f.t)
		if op := st.Op(t); op == term.OpEq || op == term.OpLe {
			m.met.Push(t)
		}
	}
	var out []term.Term
	m.walk(func(t term.Term) {
		if sort := st.Sort(t); st.Op(t) == term.OpIte && sort.IsNumber() && !m.wasSeen(t) {
			out = append(out, t)
		}
	})
	slices.Sort(out)
	return out
}

// bound adds the bounds of an if-then-else, and of its differences with other terms, that hold in both cases: a maximum
// is at least as great as what it is the maximum of, and x + 1 or x is at most x + 1. Bounds of the term alone are
// added only if they need the condition.
func (m *meeter) bound(t term.Term) {
	if m.limit.Stopped() {
		return
	}
	st := m.st
	m.left, m.at = choiceWork, nil
	c, d := m.gaps(st.Arg(t, 0), 0), m.gaps(m.rw.Not(st.Arg(t, 0)), 0)
	a, b := m.between(m.rw.Sub(t, st.Arg(t, 1)), true, false), m.between(m.rw.Sub(t, st.Arg(t, 2)), true, false)
	both := bare(commonGaps(closedGaps(append(c, a...)), closedGaps(append(d, b...))))
	plain := commonGaps(a, b)
	n := 0
	for _, g := range both {
		if n == manyBounds {
			return
		}
		known := func(h gap) bool { return g.compare(h) == 0 && !g.c.Less(h.c) }
		if g.x != t && g.y != t || (g.x == 0 || g.y == 0) && slices.ContainsFunc(plain, known) {
			continue
		}
		if e, ok := m.formula(g); ok {
			m.add(e)
			n++
		}
	}
}
