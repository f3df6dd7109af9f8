package sat

import "slices"

// reduces schedules the removal of learned clauses.
type reduces struct {
	next     int64 // conflicts
	interval int64 // grows with the square root of count
	count    int64
	slack    int // words of garbage that are not worth a collection
	many     int // irredundant clauses that are worth a look for satisfied ones
	few      int // irredundant clauses that never are
}

func (r *reduces) init() {
	r.interval, r.next, r.slack = reduceInterval, reduceInterval, collectSlack
	r.many, r.few = satisfiedSlack, satisfiedSlack
}

// reducing holds after so many conflicts, when the arena is half garbage, and
// when the clauses have doubled since satisfied ones were dropped: an owner who
// adds clauses, asks and switches them off may never come to a conflict.
func (s *Solver) reducing() bool {
	return s.stats.Conflicts >= s.reduces.next ||
		s.waste > len(s.arena)/2 && s.waste > s.reduces.slack ||
		s.numIrred >= s.reduces.many && s.rootSize() > s.simplTo
}

// rootSize is the number of literals at level 0.
func (s *Solver) rootSize() int {
	if s.level > 0 {
		return int(s.levels[0])
	}
	return len(s.trail)
}

// reduce drops the learned clauses that seem least useful, clauses satisfied at
// level 0, and garbage.
func (s *Solver) reduce() {
	s.stats.Reductions++
	s.lockReasons(true)
	s.dropSatisfied()
	s.reduces.many = 2*s.numIrred + s.reduces.few
	if s.stats.Conflicts >= s.reduces.next {
		s.reduces.count++
		s.reduces.next = s.stats.Conflicts + s.reduces.interval*isqrt(s.reduces.count)
		s.dropLearned()
	}
	s.lockReasons(false)
	s.flushDead()
}

// flushDead removes what refers to dead clauses, and then their space.
func (s *Solver) flushDead() {
	s.flushWatches()
	s.learned = slices.DeleteFunc(s.learned, func(ref cref) bool { return *s.meta(ref)&metaDead != 0 })
	if s.waste*collectThreshold > len(s.arena) && s.waste > s.reduces.slack {
		s.collect()
	}
}

func isqrt(n int64) int64 {
	r := int64(1)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// lockReasons sets or clears the lock of the clauses that are reasons now.
func (s *Solver) lockReasons(lock bool) {
	for _, l := range s.trail {
		ref := s.vars[l.Var()].ref
		if ref < arenaStart {
			continue
		}
		if lock {
			*s.meta(ref) |= metaLock
		} else {
			*s.meta(ref) &^= metaLock
		}
	}
}

// dropLearned kills most of the learned clauses that were not used lately and
// have a large glue.
func (s *Solver) dropLearned() {
	candidates := make([]cref, 0, len(s.learned))
	for _, ref := range s.learned {
		m := s.meta(ref)
		if *m&(metaDead|metaLate|metaLock) != 0 || s.arena[ref] == 2 {
			continue
		}
		used := *m & usedMask >> usedShift
		if used > 0 {
			*m -= 1 << usedShift
			continue
		}
		if s.glue(ref) <= glueTier1 {
			continue
		}
		candidates = append(candidates, ref)
	}
	slices.SortFunc(candidates, func(a, b cref) int {
		if d := s.glue(b) - s.glue(a); d != 0 {
			return d
		}
		if d := int(s.arena[b]) - int(s.arena[a]); d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	for _, ref := range candidates[:len(candidates)*reduceFraction/100] {
		s.stats.Reduced++
		s.kill(ref)
	}
}

// dropSatisfied kills the clauses that are true at level 0, if there are new ones.
// After a stop it has looked at some.
func (s *Solver) dropSatisfied() {
	root := s.rootSize()
	if root == s.simplTo {
		return
	}
	s.simplTo = root
	for ref := cref(arenaStart); int(ref) < len(s.arena); ref += cref(hdrWords + s.arena[ref]) {
		if s.lim.Stopped() {
			s.simplTo = -1
			return
		}
		if *s.meta(ref)&(metaDead|metaLate|metaLock) != 0 {
			continue
		}
		for _, l := range s.lits(ref) {
			if s.FixedValue(l) == True {
				s.kill(ref)
				break
			}
		}
	}
}

// flushWatches removes the watches of dead clauses.
func (s *Solver) flushWatches() {
	if s.rewatching.left > 0 {
		s.loseWatches() // not to go on with lists that have dead clauses
		return
	}
	for l := range s.watches {
		if s.lim.Stopped() {
			s.loseWatches()
			return
		}
		ws := s.watches[l]
		kept := ws[:0]
		for _, w := range ws {
			if *s.meta(w.ref &^ binaryFlag)&metaDead == 0 {
				kept = append(kept, w)
			}
		}
		s.watches[l] = kept
	}
}

// collect moves the live clauses to a new arena. No watch or reason may point
// to a dead clause.
func (s *Solver) collect() {
	s.stats.Collections++
	old := s.arena
	moved := make([]Lit, arenaStart, len(old)-s.waste+len(old)/8)
	for ref := cref(arenaStart); int(ref) < len(old); {
		n := hdrWords + cref(old[ref])
		if old[ref+offMeta]&metaDead == 0 {
			to := Lit(len(moved))
			moved = append(moved, old[ref:ref+n]...)
			old[ref+offID] = to // the new place, read by relocate
		}
		ref += n
	}
	relocate := func(ref cref) cref { return cref(old[ref+offID]) }
	if s.rewatching.left > 0 {
		s.loseWatches() // they are at the old places
	}
	for l := range s.watches {
		if s.rewatching.left > 0 {
			break
		}
		if s.lim.Stopped() {
			s.loseWatches()
			break
		}
		ws := s.watches[l]
		for i := range ws {
			flag := ws[i].ref & binaryFlag
			ws[i].ref = relocate(ws[i].ref&^binaryFlag) | flag
		}
	}
	for _, l := range s.trail {
		if vd := &s.vars[l.Var()]; vd.ref >= arenaStart {
			vd.ref = relocate(vd.ref)
		}
	}
	for i := range s.learned {
		s.learned[i] = relocate(s.learned[i])
	}
	for i := range s.late {
		s.late[i].ref = relocate(s.late[i].ref)
	}
	s.arena = moved
	s.waste = 0
	if !s.hasConflict {
		s.conflict = nil // it may point into the old arena
	}
}
