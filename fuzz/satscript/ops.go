package satscript

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// Kind is what an operation does.
type Kind uint8

// The operations, explained by the table. Options come first.
const (
	Seed Kind = iota
	Positive
	Forget
	Stress
	Mode
	Proof
	Recorded
	Peer
	Clause
	Solve
	Imply
	Minimize
	Constrain
	Push
	Pop
	Activate
	Retire
	Freeze
	Melt
	Phase
	Fixed
	Reset
	Conflicts
	Decisions
	Propagations
	Bytes
	Cancel
	Poll
	Clone
	Swap
	NewVar
	Answer
	numKinds
)

// shape is the form of the operands of an operation.
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
	opening bool // it comes before all that are not
	run     func(m *machine, o Op) error
}

var rows = [numKinds]row{
	// Options of the solver.
	Seed:     {"seed", number, true, func(m *machine, o Op) error { m.opt.Seed = uint64(o.N); return nil }},
	Positive: {"positive", nothing, true, func(m *machine, _ Op) error { m.opt.Phase = true; return nil }},
	Forget:   {"forget", nothing, true, func(m *machine, _ Op) error { m.opt.ForgetTrail = true; return nil }},
	Stress:   {"stress", nothing, true, func(m *machine, _ Op) error { m.opt.Stress = true; return nil }},
	Mode:     {"mode", number, true, func(m *machine, o Op) error { m.opt.Mode = sat.Mode(min(o.N, int64(sat.Stable))); return nil }},
	Proof:    {"proof", nothing, true, func(m *machine, _ Op) error { m.proved = true; return nil }},
	// The script is a recording of sat.Solver.Record: variables do not exist before their calls, and the oracle is
	// another solver of this module, which may be asked long questions.
	Recorded: {"recorded", nothing, true, func(m *machine, _ Op) error { m.recorded = true; return nil }},
	// The oracle is CaDiCaL, if it is installed.
	Peer: {"peer", nothing, true, func(m *machine, _ Op) error { m.peer = true; return nil }},

	// A clause belongs to the innermost group.
	Clause: {"", literals, false, (*machine).add},
	Push:   {"push", nothing, false, (*machine).push},
	Pop:    {"pop", nothing, false, (*machine).pop},
	// A new variable becomes an activation literal until it is retired; a clause that
	// contains it, but not its negation, is ignored.
	Activate: {"activate", literal, false, (*machine).activate},
	Retire:   {"retire", literal, false, (*machine).retire},

	// Questions: solve under assumptions; minimize the core within a number of conflicts,
	// and check that it is minimal; check that what is implied, or fixed, follows.
	Solve:    {"a", literals, false, (*machine).solve},
	Minimize: {"minimize", number, false, (*machine).minimize},
	Imply:    {"imply", literals, false, (*machine).imply},
	Fixed:    {"fixed", nothing, false, (*machine).fixed},

	// For the next solve: a disjunction; budgets; the number of steps of the proof or of
	// restarts after which it is stopped; the poll of its limit at which it is stopped, which
	// also applies to the next imply.
	Constrain:    {"constrain", literals, false, (*machine).constrain},
	Conflicts:    {"conflicts", number, false, func(m *machine, o Op) error { m.budget.Conflicts = o.N; return nil }},
	Decisions:    {"decisions", number, false, func(m *machine, o Op) error { m.budget.Decisions = o.N; return nil }},
	Propagations: {"propagations", number, false, func(m *machine, o Op) error { m.budget.Propagations = o.N; return nil }},
	Bytes:        {"bytes", number, false, func(m *machine, o Op) error { m.budget.Bytes = o.N; return nil }},
	Cancel:       {"cancel", number, false, func(m *machine, o Op) error { m.cancel.arm(o.N); return nil }},
	Poll:         {"poll", number, false, func(m *machine, o Op) error { m.cancel.count(o.N); return nil }},

	Freeze: {"freeze", literal, false, (*machine).freeze},
	Melt:   {"melt", literal, false, (*machine).melt},
	Phase:  {"phase", literal, false, (*machine).phase},
	Reset:  {"reset", nothing, false, func(m *machine, _ Op) error { m.s.Reset(); return nil }},

	// Clone continues with a copy, swap with the other one of the two.
	Clone: {"clone", nothing, false, (*machine).clone},
	Swap:  {"swap", nothing, false, (*machine).swap},

	// A variable is made, in a recording; the last solve or imply was answered by 10 (sat), 20 (unsat) or 0: it was
	// stopped, and is stopped again at its first poll.
	NewVar: {"var", literal, false, func(*machine, Op) error { return nil }},
	Answer: {"answer", number, false, (*machine).compare},
}

// compare compares an answer with the one that was recorded.
func (m *machine) compare(o Op) error {
	if want, known := map[int64]sat.Status{10: sat.Sat, 20: sat.Unsat}[o.N]; known && m.answer != want {
		return fmt.Errorf("the answer is %v, but the recorded one is %v", m.answer, want)
	}
	return nil
}

func (m *machine) phase(o Op) error {
	m.s.SetPhase(m.lit(o.Lits[0]).Var(), !o.Lits[0].Sign())
	return nil
}

func (m *machine) freeze(o Op) error {
	m.slots[o.Lits[0].Var()].freezes++
	m.s.Freeze(m.lit(o.Lits[0]).Var())
	return nil
}

func (m *machine) melt(o Op) error {
	if n := &m.slots[o.Lits[0].Var()].freezes; *n > 0 {
		*n--
		m.s.Melt(m.lit(o.Lits[0]).Var())
	}
	return nil
}

func (m *machine) clone(Op) error {
	m.other, m.session = m.session, m.session.clone(m.newOracle())
	return nil
}

func (m *machine) swap(Op) error {
	if m.other != nil {
		m.other, m.session = m.session, m.other
	}
	return nil
}

func (m *machine) constrain(o Op) error {
	m.demand = &o.Lits
	m.s.Constrain(m.lits(o.Lits)...)
	return nil
}
