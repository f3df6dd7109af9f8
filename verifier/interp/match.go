package interp

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxAttempts bounds the candidates tried in matching one quantifier.
const maxAttempts = 5_000_000

// instances returns the values of q's variables for which the terms of one of
// its patterns were seen, each once, and whether a limit cut the list short. If
// q has no patterns, or guess is set, the values at its boundaries are added.
func (s *seen) instances(q term.Term, env *model.Env, limit int, guess bool) (list [][]model.Value, cut bool) {
	x := s.st.Quant(q)
	m := &matcher{seen: s, env: env, vars: x.Vars, bound: make([]model.Value, len(x.Vars)), limit: limit}
	m.keys = map[string]bool{}
	patterns := s.patternsOf(q)
	for _, p := range patterns {
		m.all(p)
	}
	if guess || len(patterns) == 0 {
		m.boundaries(x.Body)
	}
	return m.found, m.cut
}

// matcher matches patterns against the points seen: E-matching on values.
type matcher struct {
	*seen
	env   *model.Env
	vars  []term.Term
	bound []model.Value // by variable; invalid while free
	found [][]model.Value
	keys  map[string]bool
	limit int
	cut   bool
	tries int
}

// goal demands that pattern t has the given value, or any value if that is invalid.
type goal struct {
	t     term.Term
	value model.Value
}

// all matches the terms of a multi-pattern, one after the other.
func (m *matcher) all(p []term.Term) {
	goals := make([]goal, len(p))
	for i, t := range p {
		goals[len(p)-1-i] = goal{t: t}
	}
	m.solve(goals)
}

// solve matches the goals, the last one first. The depth of the recursion is
// bounded by the size of patterns.
func (m *matcher) solve(goals []goal) {
	if m.tries++; m.tries > maxAttempts {
		m.cut = true
		return
	}
	if len(goals) == 0 {
		m.instance()
		return
	}
	g, rest := goals[len(goals)-1], goals[:len(goals)-1:len(goals)-1]
	if m.st.Ground(g.t) {
		if x, err := m.env.Eval(g.t); err == nil && (!g.value.IsValid() || x.Equal(g.value)) {
			m.solve(rest)
		}
		return
	}
	switch m.st.Op(g.t) {
	case term.OpBound:
		m.variable(g, rest)
	case term.OpApp:
		m.points(m.funs[m.st.Sym(g.t)], m.st.Args(g.t), g.value, rest)
	case term.OpSelect:
		// The array itself changes from step to step: any index seen will do.
		if a := m.st.Arg(g.t, 0); !m.st.Ground(a) {
			rest = append(rest, goal{t: a})
		}
		m.points(m.indices[m.st.Sort(m.st.Arg(g.t, 0))], m.st.Args(g.t)[1:], model.Value{}, rest)
	case term.OpAdd:
		m.sum(g, rest)
	case term.OpMul:
		m.product(g, rest)
	}
}

func (m *matcher) points(ps *points, args []term.Term, value model.Value, rest []goal) {
	if ps == nil {
		return
	}
	for _, p := range ps.list {
		if m.cut || value.IsValid() && !p.value.Equal(value) {
			continue
		}
		goals := rest
		for i := len(args) - 1; i >= 0; i-- {
			goals = append(goals, goal{args[i], p.args[i]})
		}
		m.solve(goals)
	}
}

func (m *matcher) variable(g goal, rest []goal) {
	for i, v := range m.vars {
		if v != g.t {
			continue
		}
		switch {
		case !g.value.IsValid():
			return // a variable alone matches nothing in particular
		case m.bound[i].IsValid():
			if m.bound[i].Equal(g.value) {
				m.solve(rest)
			}
		default:
			m.bound[i] = g.value
			m.solve(rest)
			m.bound[i] = model.Value{}
		}
		return
	}
}

// sum solves for the one summand that is not ground.
func (m *matcher) sum(g goal, rest []goal) {
	if !g.value.IsValid() {
		return
	}
	left := g.value.Int()
	var open term.Term
	for _, a := range m.st.Args(g.t) {
		if !m.st.Ground(a) {
			if open != 0 {
				return
			}
			open = a
			continue
		}
		x, err := m.env.Eval(a)
		if err != nil {
			return
		}
		left = left.Sub(x.Int())
	}
	m.solve(append(rest, goal{open, model.Int(left)}))
}

// product solves for the factor of a numeral.
func (m *matcher) product(g goal, rest []goal) {
	c := m.st.Arg(g.t, 0)
	if !g.value.IsValid() || !m.st.IsNum(c) || m.st.Num(c).IsZero() {
		return
	}
	var k num.Int = m.st.Num(c)
	q, r := g.value.Int().EuclidDivMod(k)
	if r.IsZero() {
		m.solve(append(rest, goal{m.st.Arg(g.t, 1), model.Int(q)}))
	}
}

// instance records the present binding, if it is complete.
func (m *matcher) instance() {
	for _, x := range m.bound {
		if !x.IsValid() {
			return
		}
	}
	k := tupleString(m.bound)
	if m.keys[k] {
		return
	}
	if len(m.found) >= m.limit {
		m.cut = true
		return
	}
	m.keys[k] = true
	m.found = append(m.found, slices.Clone(m.bound))
}
