package sat

import "github.com/muster-smt/muster/sat/invariant"

// The increment grows instead of the activities shrinking. The conversions to
// float64 forbid fused multiply-add, which differs between machines.
const (
	activityDecay = 0.95
	activityMax   = 1e100
)

// Bump raises the activity of v as one conflict would.
func (s *Solver) Bump(v Var) {
	s.require(^stateExplain, "Bump")
	s.bumpVar(v)
}

func (s *Solver) bumpVar(v Var) {
	s.heap.act[v] += s.bump
	if s.heap.act[v] > activityMax {
		s.rescale()
	}
	s.heap.increased(v)
}

func (s *Solver) rescale() {
	for i := range s.heap.act {
		s.heap.act[i] = float64(s.heap.act[i] * (1 / activityMax))
	}
	s.bump = float64(s.bump * (1 / activityMax))
}

func (s *Solver) decayActivities() { s.bump = float64(s.bump * (1 / activityDecay)) }

// decide chooses the next decision, or NoLit if nothing is left to decide.
func (s *Solver) decide() Lit {
	for len(s.heap.list) > 0 {
		v := s.heap.pop()
		if s.vals[v.Pos()] != Undef || s.ext.gone[v] {
			continue
		}
		if s.decider == nil {
			return s.decisionLit(v)
		}
		s.state = stateDecide
		l, ok := s.decider.Eligible(v)
		s.state = stateSearch
		if !ok {
			s.stats.Dropped++
			s.offered[v] = false
			continue
		}
		invariant.Check(l == NoLit || s.vals[l] == Undef, "Eligible: the literal is assigned")
		if l == NoLit || s.vals[l] != Undef || s.mode.stable && l.Var() == v {
			return s.decisionLit(v)
		}
		if l.Var() != v {
			s.heap.insert(v)
		}
		return l
	}
	return NoLit
}
