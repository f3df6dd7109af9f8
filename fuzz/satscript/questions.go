package satscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// The operations that ask questions.

// limits returns the limits of the next question, and resets them.
func (m *machine) limits() (*limit.Limit, sat.Budget) {
	lim, budget := m.config.Limit, m.budget
	if m.cancel.armed {
		lim = &m.cancel.lim
	}
	m.budget = sat.Budget{}
	return lim, budget
}

func (m *machine) solve(o Op) error {
	before := m.s.Stats()
	lim, budget := m.limits()
	demand := m.demand
	if demand != nil {
		m.expect(m.lits(*demand))
	}
	st := m.s.Solve(lim, m.lits(o.Lits), budget)
	m.answer = st
	m.demand, m.cancel.armed = nil, false
	now := m.s.Stats()
	switch {
	case budget.Conflicts > 0 && now.Conflicts-before.Conflicts > budget.Conflicts:
		return fmt.Errorf("%d conflicts, but the budget is %d", now.Conflicts-before.Conflicts, budget.Conflicts)
	case budget.Decisions > 0 && now.Decisions-before.Decisions > budget.Decisions:
		return fmt.Errorf("%d decisions, but the budget is %d", now.Decisions-before.Decisions, budget.Decisions)
	case st == sat.Sat:
		return m.satisfied(o.Lits, demand)
	case st == sat.Unsat:
		m.unsat, m.failed = true, demand
		if !m.s.ConstraintFailed() {
			m.failed = nil
		} else if demand == nil {
			return errors.New("the core needs a constraint, but there is none")
		}
		return m.refuted(o.Lits, demand, m.failed)
	case m.config.Limit.Stopped():
		return ErrStopped
	}
	return m.excused(lim, budget)
}

// minimize minimizes the core of the last solve, if it was unsat.
func (m *machine) minimize(o Op) error {
	if !m.unsat {
		return nil
	}
	old := m.own(m.s.Core())
	m.budget.Conflicts = o.N
	lim, budget := m.limits()
	if m.failed != nil {
		m.expect(m.lits(*m.failed))
	}
	minimal := m.s.MinimizeCore(lim, budget)
	m.cancel.armed = false
	core := m.own(m.s.Core())
	if m.failed != nil && !m.s.ConstraintFailed() {
		m.failed = nil
	}
	if err := m.isCore(core, old, m.failed); err != nil {
		return err
	}
	if !minimal {
		if m.config.Limit.Stopped() {
			return ErrStopped
		}
		return m.excused(lim, budget)
	}
	for i, a := range core {
		if m.holds(slices.Delete(slices.Clone(core), i, i+1), m.failed) == sat.Unsat {
			return fmt.Errorf("the core %v is not minimal: without %d", signed(core), a.Dimacs())
		}
	}
	return nil
}

func (m *machine) imply(o Op) error {
	lim := m.config.Limit
	if m.cancel.armed && m.cancel.counts {
		lim, m.cancel.armed = &m.cancel.lim, false
	}
	st, implied := m.s.Imply(lim, m.lits(o.Lits), nil)
	m.answer = st
	switch st {
	case sat.Sat:
		if err := m.satisfied(o.Lits, nil); err != nil {
			return err
		}
	case sat.Unsat:
		return m.refuted(o.Lits, nil, nil)
	}
	for _, l := range m.own(implied) {
		if now := m.s.Value(m.lit(l)); now != sat.True {
			return fmt.Errorf("%d is implied, but has the value %v", l.Dimacs(), now)
		}
		if m.oracle.Holds(append(slices.Clone(o.Lits), l.Not())) == sat.Sat {
			return fmt.Errorf("%d is not implied", l.Dimacs())
		}
	}
	return nil
}

// fixed checks the literals that are true at level 0.
func (m *machine) fixed(Op) error {
	for i := range m.slots {
		if m.slots[i].v == 0 {
			continue
		}
		l := sat.Var(i).Pos()
		switch m.s.FixedValue(m.lit(l)) {
		case sat.Undef:
			continue
		case sat.False:
			l = l.Not()
		}
		if m.oracle.Holds([]sat.Lit{l.Not()}) == sat.Sat {
			return fmt.Errorf("%d is fixed, but need not hold", l.Dimacs())
		}
	}
	return nil
}
