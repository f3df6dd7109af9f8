package sat

// Trier is implemented by a Propagator that tries decisions: after a restart, before the
// search decides, it may look what follows from them. Saved phases stay.
type Trier interface {
	// Tries reports whether there may be anything to try.
	Tries() bool
	// Expects reports whether something waits to be tried that is worth a restart.
	Expects() bool
	// Try is called when nothing is left to propagate, depth levels above that to which
	// the search returns at restarts. It returns an unassigned literal to decide, or
	// NoLit to return to that level, where depth is 0. NoLit there ends the trial. It may
	// call what Propagate may.
	Try(depth int) Lit
}

// trial is the state of trying decisions.
type trial struct {
	trier   Trier // the propagator, if it is one
	due     bool
	after   int64 // conflicts before the next trial
	since   int64 // conflicts before the last one
	keeping bool  // saved phases stay
}

// firstTrial is the number of conflicts before the first trial. Each later one comes after
// half as many again, or after as many as this if something waits.
const firstTrial = 10

func (t *trial) wanted(conflicts int64) bool {
	return t.trier != nil && conflicts >= max(t.after, firstTrial) && t.trier.Tries() || t.awaited(conflicts)
}

// awaited reports whether it is time for a trial of what waits.
func (t *trial) awaited(conflicts int64) bool {
	return t.trier != nil && conflicts >= t.since+firstTrial && t.trier.Expects()
}

func (s *Solver) trying() bool { return s.trial.due }

// try asks what to try.
func (s *Solver) try() {
	base := s.restartLevel()
	s.trial.keeping = true
	s.state = statePropagate
	l := s.trial.trier.Try(int(s.level - base))
	s.state = stateSearch
	switch {
	case l != NoLit && s.ext.inactive[l.Var()]:
		s.restore(l.Var()) // what comes back is propagated first
	case l != NoLit && s.vals[l] == Undef:
		s.openLevel()
		s.assign(l, crefNone, 0)
	case s.level > base:
		s.backtrack(base)
	default:
		s.trial.due, s.trial.keeping = false, false
		s.trial.after = s.stats.Conflicts + s.stats.Conflicts/2 + firstTrial
		s.trial.since = s.stats.Conflicts
	}
}
