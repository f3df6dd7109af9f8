package sat

// target remembers the phases of the longest trail without conflict since the
// last reset. Stable search decides by them.
type target struct {
	phases []uint8 // 0: none, else phase+1
	size   int
}

func (t *target) reset() {
	t.size = 0
	clear(t.phases)
}

// seeTrail is called at each conflict, before backtracking. Without the
// conflict level the trail is consistent.
func (r *restarts) seeTrail(s *Solver) {
	if !s.mode.stable {
		return
	}
	r.tick()
	if s.level == 0 {
		return
	}
	n := int(s.levels[s.level-1])
	s.seeBest(n)
	if n <= s.target.size {
		return
	}
	t := &s.target
	t.size = n
	for len(t.phases) < len(s.vars) {
		t.phases = append(t.phases, 0)
	}
	for _, l := range s.trail[:n] {
		t.phases[l.Var()] = uint8(l&1^1) + 1
	}
}

// decisionLit is the literal that a decision on v chooses.
func (s *Solver) decisionLit(v Var) Lit {
	if s.mode.stable && int(v) < len(s.target.phases) {
		if p := s.target.phases[v]; p != 0 {
			return Lit(v)<<1 | Lit(p-1) ^ 1
		}
	}
	return s.PhaseLit(v)
}
