package sat

// The search alternates between two modes: focused, with quick restarts steered
// by glue (Glucose), and stable, with rare restarts by reluctant doubling and
// target phases (CaDiCaL).

// ema is an exponential moving average without the bias of its start.
type ema struct {
	value, biased, alpha, exp float64
}

func (e *ema) init(alpha float64) { *e = ema{alpha: alpha, exp: 1} }

func (e *ema) update(x float64) {
	e.biased += float64(e.alpha * (x - e.biased))
	if e.exp > 0 {
		e.exp = float64(e.exp * (1 - e.alpha))
		e.value = e.biased / (1 - e.exp)
		if e.exp < 1e-12 {
			e.exp = 0
		}
		return
	}
	e.value = e.biased
}

const (
	reluctantPeriod  = 1024
	reluctantMax     = 1 << 10
	firstModeSwitch  = 1000
	emaFastGlue      = 1.0 / 32
	emaSlowGlue      = 1e-5
	glueTier1        = 2
	glueTier2        = 6
	reduceInterval   = 1000
	reduceFraction   = 75 // of 100 candidates
	collectThreshold = 4  // garbage above one part in this many
	collectSlack     = 1 << 12
	satisfiedSlack   = 1 << 10
)

// pace says when focused search restarts.
type pace struct {
	margin   float64 // when the fast average is above the slow one by this factor
	interval int64   // after so many conflicts
}

type restarts struct {
	fast, slow ema
	alone      pace  // without a propagator
	carrying   pace  // with one
	period     int64 // of reluctant doubling
	next       int64 // conflicts
	u, v       int64 // reluctant doubling
	countdown  int64
	due        bool
}

func (r *restarts) init() {
	r.fast.init(emaFastGlue)
	r.slow.init(emaSlowGlue)
	r.period = reluctantPeriod
	r.alone, r.carrying = pace{1.10, 2}, pace{1.25, 10}
	r.u, r.v, r.countdown = 1, 1, r.period
}

func (r *restarts) seeGlue(glue int) {
	r.fast.update(float64(glue))
	r.slow.update(float64(glue))
}

// tick advances reluctant doubling (Knuth's formulation of the Luby sequence).
func (r *restarts) tick() {
	r.countdown--
	if r.countdown > 0 {
		return
	}
	r.due = true
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	if r.v > reluctantMax {
		r.u, r.v = 1, 1
	}
	r.countdown = r.v * r.period
}

// modes says which mode the search is in and when it switches.
type modes struct {
	stable    bool
	switches  int64
	atConfl   int64 // switch at this number of conflicts, the first time
	atTicks   int64 // and at this number of ticks from then on
	increment int64
}

func (m *modes) init(mode Mode) {
	m.atConfl = firstModeSwitch
	m.stable = mode == Stable
}

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
// number of ticks; the phases grow quadratically.
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
		s.target.reset()
	}
	s.backtrack(s.restartLevel())
}

func (s *Solver) pace() *pace {
	if s.prop != nil {
		return &s.restarts.carrying
	}
	return &s.restarts.alone
}

func (s *Solver) restarting() bool {
	if s.level <= s.assumptionLevel() {
		return false
	}
	r := &s.restarts
	if s.mode.stable {
		return r.due
	}
	return s.stats.Conflicts >= r.next && float64(r.slow.value*s.pace().margin) <= r.fast.value
}

// restart returns to the assumption level.
func (s *Solver) restart() {
	s.stats.Restarts++
	s.restarts.due = false
	s.restarts.next = s.stats.Conflicts + s.pace().interval
	s.backtrack(s.restartLevel())
	if s.opt.Stress {
		s.inproc.next = s.stats.Conflicts
	}
	if s.opt.Exchange != nil {
		s.exchange()
	}
	if s.opt.Progress != nil {
		s.opt.Progress(s.Stats())
	}
}

// restartLevel is the assumption level, or 0 if a late unit waits for level 0.
func (s *Solver) restartLevel() int32 {
	for i := range s.late {
		if s.late[i].level == 0 {
			return 0
		}
	}
	return s.assumptionLevel()
}
