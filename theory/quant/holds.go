package quant

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// test is a part of a quantifier's body, a disjunction, that can be evaluated for a match
// without making terms: a = b or its negation. A predicate equals True.
type test struct {
	a, b side
	neg  bool
}

// side is a term: an application, else a variable plus an offset or a ground term.
type side struct {
	app  bool
	list uint32 // app
	args []side // app; none of them is one
	v    int    // -1: ground
	off  int64
	t    term.Term // app, ground
}

// tests returns the tests of a quantifier's body, and whether these are all its parts.
func (m *Matcher) tests(q *quantifier) (out []test, all bool) {
	parts := m.st.Parts(nil, term.OpOr, q.body)
	for _, t := range parts {
		x := test{}
		if m.st.Op(t) == term.OpNot {
			x.neg, t = true, m.st.Arg(t, 0)
		}
		ok, ok2 := true, true
		switch m.st.Op(t) {
		case term.OpEq:
			x.a, ok = m.side(q, m.st.Arg(t, 0), true)
			x.b, ok2 = m.side(q, m.st.Arg(t, 1), true)
		case term.OpApp, term.OpSelect:
			x.a, ok = m.side(q, t, true)
			x.b = side{v: -1, t: m.st.True()}
		default:
			continue
		}
		if ok && ok2 {
			out = append(out, x)
		}
	}
	return out, len(out) == len(parts)
}

// side compiles a term; false if it is too complex.
func (m *Matcher) side(q *quantifier, t term.Term, app bool) (side, bool) {
	if m.st.Ground(t) {
		return side{v: -1, t: t}, true
	}
	if app && matchable(m.st, t) {
		s := side{app: true, t: t, list: m.list(symKey(m.st, t))}
		for _, a := range m.st.Args(t) {
			x, ok := m.side(q, a, false)
			if !ok {
				return s, false
			}
			s.args = append(s.args, x)
		}
		return s, true
	}
	s := side{}
	for rest, k, ok := shift(m.st, t); ok; rest, k, ok = shift(m.st, t) {
		t, s.off = rest, s.off+k
	}
	s.v = slices.Index(q.vars, t)
	return s, s.v >= 0 && -maxShift < s.off && s.off < maxShift
}

// judge evaluates the instance of a match without making it. Holds means that a test shows
// that it is true. If all its parts but one are false, implied is a hash of that, else 0.
func (m *Matcher) judge(x *match) (holds bool, implied uint64) {
	q := &m.quants[x.quant]
	open := !q.tested
	for i := range q.tests {
		t := &q.tests[i]
		p, ok := m.sideOf(x, &t.a)
		r, ok2 := m.sideOf(x, &t.b)
		switch {
		case !ok || !ok2:
		case !t.neg && m.host.Same(p, r), t.neg && m.host.Apart(p, r):
			return true, 0
		case t.neg && m.host.Same(p, r), !t.neg && m.host.Apart(p, r):
			continue
		}
		if open {
			implied = 0
			continue
		}
		open = true
		implied = mix(m.hashSide(x, &t.a)) + m.hashSide(x, &t.b)
		if t.neg {
			implied = mix(implied)
		}
	}
	return false, implied
}

// sideOf returns the point of a term for a match: of a term of its pattern, the node that
// was matched.
func (m *Matcher) sideOf(x *match, s *side) (theory.Point, bool) {
	q := &m.quants[x.quant]
	if s.app {
		if k := slices.Index(q.programs[x.program].patterns, s.t); k >= 0 {
			return theory.Point{Node: m.found.tops[x.tops+uint32(k)]}, true
		}
	}
	return m.pointFor(s, m.found.bindings[x.first:x.first+uint32(len(q.vars))])
}

// hashSide returns a hash of a term for a match, modulo the present classes.
func (m *Matcher) hashSide(x *match, s *side) uint64 {
	if !s.app {
		p, _ := m.sideOf(x, s)
		return mix(uint64(m.host.Root(p.Node))<<32 ^ uint64(m.host.Offset(p.Node)+p.Off))
	}
	h := uint64(s.list)
	for i := range s.args {
		h = mix(h ^ m.hashSide(x, &s.args[i]))
	}
	return h
}

// pointFor returns the point of a term for some bindings; of an application, if it is in
// the index.
func (m *Matcher) pointFor(s *side, bindings []theory.Point) (theory.Point, bool) {
	switch {
	case s.app:
		return m.congruentTo(s, bindings)
	case s.v >= 0:
		return bindings[s.v].Plus(s.off), true
	case s.t == m.st.True():
		return theory.Point{Node: theory.True}, true
	}
	return m.pointOf(s.t)
}

// congruentTo returns the indexed application of the symbol of s to what its arguments are.
func (m *Matcher) congruentTo(s *side, bindings []theory.Point) (theory.Point, bool) {
	x := &m.index
	if int(s.list) >= len(x.wanted) || !x.wanted[s.list] {
		return theory.Point{}, false
	}
	m.args = m.args[:0]
	for i := range s.args {
		p, ok := m.pointFor(&s.args[i], bindings)
		if !ok {
			return p, false
		}
		m.args = append(m.args, p)
	}
	n := x.seen[m.signature(s.list, m.args)]
	return theory.Point{Node: n}, n != 0
}
