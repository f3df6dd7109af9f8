package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxConditions bounds the conditions of a procedure that are candidates.
const maxConditions = 60

// conditions lists what a template asks of the values at its entry: there stand the invariants that
// the source gives to a loop, and the procedures' preconditions, for the verifier asserts the first at the
// head of the loop and assumes the second.
func (m *candidates) conditions(p *vc.Proc) []term.Term {
	var out []term.Term
	seen := map[term.Term]bool{} // never ranged over
	add := func(t term.Term) {
		if len(out) < maxConditions && !seen[t] && m.over(t, p.In) {
			seen[t] = true
			out = append(out, t)
		}
	}
	for _, g := range p.Given {
		for _, part := range m.parts(g.Formula) {
			add(part)
		}
	}
	for i := range p.Blocks {
		for _, c := range p.Blocks[i].Conds {
			for _, part := range m.parts(c) {
				add(part)
			}
		}
	}
	return out
}

// rejected returns the invariants that the source gives to loops and of which a part was dropped.
func (h *houdini) rejected() (out []vc.Given) {
	for _, id := range h.procs {
		live := map[term.Term]bool{}
		for _, c := range h.specs[id].pre {
			live[c.t] = c.live
		}
		for _, g := range h.sys.Procs[id].Given {
			for _, part := range h.candidates.parts(g.Formula) {
				if l, asked := live[part]; asked && !l {
					out = append(out, g)
					break
				}
			}
		}
	}
	return out
}

// parts returns the conjuncts of a formula, or of what it negates.
func (m *candidates) parts(t term.Term) []term.Term {
	u := t
	if m.st.Op(t) == term.OpNot {
		u = m.st.Arg(t, 0)
	}
	if m.st.Op(u) == term.OpAnd {
		return m.st.Args(u)
	}
	return []term.Term{t}
}

// over reports whether some constants occur in a formula, and no others.
func (m *candidates) over(t term.Term, vs []term.Term) bool {
	some, other := false, false
	m.st.Visit(func(u term.Term) bool {
		if m.st.IsConst(u) {
			if slices.Contains(vs, u) {
				some = true
			} else {
				other = true
			}
		}
		return !other
	}, t)
	return some && !other
}

// atExit returns what conditions on the entry say of the exit: of the results that a path returns as
// they came. It leaves out those that are about no result.
func (m *candidates) atExit(p *vc.Proc, conditions []term.Term) []term.Term {
	if len(conditions) == 0 {
		return nil
	}
	m.sub.Reset()
	for i := range p.Blocks {
		b := &p.Blocks[i]
		m.unchanged(p, b.Conds)
		for _, e := range b.Succs {
			m.unchanged(p, e.Eqs)
		}
	}
	var out []term.Term
	for _, c := range conditions {
		if t := m.sub.Apply(c); t != c {
			out = append(out, t)
		}
	}
	return out
}

// unchanged binds the values at the entry to the results that formulas equate with them.
func (m *candidates) unchanged(p *vc.Proc, formulas []term.Term) {
	for _, f := range formulas {
		if m.st.Op(f) != term.OpEq {
			continue
		}
		v, w := m.st.Arg(f, 0), m.st.Arg(f, 1)
		if slices.Contains(p.Out, v) {
			v, w = w, v
		}
		if _, bound := m.sub.Lookup(v); !bound && slices.Contains(p.In, v) && slices.Contains(p.Out, w) {
			m.sub.Bind(v, w)
		}
	}
}
