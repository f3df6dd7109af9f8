package sat

// The search alternates between two modes: focused, with quick restarts steered
// by glue (Glucose), and stable, with rare restarts by reluctant doubling and
// target phases (CaDiCaL).

const firstModeSwitch = 1000 // conflicts

// modes is the present mode and the schedule of switches.
type modes struct {
	stable    bool
	switches  int64
	atConfl   int64 // conflicts of the first switch
	atTicks   int64 // ticks of the next one
	increment int64 // ticks of the first interval
}

func (m *modes) init(mode Mode) {
	m.atConfl = firstModeSwitch
	m.stable = mode == Stable
}

// switching holds when the interval of the present mode has passed.
func (s *Solver) switching() bool {
	m := &s.mode
	if s.opt.Mode != Alternating {
		return false
	}
	if m.switches == 0 {
		return s.stats.Conflicts >= m.atConfl
	}
	return s.stats.Ticks >= m.atTicks
}

// switchMode goes from focused to stable search or back. Both get the same
// number of ticks; the intervals grow quadratically.
func (s *Solver) switchMode() {
	m := &s.mode
	if m.switches == 0 {
		m.increment = max(s.stats.Ticks, 1000)
	}
	m.switches++
	n := m.switches/2 + 1
	m.atTicks = s.stats.Ticks + m.increment*n*n
	m.stable = !m.stable
	s.stats.ModeSwitches++
	if m.stable {
		s.restarts.u, s.restarts.v, s.restarts.countdown = 1, 1, s.restarts.period
		s.restarts.due = false
		s.phases.resetTarget()
	}
	s.backtrack(s.restartLevel())
}
