package sat

// Rephasing (Biere, Fleury, POS 2020) sets all saved phases from time to time: to the
// original ones, their negations, those of the best trail since the last time, or those
// that local search finds (walk.go).

// rephases schedules rephasing.
type rephases struct {
	next  int64 // conflicts
	every int64 // times count
	count int64
	best  []uint8 // by variable: phase+1 in the longest consistent trail, or 0
	size  int     // of that trail
	least int64   // least ticks of a walk
	paid  int64   // search ticks that the walks so far are a share of
}

const (
	rephaseInterval = 1000
	leastWalk       = 2_000_000
	walkShare       = 500 // thousandths; a tick of a walk costs a tenth of one of the search
)

func (r *rephases) init() {
	r.every, r.next, r.least = rephaseInterval, rephaseInterval, leastWalk
}

// updateBest keeps the phases of the first n literals of the trail if they are the best.
func (s *Solver) updateBest(n int) {
	r := &s.rephases
	if s.theory.prop != nil || s.inproc.off || n <= r.size {
		return
	}
	r.size = n
	r.best = s.trailPhases(r.best, n)
}

// rephasing holds every few thousand conflicts, without a propagator.
func (s *Solver) rephasing() bool {
	return s.theory.prop == nil && !s.inproc.off && s.stats.Conflicts >= s.rephases.next
}

// The sequence of rephasings: firstPhases once, then otherPhases repeatedly. w is a
// walk, o original, i inverted, b best.
const (
	firstPhases = "woi"
	otherPhases = "bwobwi"
)

func (r *rephases) turn() byte {
	if r.count < int64(len(firstPhases)) {
		return firstPhases[r.count]
	}
	return otherPhases[(r.count-int64(len(firstPhases)))%int64(len(otherPhases))]
}

func (s *Solver) rephase() {
	r := &s.rephases
	s.stats.Rephases++
	s.backtrack(s.restartLevel())
	original := phaseOf(s.opt.Phase)
	switch r.turn() {
	case 'o':
		s.setPhases(func(Var) uint8 { return original })
	case 'i':
		s.setPhases(func(Var) uint8 { return original ^ phaseTrue })
	case 'b':
		s.setPhases(func(v Var) uint8 {
			if int(v) < len(r.best) && r.best[v] != 0 {
				return r.best[v] - 1
			}
			return s.phases.saved[v]
		})
		r.size = 0
	case 'w':
		s.walk(max(r.least, (s.stats.Ticks-r.paid)*walkShare/1000))
		r.paid = s.stats.Ticks
	}
	r.count++
	r.next = s.stats.Conflicts + r.every*(r.count+1)
	s.phases.resetTarget()
}

func (s *Solver) setPhases(phase func(v Var) uint8) {
	for v := range s.phases.saved {
		s.phases.saved[v] = phase(Var(v)) & phaseTrue
	}
}
