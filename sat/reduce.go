package sat

import "slices"

// reduces schedules reductions.
type reduces struct {
	next     int64 // conflicts
	interval int64 // grows with the square root of count
	count    int64
	many     int // from this many irredundant clauses on, satisfied ones are dropped without conflicts
	few      int // the least value of many
}

const (
	reduceInterval = 1000
	reduceFraction = 75      // of 100 candidates
	glueTier1      = 2       // learned clauses of at most this glue are kept
	glueTier2      = 6       // those up to this one survive two reductions after use, others one
	satisfiedSlack = 1 << 10 // reduces.few, except in tests
)

func (r *reduces) init() {
	r.interval, r.next = reduceInterval, reduceInterval
	r.many, r.few = satisfiedSlack, satisfiedSlack
}

// reducing holds after enough conflicts. It also holds when more than half of the arena
// is garbage, or the clauses have doubled since satisfied ones were dropped: an owner that
// adds clauses, solves and retires them may never have a conflict.
func (s *Solver) reducing() bool {
	return s.stats.Conflicts >= s.reduces.next ||
		s.db.waste > len(s.db.arena)/2 && s.db.waste > s.collects.slack ||
		s.db.irredundant >= s.reduces.many && s.rootSize() > s.collects.satisfiedTo ||
		s.theory.lemmas.due
}

// reduce drops the learned clauses that seem least useful, clauses that are true at
// level 0, and garbage.
func (s *Solver) reduce() {
	defer s.endStage(s.beginStage(stageReduce))
	s.stats.Reductions++
	s.lockReasons(true)
	s.dropSatisfied()
	s.reduces.many = 2*s.db.irredundant + s.reduces.few
	learned := s.stats.Conflicts >= s.reduces.next
	if learned || s.theory.lemmas.due {
		s.dropLemmas()
	}
	if learned {
		s.reduces.count++
		s.reduces.next = s.stats.Conflicts + s.reduces.interval*isqrt(s.reduces.count)
		s.dropLearned()
	}
	s.lockReasons(false)
	s.unlockLemmas()
	s.flushDead()
}

// isqrt is the integer square root, but at least 1.
func isqrt(n int64) int64 {
	r := int64(1)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// lockReasons sets or clears the lock of the clauses that are reasons.
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

// dropLearned kills most of the learned clauses of high glue that were not used lately.
func (s *Solver) dropLearned() {
	candidates := make([]cref, 0, len(s.db.learned))
	for _, ref := range s.db.learned {
		m := s.meta(ref)
		if *m&(metaDead|metaLate|metaLock) != 0 || s.db.arena[ref] == 2 {
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
		if d := int(s.db.arena[b]) - int(s.db.arena[a]); d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	for _, ref := range candidates[:len(candidates)*reduceFraction/100] {
		s.stats.Reduced++
		s.kill(ref)
	}
}
