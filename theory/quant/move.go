package quant

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// moved says which value a variable of a quantifier has, if another one has taken its place: factor times that one
// less offset.
type moved struct {
	offset   term.Term // 0: the variable is as it was
	negative bool      // the factor is -1, not 1
}

// move replaces the variables of a quantifier that stand in arguments beside ground terms only, as x in a[o + x], by
// others that stand for the sums. It reports whether there are any.
func (m *Matcher) move(q *quantifier, occurring []term.Term) bool {
	by := make([]moved, len(q.vars))
	any := false
	m.st.Visit(func(t term.Term) bool {
		switch m.st.Op(t) {
		case term.OpApp, term.OpSelect:
			for _, a := range m.st.Args(t) {
				x, at := m.beside(a)
				if k := slices.Index(q.vars, x); k >= 0 && by[k].offset == 0 && slices.Contains(occurring, x) {
					by[k], any = at, true
				}
			}
		}
		return !m.st.Ground(t) && !m.st.IsQuantifier(t)
	}, q.body)
	if !any {
		return false
	}
	m.subst.Reset()
	q.moved, q.vars = by, slices.Clone(q.vars)
	for k, x := range q.vars {
		if by[k].offset != 0 {
			q.vars[k] = m.st.BoundVar("at", m.st.Sort(x))
			m.subst.Bind(x, m.value(by[k], q.vars[k]))
		}
	}
	q.body = m.subst.Apply(q.body)
	return true
}

// value returns what the variable stands for in whose place there is another one with a value.
func (m *Matcher) value(by moved, at term.Term) term.Term {
	if by.offset == 0 {
		return at
	}
	mk := m.host.Maker()
	minus := m.st.Numeral(num.FromInt64(-1))
	if by.negative {
		return mk.Add(by.offset, mk.Mul(minus, at))
	}
	return mk.Add(at, mk.Mul(minus, by.offset))
}

// beside takes a sum apart whose only summand with variables is an integer variable, or its negation. The variable is 0
// if it is none.
func (m *Matcher) beside(t term.Term) (x term.Term, at moved) {
	if m.st.Op(t) != term.OpAdd || m.st.Sort(t) != term.Int {
		return 0, at
	}
	var rest []term.Term
	for _, a := range m.st.Args(t) {
		switch {
		case m.st.Ground(a):
			rest = append(rest, a)
		case x != 0:
			return 0, at
		default:
			x = a
		}
	}
	if len(rest) == 0 || x == 0 {
		return 0, at
	}
	if m.st.Op(x) == term.OpMul && m.st.NumArgs(x) == 2 && m.st.Arg(x, 0) == m.st.Numeral(num.FromInt64(-1)) {
		x, at.negative = m.st.Arg(x, 1), true
	}
	at.offset = m.host.Maker().Add(rest...)
	return x, at
}
