package sat

// phases are the values that decisions try first.
type phases struct {
	saved      []uint8 // by variable: its last value, and phaseHinted
	target     []uint8 // by variable: phase+1 in the longest consistent trail since the last reset, or 0
	targetSize int     // of that trail
}

// Bits of phases.saved. SetPhase on an assigned variable sets phaseHinted: the next
// backtracking does not save the value over it.
const (
	phaseTrue   = 1
	phaseHinted = 2
)

func (p *phases) grow(positive bool) { p.saved = append(p.saved, phaseOf(positive)) }

// resetTarget forgets the target phases.
func (p *phases) resetTarget() {
	p.targetSize = 0
	clear(p.target)
}

func phaseOf(positive bool) uint8 {
	if positive {
		return phaseTrue
	}
	return 0
}

// SetPhase sets the value that a decision on v tries first, until the search
// assigns v again.
func (s *Solver) SetPhase(v Var, positive bool) {
	if s.rec != nil && s.idle() {
		s.rec.line("phase", []Lit{v.Pos() | Lit(phaseOf(!positive))})
	}
	s.luck.next = noLuck // it would not ask for phases
	s.phases.saved[v] = phaseOf(positive)
	if int(v) < len(s.phases.target) {
		s.phases.target[v] = 0
	}
	if s.vals[v.Pos()] != Undef {
		s.phases.saved[v] |= phaseHinted
	}
	s.prefer(s.PhaseLit(v))
}

// PhaseLit is the literal of v that is true in its saved phase.
func (s *Solver) PhaseLit(v Var) Lit { return Lit(v)<<1 | Lit(s.phases.saved[v]&phaseTrue^1) }

// updateTargetAndBest is called at each conflict of stable search, before
// backtracking. Without the conflict level the trail is consistent.
func (s *Solver) updateTargetAndBest() {
	if s.level == 0 {
		return
	}
	n := int(s.levels[s.level-1])
	s.updateBest(n)
	p := &s.phases
	if n <= p.targetSize {
		return
	}
	p.targetSize = n
	p.target = s.trailPhases(p.target, n)
}

// trailPhases stores phase+1 of the first n literals of the trail in dst, by variable. It
// grows dst if need be.
func (s *Solver) trailPhases(dst []uint8, n int) []uint8 {
	dst = lengthen(dst, len(s.vars), 0)
	for _, l := range s.trail[:n] {
		dst[l.Var()] = uint8(l&1^1) + 1
	}
	return dst
}

// decisionLit is the literal that a decision on v chooses: by its target phase in
// stable search if it has one, else by its saved phase.
func (s *Solver) decisionLit(v Var) Lit {
	if s.mode.stable && int(v) < len(s.phases.target) {
		if p := s.phases.target[v]; p != 0 {
			return Lit(v)<<1 | Lit(p-1) ^ 1
		}
	}
	return s.PhaseLit(v)
}
