package sat

// Focused search restarts when recent glue is worse than average (Glucose), stable
// search rarely, by reluctant doubling (mode.go).

// ema is an exponential moving average, corrected for the bias of its start.
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
	reluctantPeriod = 1024
	reluctantMax    = 1 << 10
	emaFastGlue     = 1.0 / 32
	emaSlowGlue     = 1e-5
)

// pace says when focused search restarts.
type pace struct {
	margin   float64 // the fast average must reach the slow one times this
	interval int64   // least number of conflicts between two restarts
}

// restarts schedules restarts.
type restarts struct {
	fast, slow ema   // averages of glue
	plain      pace  // without a propagator
	theory     pace  // with one
	period     int64 // of reluctant doubling
	next       int64 // conflicts
	u, v       int64 // state of reluctant doubling
	countdown  int64 // conflicts of stable search
	due        bool  // stable search restarts
}

func (r *restarts) init() {
	r.fast.init(emaFastGlue)
	r.slow.init(emaSlowGlue)
	r.period = reluctantPeriod
	r.plain, r.theory = pace{1.10, 2}, pace{1.25, 10}
	r.u, r.v, r.countdown = 1, 1, r.period
}

// updateGlue adds the glue of a learned clause to the averages.
func (r *restarts) updateGlue(glue int) {
	r.fast.update(float64(glue))
	r.slow.update(float64(glue))
}

// tick counts a conflict for reluctant doubling (Knuth's formulation of the Luby
// sequence).
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

// pace is that of the search with or without a propagator.
func (s *Solver) pace() *pace {
	if s.theory.prop != nil {
		return &s.restarts.theory
	}
	return &s.restarts.plain
}

// restarting holds in focused mode if recent glue is bad, in stable mode by reluctant
// doubling.
func (s *Solver) restarting() bool {
	if s.level <= s.assumptionLevel() {
		return false
	}
	r := &s.restarts
	if s.trial.after == 0 && s.trial.wanted(s.stats.Conflicts) || s.trial.awaited(s.stats.Conflicts) {
		return true // other trials wait for a restart
	}
	if s.mode.stable {
		return r.due
	}
	return s.stats.Conflicts >= r.next && float64(r.slow.value*s.pace().margin) <= r.fast.value
}

// restart returns to the assumption level, or above it to what the search would decide
// again, exchanges clauses and reports progress.
func (s *Solver) restart() {
	s.stats.Restarts++
	s.restarts.due = false
	s.restarts.next = s.stats.Conflicts + s.pace().interval
	s.backtrack(s.reuseLevel())
	if s.log != nil {
		s.logRestart()
	}
	s.trial.due = s.trial.wanted(s.stats.Conflicts) || s.opt.Stress && s.trial.trier != nil
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

// reuseLevel is the level to which a restart returns. Above the assumption level the
// decisions are kept that are more active than the next one, which would be made again
// (van der Tak, Ramos, Heule, JSAT 2011). Not with a propagator or imported clauses.
func (s *Solver) reuseLevel() int32 {
	to := s.restartLevel()
	if s.theory.prop != nil || s.inproc.off || s.opt.Exchange != nil || to < s.assumptionLevel() {
		return to
	}
	h := &s.heap
	for len(h.list) > 0 && (s.vals[h.list[0].Pos()] != Undef || s.ext.inactive[h.list[0]]) {
		h.pop()
	}
	if len(h.list) == 0 {
		return to
	}
	next := h.act[h.list[0]]
	for to < s.level && int(s.levels[to]) < len(s.trail) && h.act[s.trail[s.levels[to]].Var()] > next {
		to++
	}
	s.stats.Reused += int64(to - s.assumptionLevel())
	return to
}
