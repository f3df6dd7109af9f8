package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// spec is what may hold of a procedure: if all of pre that is live holds at its entry, all of post
// that is live holds at its exit.
type spec struct {
	pre, post []candidate
}

type candidate struct {
	t    term.Term // over the template's In, or over In and Out
	live bool
}

// maxCandidates bounds the candidates of a kind for a procedure.
const maxCandidates = 2500

// local returns the candidates in the terms of a store, to which own takes them.
func (s *spec) local(own func(term.Term) term.Term) *local {
	l := &local{}
	for _, x := range s.pre {
		l.pre = append(l.pre, own(x.t))
	}
	for _, x := range s.post {
		l.post = append(l.post, own(x.t))
	}
	return l
}

// same takes terms to the store in which they are.
func same(t term.Term) term.Term { return t }

// candidates makes the candidates of procedures.
type candidates struct {
	sys *vc.System
	st  *term.Store
	cls *classes
	at  map[term.Term][]term.Term // classes.indices
	sub *term.Subst
	// source says whether to take what the source proposes.
	source bool
	ranges *ranges // nil: none about ranges of arrays
	// residual says whether there are candidates about residues.
	residual bool

	list []candidate        // of the present procedure
	in   map[term.Term]bool // in list
}

func newCandidates(sys *vc.System) *candidates {
	cls := newClasses(sys)
	return &candidates{sys: sys, st: sys.Store, cls: cls, at: cls.indices(), sub: term.NewSubst(sys.Store, sys.Store)}
}

// of returns the candidates of a procedure.
func (m *candidates) of(p *vc.Proc) *spec {
	s := &spec{}
	given := m.conditions(p)
	m.begin()
	m.addAll(m.proposed(p, true))
	m.addAll(given)
	for _, v := range p.In {
		m.values(v)
	}
	m.pairs(p.In, p.In)
	if m.residual {
		m.multiples(p)
	}
	if m.ranges != nil {
		m.reals(p.In)
		m.ranges.pre(p)
	}
	s.pre = m.list
	m.begin()
	m.addAll(m.proposed(p, false))
	m.addAll(m.atExit(p, given))
	for _, w := range p.Out {
		m.values(w)
	}
	m.pairs(p.Out, p.In)
	m.changes(p)
	m.outcomes(p)
	m.cells(p)
	if m.residual {
		m.residues(p)
	}
	if m.ranges != nil {
		m.addAll(given)
		m.reals(p.Out)
		m.addAll(m.ranges.post(p))
	}
	s.post = m.list
	return s
}

func (m *candidates) begin() { m.list, m.in = nil, map[term.Term]bool{} }

func (m *candidates) add(t term.Term) {
	if len(m.list) < maxCandidates && !m.in[t] && m.st.Op(t) != term.OpTrue {
		m.in[t] = true
		m.list = append(m.list, candidate{t, true})
	}
}

func (m *candidates) addAll(ts []term.Term) {
	for _, t := range ts {
		m.add(t)
	}
}

// values adds what a single variable may be.
func (m *candidates) values(v term.Term) {
	st := m.st
	if st.Sort(v) == term.Bool {
		m.add(v)
		m.add(st.Not(v))
		return
	}
	for _, c := range m.cls.values[m.cls.root(v)] {
		m.add(st.Eq(v, c))
		m.add(st.Not(st.Eq(v, c)))
		if st.Sort(v) == term.Int {
			m.add(st.Le(v, c))
			m.add(st.Le(c, v))
		}
	}
	if st.Sort(v) == term.Int {
		m.add(st.Le(st.Int(0), v))
		m.add(st.Le(v, st.Int(0)))
		m.add(st.Le(st.Int(1), v))
	}
}

// reals adds bounds of real variables.
func (m *candidates) reals(vs []term.Term) {
	for _, v := range vs {
		if m.st.Sort(v) == term.Real {
			for _, c := range m.cls.values[m.cls.root(v)] {
				m.add(m.st.Le(v, c))
				m.add(m.st.Le(c, v))
			}
		}
	}
}

