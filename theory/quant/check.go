package quant

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/reason"
)

// Limits of a round.
const (
	maxMatches    = 1_000_000 // matches
	maxKept       = 100_000   // matches, beyond which satisfied ones are forgotten
	maxSent       = 400       // instances sent
	maxConflicts  = 16        // instances sent if some are false already
	maxGeneration = 4         // terms of a greater depth are not matched (docs/history/experiments.md)
	chainPerDepth = 250       // generations, for each of the depth
	withUse       = 2         // without an oracle, the depth for each generation
	maxLive       = 50_000    // live instances at any time
)

// Check implements theory.Plugin. It matches at effort Early, and sends many instances only
// at Refine: an equality that was only guessed makes matches that nothing needs, but the
// guesses may also end in a conflict. What needs a complete model is done at Last.
func (m *Matcher) Check(e theory.Effort) theory.Status {
	if len(m.active) == 0 {
		return theory.Consistent
	}
	switch e {
	case theory.Early:
		m.due, m.chosen = m.dirty, m.chosen[:0]
		m.dirty = false // unless round sets it
		if m.due && m.round() {
			m.dirty = true
			return theory.Progress
		}
	case theory.Refine:
		if m.due && (m.resend() || m.sendChosen()) {
			m.dirty = true
			return theory.Progress
		}
	case theory.Last:
		return m.checkLast()
	}
	return theory.Consistent
}

// checkLast ends the check unless there is an oracle.
func (m *Matcher) checkLast() theory.Status {
	if m.raise() {
		return theory.Progress
	}
	if m.checksModels() && !m.impatient() {
		if s := m.checkModel(); s != theory.GaveUp {
			return s
		}
	}
	if m.limits == nil && m.deep || m.limited {
		m.host.Incomplete(reason.Reason{Kind: reason.Instantiation})
	}
	m.host.Incomplete(reason.Reason{Kind: reason.Quantifiers})
	return theory.GaveUp
}

// round matches all active quantifiers and sends instances, or chooses many; true if it
// sent any.
func (m *Matcher) round() bool {
	m.stats.rounds++
	m.limited = len(m.live) >= maxLive
	if m.limited {
		return false
	}
	m.seeUse()
	if m.impatient() {
		return false
	}
	m.findMatches()
	if invariant.Enabled && !m.limited && !m.host.Stopped() && m.found.dropped.serial == 0 {
		err := m.compareMatches() // after a stop, too
		invariant.Check(err == nil || m.host.Stopped(), fmt.Sprint(err))
	}
	return m.send()
}

// findMatches brings the matches up to date.
func (m *Matcher) findMatches() {
	for k, i := range m.active {
		m.quants[i].place = int32(k)
		if !m.quants[i].compiled && !m.cannotMatch(&m.quants[i]) {
			m.compile(i)
		}
	}
	if m.hasWeak {
		m.connect()
	}
	deep := m.buildIndex()
	m.stats.deep += int64(deep)
	m.deep = deep > 0
	m.findChanges()
	m.keep()
	m.refresh()
	for _, i := range m.active {
		for k := range m.quants[i].programs {
			m.match(i, int32(k))
		}
	}
}

// match finds the matches of a program: only those with changed nodes, if the others
// are kept from the previous round.
func (m *Matcher) match(i, k int32) {
	p, f := &m.quants[i].programs[k], &m.found
	if len(f.list) >= maxMatches {
		m.limited = true
		return
	}
	enter := func() bool {
		m.stats.matches++
		m.enter(i, k)
		return len(f.list) < maxMatches
	}
	if p.isKept(m.changes.round) {
		m.runChanged(p, enter)
	} else {
		m.run(p, enter)
	}
	p.round = m.changes.round
	if len(f.list) >= maxMatches || m.host.Stopped() {
		m.limited = len(f.list) >= maxMatches
		p.round = 0
	}
}

// isKept reports whether the matches of the previous round may be kept.
func (p *program) isKept(round uint32) bool { return !p.whole && p.round == round-1 && round > 1 }

// send makes instances of the matches and sends their lemmas: of those that are false now, if
// there are any, else of those that are not true, by generation, unless there are more than
// applications to match. If models are checked, those that propagate a literal come first and
// alone (Reynolds, Tinelli and de Moura, "Finding conflicting instances of quantified formulas
// in SMT", FMCAD 2014): afterwards most others are true.
func (m *Matcher) send() bool {
	var units []chosen
	open, conflicts := m.chosen[:0], 0
	clear(m.implied)
	clear(m.impliedBy)
	m.enterLive()
	m.order()
	for n := 0; ; n++ {
		k := m.found.next()
		if k < 0 {
			break
		}
		x := &m.found.list[k]
		if m.isSpent(len(open)+conflicts) && !m.wasSent(x) {
			m.limited = true
			continue
		}
		holds, key := m.judge(x)
		if holds {
			m.stats.satisfied++
			x.satisfied = m.standing()
			continue
		}
		if key != 0 && m.impliedBy[key] || !m.isNew(x) {
			continue
		}
		i := m.instance(x)
		x.inst = i + 1
		nodes := m.found.tops[x.tops : x.tops+uint32(m.quants[x.quant].programs[x.program].nodes)]
		switch m.truthOf(m.insts[i].body, false) {
		case yes:
			m.stats.satisfied++
			x.satisfied = m.standing()
			continue
		case no:
			m.stats.conflicting++
			m.sendInstance(i, nodes)
			conflicts++
		default:
			unit := m.checksModels() && m.isUnit(m.insts[i].body)
			implied := m.open(unit, m.insts[i].body)
			if m.limits == nil && m.truthOf(m.insts[i].body, true) == yes {
				m.stats.satisfiedByModel++
				m.dirty = true // the next model may differ
				continue
			}
			if implied != 0 {
				if m.implied[implied] {
					continue // true after this round
				}
				m.implied[implied] = true
				m.impliedBy[key] = true
			}
			if unit {
				m.stats.propagating++
				units = append(units, chosen{i, nodes})
			}
			open = append(open, chosen{i, nodes})
		}
		if conflicts >= maxConflicts || len(open) >= maxSent || n%64 == 63 && m.host.Stopped() {
			break
		}
	}
	if conflicts > 0 {
		return true
	}
	if m.chosen = open; len(units) > 0 {
		m.chosen = units
	}
	if len(m.chosen) > m.index.size {
		m.dirty = true // if they are not sent
		return false
	}
	return m.sendChosen()
}

// sendChosen sends the instances that were chosen in this round.
func (m *Matcher) sendChosen() bool {
	for _, c := range m.chosen {
		m.sendInstance(c.inst, c.nodes)
	}
	return len(m.chosen) > 0
}

// chosen is an instance that is to be sent, and the nodes of its match.
type chosen struct {
	inst  int32
	nodes []theory.Node
}
