package sat

import "github.com/muster-smt/muster/sat/invariant"

// assign makes l true at the present level.
func (s *Solver) assign(l Lit, ref cref, other Lit) {
	invariant.Check(s.vals[l] == Undef, "assign: the literal has a value")
	s.vals[l] = True
	s.vals[l^1] = False
	s.vars[l.Var()] = varData{s.level, uint32(len(s.trail)), ref, other}
	s.trail = append(s.trail, l)
}

// openLevel begins a decision level.
func (s *Solver) openLevel() {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.level++
	if int(s.level) >= len(s.stamps) {
		s.stamps = append(s.stamps, 0)
	}
	if s.prop != nil {
		// What is known below belongs to the level below.
		s.state = stateLevel
		s.prop.NewLevel()
		s.state = stateSearch
	}
}

// backtrack unassigns everything above level.
func (s *Solver) backtrack(level int32) {
	if s.level <= level {
		return
	}
	from := int(s.levels[level])
	for i := len(s.trail) - 1; i >= from; i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l] = Undef
		s.vals[l^1] = Undef
		if s.phases[v]&phaseHinted == 0 {
			s.phases[v] = uint8(l&1) ^ phaseTrue
		} else {
			s.phases[v] = phaseTrue & s.phases[v]
		}
		if s.vars[v].ref == crefExplained {
			s.forgetExplanation(s.vars[v].other)
		}
		if s.heap.pos[v] < 0 && s.offered[v] {
			s.heap.insert(v)
		}
	}
	s.trail = s.trail[:from]
	s.levels = s.levels[:level]
	s.level = level
	s.head = min(s.head, from)
	s.lateDirty = s.lateDirty || len(s.late) > 0
	if s.prop != nil {
		s.notified = min(s.notified, from)
		if len(s.missed)+len(s.early) > 0 {
			s.renotify()
		}
		before := s.state
		s.state = stateLevel
		s.prop.Backtrack(int(level))
		s.state = before
	}
	if len(s.tardy) > 0 {
		s.reassume()
	}
}

// backToRoot undoes a trail that an earlier Solve left in place.
func (s *Solver) backToRoot() {
	s.backtrack(0)
	s.flipped = false
	s.forgetAssumptions()
	s.tardy = s.tardy[:0]
}

// settleRoot drops the reasons of new level-0 literals: analysis never asks for
// them, and their clauses become removable. A Tracer gets each as a unit clause.
func (s *Solver) settleRoot() {
	for ; s.settled < len(s.trail); s.settled++ {
		l := s.trail[s.settled]
		vd := &s.vars[l.Var()]
		if s.tracer != nil && s.unitID[l.Var()] == 0 {
			s.traceUnit(l)
		}
		if vd.ref == crefExplained {
			s.forgetExplanation(vd.other)
		}
		vd.ref, vd.other = crefNone, 0
	}
}
