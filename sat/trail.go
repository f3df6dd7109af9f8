package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// assign makes l true at the current level.
func (s *Solver) assign(l Lit, ref cref, other Lit) {
	invariant.Check(s.vals[l] == Undef, "assign: the literal has a value")
	s.vals[l] = True
	s.vals[l^1] = False
	s.vars[l.Var()] = varData{s.level, uint32(len(s.trail)), ref, other}
	s.trail = append(s.trail, l)
}

// openLevel opens a decision level.
func (s *Solver) openLevel() {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.level++
	s.analysis.growLevel(s.level)
	if s.theory.prop != nil {
		s.state = stateLevel
		s.theory.prop.NewLevel()
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
		if s.trial.keeping {
			// the search did not choose this
		} else if s.phases.saved[v]&phaseHinted == 0 {
			s.phases.saved[v] = uint8(l&1) ^ phaseTrue
		} else {
			s.phases.saved[v] = phaseTrue & s.phases.saved[v]
		}
		if s.vars[v].ref == crefExplained {
			s.forgetExplanation(s.vars[v].other)
		}
		if s.heap.pos[v] < 0 && s.theory.offered[v] {
			s.heap.insert(v)
		}
	}
	s.trail = s.trail[:from]
	s.levels = s.levels[:level]
	s.level = level
	s.head = min(s.head, from)
	s.repairs.synced = min(s.repairs.synced, from)
	s.late.dirty = s.late.dirty || len(s.late.list) > 0
	if s.theory.prop != nil {
		s.theory.notified = min(s.theory.notified, from)
		if len(s.theory.unreported)+len(s.theory.reportedLate) > 0 {
			s.renotify()
		}
		before := s.state
		s.state = stateLevel
		s.theory.prop.Backtrack(int(level))
		s.state = before
	}
	if len(s.assumptions.outOfOrder) > 0 {
		s.reassume()
	}
}

// placeLevel is the level with which backtracking unassigns v, 0 if v is at level 0. Only
// for an assumption out of order it is not that of v.
func (s *Solver) placeLevel(v Var) int32 {
	n, _ := slices.BinarySearch(s.levels, int32(s.vars[v].pos)+1)
	return int32(n)
}

// trueLit is the true literal of an assigned variable.
func (s *Solver) trueLit(v Var) Lit {
	if s.vals[v.Pos()] == True {
		return v.Pos()
	}
	return v.Neg()
}
