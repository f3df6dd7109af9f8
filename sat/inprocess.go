package sat

import "slices"

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
	weight      int64 // time of one of its ticks, in percent of that of one of the search
	every       int64 // it runs in every round (1), in every second one (2)...
	removes     bool  // it removes variables or clauses from the formula
	first       bool  // it also runs before the search, without a propagator and assumptions
}

// The table, in the order in which the techniques run. With theories, subsumption and
// vivification at 20 and 20 need 0.96 of the conflicts and 0.98 of the time without
// them (38 scripts); at 20 and 50 they need 0.99 and 1.01. The weights are geometric means
// over 12 to 48 formulas; for substitute they range from 45 to 140.
var techniques = [...]technique{
	{"probe", (*Solver).probe, 20, 0, 60, 1, false, false},
	{"substitute", (*Solver).substitute, 20, 20, 100, 1, true, true}, // not of observed variables, nor with a Decider
	{"congruence", (*Solver).congruence, 50, 0, 50, 1, true, true},   // substitutes
	{"sweep", (*Solver).sweep, 50, 0, 120, 2, true, false},           // likewise
	{"gauss", (*Solver).gauss, 20, 0, 140, 1, false, false},
	{"count", (*Solver).count, 20, 0, 40, 1, false, false},
	{"transitive", (*Solver).reduceTransitive, 20, 0, 20, 1, false, false},
	{"subsume", (*Solver).subsumeForward, 20, 20, 100, 1, false, false},
	{"vivify", (*Solver).vivify, 100, 20, 100, 1, false, false},
	{"eliminate", (*Solver).eliminate, 100, 100, 190, 2, true, false}, // likewise
	// 0.95 of the time (12 formulas, 4 seeds); a share of 20 finds too little
	{"block", (*Solver).block, 100, 0, 50, 2, true, false},
}

// Techniques returns the names of the techniques of inprocessing.
func Techniques() (names []string) {
	for _, t := range techniques {
		names = append(names, t.name)
	}
	return names
}

const (
	inprocessInterval = 2000
	leastEffort       = 20000 // ticks
	roundPay          = 8     // words of clauses for which one tick of the search pays a round
	cleanTick         = 16    // words of clauses that clean goes over in the time of a tick
	settledPart       = 8     // the formula has settled if a round changes less than one clause in so many
	settledWait       = 10    // ticks of the search for each tick of a round, once it has
)

// pauses leave out rounds of a technique after one that finds nothing: each time twice as many.
type pauses struct {
	pause int64 // rounds of the last pause
	left  int64 // of them, those still to leave out
}

// pausing reports whether a round is left out.
func (p *pauses) pausing() bool {
	if p.left == 0 {
		return false
	}
	p.left--
	return true
}

// ended notes whether a round has found something. It pauses for so many rounds at most.
func (p *pauses) ended(found bool, most int64) {
	if p.pause = min(2*p.pause+1, most); found {
		p.pause = 0
	}
	p.left = p.pause
}

// inprocessing schedules the rounds.
type inprocessing struct {
	off      bool  // in tests
	first    bool  // the round before the search is due
	keep     bool  // no technique may remove variables, since Imply was called
	next     int64 // conflicts
	interval int64 // times the square root of rounds
	rounds   int64
	at       int64   // search ticks at the last round
	cost     int64   // of the last round, in ticks of the search
	changed  int     // clauseDB.changed when it began
	pay      int64   // roundPay, except in tests
	waits    int64   // settledWait, except in tests
	least    int64   // effort of a technique
	cleanTo  int     // level-0 trail length when false literals were last removed
	paid     []int64 // by technique: search ticks that its efforts so far are a share of
}

func (p *inprocessing) init() {
	p.interval, p.next, p.least = inprocessInterval, inprocessInterval, leastEffort
	p.pay, p.waits = roundPay, settledWait
	p.paid = make([]int64, len(techniques))
}

// inprocessing holds before the search (tryLuck), and every few thousand conflicts. Each
// round goes over all clauses: without a propagator, whose work ticks do not count, it waits
// until the search has done about as much since the last one, in whatever number of calls.
// Once few clauses change, in a round and after it, it waits until the last round is a tenth
// of that.
func (s *Solver) inprocessing() bool {
	p := &s.inproc
	return !p.off && (p.first || s.stats.Conflicts >= p.next &&
		(s.theory.prop != nil || s.stats.Ticks-p.at >= s.roundWait()))
}

// roundWait is how many ticks of the search there are between two rounds, at least.
func (s *Solver) roundWait() int64 {
	p := &s.inproc
	wait := int64(len(s.db.arena)) / p.pay
	if (s.db.changed-p.changed)*settledPart < s.db.irredundant {
		wait = max(wait, p.cost*p.waits)
	}
	return wait
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
	p.cost, p.changed = 0, s.db.changed
	for i := range techniques {
		t := &techniques[i]
		if first && !t.first || !first && (p.rounds-1)%t.every != 0 || t.removes && (p.keep || s.theory.decider != nil) {
			continue
		}
		share := t.share
		if s.theory.prop != nil {
			share = t.theoryShare
		}
		if share == 0 || slices.Contains(s.opt.Without, t.name) {
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
		s.runTechnique(t, effort)
		s.probeBacktrack(0)
		s.stats.SimplifyTicks += s.stats.Ticks - before
		p.cost += (s.stats.Ticks - before) * t.weight / 100
		s.stats.Ticks = before
		s.endStage(outer)
		if !s.propagateRoot() || s.stop.seen {
			return
		}
	}
	s.flushDead()
}

// runTechnique runs a technique. One that removes variables or clauses leaves those of the assumptions and the
// constraint.
func (s *Solver) runTechnique(t *technique, effort int64) {
	var frozen []Var
	if t.removes {
		frozen = s.freezeWanted()
	}
	t.run(s, effort)
	for _, v := range frozen {
		s.ext.frozen[v] = false
	}
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
		s.inproc.cost += int64(len(s.db.arena)) / cleanTick
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
	c := s.lits(ref)
	if !slices.ContainsFunc(c, func(l Lit) bool { return s.vals[l] == False }) {
		return true
	}
	kept, ants := s.scratch.lits[:0], s.scratch.ids[:0]
	for _, l := range c {
		if s.vals[l] != False {
			kept = append(kept, l)
		} else if s.tracer != nil {
			ants = append(ants, s.proof.unitID[l.Var()])
		}
	}
	s.scratch.lits, s.scratch.ids = kept, ants
	if len(kept) == 0 {
		s.setConflict(c, ref, 0)
		return false
	}
	if len(kept) == 1 && s.vals[kept[0]] == True {
		return true // the next pass drops it as satisfied
	}
	ants = append(ants, s.clauseID(ref))
	s.scratch.ids = ants
	id := s.derive(kept, ants)
	if len(kept) == 1 {
		s.kill(ref)
		s.rootAssign(kept[0], id)
		return true
	}
	s.attach(s.replace(ref, kept, id))
	return true
}
