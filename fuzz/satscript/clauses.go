package satscript

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/sat"
)

// The operations that change the clauses.

func (m *machine) add(o Op) error {
	for _, l := range o.Lits {
		if m.slots[l.Var()].act && !l.Sign() && !slices.Contains(o.Lits, l.Not()) {
			return nil
		}
	}
	m.clauses = append(m.clauses, o.Lits)
	m.oracle.Add(o.Lits)
	lits := m.lits(o.Lits)
	m.expect(lits)
	if m.s.Add(lits, sat.Irredundant) != m.s.Okay() {
		return errors.New("the result differs from Okay")
	}
	return nil
}

func (m *machine) push(Op) error {
	m.s.Push()
	m.groups = append(m.groups, len(m.clauses))
	m.oracle.Push()
	return m.deep()
}

func (m *machine) pop(Op) error {
	n := len(m.groups) - 1
	if n < 0 {
		return nil
	}
	m.clauses, m.groups = m.clauses[:m.groups[n]], m.groups[:n]
	m.expect(nil)
	if err := m.leave(func(s slot) bool { return s.depth > n }, m.s.Pop); err != nil {
		return err
	}
	m.oracle.Pop()
	return m.deep()
}

func (m *machine) deep() error {
	if m.s.Depth() != len(m.groups) {
		return errors.New("the depth is wrong")
	}
	return nil
}

// activate is called before the variable is created.
func (m *machine) activate(o Op) error {
	v := o.Lits[0].Var()
	if !m.exact {
		if err := m.make(v - 1); err != nil {
			return err
		}
	}
	if int(v) < len(m.slots) && m.slots[v].v != 0 {
		return nil
	}
	m.grow(v)
	return m.name(v, m.s.Activate().Var(), true)
}

// retire removes the clauses under an activation literal.
func (m *machine) retire(o Op) error {
	v := o.Lits[0].Var()
	if int(v) >= len(m.slots) || !m.slots[v].act {
		return nil
	}
	a := m.slots[v].v
	m.expect([]sat.Lit{a.Neg()})
	if err := m.leave(func(s slot) bool { return s.v == a }, func() { m.s.Retire(a.Pos()) }); err != nil {
		return err
	}
	var kept [][]sat.Lit
	for i, c := range m.clauses {
		for j := range m.groups {
			if m.groups[j] == i {
				m.groups[j] = len(kept)
			}
		}
		if !slices.Contains(c, v.Neg()) {
			kept = append(kept, c)
		}
	}
	for j := range m.groups {
		m.groups[j] = min(m.groups[j], len(kept))
	}
	m.clauses = kept
	m.oracle = m.newOracle()
	m.tell()
	return nil
}
