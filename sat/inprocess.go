package sat

// Inprocessing simplifies the clauses at level 0. A technique is a row of the table, and
// a file. Its effort is measured in ticks, and is a share of what the search has spent
// since the technique last ran; with a propagator it is another share, since ticks do
// not count the work of theories. The package documentation says how to add one.

// technique is a row of the table.
type technique struct {
	name        string
	run         func(s *Solver, ticks int64)
	share       int64 // effort without a propagator, in thousandths of the search's
	theoryShare int64 // effort with one
	every       int64 // it runs in every round (1), in every second one (2)...
	removes     bool  // it removes variables or clauses from the formula
	first       bool  // it also runs before the search, without a propagator and assumptions
}

// The table, in the order in which the techniques run. With theories, subsumption and
// vivification at 20 and 20 need 0.96 of the conflicts and 0.98 of the time without
// them (38 scripts); at 20 and 50 they need 0.99 and 1.01.
var techniques = [...]technique{
	{"probe", (*Solver).probe, 20, 0, 1, false, false},
	{"substitute", (*Solver).substitute, 20, 20, 1, true, true}, // not of observed variables, nor with a Decider
	{"congruence", (*Solver).congruence, 50, 0, 1, true, true},  // substitutes
	{"sweep", (*Solver).sweep, 50, 0, 2, true, false},           // likewise
	{"gauss", (*Solver).gauss, 20, 0, 1, false, false},
	{"count", (*Solver).count, 20, 0, 1, false, false},
	{"transitive", (*Solver).reduceTransitive, 20, 0, 1, false, false},
	{"subsume", (*Solver).subsumeForward, 20, 20, 1, false, false},
	{"vivify", (*Solver).vivify, 100, 20, 1, false, false},
	{"eliminate", (*Solver).eliminate, 100, 100, 2, true, false}, // likewise
	{"block", (*Solver).block, 100, 0, 2, true, false},           // 0.95 of the time (12 formulas, 4 seeds); a share of 20 finds too little
}

const (
	inprocessInterval = 2000
	leastEffort       = 20000 // ticks
	roundPay          = 8     // words of clauses for which one tick of the search pays a round
)

// inprocessing schedules the rounds.
type inprocessing struct {
	off      bool  // in tests
	first    bool  // the round before the search is due
	keep     bool  // no technique may remove variables, since Imply was called
	next     int64 // conflicts
	interval int64 // times the square root of rounds
	rounds   int64
	at       int64   // search ticks at the last round
	pay      int64   // roundPay, except in tests
	least    int64   // effort of a technique
	cleanTo  int     // level-0 trail length when false literals were last removed
	paid     []int64 // by technique: search ticks that its efforts so far are a share of
}

func (p *inprocessing) init() {
	p.interval, p.next, p.least, p.pay = inprocessInterval, inprocessInterval, leastEffort, roundPay
	p.paid = make([]int64, len(techniques))
}

// inprocessing holds before the search (tryLuck), and every few thousand conflicts. Each
// round goes over all clauses: without a propagator, whose work ticks do not count, it waits
// until the search has done about as much since the last one, in whatever number of calls.
func (s *Solver) inprocessing() bool {
	p := &s.inproc
	return !p.off && (p.first || s.stats.Conflicts >= p.next &&
		(s.theory.prop != nil || s.stats.Ticks-p.at >= int64(len(s.db.arena))/p.pay))
}

// inprocess is a round of inprocessing. A conflict at level 0 is left to the search.
func (s *Solver) inprocess() {
	defer s.endStage(s.beginStage(stageInprocess))
	p := &s.inproc
	first := p.first
	p.at = s.stats.Ticks
	if p.first = false; !first {
		p.rounds++
		p.next = s.stats.Conflicts + p.interval*isqrt(p.rounds)
	}
	s.backToRoot()
	p.cleanTo = 0
	if !s.propagate() || s.stop.seen || len(s.late.list) > 0 {
		return
	}
	s.stats.Rounds++
	s.forgetWitnesses()
	for i := range techniques {
		t := &techniques[i]
		if first && !t.first || !first && (p.rounds-1)%t.every != 0 || t.removes && (p.keep || s.theory.decider != nil) {
			continue
		}
		share := t.share
		if s.theory.prop != nil {
			share = t.theoryShare
		}
		if share == 0 {
			continue
		}
		if s.lim.Stopped() {
			return
		}
		effort := max(p.least, (s.stats.Ticks-p.paid[i])*share/1000)
		p.paid[i] = s.stats.Ticks
		if !s.clean() {
			return
		}
		before := s.stats.Ticks
		outer := s.beginStage(t.name)
		t.run(s, effort)
		s.probeBacktrack(0)
		s.stats.SimplifyTicks += s.stats.Ticks - before
		s.stats.Ticks = before
		s.endStage(outer)
		if !s.propagateRoot() || s.stop.seen {
			return
		}
	}
	s.flushDead()
}

// clean removes the clauses that are true at level 0, and the false literals of the
// others. Then no literal of a clause has a value. It returns false after a conflict or
// a stop.
func (s *Solver) clean() bool {
	if s.inproc.cleanTo == len(s.trail) {
		return true
	}
	defer s.endStage(s.beginStage(stageClean))
	for s.inproc.cleanTo < len(s.trail) {
		s.collects.satisfiedTo, s.inproc.cleanTo = -1, len(s.trail)
		s.dropSatisfied()
		end := cref(len(s.db.arena))
		for ref := cref(arenaStart); ref < end; ref += cref(hdrWords + s.db.arena[ref]) {
			if s.lim.Stopped() {
				s.collects.satisfiedTo, s.inproc.cleanTo = -1, 0
				s.loseWatches()
				return false
			}
			if *s.meta(ref)&metaDead == 0 && !s.strip(ref) {
				return false
			}
		}
	}
	s.flushWatches()
	return s.propagateRoot() && !s.stop.seen
}

// strip removes the literals of a clause that are false at level 0. It returns false if
// that leaves none.
func (s *Solver) strip(ref cref) bool {
	kept, ants := s.scratch.lits[:0], s.scratch.ids[:0]
	for _, l := range s.lits(ref) {
		if s.vals[l] != False {
			kept = append(kept, l)
		} else if s.tracer != nil {
			ants = append(ants, s.proof.unitID[l.Var()])
		}
	}
	s.scratch.lits, s.scratch.ids = kept, ants
	switch len(kept) {
	case int(s.db.arena[ref]):
		return true
	case 0:
		s.setConflict(s.lits(ref), ref, 0)
		return false
	}
	if len(kept) == 1 && s.vals[kept[0]] == True {
		return true // the next pass drops it as satisfied
	}
	var id ClauseID
	if s.tracer != nil {
		id = s.derive(kept, append(ants, s.clauseID(ref)))
	}
	if len(kept) == 1 {
		s.kill(ref)
		s.rootAssign(kept[0], id)
		return true
	}
	s.attach(s.replace(ref, kept, id))
	return true
}
