package sat

// Rephasing (Biere, Fleury, POS 2020) sets all saved phases anew now and then:
// the original ones, their negations, those of the best trail since the last
// time, or all of them flipped.

type rephases struct {
	next  int64 // conflicts
	every int64 // times count
	count int64
	best  []uint8 // phase+1, of the longest trail without conflict
	size  int     // of it
}

const rephaseInterval = 1000

func (r *rephases) init() { r.every, r.next = rephaseInterval, rephaseInterval }

// seeBest is called at each conflict with the size of the consistent trail.
func (s *Solver) seeBest(n int) {
	r := &s.rephases
	if s.prop != nil || s.inproc.off || n <= r.size {
		return
	}
	r.size = n
	for len(r.best) < len(s.vars) {
		r.best = append(r.best, 0)
	}
	for _, l := range s.trail[:n] {
		r.best[l.Var()] = uint8(l&1^1) + 1
	}
}

func (s *Solver) rephasing() bool {
	return s.prop == nil && !s.inproc.off && s.stats.Conflicts >= s.rephases.next
}

// rephase chooses in the order original, inverted, and then best and another one
// in turns.
func (s *Solver) rephase() {
	r := &s.rephases
	s.stats.Rephases++
	s.backtrack(s.restartLevel())
	original := phaseOf(s.opt.Phase)
	switch n := r.count; {
	case n == 0 || n > 1 && n%6 == 3:
		s.setPhases(func(Var) uint8 { return original })
	case n == 1 || n%6 == 5:
		s.setPhases(func(Var) uint8 { return original ^ phaseTrue })
	case n%2 == 0:
		s.setPhases(func(v Var) uint8 {
			if int(v) < len(r.best) && r.best[v] != 0 {
				return r.best[v] - 1
			}
			return s.phases[v]
		})
		r.size = 0
	default:
		s.setPhases(func(v Var) uint8 { return s.phases[v] ^ phaseTrue })
	}
	r.count++
	r.next = s.stats.Conflicts + r.every*(r.count+1)
	s.target.reset()
}

func (s *Solver) setPhases(phase func(v Var) uint8) {
	for v := range s.phases {
		s.phases[v] = phase(Var(v)) & phaseTrue
	}
}
