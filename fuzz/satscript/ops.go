package satscript

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
)

// Kind is what an operation does.
type Kind uint8

// The operations; the table says what they are. Options come first.
const (
	Seed Kind = iota
	Positive
	Forget
	Stress
	Proof
	Clause
	Solve
	Imply
	Fixed
	Reset
	Freeze
	Phase
	Conflicts
	Decisions
	Propagations
	Cancel
	Clone
	Swap
	numKinds
)

// shape is what follows the word of an operation.
type shape uint8

const (
	nothing shape = iota
	number
	literal
	literals
)

var shapeNames = [...]string{"nothing", "a number", "a literal", "a literal or 0"}

type row struct {
	word    string
	shape   shape
	opening bool // it stands before those that are not
	run     func(m *machine, o Op) error
}

var rows = [numKinds]row{
	// Options of the solver.
	Seed:     {"seed", number, true, func(m *machine, o Op) error { m.opt.Seed = uint64(o.N); return nil }},
	Positive: {"positive", nothing, true, func(m *machine, _ Op) error { m.opt.Phase = true; return nil }},
	Forget:   {"forget", nothing, true, func(m *machine, _ Op) error { m.opt.ForgetTrail = true; return nil }},
	Stress:   {"stress", nothing, true, func(m *machine, _ Op) error { m.opt.Stress = true; return nil }},
	Proof:    {"proof", nothing, true, func(m *machine, _ Op) error { m.proved = true; return nil }},

	Clause: {"", literals, false, (*machine).add},
	Solve:  {"a", literals, false, (*machine).solve}, // under assumptions
	Imply:  {"imply", literals, false, (*machine).imply},
	Fixed:  {"fixed", nothing, false, (*machine).fixed}, // what is fixed follows
	Reset:  {"reset", nothing, false, func(m *machine, _ Op) error { m.s.Reset(); return nil }},
	Freeze: {"freeze", literal, false, func(m *machine, o Op) error { m.s.Freeze(o.Lits[0].Var()); return nil }},
	Phase:  {"phase", literal, false, (*machine).phase},

	// Of the next solve: budgets, and after how many steps of the proof or
	// restarts it is stopped.
	Conflicts:    {"conflicts", number, false, func(m *machine, o Op) error { m.budget.Conflicts = o.N; return nil }},
	Decisions:    {"decisions", number, false, func(m *machine, o Op) error { m.budget.Decisions = o.N; return nil }},
	Propagations: {"propagations", number, false, func(m *machine, o Op) error { m.budget.Propagations = o.N; return nil }},
	Cancel:       {"cancel", number, false, func(m *machine, o Op) error { m.cancel.arm(o.N); return nil }},

	// Clone goes on with a copy, and swap with the other one of the two.
	Clone: {"clone", nothing, false, (*machine).clone},
	Swap:  {"swap", nothing, false, (*machine).swap},
}

func (m *machine) add(o Op) error {
	m.clauses = append(m.clauses, o.Lits)
	m.oracle.Add(o.Lits)
	if m.proof != nil {
		m.proof.given = o.Lits
	}
	if !m.s.Add(o.Lits, sat.Irredundant) && m.oracle.Holds(nil) == sat.Sat {
		return fmt.Errorf("the solver says unsat, but the clauses can hold")
	}
	return nil
}

func (m *machine) phase(o Op) error {
	m.s.SetPhase(o.Lits[0].Var(), !o.Lits[0].Sign())
	return nil
}

func (m *machine) solve(o Op) error {
	before, budget, lim := m.s.Stats(), m.budget, m.config.Limit
	if m.cancel.armed {
		lim = &m.cancel.lim
	}
	st := m.s.Solve(lim, o.Lits, budget)
	m.budget = sat.Budget{}
	m.cancel.armed = false
	now := m.s.Stats()
	switch {
	case budget.Conflicts > 0 && now.Conflicts-before.Conflicts > budget.Conflicts:
		return fmt.Errorf("%d conflicts, but the budget is %d", now.Conflicts-before.Conflicts, budget.Conflicts)
	case budget.Decisions > 0 && now.Decisions-before.Decisions > budget.Decisions:
		return fmt.Errorf("%d decisions, but the budget is %d", now.Decisions-before.Decisions, budget.Decisions)
	case st == sat.Sat:
		return m.satisfied(o.Lits)
	case st == sat.Unsat:
		return m.refuted(o.Lits)
	}
	return m.excused(lim, budget)
}

func (m *machine) imply(o Op) error {
	st, implied := m.s.Imply(nil, o.Lits, nil)
	switch st {
	case sat.Sat:
		if err := m.satisfied(o.Lits); err != nil {
			return err
		}
	case sat.Unsat:
		return m.refuted(o.Lits)
	}
	for _, l := range implied {
		if m.s.Value(l) != sat.True {
			return fmt.Errorf("%d is implied, but has the value %v", l.Dimacs(), m.s.Value(l))
		}
		if m.oracle.Holds(append(slices.Clone(o.Lits), l.Not())) == sat.Sat {
			return fmt.Errorf("%d is not implied", l.Dimacs())
		}
	}
	return nil
}

// fixed checks what the solver believes at level 0.
func (m *machine) fixed(Op) error {
	for v := sat.Var(1); int(v) <= m.s.NumVars(); v++ {
		l := v.Pos()
		switch m.s.FixedValue(l) {
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

func (m *machine) clone(Op) error {
	m.other, m.session = m.session, m.session.clone(m.config.oracle())
	return nil
}

func (m *machine) swap(Op) error {
	if m.other != nil {
		m.other, m.session = m.session, m.other
	}
	return nil
}