// pairs adds relations between two variables of one class.
func (m *candidates) pairs(vs, ws []term.Term) {
	st := m.st
	for _, v := range vs {
		for _, w := range ws {
			if v == w || st.Sort(v) != st.Sort(w) || m.cls.root(v) != m.cls.root(w) {
				continue
			}
			m.add(st.Eq(v, w))
			if st.Sort(v) == term.Int {
				m.add(st.Le(v, w))
				m.add(st.Le(w, v))
			}
		}
	}
}

// changes adds how a result may depend on what it was at the entry.
func (m *candidates) changes(p *vc.Proc) {
	st := m.st
	for _, w := range p.Out {
		values := m.cls.values[m.cls.root(w)]
		for _, v := range p.In {
			if st.Sort(v) != st.Sort(w) || m.cls.root(v) != m.cls.root(w) {
				continue
			}
			if st.Sort(v) == term.Bool {
				m.add(st.Or(st.Not(v), w))
				m.add(st.Or(v, st.Not(w)))
				continue
			}
			for _, c := range values {
				m.add(st.Or(st.Eq(w, v), st.Eq(w, c)))
				for _, d := range values {
					m.add(st.Or(st.Not(st.Eq(v, c)), st.Eq(w, d)))
					m.add(st.Or(st.Not(st.Eq(v, c)), st.Not(st.Eq(w, d))))
				}
			}
		}
	}
}

// maxFlag is the largest number of values of a variable that counts as a flag.
const maxFlag = 4

// outcomes adds what a flag is by what another result is: what a procedure returns often shows whether it failed.
func (m *candidates) outcomes(p *vc.Proc) {
	st := m.st
	for _, u := range p.Out {
		for _, g := range m.cases(u) {
			for _, w := range p.Out {
				if w == u || m.cls.root(u) == m.cls.root(w) {
					continue
				}
				if st.Sort(w) == term.Bool {
					m.add(st.Or(st.Not(g), w))
					continue
				}
				values := m.cls.values[m.cls.root(w)]
				if len(values) > maxFlag {
					continue
				}
				for _, d := range values {
					m.add(st.Or(st.Not(g), st.Eq(w, d)))
				}
				for _, v := range p.In {
					if st.Sort(v) == st.Sort(w) && m.cls.root(v) == m.cls.root(w) {
						m.add(st.Or(st.Not(g), st.Eq(w, v)))
					}
				}
			}
		}
	}
}

// cells adds that an array is unchanged where the procedure might read it.
func (m *candidates) cells(p *vc.Proc) {
	st := m.st
	for _, w := range p.Out {
		at := m.at[m.cls.root(w)]
		if len(at) == 0 {
			continue
		}
		for _, v := range p.In {
			if st.Sort(v) != st.Sort(w) || m.cls.root(v) != m.cls.root(w) {
				continue
			}
			index, _ := st.ArraySorts(st.Sort(v))
			for _, i := range at {
				if st.IsValue(i) {
					m.add(st.Eq(st.Select(w, i), st.Select(v, i)))
				}
			}
			for _, u := range p.In {
				if st.Sort(u) == index && slices.Contains(at, m.cls.root(u)) {
					m.add(st.Eq(st.Select(w, u), st.Select(v, u)))
				}
			}
		}
	}
}

// cases lists what is asked of a result: its signs, and its values if it has few.
func (m *candidates) cases(u term.Term) []term.Term {
	st := m.st
	switch st.Sort(u) {
	case term.Bool:
		return []term.Term{u, st.Not(u)}
	case term.Int:
		zero := st.Int(0)
		out := []term.Term{st.Eq(u, zero), st.Not(st.Eq(u, zero)), st.Le(u, st.Int(-1)), st.Le(zero, u)}
		if values := m.cls.values[m.cls.root(u)]; len(values) <= maxFlag {
			for _, c := range values {
				if c != zero {
					out = append(out, st.Eq(u, c), st.Not(st.Eq(u, c)))
				}
			}
		}
		return out
	}
	return nil
}
